// NodeMap: a side table with one value for each node of a graph.
#pragma once

#include <calque/ir/node.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace calque {

/// One `T` for each node of one graph, found by the node's number. It owns the values, grows when a
/// node is first asked for, and is void once the graph is compacted.
template <class T>
class NodeMap {
  static_assert(!std::is_same_v<T, bool>,
                "a NodeMap gives references: std::vector<bool> has none, use unsigned char");

 public:
  template <class D>
  constexpr T& operator[](const Node<D>& node) {
    return at_slot(node.slot());
  }
  /// The value of a node, `T{}` if it was never set.
  template <class D>
  constexpr T get(const Node<D>& node) const {
    return node.slot() < values_.size() ? values_[node.slot()] : T{};
  }
  constexpr T& at_slot(std::uint32_t slot) {
    if (slot >= values_.size()) values_.resize(slot + 1, T{});
    return values_[slot];
  }

 private:
  std::vector<T> values_;
};

}  // namespace calque
