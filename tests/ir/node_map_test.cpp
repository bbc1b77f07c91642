#include <calque/ir/graph.hpp>
#include <calque/ir/node_map.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using support::UntypedGraph;

TEST_CASE("a node map has a value for each node", "[ir][node_map]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  calque::NodeMap<std::string> map;
  map[y] = "of y";
  CHECK(map.get(y) == "of y");
  CHECK(map.get(x) == "");
  map[x] += "of x";
  CHECK(map[x] == "of x");
}

TEST_CASE("a node that was never set has the default value", "[ir][node_map]") {
  UntypedGraph graph;
  const calque::NodeMap<int> map;
  CHECK(map.get(graph.placeholder("x")) == 0);
  calque::NodeMap<int*> pointers;
  CHECK(pointers[graph.placeholder("y")] == nullptr);
}

TEST_CASE("a node map grows with the graph and outlives erased nodes", "[ir][node_map]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  calque::NodeMap<int> map;
  map[x] = 1;
  for (int i = 0; i < 1000; ++i) map[graph.placeholder("y")] = i;
  graph.erase_node(x);
  CHECK(map.get(x) == 1);
  CHECK(map[*graph.reversed_nodes().begin()] == 999);
}
