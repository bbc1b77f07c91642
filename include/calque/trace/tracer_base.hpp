// TracerBase: what every recorded operation passes through, and the hooks to change it.
#pragma once

#include <calque/trace/proxy.hpp>

namespace calque {

/// The hooks of tracing. A tracer that is to work in constant evaluation declares
/// `constexpr ~MyTracer() override {}`: g++ 12 refuses the implicit one there. While a tracer is
/// active for a graph, all that happens to proxies of that graph is recorded through it; the
/// innermost active one counts.
template <class D>
class TracerBase {
 public:
  // For the signatures of overriding members.
  using Node = calque::Node<D>;
  using Function = calque::Function<D>;
  using NodeSpec = calque::NodeSpec<D>;
  using Arguments = calque::Arguments<D>;

  constexpr TracerBase() = default;
  TracerBase(const TracerBase&) = delete;
  TracerBase& operator=(const TracerBase&) = delete;
  constexpr virtual ~TracerBase() {}

  /// The graph that is being recorded into. The tracer must be active.
  constexpr Graph<D>& graph() const { return store_->handle; }

  /// Makes the node of a recorded operation. Override it to record something else instead.
  constexpr virtual Node& create_node(const NodeSpec& spec) { return graph().create_node(spec); }
  /// Makes the proxy of a recorded operation; unlike a node it may also be a constant.
  constexpr virtual Proxy<D> create_proxy(const NodeSpec& spec) { return proxy(create_node(spec)); }
  /// Whether a wrapped function is recorded as one call, or traced through.
  constexpr virtual bool is_leaf_function(const Function&) const { return true; }
  /// Decides a branch on a traced value. Refuses with a TraceError unless overridden.
  constexpr virtual bool to_bool(const Proxy<D>& condition);

  constexpr Proxy<D> proxy(Node& node) const { return Proxy<D>(node); }

 protected:
  constexpr void activate(Graph<D>& graph) {
    store_ = &graph.store();
    outer_ = std::exchange(store_->tracer, this);
  }
  /// Tracers usually end in the reverse order of their making, but need not.
  constexpr void deactivate() {
    TracerBase** link = &store_->tracer;
    while (*link != this) link = &(*link)->outer_;
    *link = outer_;
  }

  struct State {
    detail::Store<D>* store = nullptr;
    TracerBase* outer = nullptr;
  };
  constexpr State state() const { return {store_, outer_}; }
  constexpr void set_state(State state) {
    store_ = state.store;
    outer_ = state.outer;
  }

 private:
  detail::Store<D>* store_ = nullptr;
  TracerBase* outer_ = nullptr;
};

/// Records at the insertion point of a graph that exists already, for as long as it lives. The
/// graph must outlive it.
template <class D>
class GraphAppendingTracer : public TracerBase<D> {
 public:
  constexpr explicit GraphAppendingTracer(Graph<D>& graph) { this->activate(graph); }
  constexpr ~GraphAppendingTracer() override { this->deactivate(); }
};

namespace detail {

template <class D>
[[noreturn]] CALQUE_COLD void refuse_branch(const Node<D>& node) {
  fail<TraceError>(explain(
      "cannot branch on %" + node.name() + ": it has no value while tracing",
      "use where(condition, a, b), or override Tracer::to_bool", node));
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_untraced(const FunctionInfo& info, const Node<D>& node) {
  fail<TraceError>("cannot record " + std::string(info.name) + " of %" + node.name() +
                   ": no tracer is active for its graph\n"
                   "note: proxies end with their trace; make a GraphAppendingTracer to go on");
}

/// What Python makes of a constant in a condition.
template <class D>
constexpr bool is_true(const Literal<D>& literal) {
  if (literal.kind() == LiteralKind::real_float) return literal.template as<float>() != 0;
  if (literal.kind() == LiteralKind::real_double) return literal.template as<double>() != 0;
  return literal.bits() != 0;
}

/// What a branch counts as where no tracer is active.
inline constexpr FunctionInfo branching{"bool"};

/// The tracer that records an operation on a node.
template <class D>
constexpr TracerBase<D>& active_tracer(const Node<D>& node, const FunctionInfo& info) {
  TracerBase<D>* const tracer = node.store().tracer;
  if (tracer == nullptr) refuse_untraced(info, node);
  return *tracer;
}

}  // namespace detail

template <class D>
constexpr bool TracerBase<D>::to_bool(const Proxy<D>& condition) {
  detail::refuse_branch(condition.node());
  return false;
}

template <class T, class D>
constexpr Proxy<T, D>::operator bool() const
  requires(std::is_same_v<T, bool> || std::is_same_v<T, Untyped>)
{
  if (node_ != nullptr) {
    return detail::active_tracer(*node_, detail::branching).to_bool(Proxy<D>(*this));
  }
  if constexpr (std::is_same_v<T, bool>) {
    return constant_;
  } else {
    return detail::is_true(constant_);
  }
}

}  // namespace calque
