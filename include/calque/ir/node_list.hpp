// The nodes of a graph, in order, to be walked while they are edited.
#pragma once

#include <calque/ir/detail/store.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace calque {

/// A range of the graph's nodes. It refers to the graph and owns nothing.
///
/// Walking while editing is a promise:
///
///  1. Creating nodes never invalidates references, iterators or ranges.
///  2. A node inserted after the current one is visited, one inserted before it is not (in a
///     reversed walk the other way round).
///  3. After erasing the current node the walk goes on with the node that followed it when it was
///     erased, or the next live one. What is put into the gap later is not visited.
///  4. Any other erased node is not visited.
///  5. After moving the current node the walk goes on from the place that it left; a node that
///     followed and was moved away is not followed.
///  6. Any number of walks may be open at once. `reversed_nodes()` walks backwards and keeps the
///     same promises; `std::views::reverse` does not.
///  7. `node.users()` keeps them too.
///  8. `erase_node` refuses a node that has users, belongs to another graph or was erased before,
///     and then has changed nothing.
///  9. An insertion point whose node is erased moves on to the next live node.
/// 10. Only `compact()` and the end of the graph end a node's life; `compact()` is never called for
///     you, and ends all walks.
template <class D, bool IsConst, detail::Direction direction>
class NodeList {
  using StoreRef = std::conditional_t<IsConst, const detail::Store<D>, detail::Store<D>>;
  using NodeRef = std::conditional_t<IsConst, const Node<D>, Node<D>>;

 public:
  class Iterator {
   public:
    using value_type = Node<D>;
    using reference = NodeRef&;
    using pointer = NodeRef*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    constexpr Iterator() = default;
    constexpr Iterator(NodeRef& node, std::uint32_t stamp) : node_(&node), stamp_(stamp) {}

    constexpr reference operator*() const { return *node_; }
    constexpr pointer operator->() const { return node_; }
    constexpr Iterator& operator++() {
      StoreRef& store = node_->store();
      if (stamp_ == store.move_count() && !node_->is_erased()) {
        node_ = const_cast<NodeRef*>(&store.linked(*node_, direction));
        return *this;
      }
      const detail::Place place = store.step(*node_, stamp_, direction);
      node_ = &store.at(place.slot);
      stamp_ = place.stamp;
      return *this;
    }
    constexpr Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    constexpr bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    NodeRef* node_ = nullptr;
    /// How many moves had happened when the walk came to the node.
    std::uint32_t stamp_ = 0;
  };

  constexpr explicit NodeList(StoreRef& store) : store_(&store) {}

  constexpr Iterator begin() const {
    const detail::Place place = store_->first(direction);
    return {store_->at(place.slot), place.stamp};
  }
  constexpr Iterator end() const { return {store_->at(detail::Store<D>::root), 0}; }
  constexpr std::size_t size() const { return store_->live_count(); }
  constexpr bool empty() const { return size() == 0; }

 private:
  StoreRef* store_;
};

}  // namespace calque
