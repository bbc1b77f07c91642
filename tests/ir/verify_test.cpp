// What verify finds, invariant by invariant, is in bad_graphs_test.cpp.
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using support::f;
using support::UntypedGraph;

TEST_CASE("verify finds nothing in a sound graph", "[ir][verify]") {
  UntypedGraph graph;
  CHECK(calque::verify(graph).empty());
  auto& x = graph.placeholder("x");
  auto& dead = graph.call_function(f, {x, x});
  auto& call = graph.call_function(f, {x, 1, x});
  graph.erase_node(dead);
  graph.output({call});
  CHECK(calque::verify(graph).empty());
  CHECK_NOTHROW(calque::lint(graph));
}

TEST_CASE("a finding tells its node, invariant and text", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  call.append(x);
  const auto findings = calque::verify(graph);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].node == &call);
  CHECK(findings[0].invariant == 3);
  CHECK(findings[0].text == "%f uses %x before it is defined");
}

TEST_CASE("verify collects every finding", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  graph.call_function(f, {x, x});
  graph.reversed_nodes().begin()->append(x);
  CHECK(calque::verify(graph).size() == 3);
}
