#include <calque/calque.hpp>
#include <calque/ir/provenance.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <string>

using calque::Graph;
using calque::Node;
using Number = calque::Proxy<double>;

namespace {

constexpr auto square = calque::wrap<"square">([](auto x) { return x * x; });
constexpr auto norm = calque::wrap<"norm", "x", calque::param<"bias", 0.5>>([](auto x, auto bias) {
  const auto squared = square(x);
  return squared + bias;
});
constexpr auto failing = calque::primitive<"failing">([](double) -> double {
  throw std::runtime_error("too large");
});
constexpr auto fails = calque::wrap<"fails">([](auto x) { return failing(x); });

struct Program {
  Number operator()(Number x) const { return norm(x); }
};

class OpeningTracer : public calque::Tracer<double> {
  bool is_leaf_function(const Function&) const override { return false; }
};

template <class F>
void open_all(Graph<double>& graph, const F& composite) {
  calque::inline_calls(graph, [&](const auto& node) { return node.calls(composite); });
}

/// `name: origin`, for each node.
std::string origins(const Graph<double>& graph) {
  std::string text;
  for (const Node<double>& node : graph.nodes()) {
    text += node.name() + ": " + calque::detail::origin_text(node) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a node knows the calls that were opened, from the inside out", "[ir][provenance]") {
  Graph<double> graph = calque::Tracer<double>().trace(Program(), {"x"});
  CHECK_FALSE(graph.nodes().begin()->next()->origin());
  open_all(graph, norm);
  open_all(graph, square);
  CHECK(origins(graph) ==
        "x: \nmul: square (%square) in norm (%norm)\nadd: norm (%norm)\noutput: \n");
  CHECK(calque::verbose_listing(graph) == support::trimmed(R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %x), kwargs = {})  # from square (%square) in norm (%norm)
    %add : [num_users=1] = call_function[target=operator.add](args = (%mul, 0.5), kwargs = {})  # from norm (%norm)
    return add
)"));
}

TEST_CASE("a call that was opened keeps its arguments", "[ir][provenance]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  calque::Arguments<double> arguments{x};
  arguments.keyword("bias").add(2.0);
  Node<double>& call = graph.call_function(calque::function_of<double>(norm), arguments);
  calque::inline_call(call);
  const auto origin = graph.nodes().begin()->next()->origin();
  REQUIRE(origin);
  CHECK(origin.function() == norm);
  CHECK(origin.name() == "norm");
  CHECK_FALSE(origin.parent());
  CHECK(&origin.args()[0].node() == &x);
  const auto bias = *origin.kwargs().begin();
  CHECK(bias.name == "bias");
  CHECK(bias.value.literal().as<double>() == 2.0);
}

TEST_CASE("calls that are opened while tracing have no name", "[ir][provenance]") {
  const Graph<double> graph = OpeningTracer().trace(Program(), {"x"});
  CHECK(origins(graph) == "x: \nmul: square in norm\nadd: norm\noutput: \n");
  const auto origin = graph.nodes().begin()->next()->origin();
  CHECK(origin.name() == "");
  CHECK(origin.args()[0].node().name() == "x");
  CHECK(origin.parent().args()[1].literal().as<double>() == 0.5);
}

TEST_CASE("provenance survives copying, cloning and compacting", "[ir][provenance]") {
  Graph<double> graph = calque::Tracer<double>().trace(Program(), {"x"});
  open_all(graph, norm);
  open_all(graph, square);
  const std::string expected = origins(graph);
  const auto copy = graph.clone();
  graph.compact();
  CHECK(origins(graph) == expected);
  CHECK(graph.nodes().begin()->next()->origin().args()[0].node().name() == "x");
  Graph<double> other;
  calque::NodeMap<Node<double>*> copies;
  other.output(other.graph_copy(copy.graph, copies));
  CHECK(origins(other) == expected);
  const auto mul = other.nodes().begin()->next();
  CHECK(&mul->origin().args()[0].node() == &*other.nodes().begin());
  CHECK(mul->origin().parent() == mul->next()->origin());
  other.node_copy(*mul);
  CHECK(calque::verify(other).size() == 1);  // it stands behind the output
  CHECK(origins(copy.graph) == expected);
}

TEST_CASE("what a copy of one node leaves behind is None in its provenance", "[ir][provenance]") {
  Graph<double> graph = calque::Tracer<double>().trace(Program(), {"x"});
  open_all(graph, norm);
  Graph<double> other;
  Node<double>& y = other.placeholder("y");
  const Node<double>& opened = *graph.nodes().begin()->next();
  const Node<double>& copy =
      other.node_copy(opened, [&](Node<double>&) -> Node<double>& { return y; });
  CHECK(copy.origin().function() == norm);
  CHECK(copy.origin().args()[0].literal().is_none());
}

TEST_CASE("opening inside of what is recorded for an opened call goes on with its provenance",
          "[ir][provenance]") {
  Graph<double> body = calque::Tracer<double>().trace(Program(), {"x"});
  open_all(body, norm);
  open_all(body, square);
  calque::eliminate_dead_code(body);
  Graph<double> graph = calque::Tracer<double>().trace(fails, {"x"});
  Node<double>& call = *graph.nodes().begin()->next();
  {
    const calque::detail::SiteScope<double> scope(graph.store(), graph.store().add_site(call));
    auto here = graph.inserting_before(call);
    calque::NodeMap<Node<double>*> copies;
    copies[*body.nodes().begin()] = &*graph.nodes().begin();
    graph.graph_copy(body, copies);
  }
  CHECK(origins(graph) ==
        "x: \nmul: square (%square) in norm (%norm) in fails (%fails)\n"
        "add: norm (%norm) in fails (%fails)\nfails: \noutput: \n");
}

TEST_CASE("an opening that fails leaves no provenance", "[ir][provenance]") {
  static constexpr auto throws = calque::wrap<"throws">([](auto x) {
    const auto y = x + x;
    throw std::runtime_error("no");
    return y;
  });
  Graph<double> graph = calque::Tracer<double>().trace([](Number x) { return throws(x); }, {"x"});
  Node<double>& call = *graph.nodes().begin()->next();
  CHECK_THROWS_AS(calque::inline_call(call), std::runtime_error);
  CHECK(graph.store().site_count() == 0);
  CHECK(graph.store().current_site == 0);
}

TEST_CASE("failures name the calls that a node came from", "[ir][provenance]") {
  auto module = calque::symbolic_trace<double>([](Number x) { return fails(x); }, {"x"});
  open_all(module.graph(), fails);
  module.recompile();
  CHECK(support::error_of<calque::ExecutionError>([&] { module(1.0); }) ==
        R"(while executing %failing: too large
note: %failing comes from fails (%fails)
      %x       = placeholder[target=x]
   -> %failing = call_function[target=failing](%x)
      %output  = output[target=output](%failing))");
}
