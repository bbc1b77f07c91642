// The listing of a graph: torch.fx's `print(graph)`.
#pragma once

#include <calque/ir/graph.hpp>

#include <string>

namespace calque {

/// A line for each node, strings without quotes: for people to read. O(operands).
template <class D>
std::string listing(const Graph<D>& graph, Rules rules) {
  std::string text = "graph():";
  for (const Node<D>& node : graph.nodes()) {
    text += "\n    ";
    text += format_node(node, rules);
  }
  return text += '\n';
}

/// The same by the graph's own rules.
template <class D>
std::string listing(const Graph<D>& graph) {
  return listing(graph, graph.rules());
}

}  // namespace calque
