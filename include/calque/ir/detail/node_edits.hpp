// What edits a node: the bodies of Node's members. Each checks before it touches anything.
#pragma once

#include <calque/ir/graph.hpp>

#include <string_view>
#include <vector>

namespace calque {

template <class D>
constexpr void Node<D>::replace_all_uses_with(const Operand<D>& with) {
  if (with.node == this) return;
  detail::check_editable(*this, "replace the uses of");
  detail::check_input(*this, with, "replace the uses of");
  for (std::uint32_t use = newest_use(); use != detail::no_index; use = store_->uses[use].older) {
    const Node& user = store_->at(store_->uses[use].user);
    if (&user != with.node) detail::check_operand_type(user, use - user.operands_, with);
  }
  store_->move_uses(*this, store_->pooled(with));
}

template <class D>
constexpr void Node<D>::replace_all_uses_with(Node& with) {
  replace_all_uses_with(Operand<D>(with));
}

template <class D>
constexpr void Node<D>::replace_all_uses_with(const Literal<D>& with) {
  replace_all_uses_with(Operand<D>(with));
}

template <class D>
template <class With, class Filter>
constexpr void Node<D>::replace_all_uses_with(With&& with, const Filter& filter) {
  detail::check_editable(*this, "replace the uses of");
  const Operand<D> replacement(with);
  std::vector<Node*> chosen;
  for (Node& user : users()) {
    if (&user != replacement.node && filter(user)) chosen.push_back(&user);
  }
  for (const Node* user : chosen) detail::check_new_input(*user, *this, replacement);
  const Operand<D> pooled = store_->pooled(replacement);
  for (Node* user : chosen) user->exchange_input(*this, pooled);
}

template <class D>
constexpr void Node<D>::replace_input_with(Node& old_input, const Operand<D>& new_input) {
  detail::check_editable(*this, "replace an input of");
  if (new_input.node == &old_input) return;
  detail::check_new_input(*this, old_input, new_input);
  exchange_input(old_input, store_->pooled(new_input));
}

template <class D>
constexpr void Node<D>::exchange_input(const Node& old_input, const Operand<D>& new_input) {
  for (std::uint32_t i = 0; i < operand_count(); ++i) {
    if (operand(i).node == &old_input) store_->set_operand(*this, i, new_input);
  }
}

template <class D>
constexpr void Node<D>::set_arguments(const Arguments<D>& all) {
  detail::check_editable(*this, "set the arguments of");
  const NodeDetails details{target(), {}, all.shape(), all.keywords()};
  detail::check_arguments(*this, all, details);
  // Copying a value or interning a text may throw, and must not when the edit has begun.
  std::vector<Operand<D>> pooled;
  for (const Operand<D>& operand : all.operands()) pooled.push_back(store_->pooled(operand));
  store_->set_operands(*this, pooled, details);
}

template <class D>
constexpr void Node<D>::set_args(const Arguments<D>& args) {
  Arguments<D> all = args;
  detail::copy_keywords(kwargs(), detail::same_leaf, all);
  set_arguments(all);
}

template <class D>
constexpr void Node<D>::set_kwargs(const Arguments<D>& kwargs) {
  Arguments<D> all = map_aggregate(args(), detail::same_leaf);
  set_arguments(all.append(kwargs));
}

template <class D>
template <class With>
constexpr void Node<D>::update_arg(std::size_t i, With&& with) {
  Arguments<D> changed;
  if (i >= args().size()) detail::refuse_position(*this, "update an argument of", i);
  std::size_t at = 0;
  for (const auto argument : args()) {
    if (at++ == i) detail::add_one(*this, with, changed);
    else detail::copy_argument(argument, detail::same_leaf, changed);
  }
  set_args(changed);
}

template <class D>
template <class With>
constexpr void Node<D>::insert_arg(std::size_t i, With&& with) {
  Arguments<D> changed;
  const std::size_t count = args().size();
  if (i > count) detail::refuse_position(*this, "insert an argument into", i);
  std::size_t at = 0;
  for (const auto argument : args()) {
    if (at++ == i) detail::add_one(*this, with, changed);
    detail::copy_argument(argument, detail::same_leaf, changed);
  }
  if (i == count) detail::add_one(*this, with, changed);
  set_args(changed);
}

template <class D>
template <class With>
constexpr void Node<D>::update_kwarg(std::string_view name, With&& with) {
  Arguments<D> changed;
  bool found = false;
  for (const auto& [keyword, value] : kwargs()) {
    changed.keyword(keyword);
    if (keyword == name) detail::add_one(*this, with, changed);
    else detail::copy_argument(value, detail::same_leaf, changed);
    found = found || keyword == name;
  }
  if (!found) detail::add_one(*this, with, changed.keyword(name));
  set_kwargs(changed);
}

template <class D>
constexpr bool Node<D>::is_before(const Node& other) const {
  detail::check_editable(*this, "order");
  detail::check_editable(other, "order");
  if (&other.store() != store_) detail::refuse_edit(other, "order", "it belongs to another graph");
  return store_->is_before(*this, other);
}

template <class D>
constexpr void Node<D>::prepend(Node& moved) {
  detail::check_editable(*this, "move a node before");
  detail::check_movable(*this, moved);
  store_->move_before(moved, *this);
}

template <class D>
constexpr void Node<D>::append(Node& moved) {
  detail::check_editable(*this, "move a node after");
  detail::check_movable(*this, moved);
  if (&moved != this && next() != &moved) store_->move_before(moved, store_->at(next_));
}

}  // namespace calque
