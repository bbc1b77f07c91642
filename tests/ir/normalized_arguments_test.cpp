#include <calque/ir/normalized_arguments.hpp>
#include <calque/trace/operators.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using calque::ArgumentForm;
using calque::normalized_arguments;

namespace {

constexpr auto scale =
    calque::wrap<"scale", "x", calque::param<"factor", 2.0>, calque::param<"bias", 0.5>>(
        [](auto x, auto factor, auto bias) { return x * factor + bias; });

}  // namespace

TEST_CASE("however a call is written, its arguments have one normal form",
          "[ir][normalized_arguments]") {
  calque::Graph<double> graph;
  auto& x = graph.placeholder("x");
  calque::Arguments<double> written{x};
  written.keyword("bias").add(1.0);
  auto& call = graph.call_function(calque::function_of<double>(scale), written);
  const auto positional = normalized_arguments(call);
  REQUIRE(positional);
  REQUIRE(positional->operands().size() == 3);
  CHECK(positional->operands()[0].node == &x);
  CHECK(positional->operands()[1].literal.as<double>() == 2.0);
  CHECK(positional->operands()[2].literal.as<double>() == 1.0);
  call.set_arguments(*normalized_arguments(call, ArgumentForm::by_name));
  CHECK(calque::format_node(call) ==
        "%scale : [num_users=0] = call_function[target=__main__.scale](args = (), "
        "kwargs = {x: %x, factor: 2.0, bias: 1.0})");
}

TEST_CASE("where parameters are not known there is no normal form",
          "[ir][normalized_arguments]") {
  support::UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK_FALSE(normalized_arguments(x));
  CHECK_FALSE(normalized_arguments(graph.call_function(support::f, {x})));
  static constexpr auto nameless = calque::wrap<"nameless">([](auto a) { return a + a; });
  calque::Graph<double> typed;
  auto& y = typed.placeholder("y");
  auto& call = typed.call_function(calque::function_of<double>(nameless), {y});
  CHECK(normalized_arguments(call));
  CHECK_FALSE(normalized_arguments(call, ArgumentForm::by_name));
}
