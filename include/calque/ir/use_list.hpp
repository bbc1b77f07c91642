// Uses: who uses a value. A use is one operand of one node; the uses of a value are linked in the
// order in which they came to use it.
#pragma once

#include <calque/fwd.hpp>

#include <cstddef>
#include <cstdint>
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

template <class D>
class Users<D>::Iterator {
 public:
  constexpr explicit Iterator(const Node<D>& node) : node_(&node) {
    append_newer_than(detail::no_index);
    skip_former_users();
  }

  constexpr Node<D>& operator*() const { return node_->store().at(current_user_); }
  constexpr Iterator& operator++() {
    ++at_;
    skip_former_users();
    return *this;
  }
  constexpr bool operator==(End) const { return at_ == snapshot_.size(); }

 private:
  constexpr const detail::Use& use_at(std::size_t i) const {
    return node_->store().uses[snapshot_[i]];
  }
  constexpr bool is_current(std::size_t i) const {
    const detail::Use& use = use_at(i);
    return use.def == node_->slot() && !node_->store().at(use.user).is_erased();
  }

  constexpr void skip_former_users() {
    while (true) {
      for (; at_ < snapshot_.size(); ++at_) {
        if (!is_current(at_) || use_at(at_).user == current_user_) continue;
        current_user_ = use_at(at_).user;
        return;
      }
      std::size_t last = snapshot_.size();
      while (last > 0 && !is_current(last - 1)) --last;
      append_newer_than(last == 0 ? detail::no_index : snapshot_[last - 1]);
      if (at_ == snapshot_.size()) return;
    }
  }

  constexpr void append_newer_than(std::uint32_t known) {
    const std::size_t begin = snapshot_.size();
    for (std::uint32_t use = node_->newest_use(); use != known && use != detail::no_index;
         use = node_->store().uses[use].older) {
      snapshot_.push_back(use);
    }
    for (std::size_t i = begin, j = snapshot_.size(); i + 1 < j; ++i) {
      const std::uint32_t swapped = snapshot_[i];
      snapshot_[i] = snapshot_[--j];
      snapshot_[j] = swapped;
    }
  }

  const Node<D>* node_;
  std::vector<std::uint32_t> snapshot_;
  std::size_t at_ = 0;
  std::uint32_t current_user_ = detail::no_index;
};

}  // namespace calque
