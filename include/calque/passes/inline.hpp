// Inlining: opening the calls of composites.
#pragma once

#include <calque/ir/body_effects.hpp>
#include <calque/ir/graph.hpp>
#include <calque/trace/library.hpp>
#include <calque/trace/tracer_base.hpp>

#include <string>

namespace calque {

namespace detail {

template <class D>
[[noreturn]] CALQUE_COLD void refuse_opening(const Node<D>& node) {
  const std::string culprit = "cannot open %" + node.name() + ": ";
  if (node.is_erased()) fail<GraphError>(culprit + "it is erased");
  if (!node.is_call()) {
    fail<GraphError>(explain(culprit + "it calls no function",
                             "only call_function nodes of composites can be opened", node));
  }
  fail<GraphError>(explain(culprit + std::string(node.target()) + " is a primitive",
                           "only functions made with wrap have a body to open", node));
}

template <class D>
constexpr Node<D>* first_node(Graph<D>& graph) {
  return graph.size() == 0 ? nullptr : &*graph.nodes().begin();
}

}  // namespace detail

/// Opens one call, by one level: records the composite's body in front of it, lets the body's result
/// take its place, and erases it. Composites that the body calls appear as calls. Refused: a node
/// that calls no composite. If the body throws, the graph is as it was.
///
///   Given:    %c = scale(%x, 2.0)   return c
///   Execute:  inline_call(c)
///   Result:   %mul = mul(%x, 2.0)   return mul
template <class D>
constexpr void inline_call(Node<D>& node) {
  if (node.is_erased() || !node.is_call() || !node.function().is_composite()) {
    detail::refuse_opening(node);
  }
  Graph<D>& graph = node.graph();
  const Function<D>& composite = node.function();
  const auto slots = detail::bound_slots(node);
  auto here = graph.inserting_before(node);
  detail::Rollback<D> rollback(graph);
  const std::uint32_t first_slot = graph.store().slot_count();
  GraphAppendingTracer<D> tracer(graph);
  const Operand<D> result = composite.trace(tracer, Call<D>(slots));
  check_body_effects(composite, graph, first_slot);
  rollback.commit();
  node.replace_all_uses_with(result);
  graph.erase_node(node);
}

/// Opens every call for which `opens(node)` holds, and those that appear on the way, until none is
/// left. Calls that cannot be opened are left alone. A composite that calls itself is opened for ever:
/// keep it out of the choice. Says how many calls were opened. If a body throws, what had been opened
/// before stays open. O(nodes made).
template <class D, class Opens>
  requires std::is_invocable_r_v<bool, const Opens&, const Node<D>&>
constexpr std::size_t inline_calls(Graph<D>& graph, const Opens& opens) {
  std::size_t opened = 0;
  const auto is_wanted = [&](const Node<D>& node) {
    return node.is_call() && node.function().is_composite() && opens(node);
  };
  for (Node<D>* node = detail::first_node(graph); node != nullptr;) {
    if (!is_wanted(*node)) {
      node = node->next();
      continue;
    }
    Node<D>* const before = node->prev();
    inline_call(*node);
    ++opened;
    node = before == nullptr ? detail::first_node(graph) : before->next();
  }
  return opened;
}

/// Opens every call of the library's functions.
template <class D, std::size_t Size>
constexpr std::size_t inline_calls(Graph<D>& graph, const Library<Size>& library) {
  return inline_calls(graph, [&](const Node<D>& node) {
    return library.contains(node.function());
  });
}

}  // namespace calque
