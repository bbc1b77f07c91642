// Composite operations: a traced program shows them as single calls, and you open the ones you
// want, in the graph or while tracing.
#include <calque/calque.hpp>  // wrap, method, symbolic_trace, Tracer, inline_call

#include "support/primitive_values.hpp"  // 128 rows of half-precision data, computed by torch
#include "support/tensor.hpp"            // Tensor: float32 or float16

#include <cstdio>
#include <string>
#include <vector>

using calque::Graph;
using calque::GraphModule;
using calque::Node;
using calque::Proxy;
using support::Tensor;

// Three methods of the tensor stay calls for ever: they have no body to open.
inline constexpr auto to_float =
    calque::method<"float">([](const Tensor& x) { return x.to_float(); });
inline constexpr auto sigmoid =
    calque::method<"sigmoid">([](const Tensor& x) { return x.sigmoid(); });
inline constexpr auto to_half = calque::method<"half">([](const Tensor& x) { return x.to_half(); });

// Two composites: ordinary generic functions that compute in float and give back half.
inline constexpr auto sigmoid_lowp = calque::wrap<"sigmoid_lowp">([](auto x) {
  auto wide = to_float(x);
  auto result = sigmoid(wide);
  return to_half(result);
});
inline constexpr auto add_lowp = calque::wrap<"add_lowp", "a", "b">([](auto a, auto b) {
  auto wide_a = to_float(a);
  auto wide_b = to_float(b);
  auto sum = wide_a + wide_b;
  return to_half(sum);
});
inline constexpr auto lowp = calque::library<"lowp">(sigmoid_lowp, add_lowp);

struct Foo {
  auto operator()(auto x, auto y) const {
    auto sx = sigmoid_lowp(x);
    auto sy = sigmoid_lowp(y);
    return add_lowp(sx, sy);
  }
};

// Opening one call the long way, as torch.fx's own example does. inline_call does all of this.
void inline_by_hand(Node<Tensor>& node) {
  Graph<Tensor>& graph = node.graph();
  calque::GraphAppendingTracer<Tensor> tracer(graph);
  auto here = graph.inserting_before(node);
  const auto to_proxy = [](Node<Tensor>& input) { return Proxy<Tensor>(input); };
  const auto args = calque::map_arg(node.args(), to_proxy);
  const auto kwargs = calque::map_arg(node.kwargs(), to_proxy);
  const auto result = calque::call_target(tracer, node.function(), args, kwargs);
  node.replace_all_uses_with(result);
  graph.erase_node(node);
}

// The same choice made while tracing, in the hook that every recorded operation passes through.
struct CreateNodeTracer : calque::Tracer<Tensor> {
  Node& create_node(const NodeSpec& spec) override {
    if (!spec.calls(add_lowp)) return Tracer::create_node(spec);
    calque::GraphAppendingTracer<Tensor> tracer(graph());
    const auto to_proxy = [](Node& input) { return Proxy<Tensor>(input); };
    const auto args = calque::map_arg(spec.args(), to_proxy);
    const auto kwargs = calque::map_arg(spec.kwargs(), to_proxy);
    // A body that gave a constant would have no node: create_proxy is the hook for such ones.
    return *calque::call_target(tracer, *spec.function(), args, kwargs).node;
  }
};

// And the short way: say which functions are leaves.
struct LeafTracer : calque::Tracer<Tensor> {
  bool is_leaf_function(const Function& function) const override { return function != add_lowp; }
};

// A backend with a half-precision adder of its own: it keeps that composite and opens the other.
struct Backend {
  bool supports(const Node<Tensor>& node) const { return node.calls(add_lowp); }

  void lower(Graph<Tensor>& graph) const {
    calque::inline_calls(graph, [&](const Node<Tensor>& node) {
      return lowp.contains(node.function()) && !supports(node);
    });
  }
};

std::vector<std::uint16_t> column(std::uint16_t support::PrimitiveValues::*field) {
  std::vector<std::uint16_t> bits;
  for (const auto& row : support::primitive_values) bits.push_back(row.*field);
  return bits;
}

bool failed = false;

void show(const char* title, GraphModule<Tensor>& program) {
  const Tensor x = Tensor::from_bits16(column(&support::PrimitiveValues::x));
  const Tensor y = Tensor::from_bits16(column(&support::PrimitiveValues::y));
  const Tensor by_torch = Tensor::from_bits16(column(&support::PrimitiveValues::foo_xy));
  const bool right = program(x, y) == Foo{}(x, y) && program(x, y) == by_torch;
  failed = failed || !right;
  std::printf("--- %s\n%sthe 128 rows %s\n\n", title, program.code().c_str(),
              right ? "are equal to eager C++ and to torch, bit for bit" : "DIFFER");
}

int main() {
  auto traced = calque::symbolic_trace<Tensor>(Foo{}, {"x", "y"});
  show("traced: three leaf calls", traced);

  for (auto& node : traced.graph().nodes()) {
    if (node.calls(sigmoid_lowp)) inline_by_hand(node);
  }
  show("sigmoid_lowp inlined by hand", traced);

  for (auto& node : traced.graph().nodes()) {
    if (node.calls(add_lowp)) calque::inline_call(node);
  }
  show("add_lowp inlined too, by inline_call", traced);

  GraphModule<Tensor> created(CreateNodeTracer().trace(Foo{}, {"x", "y"}));
  show("add_lowp inlined while tracing, by create_node", created);

  GraphModule<Tensor> leaves(LeafTracer().trace(Foo{}, {"x", "y"}));
  show("the same by is_leaf_function", leaves);

  auto lowered = calque::symbolic_trace<Tensor>(Foo{}, {"x", "y"});
  Backend().lower(lowered.graph());
  show("lowered for a backend that adds in half precision itself", lowered);

  return failed ? 1 : 0;
}
