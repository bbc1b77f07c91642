// Last uses: the node after which a value is no longer needed.
#pragma once

#include <calque/ir/graph.hpp>

#include <cstdint>
#include <vector>

namespace calque {

/// For each value of a graph the last node that uses it, as of the graph's version when this was
/// made. Owns its table and refers to nothing.
template <class D>
class LastUses {
 public:
  /// O(operands).
  constexpr explicit LastUses(const Graph<D>& graph)
      : last_user_(graph.store().slot_count(), none) {
    for (const Node<D>& node : graph.reversed_nodes()) {
      for (const OperandRef<D> operand : node.operands()) {
        if (!operand.is_node()) continue;
        std::uint32_t& last = last_user_[operand.node().slot()];
        if (last == none) last = node.slot();
      }
    }
  }

  constexpr bool is_last_use(const Node<D>& value, const Node<D>& user) const {
    return last_user_[value.slot()] == user.slot();
  }

  /// Visits the values that are used by `user` for the last time, each once, in operand order.
  template <class Visit>
  constexpr void for_each_ending_at(const Node<D>& user, const Visit& visit) const {
    const auto visit_input = [&](Node<D>& input) {
      if (is_last_use(input, user)) visit(input);
    };
    const std::uint32_t count = user.operand_count();
    if (count > 2) {
      for (Node<D>* input : user.all_input_nodes()) visit_input(*input);
      return;
    }
    Node<D>* const first = count > 0 ? user.operand(0).node : nullptr;
    Node<D>* const second = count > 1 ? user.operand(1).node : nullptr;
    if (first != nullptr) visit_input(*first);
    if (second != nullptr && second != first) visit_input(*second);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  std::vector<std::uint32_t> last_user_;
};

}  // namespace calque
