// Structural equality: two graphs that are the same program.
#pragma once

#include <calque/ir/graph.hpp>

namespace calque {

namespace detail {

template <class D>
constexpr bool same_shape(const Node<D>& a, const Node<D>& b) {
  const auto tokens = a.store().tokens(a.shape());
  const auto others = b.store().tokens(b.shape());
  if (a.operand_count() != b.operand_count() || tokens.size() != others.size()) return false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (kind_of(tokens[i]) != kind_of(others[i])) return false;
    if (kind_of(tokens[i]) != Token::keyword) {
      if (tokens[i] != others[i]) return false;
    } else if (a.keyword_text(count_of(tokens[i])) != b.keyword_text(count_of(others[i]))) {
      return false;
    }
  }
  return true;
}

template <class D>
constexpr bool same_target(const Node<D>& a, const Node<D>& b) {
  if (!a.is_call()) return a.target() == b.target();
  const Function<D>& f = a.function();
  const Function<D>& g = b.function();
  if (same_static_object(f, g)) return true;
  return same_function(f.info(), g.info()) && f.result_type == g.result_type;
}

}  // namespace detail

/// Whether two graphs have the same nodes in the same order: equal opcodes, targets, types and
/// arguments, literals by type and bits. Names do not count. O(operands).
template <class D>
constexpr bool structurally_equal(const Graph<D>& a, const Graph<D>& b) {
  if (a.size() != b.size()) return false;
  NodeMap<const Node<D>*> twin;
  auto other = b.nodes().begin();
  for (const Node<D>& node : a.nodes()) {
    const Node<D>& candidate = *other;
    ++other;
    if (node.op() != candidate.op() || node.type() != candidate.type()) return false;
    if (!detail::same_target(node, candidate) || !detail::same_shape(node, candidate)) return false;
    for (std::uint32_t i = 0; i < node.operand_count(); ++i) {
      const Operand<D> x = node.operand(i);
      const Operand<D> y = candidate.operand(i);
      if (x.is_node() != y.is_node()) return false;
      if (x.is_node() ? twin.get(*x.node) != y.node : !(x.literal == y.literal)) return false;
    }
    twin[node] = &candidate;
  }
  return true;
}

}  // namespace calque
