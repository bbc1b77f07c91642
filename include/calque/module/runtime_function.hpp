// Functions that are made while the program runs: for calls of what only a text or a tool knows.
#pragma once

#include <calque/ir/binding.hpp>
#include <calque/trace/registry.hpp>

#include <deque>
#include <mutex>
#include <string>
#include <string_view>

namespace calque {

namespace detail {

/// Owns a name and what is called by it.
struct RuntimeFunction {
  RuntimeFunction(std::string_view function_name, FunctionKind kind)
      : name(function_name),
        info{.name = name, .kind = kind, .effects = {Effect::unknown}},
        function{.described = &info, .result_type = {0}, .arity = any_arity} {}
  RuntimeFunction(const RuntimeFunction&) = delete;
  RuntimeFunction& operator=(const RuntimeFunction&) = delete;

  std::string name;
  FunctionInfo info;
  Function<Untyped> function;
};

}  // namespace detail

/// The Function of the Untyped domain with this qualified name and kind. It takes any arguments,
/// has no body and, unless a wrapped function of that name says otherwise, unknown effects. It
/// lives as long as the program runs, so any number of graphs may call it. Thread-safe. O(functions
/// made).
inline const Function<Untyped>& runtime_function(std::string_view name, FunctionKind kind) {
  static std::mutex mutex;
  static std::deque<detail::RuntimeFunction> functions;
  const std::lock_guard<std::mutex> lock(mutex);
  for (const detail::RuntimeFunction& known : functions) {
    if (known.name == name && known.info.kind == kind) return known.function;
  }
  detail::RuntimeFunction& made = functions.emplace_back(name, kind);
  const FunctionInfo* const wrapped = find_function(name);
  if (wrapped != nullptr && wrapped->kind == kind) made.info.effects = wrapped->effects;
  if (kind == FunctionKind::method && name.ends_with('_')) made.info.effects = {Effect::mutates, 0};
  return made.function;
}

}  // namespace calque
