// Topological sort: every value before its uses, and everything else where it was.
#pragma once

#include <calque/ir/graph.hpp>
#include <calque/passes/detail/reorder.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace calque {

namespace detail {

template <class D>
class TopologicalSort {
 public:
  constexpr explicit TopologicalSort(Graph<D>& graph) : graph_(graph) {}

  constexpr void run() {
    const std::vector<Node<D>*> nodes = nodes_in_segments();
    order_with_inputs(nodes);
    if (postpone()) {
      state_ = {};
      order_.clear();
      order_with_inputs(by_segment(nodes, segment_, segments_));
    }
    move_into_order(graph_, order_);
  }

 private:
  enum class State : unsigned char { unseen, open, ordered };

  struct Open {
    Node<D>* node;
    /// From 1 on; 0 stands for the impure node before this one.
    std::uint32_t next_input = 0;
  };

  constexpr std::vector<Node<D>*> nodes_in_segments() {
    std::vector<Node<D>*> nodes;
    Node<D>* impure = nullptr;
    std::uint32_t segment = 0;
    for (Node<D>& node : graph_.nodes()) {
      nodes.push_back(&node);
      segment_[node] = is_barrier(node) ? ++segment : segment;
      if (is_barrier(node)) ++segment;
      if (node.is_pure()) continue;
      former_impure_[node] = impure;
      impure = &node;
    }
    segments_ = segment + 1;
    return nodes;
  }

  constexpr Node<D>* next_input(Open& open) const {
    const std::uint32_t i = open.next_input++;
    return i == 0 ? former_impure_.get(*open.node) : open.node->operand(i - 1).node;
  }

  constexpr void order_with_inputs(const std::vector<Node<D>*>& roots) {
    for (Node<D>* root : roots) order_with_inputs(*root);
  }
  constexpr void order_with_inputs(Node<D>& root) {
    if (state_.get(root) != State::unseen) return;
    open(root);
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next_input > top.node->operand_count()) {
        state_[*top.node] = State::ordered;
        order_.push_back(top.node);
        open_.pop_back();
        continue;
      }
      Node<D>* const input = next_input(top);
      if (input == nullptr || state_.get(*input) == State::ordered) continue;
      if (state_.get(*input) == State::open) refuse_cycle(*input);
      open(*input);
    }
  }
  constexpr void open(Node<D>& node) {
    state_[node] = State::open;
    open_.push_back({&node});
  }

  /// Sends pure nodes to behind the calls that they wait for; says whether there are any.
  constexpr bool postpone() {
    bool is_any_late = false;
    for (Node<D>* node : order_) {
      const std::uint32_t first = first_segment(*node);
      if (node->is_pure() && first > segment_[*node]) {
        segment_[*node] = first;
        is_any_late = true;
      }
      first_segment_behind_[*node] = is_barrier(*node) ? first + 1 : first;
      for (const OperandRef<D> input : node->operands()) {
        if (input.is_node() && segment_.get(input.node()) > segment_[*node]) {
          refuse_crossing(*node, input.node());
        }
      }
    }
    return is_any_late;
  }
  /// A node that is not pure has one place. A pure one can go up to its inputs.
  constexpr std::uint32_t first_segment(const Node<D>& node) const {
    if (!node.is_pure()) return segment_.get(node);
    std::uint32_t first = 0;
    for (const OperandRef<D> input : node.operands()) {
      const std::uint32_t behind =
          input.is_node() ? first_segment_behind_.get(input.node()) : 0;
      if (behind > first) first = behind;
    }
    return first;
  }

  [[noreturn]] CALQUE_COLD void refuse_cycle(const Node<D>& start) const {
    std::string text = "cannot sort the graph: ";
    std::size_t i = 0;
    while (open_[i].node != &start) ++i;
    for (; i < open_.size(); ++i) ((text += '%') += open_[i].node->name()) += " needs ";
    (text += '%') += start.name();
    fail<GraphError>(explain(
        text, "break the circle; a call with effects needs the one before it", start));
  }
  [[noreturn]] CALQUE_COLD void refuse_crossing(const Node<D>& user, const Node<D>& input) const {
    fail<GraphError>(explain("cannot sort the graph: %" + user.name() + " needs %" + input.name() +
                                 ", which stands behind a call that may change its arguments",
                             "move it yourself if that call does not concern it", input));
  }

  Graph<D>& graph_;
  std::vector<Open> open_;
  std::vector<Node<D>*> order_;
  NodeMap<State> state_;
  /// A call that may change its arguments is a segment of its own, and so is what stands between
  /// two of them.
  NodeMap<std::uint32_t> segment_;
  std::uint32_t segments_ = 0;
  /// Where the first users of a node can stand.
  NodeMap<std::uint32_t> first_segment_behind_;
  NodeMap<Node<D>*> former_impure_;
};

}  // namespace detail

/// Moves nodes so that every value stands before its uses. Stable: a node moves only up, and only
/// to where the first node that needs it stands. Nodes that are not pure, parameters and the output
/// among them, keep their order. Nothing crosses a call that changes its arguments or that nothing
/// is known of, but for pure nodes that need what cannot stand before it: they go behind it.
/// Refused: a graph that has no such order, which stays as it is. O(operands).
///
///   Given:    %b = f(%a)   %a = placeholder   return b
///   Execute:  topological_sort(graph)
///   Result:   %a = placeholder   %b = f(%a)   return b
template <class D>
constexpr void topological_sort(Graph<D>& graph) {
  detail::TopologicalSort<D>(graph).run();
}

}  // namespace calque
