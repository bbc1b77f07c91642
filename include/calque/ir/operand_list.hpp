// The operands of a node, read in place.
#pragma once

#include <calque/ir/argument.hpp>
#include <calque/ir/node_id.hpp>
#include <calque/ir/use_list.hpp>

#include <cstdint>

namespace calque {

/// One operand of a node: cheaper than an Operand where only its kind or id is looked at. Valid
/// until the node is edited.
template <class D>
class OperandRef {
 public:
  constexpr OperandRef(detail::Store<D>& store, const detail::Use& use)
      : store_(&store), use_(&use) {}

  constexpr bool is_node() const { return !use_->is_literal(); }
  constexpr Node<D>& node() const { return store_->at(use_->def); }
  /// The id of the node, found without looking at it.
  constexpr NodeId id() const { return {store_->first_id + use_->def - 1}; }
  constexpr Literal<D> literal() const { return store_->literal(*use_); }
  /// The bits of a literal that is a number.
  constexpr std::uint64_t literal_bits() const { return use_->literal_bits(); }
  constexpr operator Operand<D>() const {
    return is_node() ? Operand<D>(node()) : Operand<D>(literal());
  }

 private:
  detail::Store<D>* store_;
  const detail::Use* use_;
};

/// The leaves of all arguments of a node, in order, without their nesting.
template <class D>
class OperandList {
 public:
  class Iterator {
   public:
    constexpr Iterator(detail::Store<D>& store, std::uint32_t use) : store_(&store), use_(use) {}
    constexpr OperandRef<D> operator*() const { return {*store_, store_->uses[use_]}; }
    constexpr Iterator& operator++() { return ++use_, *this; }
    constexpr bool operator==(const Iterator& other) const { return use_ == other.use_; }

   private:
    detail::Store<D>* store_;
    std::uint32_t use_;
  };

  constexpr OperandList(detail::Store<D>& store, std::uint32_t first, std::uint32_t count)
      : store_(&store), first_(first), count_(count) {}

  constexpr Iterator begin() const { return {*store_, first_}; }
  constexpr Iterator end() const { return {*store_, first_ + count_}; }
  constexpr std::uint32_t size() const { return count_; }
  constexpr OperandRef<D> operator[](std::uint32_t i) const {
    return {*store_, store_->uses[first_ + i]};
  }

 private:
  detail::Store<D>* store_;
  std::uint32_t first_;
  std::uint32_t count_;
};

}  // namespace calque
