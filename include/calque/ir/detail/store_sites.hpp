// The call sites of a Store: which opened call each node came from.
#pragma once

#include <calque/ir/detail/store.hpp>

namespace calque::detail {

template <class D>
constexpr std::uint32_t Store<D>::add_site(const Node<D>& call) {
  const std::uint32_t first = uses.size();
  for (std::uint32_t i = 0; i < call.operand_count(); ++i) {
    uses.emplace_back(uses[call.operands_ + i]);
  }
  sites_.push_back({origin_of(call), call.target_, call.unique_name(), true, first, call.shape_});
  return static_cast<std::uint32_t>(sites_.size());
}

template <class D>
constexpr std::uint32_t Store<D>::add_site(const Function<D>& function,
                                           std::span<const Operand<D>> operands) {
  const std::uint32_t first = uses.size();
  for (const Operand<D>& operand : operands) {
    Use& use = uses.emplace_back();
    if (operand.is_node()) use.def = operand.node->slot_;
    else fill_literal(use, operand.literal);
  }
  const auto shape = static_cast<std::uint32_t>(operands.size());
  sites_.push_back({current_site, functions.index_of(function), {}, false, first, shape});
  return static_cast<std::uint32_t>(sites_.size());
}

template <class D>
template <class CopyOf>
constexpr std::uint32_t Store<D>::copy_site(const Store& from, std::uint32_t site,
                                            std::vector<std::uint32_t>& copies,
                                            const CopyOf& copy_of) {
  if (copies.size() < from.sites_.size()) copies.resize(from.sites_.size(), 0);
  std::vector<std::uint32_t> missing;
  std::uint32_t known = current_site;
  for (; site != 0; site = from.site(site).parent) {
    if (copies[site - 1] != 0) {
      known = copies[site - 1];
      break;
    }
    missing.push_back(site);
  }
  while (!missing.empty()) {
    known = copies[missing.back() - 1] = copy_one_site(from, missing.back(), known, copy_of);
    missing.pop_back();
  }
  return known;
}

template <class D>
template <class CopyOf>
constexpr std::uint32_t Store<D>::copy_one_site(const Store& from, std::uint32_t site,
                                                std::uint32_t parent, const CopyOf& copy_of) {
  CallSite copy = from.site(site);
  copy.parent = parent;
  copy.function = functions.index_of(from.functions[copy.function]);
  std::vector<char> name;
  from.names.append_to(name, copy.name);
  if (copy.was_node) copy.name = names.spelling({name.data(), name.size()});
  if (copy.rule != no_index) copy.rule = texts.intern(from.texts[copy.rule]);
  std::vector<std::uint32_t> tokens(from.tokens(copy.shape).begin(), from.tokens(copy.shape).end());
  for (std::uint32_t& token : tokens) {
    if (kind_of(token) != Token::keyword) continue;
    token = make_token(Token::keyword, texts.intern(from.texts[count_of(token)]));
  }
  const std::uint32_t leaves = from.shapes.leaves(copy.shape);
  if (!tokens.empty()) copy.shape = shapes.intern(tokens);
  const std::uint32_t first = uses.size();
  for (std::uint32_t i = 0; i < leaves; ++i) {
    const Use& old = from.uses[copy.first_operand + i];
    Use& use = uses.emplace_back();
    const Node<D>* const node = old.is_literal() ? nullptr : copy_of(from.at(old.def));
    if (node != nullptr) use.def = node->slot_;
    else fill_literal(use, old.is_literal() ? from.literal(old) : Literal<D>());
  }
  copy.first_operand = first;
  sites_.push_back(copy);
  return static_cast<std::uint32_t>(sites_.size());
}

template <class D>
constexpr void Store<D>::take_sites(const Store& old, const Uses& old_uses,
                                    const std::vector<std::uint32_t>& new_slot) {
  std::vector<CallSite> taken = old.sites_;
  for (CallSite& site : taken) {
    const std::uint32_t first = uses.size();
    for (std::uint32_t i = 0; i < shapes.leaves(site.shape); ++i) {
      Use& use = uses.emplace_back(old_uses[site.first_operand + i]);
      if (use.is_literal()) continue;
      if (new_slot[use.def] == no_index) fill_literal(use, {});
      else use.def = new_slot[use.def];
    }
    site.first_operand = first;
  }
  std::vector<std::uint32_t> origins;
  for (std::uint32_t slot = 0; slot < old.origins_.size(); ++slot) {
    if (new_slot[slot] == no_index || old.origins_[slot] == 0) continue;
    if (origins.size() <= new_slot[slot]) origins.resize(new_slot[slot] + 1, 0);
    origins[new_slot[slot]] = old.origins_[slot];
  }
  sites_.swap(taken);
  origins_.swap(origins);
}

}  // namespace calque::detail
