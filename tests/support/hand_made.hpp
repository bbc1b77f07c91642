// Graphs made by hand: functions and domains for tests below the tracing layer.
#pragma once

#include <calque/ir/binding.hpp>
#include <calque/ir/graph.hpp>

#include <array>
#include <string>

namespace support {

using Untyped = calque::Untyped;
using UntypedGraph = calque::Graph<Untyped>;
using UntypedNode = calque::Node<Untyped>;
using UntypedArguments = calque::Arguments<Untyped>;

/// A domain of two types.
struct Math : calque::types<double, bool> {};

/// A function of the Untyped domain: it takes any arguments.
constexpr calque::Function<Untyped> untyped(const calque::FunctionInfo& info) {
  calque::Function<Untyped> function;
  function.described = &info;
  function.result_type = {0};
  function.arity = calque::detail::any_arity;
  return function;
}

inline constexpr calque::FunctionInfo f_info{.name = "f"};
inline constexpr calque::FunctionInfo g_info{.name = "g"};
inline constexpr calque::FunctionInfo h_info{.name = "h"};
inline constexpr calque::Function<Untyped> f = untyped(f_info);
inline constexpr calque::Function<Untyped> g = untyped(g_info);
inline constexpr calque::Function<Untyped> h = untyped(h_info);

/// The names of a range of nodes, with a space between them.
template <class Range>
std::string names_of(const Range& nodes) {
  std::string text;
  for (const auto& node : nodes) {
    if (!text.empty()) text += ' ';
    text += node.name();
  }
  return text;
}

}  // namespace support
