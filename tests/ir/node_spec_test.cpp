#include <calque/ir/graph.hpp>
#include <calque/ir/node_spec.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

using calque::NodeDetails;
using calque::Opcode;
using support::expect_listing;
using support::f;
using support::g;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using Operand = calque::Operand<Untyped>;
using NodeSpec = calque::NodeSpec<Untyped>;

TEST_CASE("a spec of a call knows what it calls and with what", "[ir][node_spec]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  const std::array<Operand, 2> operands{x, 1};
  const NodeSpec spec(f, operands);
  CHECK(spec.op() == Opcode::call_function);
  CHECK(spec.calls(f));
  CHECK_FALSE(spec.calls(g));
  CHECK(spec.target() == "f");
  CHECK(spec.args().size() == 2);
  CHECK(&spec.args()[0].node() == &x);
  CHECK(spec.kwargs().empty());
  CHECK_FALSE(spec.has_name());
}

TEST_CASE("a spec shows nested arguments and keywords", "[ir][node_spec]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments;
  arguments.add_list({x, 2}).keyword("k").add(3);
  const NodeDetails details{
      .name = "wanted", .shape = arguments.shape(), .keywords = arguments.keywords()};
  const NodeSpec spec(f, arguments.operands(), &details);
  CHECK(spec.has_name());
  REQUIRE(spec.args().size() == 1);
  CHECK(spec.args()[0].is_list());
  REQUIRE(spec.kwargs().size() == 1);
  CHECK((*spec.kwargs().begin()).name == "k");
  CHECK((*spec.kwargs().begin()).value.literal().as<int>() == 3);
}

TEST_CASE("create_node makes what a spec says", "[ir][node_spec]") {
  UntypedGraph graph;
  const NodeDetails parameter{.target = "x"};
  auto& x = graph.create_node({Opcode::placeholder, {0}, {}, parameter});
  UntypedArguments arguments{x};
  arguments.keyword("k").add(3);
  const NodeDetails details{
      .name = "wanted", .shape = arguments.shape(), .keywords = arguments.keywords()};
  auto& call = graph.create_node({f, arguments.operands(), &details});
  const std::array<Operand, 1> result{call};
  const NodeDetails output{.target = "output"};
  graph.create_node({Opcode::output, {}, result, output});
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %wanted : [num_users=1] = call_function[target=__main__.f](args = (%x,), kwargs = {k: 3})
    return wanted
)");
}

TEST_CASE("a parameter may have a default", "[ir][node_spec]") {
  UntypedGraph graph;
  const NodeDetails parameter{.target = "x"};
  const std::array<Operand, 1> default_value{2.5};
  graph.create_node({Opcode::placeholder, {0}, default_value, parameter});
  expect_listing(graph, R"(
graph():
    %x : [num_users=0] = placeholder[target=x](default=2.5)
)");
}
