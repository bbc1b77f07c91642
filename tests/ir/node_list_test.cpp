// The promises about walking while editing are tested in iteration_test.cpp.
#include <calque/ir/graph.hpp>
#include <calque/ir/node_list.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

#include <algorithm>
#include <iterator>
#include <type_traits>

using support::names_of;
using support::UntypedGraph;
using support::UntypedNode;

TEST_CASE("an empty graph has an empty list", "[ir][node_list]") {
  UntypedGraph graph;
  CHECK(graph.nodes().empty());
  CHECK(graph.nodes().size() == 0);
  CHECK(graph.nodes().begin() == graph.nodes().end());
  CHECK(graph.reversed_nodes().begin() == graph.reversed_nodes().end());
}

TEST_CASE("nodes are listed in order and backwards", "[ir][node_list]") {
  UntypedGraph graph;
  for (const char* name : {"a", "b", "c"}) graph.placeholder(name);
  CHECK(graph.nodes().size() == 3);
  CHECK(names_of(graph.nodes()) == "a b c");
  CHECK(names_of(graph.reversed_nodes()) == "c b a");
}

TEST_CASE("a const graph gives const nodes", "[ir][node_list]") {
  STATIC_CHECK(std::is_same_v<decltype(*std::declval<const UntypedGraph&>().nodes().begin()),
                              const UntypedNode&>);
  STATIC_CHECK(
      std::is_same_v<decltype(*std::declval<UntypedGraph&>().nodes().begin()), UntypedNode&>);
}

TEST_CASE("iterators are forward iterators for the standard algorithms", "[ir][node_list]") {
  UntypedGraph graph;
  for (const char* name : {"a", "b", "c"}) graph.placeholder(name);
  using Iterator = decltype(graph.nodes().begin());
  STATIC_CHECK(std::forward_iterator<Iterator>);
  const auto nodes = graph.nodes();
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [](const UntypedNode& node) { return node.name() == "b"; });
  REQUIRE(found != nodes.end());
  CHECK(found->name() == "b");
  CHECK(std::distance(nodes.begin(), found) == 1);
}
