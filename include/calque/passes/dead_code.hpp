// Dead code: nodes whose values nobody uses.
#pragma once

#include <calque/ir/graph.hpp>

namespace calque {

/// Erases every node that nobody uses and that is pure; placeholders and the output stay. Says
/// whether anything was erased. O(nodes).
///
///   Given:    %a = f(%x)   %b = g(%a)   return x
///   Execute:  eliminate_dead_code(graph)
///   Result:   return x
template <class D>
constexpr bool eliminate_dead_code(Graph<D>& graph) {
  const std::size_t before = graph.size();
  for (Node<D>& node : graph.reversed_nodes()) {
    if (!node.has_users() && node.is_pure()) graph.erase_node(node);
  }
  return graph.size() != before;
}

}  // namespace calque
