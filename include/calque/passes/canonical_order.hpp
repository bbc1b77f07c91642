// Canonical order: one order and one naming for all traces of a program.
//
// C++ leaves open in which order operands and arguments are evaluated, so compilers record one
// program in different orders. This makes their graphs comparable.
#pragma once

#include <calque/ir/graph.hpp>

#include <vector>

namespace calque {

namespace detail {

/// Moves nodes behind each other in the order in which results need their operands, left to right.
template <class D>
class CanonicalOrder {
 public:
  constexpr explicit CanonicalOrder(Graph<D>& graph) : graph_(graph) {}

  constexpr void run() {
    std::vector<Node<D>*> placeholders, roots, unused, outputs;
    for (Node<D>& node : graph_.nodes()) {
      if (node.is_placeholder()) placeholders.push_back(&node);
      else if (node.is_output()) outputs.push_back(&node);
      else if (!node.is_pure()) roots.push_back(&node);
      else if (!node.has_users()) unused.push_back(&node);
    }
    for (const auto& group : {placeholders, roots, outputs_operands(outputs), unused, outputs}) {
      for (Node<D>* root : group) place_with_operands(*root);
    }
    graph_.store().renumber_names(order_);
  }

 private:
  struct Open {
    Node<D>* node;
    std::uint32_t next_operand;
  };

  /// What the results need stands before what nobody needs.
  static constexpr std::vector<Node<D>*> outputs_operands(const std::vector<Node<D>*>& outputs) {
    std::vector<Node<D>*> needed;
    for (const Node<D>* output : outputs) {
      for (Node<D>* input : output->all_input_nodes()) needed.push_back(input);
    }
    return needed;
  }

  constexpr void place_with_operands(Node<D>& root) {
    open_.push_back({&root, 0});
    while (!open_.empty()) {
      Open& top = open_.back();
      if (placed_.get(*top.node) != 0) {
        open_.pop_back();
      } else if (top.next_operand < top.node->operand_count()) {
        Node<D>* const input = top.node->operand(top.next_operand++).node;
        if (input != nullptr && placed_.get(*input) == 0) open_.push_back({input, 0});
      } else {
        place(*top.node);
        open_.pop_back();
      }
    }
  }

  constexpr void place(Node<D>& node) {
    placed_[node] = 1;
    order_.push_back(&node);
    if (order_.size() == 1) {
      Node<D>& first = *graph_.nodes().begin();
      if (&first != &node) first.prepend(node);
    } else {
      order_[order_.size() - 2]->append(node);
    }
  }

  Graph<D>& graph_;
  std::vector<Open> open_;
  std::vector<Node<D>*> order_;
  NodeMap<unsigned char> placed_;
};

}  // namespace detail

/// Puts the nodes into the one order that depends on the program alone, and numbers their automatic
/// names in it: placeholders, then calls with effects in their order, then the result, each after
/// what it needs, left to right; then pure nodes that nobody uses. Moves nodes, changes no value.
/// O(operands).
template <class D>
constexpr void canonical_order(Graph<D>& graph) {
  detail::CanonicalOrder<D>(graph).run();
}

}  // namespace calque
