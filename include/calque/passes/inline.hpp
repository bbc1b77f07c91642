// Inlining: opening the calls of composites.
#pragma once

#include <calque/ir/body_effects.hpp>
#include <calque/ir/graph.hpp>
#include <calque/trace/library.hpp>
#include <calque/trace/tracer_base.hpp>

#include <string>
#include <vector>

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
[[noreturn]] CALQUE_COLD void refuse_body(const Function<D>& function) {
  fail<GraphError>("cannot open " + std::string(function.name()) +
                   ": it is a primitive\nnote: only functions made with wrap have a body to open");
}

/// Refuses a result that is neither made by the body nor one of the call's arguments: such a node
/// may stand behind the call, or in another graph.
template <class D>
constexpr void check_result(const Node<D>& call, const Operand<D>& result,
                            std::uint32_t first_slot) {
  if (!result.is_node()) return;
  const bool is_made =
      &result.node->store() == &call.store() && result.node->slot() >= first_slot;
  if (is_made && result.node->is_usable()) return;
  for (const OperandRef<D> operand : call.operands()) {
    if (operand.is_node() && &operand.node() == result.node) return;
  }
  fail<GraphError>("cannot open %" + call.name() + ": the body of " + std::string(call.target()) +
                   " gave %" + result.node->name() +
                   ", which is neither made by it nor one of its arguments");
}

template <class D>
constexpr Node<D>* first_node(Graph<D>& graph) {
  return graph.size() == 0 ? nullptr : &*graph.nodes().begin();
}

}  // namespace detail

/// Calls a composite with arguments of the tracer's graph, the way its C++ code would be called
/// with proxies: its body is recorded through the tracer, and the result is what stands for it.
/// This is the middle of inlining by hand; `inline_call` does all of it. Refused: a primitive,
/// arguments that the composite does not take. If the body throws, the graph is as it was. The
/// tracer must be active.
template <class D>
constexpr Operand<D> call_target(TracerBase<D>& tracer, const Function<D>& composite,
                                 const Arguments<D>& args, const Arguments<D>& kwargs) {
  if (!composite.is_composite()) detail::refuse_body(composite);
  Arguments<D> all = args;
  all.append(kwargs);
  const NodeDetails details{{}, {}, all.shape(), all.keywords()};
  const NodeSpec<D> call(composite, all.operands(), &details);
  detail::check_spec(tracer.graph().store(), call);
  std::vector<Slot<D>> slots(composite.arity);
  detail::bind_arguments(
      composite, call.args(), call.kwargs(),
      [&](std::size_t i, const Operand<D>& operand) { slots[i].operand = operand; });
  detail::Rollback<D> rollback(tracer.graph());
  const std::uint32_t first_slot = tracer.graph().store().slot_count();
  std::vector<Operand<D>> bound;
  for (const Slot<D>& slot : slots) bound.push_back(slot.operand);
  detail::Store<D>& store = tracer.graph().store();
  const detail::SiteScope<D> scope(store, store.add_site(composite, bound));
  const Operand<D> result = composite.trace(tracer, Call<D>(slots));
  check_body_effects(composite, tracer.graph(), first_slot);
  rollback.commit();
  return result;
}

/// Opens one call, by one level: records the composite's body in front of it, lets the body's
/// result take its place, and erases it. Composites that the body calls appear as calls. Refused: a
/// node that calls no composite. If the body throws, the graph is as it was.
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
  const detail::SiteScope<D> scope(graph.store(), graph.store().add_site(node));
  const Operand<D> result = composite.trace(tracer, Call<D>(slots));
  check_body_effects(composite, graph, first_slot);
  detail::check_result(node, result, first_slot);
  rollback.commit();
  node.replace_all_uses_with(result);
  graph.erase_node(node);
}

/// Opens every call for which `opens(node)` holds, and those that appear on the way, until none is
/// left. Calls that cannot be opened are left alone. A composite that calls itself is opened for
/// ever: keep it out of the choice. Says how many calls were opened. If a body throws, what had
/// been opened before stays open. O(nodes made).
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
