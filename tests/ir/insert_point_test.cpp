// Insertion points whose node is erased or moved are promise 9 of iteration_test.cpp.
#include <calque/ir/graph.hpp>
#include <calque/ir/insert_point.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using support::names_of;
using support::UntypedGraph;

TEST_CASE("inserting_before keeps the order of creation", "[ir][insert_point]") {
  UntypedGraph graph;
  graph.placeholder("a");
  auto& d = graph.placeholder("d");
  {
    const auto here = graph.inserting_before(d);
    graph.placeholder("b");
    graph.placeholder("c");
  }
  graph.placeholder("e");
  CHECK(names_of(graph.nodes()) == "a b c d e");
}

TEST_CASE("inserting_after keeps the order of creation", "[ir][insert_point]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.placeholder("d");
  {
    const auto here = graph.inserting_after(a);
    graph.placeholder("b");
    graph.placeholder("c");
  }
  graph.placeholder("e");
  CHECK(names_of(graph.nodes()) == "a b c d e");
}

TEST_CASE("inserting after the last node appends", "[ir][insert_point]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  {
    const auto here = graph.inserting_after(a);
    graph.placeholder("b");
  }
  graph.placeholder("c");
  CHECK(names_of(graph.nodes()) == "a b c");
}

TEST_CASE("insertion points nest", "[ir][insert_point]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& z = graph.placeholder("z");
  {
    const auto outer = graph.inserting_before(z);
    graph.placeholder("x");
    {
      const auto inner = graph.inserting_before(a);
      graph.placeholder("first");
    }
    graph.placeholder("y");
  }
  CHECK(names_of(graph.nodes()) == "first a x y z");
}

TEST_CASE("an insertion point may be handed on", "[ir][insert_point]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  {
    auto made = graph.inserting_before(a);
    const auto kept = std::move(made);
    graph.placeholder("b");
  }
  graph.placeholder("c");
  CHECK(names_of(graph.nodes()) == "b a c");
}

TEST_CASE("an insertion point ends when an exception leaves its block", "[ir][insert_point]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  try {
    const auto here = graph.inserting_before(a);
    throw std::runtime_error("away");
  } catch (const std::runtime_error&) {
  }
  graph.placeholder("b");
  CHECK(names_of(graph.nodes()) == "a b");
}

TEST_CASE("an insertion point outlives a move of its graph", "[ir][insert_point]") {
  UntypedGraph moved;
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  const auto here = graph.inserting_before(a);
  moved = std::move(graph);
  moved.placeholder("b");
  CHECK(names_of(moved.nodes()) == "b a");
}
