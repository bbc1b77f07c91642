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

/// The same, each line with the opened calls that its node came from, from the inside out.
template <class D>
std::string verbose_listing(const Graph<D>& graph) {
  std::string text = "graph():";
  for (const Node<D>& node : graph.nodes()) {
    (text += "\n    ") += format_node(node);
    if (node.origin()) (text += "  # from ") += detail::origin_text(node);
  }
  return text += '\n';
}

}  // namespace calque
