// What passes that move nodes share.
#pragma once

#include <calque/ir/graph.hpp>

#include <cstdint>
#include <vector>

namespace calque::detail {

/// Values may be other ones behind it: nothing is moved across.
template <class D>
constexpr bool is_barrier(const Node<D>& node) {
  if (!node.is_call()) return node.op() == Opcode::call_module;
  const Effect effect = node.function().info().effects.effect;
  return effect == Effect::mutates || effect == Effect::unknown;
}

/// The nodes segment by segment, those of one segment in the order in which they are given.
template <class D>
constexpr std::vector<Node<D>*> by_segment(const std::vector<Node<D>*>& nodes,
                                           const NodeMap<std::uint32_t>& segment,
                                           std::uint32_t segments) {
  std::vector<std::uint32_t> begin(segments + 1, 0);
  for (const Node<D>* node : nodes) ++begin[segment.get(*node) + 1];
  for (std::uint32_t i = 0; i < segments; ++i) begin[i + 1] += begin[i];
  std::vector<Node<D>*> sorted(nodes.size(), nullptr);
  for (Node<D>* node : nodes) sorted[begin[segment.get(*node)]++] = node;
  return sorted;
}

/// Moves the nodes of a graph, all of them, into an order. What stands right is not touched.
template <class D>
constexpr void move_into_order(Graph<D>& graph, const std::vector<Node<D>*>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0) order[i - 1]->append(*order[i]);
    else if (Node<D>& first = *graph.nodes().begin(); &first != order[0]) first.prepend(*order[0]);
  }
}

}  // namespace calque::detail
