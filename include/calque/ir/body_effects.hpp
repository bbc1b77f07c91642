// Declared against actual effects: what the body of a composite does.
#pragma once

#include <calque/ir/graph.hpp>

#include <string>

namespace calque {

namespace detail {

template <class D>
[[noreturn]] CALQUE_COLD void refuse_impure_body(const Function<D>& composite,
                                                 const Node<D>& inner) {
  fail<GraphError>(explain("cannot open a call of " + std::string(composite.name()) +
                               ": it is declared pure, but its body calls " +
                               std::string(inner.target()),
                           "declare its effect: wrap<...>(f, effects::io)", inner));
}

}  // namespace detail

/// Refuses a composite that is declared pure if, since `first_slot` nodes existed, its body has
/// recorded an impure call. O(nodes recorded).
template <class D>
constexpr void check_body_effects(const Function<D>& composite, const Graph<D>& graph,
                                  std::uint32_t first_slot) {
  if (!composite.is_pure()) return;
  const detail::Store<D>& store = graph.store();
  for (std::uint32_t slot = first_slot; slot < store.slot_count(); ++slot) {
    const Node<D>& made = store.at(slot);
    if (!made.is_erased() && !made.is_pure()) detail::refuse_impure_body(composite, made);
  }
}

}  // namespace calque
