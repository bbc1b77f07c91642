// Structural hash: a number that equal programs share.
#pragma once

#include <calque/ir/equality.hpp>
#include <calque/ir/graph.hpp>

#include <cstdint>

namespace calque {

namespace detail {

template <class D>
constexpr std::uint64_t hash_literal(std::uint64_t hash, const Literal<D>& literal) {
  hash = mix(hash, static_cast<std::uint64_t>(literal.kind()));
  if (literal.has_text()) return mix(hash, hash_text(literal.text()));
  // Class types may have no hash: of them only the type counts.
  if (literal.kind() == LiteralKind::value) return mix(hash, literal.type().value);
  return mix(hash, literal.bits());
}

template <class D>
constexpr std::uint64_t hash_node(std::uint64_t hash, const Node<D>& node,
                                  const NodeMap<std::uint32_t>& position) {
  hash = mix(mix(hash, static_cast<std::uint64_t>(node.op())), node.type().value);
  hash = mix(hash, hash_text(node.target()));
  for (const std::uint32_t token : node.store().tokens(node.shape())) {
    if (kind_of(token) != Token::keyword) hash = mix(hash, token);
    else hash = mix(hash, hash_text(node.keyword_text(count_of(token))));
  }
  hash = mix(hash, node.operand_count());
  for (const OperandRef<D> operand : node.operands()) {
    if (operand.is_node()) hash = mix(mix(hash, 1), position.get(operand.node()));
    else hash = hash_literal(mix(hash, 0), operand.literal());
  }
  return hash;
}

}  // namespace detail

/// The same for graphs that are `structurally_equal`, in every run of the program. Names do not
/// count. O(operands).
template <class D>
constexpr std::uint64_t structural_hash(const Graph<D>& graph) {
  std::uint64_t hash = graph.size();
  NodeMap<std::uint32_t> position;
  std::uint32_t count = 0;
  for (const Node<D>& node : graph.nodes()) {
    hash = detail::hash_node(hash, node, position);
    position[node] = ++count;
  }
  return hash;
}

}  // namespace calque
