// Uses: who uses a value. A use is one operand of one node; the uses of a value are linked in the
// order in which they came to use it.
#pragma once

#include <calque/fwd.hpp>
#include <calque/ir/detail/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace calque {

namespace detail {

inline constexpr std::uint32_t no_index = 0xffffffffu;

/// One operand of a node. If it is a literal, `def` holds `literal_tag` and its kind, and the two
/// links its eight bytes.
struct Use {
  static constexpr std::uint32_t literal_tag = 0x80000000u;

  std::uint32_t def = 0;
  std::uint32_t user = 0;
  /// The use that came before this one.
  std::uint32_t older = 0;
  /// The use that came after this one, kept only for values whose list an edit has needed to
  /// unlink in the middle of (see Note [Forward links]); the newest then points to the oldest.
  std::uint32_t newer = 0;

  constexpr bool is_literal() const { return (def & literal_tag) != 0; }
  constexpr std::uint64_t literal_bits() const {
    return older | static_cast<std::uint64_t>(newer) << 32;
  }
};
static_assert(sizeof(Use) == 16);

}  // namespace detail

/// The nodes that use a value, each once however often it uses it, in the order in which they came
/// to use it.
///
/// Walking while editing is safe: the walk takes a snapshot, skips who has ceased to be a user, and
/// ends with those that have come since.
template <class D>
class Users {
 public:
  class Iterator;
  struct End {};

  constexpr explicit Users(const Node<D>& node) : node_(&node) {}

  constexpr Iterator begin() const { return Iterator(*node_); }
  constexpr End end() const { return {}; }
  /// O(uses).
  constexpr std::size_t size() const {
    std::size_t count = 0;
    std::uint32_t last = detail::no_index;
    for (std::uint32_t use = node_->newest_use(); use != detail::no_index;) {
      const detail::Use& u = node_->store().uses[use];
      count += u.user != last;
      last = u.user;
      use = u.older;
    }
    return count;
  }
  constexpr bool empty() const { return node_->newest_use() == detail::no_index; }

 private:
  const Node<D>* node_;
};

/// Walks a snapshot of the uses. As long as what it comes to still stands behind what it has
/// visited, nothing has changed its place; otherwise it takes a new snapshot. Nobody is visited
/// twice.
template <class D>
class Users<D>::Iterator {
 public:
  constexpr explicit Iterator(const Node<D>& node) : node_(&node) {
    append_newer_than(detail::no_index);
    advance();
  }

  constexpr Node<D>& operator*() const { return node_->store().at(visited_.back()); }
  constexpr Iterator& operator++() {
    advance();
    return *this;
  }
  constexpr bool operator==(End) const { return is_at_end_; }

 private:
  constexpr const detail::Use& use(std::uint32_t index) const { return node_->store().uses[index]; }
  constexpr bool is_current(std::uint32_t index) const {
    const detail::Use& u = use(index);
    return u.def == node_->slot() && !node_->store().at(u.user).is_erased();
  }

  constexpr void advance() {
    while (true) {
      while (!trail_.empty() && !is_current(trail_.back())) trail_.pop_back();
      while (at_ < snapshot_.size() && !is_current(snapshot_[at_])) ++at_;
      const std::uint32_t behind = trail_.empty() ? detail::no_index : trail_.back();
      if (at_ == snapshot_.size()) {
        append_newer_than(behind);
        is_at_end_ = at_ == snapshot_.size();
        if (is_at_end_) return;
        remember_visited();
      } else if (use(snapshot_[at_]).older != behind) {
        remember_visited();
        snapshot_.clear();
        trail_.clear();
        at_ = 0;
        append_newer_than(detail::no_index);
      } else {
        const std::uint32_t next = snapshot_[at_++];
        trail_.push_back(next);
        if (visit(use(next).user)) return;
      }
    }
  }

  /// Makes a user the current one, unless it has been before.
  constexpr bool visit(std::uint32_t user) {
    if (!visited_.empty() && user == visited_.back()) return false;
    const auto hash = [&](std::uint32_t i) { return detail::mix(0, visited_[i]); };
    const auto is_user = [&](std::uint32_t i) { return visited_[i] == user; };
    if (remembers_ && seen_.find(detail::mix(0, user), is_user) != detail::HashIndex::none) {
      return false;
    }
    visited_.push_back(user);
    if (remembers_) seen_.insert(static_cast<std::uint32_t>(visited_.size() - 1), hash);
    return true;
  }

  /// From now on `visit` knows everyone: uses have come behind or have changed places.
  constexpr void remember_visited() {
    if (remembers_) return;
    remembers_ = true;
    const auto hash = [&](std::uint32_t i) { return detail::mix(0, visited_[i]); };
    for (std::uint32_t i = 0; i < visited_.size(); ++i) seen_.insert(i, hash);
  }

  constexpr void append_newer_than(std::uint32_t known) {
    const std::size_t begin = snapshot_.size();
    for (std::uint32_t i = node_->newest_use(); i != known && i != detail::no_index;
         i = use(i).older) {
      snapshot_.push_back(i);
    }
    for (std::size_t i = begin, j = snapshot_.size(); i + 1 < j; ++i) {
      std::swap(snapshot_[i], snapshot_[--j]);
    }
  }

  const Node<D>* node_;
  std::vector<std::uint32_t> snapshot_;
  std::size_t at_ = 0;
  /// The uses in front of the place of the walk that are still there, oldest first.
  std::vector<std::uint32_t> trail_;
  std::vector<std::uint32_t> visited_;
  detail::HashIndex seen_;
  bool remembers_ = false;
  bool is_at_end_ = false;
};

}  // namespace calque
