#include <calque/ir/structural_hash.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

#include <string_view>

using calque::structural_hash;
using support::f;
using support::g;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;

namespace {

struct HashTensor {
  int data = 0;
};
struct Values : calque::types<double, bool, HashTensor> {};

std::uint64_t hash_with_value(const calque::value_t<Values>& value) {
  calque::Graph<Values> graph;
  graph.output({calque::Literal<Values>(&value)});
  return structural_hash(graph);
}

/// The hash of a program of one call with one literal, or of one built by `build`.
std::uint64_t hash_with(const calque::Operand<Untyped>& literal) {
  UntypedGraph graph;
  graph.call_function(f, {graph.placeholder("x"), literal});
  return structural_hash(graph);
}
template <class Build>
std::uint64_t hash_of(const Build& build) {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  build(graph, x, y);
  return structural_hash(graph);
}

}  // namespace

TEST_CASE("equal programs have equal hashes whatever their names", "[ir][structural_hash]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments{x, "text", 1.5};
  graph.call_function(f, arguments.keyword("k").add_list({x, calque::None{}}));
  const auto copy = graph.clone();
  CHECK(structural_hash(graph) == structural_hash(copy.graph));
  UntypedGraph renamed;
  auto& z = renamed.placeholder("x");
  UntypedArguments same{z, "text", 1.5};
  renamed.call_function(f, same.keyword("k").add_list({z, calque::None{}}), "another_name");
  CHECK(calque::structurally_equal(graph, renamed));
  CHECK(structural_hash(graph) == structural_hash(renamed));
}

TEST_CASE("literals count by type and bits", "[ir][structural_hash]") {
  const std::uint64_t hashes[] = {hash_with(1),    hash_with(1.0),  hash_with(true),
                                  hash_with(1L),   hash_with(0.0),  hash_with(-0.0),
                                  hash_with("1"),  hash_with(calque::Symbol{"1"}),
                                  hash_with(calque::None{}), hash_with(calque::ellipsis)};
  for (const std::uint64_t& a : hashes) {
    for (const std::uint64_t& b : hashes) CHECK((a == b) == (&a == &b));
  }
}

TEST_CASE("targets, operands and shapes count", "[ir][structural_hash]") {
  const std::uint64_t hashes[] = {
      hash_of([](auto& graph, auto& x, auto& y) { graph.call_function(f, {x, y}); }),
      hash_of([](auto& graph, auto& x, auto& y) { graph.call_function(f, {y, x}); }),
      hash_of([](auto& graph, auto& x, auto& y) { graph.call_function(g, {x, y}); }),
      hash_of([](auto& graph, auto& x, auto& y) { graph.call_module("f", {x, y}); }),
      hash_of([](auto& graph, auto& x, auto& y) {
        graph.call_function(f, UntypedArguments().add_tuple({x, y}));
      }),
      hash_of([](auto& graph, auto& x, auto& y) {
        graph.call_function(f, UntypedArguments{x}.keyword("k").add(y));
      }),
      hash_of([](auto& graph, auto& x, auto& y) {
        graph.call_function(f, UntypedArguments{x}.keyword("l").add(y));
      }),
  };
  for (const std::uint64_t& a : hashes) {
    for (const std::uint64_t& b : hashes) CHECK((a == b) == (&a == &b));
  }
}

TEST_CASE("of values of class types only the type counts", "[ir][structural_hash]") {
  CHECK(hash_with_value(HashTensor{1}) == hash_with_value(HashTensor{1}));
  CHECK(hash_with_value(HashTensor{1}) == hash_with_value(HashTensor{2}));
  CHECK(hash_with_value(HashTensor{1}) != hash_with_value(true));
}

TEST_CASE("types of nodes count", "[ir][structural_hash]") {
  calque::Graph<Values> numbers;
  calque::Graph<Values> truths;
  numbers.placeholder("x", calque::TypeIndex{0});
  truths.placeholder("x", calque::TypeIndex{1});
  CHECK(structural_hash(numbers) != structural_hash(truths));
}

TEST_CASE("functions count by their names, not by where they lie", "[ir][structural_hash]") {
  static constexpr calque::FunctionInfo again_info{.name = "f"};
  static constexpr auto again = support::untyped(again_info);
  UntypedGraph graph;
  UntypedGraph other;
  graph.call_function(f, {});
  other.call_function(again, {});
  CHECK(calque::structurally_equal(graph, other));
  CHECK(structural_hash(graph) == structural_hash(other));
}

TEST_CASE("numbers of nodes do not count, and places do", "[ir][structural_hash]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  auto& second = graph.call_function(g, {x});
  const std::uint64_t before = structural_hash(graph);
  second.append(first);
  CHECK(structural_hash(graph) != before);
  second.prepend(first);
  graph.erase_node(graph.placeholder("gone"));
  CHECK(structural_hash(graph) == before);
  graph.compact();
  CHECK(structural_hash(graph) == before);
}
