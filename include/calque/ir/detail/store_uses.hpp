// The use lists of a Store: the longer bodies of its members.
#pragma once

#include <calque/ir/detail/store.hpp>

namespace calque::detail {

template <class D>
constexpr void Store<D>::set_operand(Node<D>& node, std::uint32_t i, const Operand<D>& with) {
  const std::uint32_t use = node.operands_ + i;
  release(use);
  attach(use, with);
  ++edits_;
}

template <class D>
constexpr void Store<D>::set_operands(Node<D>& node, std::span<const Operand<D>> operands,
                                      const NodeDetails& details) {
  const auto count = static_cast<std::uint32_t>(operands.size());
  const std::uint32_t former = node.operand_count();
  // What may run out of memory comes first.
  const std::uint32_t shape = details.shape.empty() ? count : shape_of(details);
  const std::uint32_t first = count > former ? uses.size() : node.operands_;
  while (uses.size() < first + count) uses.emplace_back().user = node.slot_;
  for (std::uint32_t i = former; i-- > 0;) {
    release(node.operands_ + i);
    fill_literal(uses[node.operands_ + i], {});
  }
  node.operands_ = first;
  node.shape_ = shape;
  for (std::uint32_t i = 0; i < count; ++i) attach(node.operands_ + i, operands[i]);
  ++edits_;
}

template <class D>
constexpr void Store<D>::move_uses(Node<D>& from, const Operand<D>& to) {
  std::vector<std::uint32_t> moving;
  for (std::uint32_t use = from.newest_use_; use != no_index; use = uses[use].older) {
    moving.push_back(use);
    uses[use].def = Use::literal_tag;
  }
  from.newest_use_ = no_index;
  from.flags_ &= static_cast<std::uint16_t>(~Node<D>::forward_links_flag);
  for (std::size_t i = moving.size(); i-- > 0;) {
    const bool stays = to.is_node() && to.node->slot_ == uses[moving[i]].user;
    attach(moving[i], stays ? Operand<D>(from) : to);
  }
  ++edits_;
}

template <class D>
constexpr std::vector<Node<D>*> Store<D>::inputs_of(const Node<D>& node) const {
  std::vector<Node<D>*> inputs;
  HashIndex seen;
  for (const OperandRef<D> operand : node.operands()) {
    if (!operand.is_node()) continue;
    Node<D>* const input = &operand.node();
    const auto hash = [&](std::uint32_t k) { return mix(0, inputs[k]->slot_); };
    const auto is_input = [&](std::uint32_t k) { return inputs[k] == input; };
    if (seen.find(mix(0, input->slot_), is_input) != no_index) continue;
    inputs.push_back(input);
    seen.insert(static_cast<std::uint32_t>(inputs.size() - 1), hash);
  }
  return inputs;
}

template <class D>
constexpr void Store<D>::fill_literal(Use& u, const Literal<D>& literal) {
  std::uint64_t bits = literal.bits();
  if (literal.kind() > LiteralKind::ellipsis) bits = pool_index(literal);
  u.def = Use::literal_tag | static_cast<std::uint32_t>(literal.kind());
  u.older = static_cast<std::uint32_t>(bits);
  u.newer = static_cast<std::uint32_t>(bits >> 32);
}

template <class D>
constexpr void Store<D>::attach(std::uint32_t use, const Operand<D>& operand) {
  if (!operand.is_node()) return fill_literal(uses[use], operand.literal);
  Node<D>& def = *operand.node;
  const std::uint32_t sibling = find_use(nodes_[uses[use].user], def, use);
  if (sibling == no_index || sibling == def.newest_use_) return append_use(use, def);
  link_forward(def);
  Use& u = uses[use];
  u.def = def.slot_;
  u.older = sibling;
  u.newer = uses[sibling].newer;
  uses[u.newer].older = use;
  uses[sibling].newer = use;
}

template <class D>
constexpr std::uint32_t Store<D>::find_use(const Node<D>& user, const Node<D>& def,
    std::uint32_t except) const {
  const std::uint32_t count = user.operand_count();
  std::uint32_t candidate = def.newest_use_;
  for (std::uint32_t i = 0; i < count && candidate != no_index; ++i) {
    if (uses[candidate].user == user.slot_) return candidate;
    candidate = uses[candidate].older;
    const std::uint32_t own = user.operands_ + i;
    if (own != except && uses[own].def == def.slot_) return own;
  }
  return no_index;
}

// Note [Forward links]
// Appending a use touches only the value's own record, because that is where building a large
// graph spends its time; so a new use points back at the former newest one and nothing points
// forward. Unlinking a use from the middle needs its newer neighbour: near the end of the list
// it is found by walking back, otherwise all forward links are made, once, and kept from then on.
template <class D>
constexpr void Store<D>::release(std::uint32_t use) {
  Use& u = uses[use];
  if (u.is_literal()) return;
  Node<D>& def = nodes_[u.def];
  const bool linked = (def.flags_ & Node<D>::forward_links_flag) != 0;
  if (def.newest_use_ == use) {
    def.newest_use_ = u.older;
    if (linked && u.older != no_index) uses[u.older].newer = u.newer;
    return;
  }
  const std::uint32_t newer = newer_use(use, def);
  uses[newer].older = u.older;
  if ((def.flags_ & Node<D>::forward_links_flag) == 0) return;
  if (u.older != no_index) uses[u.older].newer = newer;
  else uses[def.newest_use_].newer = newer;
}

template <class D>
constexpr std::uint32_t Store<D>::newer_use(std::uint32_t use, Node<D>& def) {
  constexpr int few = 8;
  if ((def.flags_ & Node<D>::forward_links_flag) == 0) {
    std::uint32_t newer = def.newest_use_;
    for (int i = 0; i < few && newer != no_index; ++i) {
      if (uses[newer].older == use) return newer;
      newer = uses[newer].older;
    }
    link_forward(def);
  }
  return uses[use].newer;
}

template <class D>
constexpr void Store<D>::link_forward(Node<D>& def) {
  if ((def.flags_ & Node<D>::forward_links_flag) != 0) return;
  def.flags_ |= Node<D>::forward_links_flag;
  std::uint32_t use = def.newest_use_;
  if (use == no_index) return;
  for (; uses[use].older != no_index; use = uses[use].older) uses[uses[use].older].newer = use;
  uses[def.newest_use_].newer = use;
}

}  // namespace calque::detail
