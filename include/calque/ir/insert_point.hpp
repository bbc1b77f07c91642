// InsertPoint: where new nodes go, for as long as it lives.
#pragma once

#include <calque/ir/detail/store.hpp>

#include <utility>

namespace calque {

/// A guard: while it lives new nodes of the graph go to its place, in the order of their creation;
/// then the former place is in force again. If the node it stands at is erased or moved away, the
/// place passes on to the next live one. The graph must outlive it.
template <class D>
class [[nodiscard]] InsertPoint {
 public:
  constexpr InsertPoint(detail::Store<D>& store, Node<D>& before)
      : store_(&store),
        first_id_(store.first_id),
        former_{store.insertion_point().slot(), store.move_count()} {
    store.set_insertion_point(before);
  }
  constexpr InsertPoint(InsertPoint&& other) noexcept
      : store_(std::exchange(other.store_, nullptr)),
        first_id_(other.first_id_),
        former_(other.former_) {}
  InsertPoint& operator=(InsertPoint&&) = delete;
  constexpr ~InsertPoint() {
    const bool was_compacted = store_ != nullptr && store_->first_id != first_id_;
    if (store_ == nullptr || was_compacted) return;
    const detail::Place place = store_->settle(former_, detail::Direction::forward);
    store_->set_insertion_point(store_->at(place.slot));
  }

 private:
  detail::Store<D>* store_;
  std::uint32_t first_id_;
  detail::Place former_;
};

}  // namespace calque
