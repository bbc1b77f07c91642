// symbolic_trace: from a generic callable to a program.
#pragma once

#include <calque/module/graph_module.hpp>
#include <calque/passes/canonical_order.hpp>
#include <calque/trace/tracer.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace calque {

struct TraceOptions {
  /// Whose rules names and text follow.
  Rules rules = Rules::newest;
  /// Whether the nodes are put into canonical order afterwards.
  bool canonical = false;
};

namespace detail {

template <class D, class... Args>
GraphModule<D> trace_module(TraceOptions options, Args&&... args) {
  Graph<D> graph = Tracer<D>({.rules = options.rules}).trace(std::forward<Args>(args)...);
  if (options.canonical) canonical_order(graph);
  return GraphModule<D>(std::move(graph));
}

}  // namespace detail

/// The program that a generic callable computes, with every wrapped function a call. See
/// `Tracer::trace` for how the parameters are found.
///
///   auto traced = symbolic_trace<double>([](auto x, auto y) { return x * y; }, {"x", "y"});
template <class D, class F>
GraphModule<D> symbolic_trace(const F& f, TraceOptions options = {}) {
  return detail::trace_module<D>(options, f);
}
template <class D, class F, std::size_t N>
GraphModule<D> symbolic_trace(const F& f, const std::string_view (&names)[N],
                              TraceOptions options = {}) {
  return detail::trace_module<D>(options, f, names);
}
template <class D, class F, class... Ts>
GraphModule<D> symbolic_trace(const F& f, const Inputs<Ts...>& inputs, TraceOptions options = {}) {
  return detail::trace_module<D>(options, f, inputs);
}

}  // namespace calque
