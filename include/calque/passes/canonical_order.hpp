// Canonical order: one order and one naming for all traces of a program.
//
// C++ leaves open in which order operands and arguments are evaluated, so compilers record one
// program in different orders. This makes their graphs comparable.
#pragma once

#include <calque/ir/graph.hpp>
#include <calque/passes/detail/reorder.hpp>

#include <cstdint>
#include <vector>

namespace calque {

namespace detail {

/// Ranks nodes in the order in which results need their operands, left to right, and puts them into
/// that order, but not across a call that changes its argument.
template <class D>
class CanonicalOrder {
 public:
  constexpr explicit CanonicalOrder(Graph<D>& graph) : graph_(graph) {}

  constexpr void run() {
    std::vector<Node<D>*> placeholders, roots, unused, outputs;
    std::uint32_t segment = 0;
    for (Node<D>& node : graph_.nodes()) {
      if (node.is_placeholder()) placeholders.push_back(&node);
      else if (node.is_output()) outputs.push_back(&node);
      else if (!node.is_pure()) roots.push_back(&node);
      else if (!node.has_users()) unused.push_back(&node);
      segment_[node] = node.is_placeholder() ? 0 : segment;
      if (is_barrier(node)) segment_[node] = ++segment;
    }
    for (const auto& group : {placeholders, roots, needed_by(outputs), unused, outputs}) {
      for (Node<D>* root : group) rank_with_operands(*root);
    }
    order_ = by_segment(order_, segment_, segment + 1);
    move_into_order(graph_, order_);
    graph_.store().renumber_names(order_);
  }

 private:
  /// An open node waits for its operands; one that is met again stands on a cycle, which lint
  /// reports.
  enum class State : unsigned char { unseen, open, ranked };

  struct Open {
    Node<D>* node;
    std::uint32_t next_operand;
  };

  /// What the results need stands before what nobody needs.
  static constexpr std::vector<Node<D>*> needed_by(const std::vector<Node<D>*>& outputs) {
    std::vector<Node<D>*> needed;
    for (const Node<D>* output : outputs) {
      for (Node<D>* input : output->all_input_nodes()) needed.push_back(input);
    }
    return needed;
  }

  constexpr void open(Node<D>& node) {
    state_[node] = State::open;
    open_.push_back({&node, 0});
  }

  constexpr void rank_with_operands(Node<D>& root) {
    if (state_.get(root) != State::unseen) return;
    open(root);
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next_operand < top.node->operand_count()) {
        Node<D>* const input = top.node->operand(top.next_operand++).node;
        if (input != nullptr && state_.get(*input) == State::unseen) open(*input);
      } else {
        state_[*top.node] = State::ranked;
        order_.push_back(top.node);
        open_.pop_back();
      }
    }
  }

  Graph<D>& graph_;
  std::vector<Open> open_;
  std::vector<Node<D>*> order_;
  NodeMap<State> state_;
  NodeMap<std::uint32_t> segment_;
};

}  // namespace detail

/// Puts the nodes into the one order that depends on the program alone, and numbers their automatic
/// names in it: placeholders, then calls with effects in their order, then the result, each after
/// what it needs, left to right; then pure nodes that nobody uses. Nothing crosses a call that
/// changes its argument, or that nothing is known of. Moves nodes, changes no value. O(operands).
template <class D>
constexpr void canonical_order(Graph<D>& graph) {
  detail::CanonicalOrder<D>(graph).run();
}

}  // namespace calque
