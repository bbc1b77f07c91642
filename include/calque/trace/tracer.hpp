// Tracer: runs a generic callable with proxies and gives the graph of what it did.
#pragma once

#include <calque/trace/detail/bind.hpp>
#include <calque/trace/detail/structure.hpp>
#include <calque/trace/tracer_base.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace calque {

/// The parameters of a traced program, with their types: `inputs<double, bool>("x", "p")`.
template <class... Ts>
struct Inputs {
  std::array<std::string_view, sizeof...(Ts)> names;
};

template <class... Ts, class... Names>
  requires(sizeof...(Ts) == sizeof...(Names))
constexpr Inputs<Ts...> inputs(const Names&... names) {
  return {{std::string_view(names)...}};
}

namespace detail {

/// How many proxies a callable takes; a sentence if that is not one number.
template <class F, class P>
constexpr std::size_t checked_arity() {
  constexpr std::size_t counts = count_of_arities<F, P>();
  static_assert(counts != 0,
                "this callable takes no 0 to 16 proxies of the domain's first type: give its "
                "inputs, inputs<T...>(names...)");
  static_assert(counts <= 1,
                "this callable takes several counts of arguments: give their names, "
                "{\"x\", \"y\"}");
  return found_arity<F, P>();
}

/// The names of parameters that nobody named.
template <std::size_t N>
constexpr std::array<std::string_view, N> default_names() {
  constexpr std::string_view all[] = {"x",   "x_1", "x_2",  "x_3",  "x_4",  "x_5",  "x_6",  "x_7",
                                      "x_8", "x_9", "x_10", "x_11", "x_12", "x_13", "x_14", "x_15"};
  static_assert(std::size(all) == most_parameters);
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = all[i];
  return names;
}

}  // namespace detail

/// Traces a callable by running it once with proxies. Derive from it to change how operations are
/// recorded; see TracerBase for the hooks. Not to be used from two threads at once.
template <class D>
class Tracer : public TracerBase<D> {
 public:
  constexpr explicit Tracer(GraphOptions options = {}) : options_(options) {}
  constexpr ~Tracer() override {}

  /// The graph of `f`: a placeholder for each parameter, what `f` does, an output. The number of
  /// parameters is that of the names; without names it is found out. Their types are the domain's
  /// first. What `f` throws goes on to the caller, and no graph is made.
  template <class F>
  constexpr Graph<D> trace(const F& f) {
    constexpr std::size_t arity = detail::checked_arity<F, Proxy<first_type_t<D>, D>>();
    return trace(f, detail::default_names<arity>(), std::make_index_sequence<arity>{});
  }
  template <class F, std::size_t N>
  constexpr Graph<D> trace(const F& f, const std::string_view (&names)[N]) {
    std::array<std::string_view, N> copy;
    for (std::size_t i = 0; i < N; ++i) copy[i] = names[i];
    return trace(f, copy, std::make_index_sequence<N>{});
  }
  template <class F, class... Ts>
  constexpr Graph<D> trace(const F& f, const Inputs<Ts...>& inputs) {
    Graph<D> graph(options_);
    const Activation active(*this, graph);
    return trace_into<Ts...>(graph, f, inputs.names.data(), std::index_sequence_for<Ts...>{});
  }

 private:
  struct Activation {
    constexpr Activation(Tracer& tracer, Graph<D>& graph)
        : tracer_(&tracer), former_(tracer.state()) {
      tracer.activate(graph);
    }
    constexpr ~Activation() {
      tracer_->deactivate();
      tracer_->set_state(former_);
    }
    Tracer* tracer_;
    /// A trace may be started from a hook of the same tracer.
    typename TracerBase<D>::State former_;
  };

  template <class F, std::size_t... I>
  constexpr Graph<D> trace(const F& f, const std::array<std::string_view, sizeof...(I)>& names,
                           std::index_sequence<I...>) {
    return trace(f, Inputs<detail::Repeat<first_type_t<D>, I>...>{names});
  }

  template <class... Ts, class F, std::size_t... I>
  constexpr Graph<D> trace_into(Graph<D>& graph, const F& f, const std::string_view* names,
                                std::index_sequence<I...>) {
    std::tuple<Proxy<Ts, D>...> proxies{
        detail::typed<Ts>(create_placeholder<Ts>(names[I]))...};
    if constexpr (std::is_void_v<decltype(f(std::get<I>(proxies)...))>) {
      f(std::get<I>(proxies)...);
      add_output(graph, None{});
    } else {
      add_output(graph, f(std::get<I>(proxies)...));
    }
    return std::move(graph);
  }

  template <class T>
  constexpr Proxy<D> create_placeholder(std::string_view name) {
    const NodeDetails details{name, {}, {}, {}};
    return this->create_proxy({Opcode::placeholder, type_index<D, T>, {}, details});
  }

  template <class R>
  constexpr void add_output(Graph<D>& graph, const R& result) {
    Arguments<D> arguments;
    detail::add_structure(arguments, graph.store(), result);
    const NodeDetails details{"output", {}, arguments.shape(), {}};
    this->create_node({Opcode::output, {}, arguments.operands(), details});
  }

  GraphOptions options_;
};

}  // namespace calque
