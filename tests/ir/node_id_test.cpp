#include <calque/calque.hpp>

#include "support/catch.hpp"

using calque::Graph;
using calque::NodeId;

TEST_CASE("ids are dense, in order of creation, and never given again", "[ir][node_id]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  CHECK(x.id() == NodeId{0});
  CHECK(y.id() == NodeId{1});
  CHECK(x.id() < y.id());
  graph.erase_node(y);
  CHECK(graph.placeholder("z").id() == NodeId{2});
  graph.compact();
  CHECK(graph.nodes().begin()->id() == NodeId{3});
}
