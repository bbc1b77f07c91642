// Copying and compacting a Store: the longer bodies of its members.
#pragma once

#include <calque/ir/detail/store.hpp>

namespace calque::detail {

template <class D>
constexpr std::vector<std::uint32_t> Store<D>::compact() {
  Nodes old_nodes;
  Uses old_uses;
  old_nodes.swap(nodes_);
  old_uses.swap(uses);
  const std::uint32_t anchor = insertion_point_->slot_;
  add_root();
  erased_count_ = 0;
  std::vector<std::uint32_t> new_slot = take_live_nodes(old_nodes, old_uses);
  take_sites(*this, old_uses, new_slot);
  MetaTable old_meta;
  old_meta.swap(meta);
  take_meta(old_meta, new_slot);
  moves_.clear();
  move_count_ = 0;
  latest_move_.clear();
  order_.clear();
  insertion_point_ = &nodes_[new_slot[anchor]];
  first_id += old_nodes.size() - 1;
  ++edits_;
  return new_slot;
}

template <class D>
constexpr std::vector<std::uint32_t> Store<D>::copy_from(const Store& other) {
  names = other.names;
  names.forget_marks();
  texts = other.texts;
  shapes = other.shapes;
  functions = other.functions;
  for (std::uint32_t i = 0; i < other.values.size(); ++i) values.emplace_back(other.values[i]);
  std::vector<std::uint32_t> new_slot = take_live_nodes(other.nodes_, other.uses);
  take_sites(other, other.uses, new_slot);
  take_meta(other.meta, new_slot);
  return new_slot;
}

template <class D>
constexpr std::vector<std::uint32_t> Store<D>::take_live_nodes(const Nodes& old_nodes,
                                                               const Uses& old_uses) {
  std::vector<std::uint32_t> new_slot(old_nodes.size(), no_index);
  new_slot[root] = root;
  std::uint32_t count = 1;
  for (std::uint32_t slot = old_nodes[root].next_; slot != root; slot = old_nodes[slot].next_) {
    new_slot[slot] = count++;
  }
  for (std::uint32_t slot = old_nodes[root].next_; slot != root; slot = old_nodes[slot].next_) {
    const Node<D>& from = old_nodes[slot];
    Node<D>& node =
        nodes_.emplace_back(Key{}, *this, new_slot[slot], from.op_, from.type(), from.label(),
                            from.shape_, uses.size());
    for (std::uint32_t i = 0; i < shapes.leaves(from.shape_); ++i) {
      Use& use = uses.emplace_back(old_uses[from.operands_ + i]);
      use.user = node.slot_;
      if (!use.is_literal()) use.def = new_slot[use.def];
    }
    link_before(node, nodes_[root]);
  }
  relink_uses(old_nodes, old_uses, new_slot);
  return new_slot;
}

template <class D>
constexpr void Store<D>::relink_uses(const Nodes& old_nodes, const Uses& old_uses,
    const std::vector<std::uint32_t>& new_slot) {
  const auto moved = [&](std::uint32_t use) {
    const std::uint32_t user = old_uses[use].user;
    return nodes_[new_slot[user]].operands_ + (use - old_nodes[user].operands_);
  };
  for (std::uint32_t slot = old_nodes[root].next_; slot != root; slot = old_nodes[slot].next_) {
    std::uint32_t* link = &nodes_[new_slot[slot]].newest_use_;
    for (std::uint32_t use = old_nodes[slot].newest_use_; use != no_index;
         use = old_uses[use].older) {
      *link = moved(use);
      link = &uses[*link].older;
    }
    *link = no_index;
  }
}

}  // namespace calque::detail
