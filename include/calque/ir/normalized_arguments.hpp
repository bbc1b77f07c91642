// The arguments of a call in one form, however it was written.
#pragma once

#include <calque/ir/graph.hpp>

#include <optional>

namespace calque {

enum class ArgumentForm : std::uint8_t { positional, by_name };

/// The arguments of a call bound to the parameters of its function, in order, defaults filled in:
/// all positional, or all by name. Nothing where the parameters are not known: for nodes that call
/// no function, functions that take anything, and by name those whose parameters have no names. The
/// literals and names belong to the graph. O(arguments).
template <class D>
constexpr std::optional<Arguments<D>> normalized_arguments(
    const Node<D>& call, ArgumentForm form = ArgumentForm::positional) {
  if (!call.is_call() || call.function().arity == detail::any_arity) return std::nullopt;
  const auto parameters = call.function().info().parameters;
  if (form == ArgumentForm::by_name && parameters.empty()) return std::nullopt;
  Arguments<D> result;
  std::size_t i = 0;
  for (const Slot<D>& slot : detail::bound_slots(call)) {
    if (form == ArgumentForm::by_name) result.keyword(parameters[i++].name);
    result.add(slot.operand);
  }
  return result;
}

}  // namespace calque
