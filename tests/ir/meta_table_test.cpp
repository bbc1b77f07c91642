#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

#include <string>

using support::f;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

struct Shape {
  std::vector<int> sizes;
};

}  // namespace

TEST_CASE("a node keeps one value of each type", "[ir][meta]") {
  UntypedGraph graph;
  UntypedNode& x = graph.placeholder("x");
  UntypedNode& y = graph.placeholder("y");
  CHECK(x.find_meta<Shape>() == nullptr);
  Shape& shape = x.meta<Shape>();
  shape.sizes = {2, 3};
  x.meta<std::string>() = "note";
  y.meta<std::string>() = "other";
  for (int i = 0; i < 200; ++i) graph.call_function(f, {x}).meta<Shape>().sizes = {i};
  CHECK(&x.meta<Shape>() == &shape);
  CHECK(x.find_meta<Shape>()->sizes == std::vector<int>{2, 3});
  CHECK(*x.find_meta<std::string>() == "note");
  CHECK(y.find_meta<Shape>() == nullptr);
  x.erase_meta<Shape>();
  CHECK(x.find_meta<Shape>() == nullptr);
  CHECK(*y.find_meta<std::string>() == "other");
}

TEST_CASE("what is kept with a node is copied with it and shared with no copy", "[ir][meta]") {
  UntypedGraph graph;
  UntypedNode& x = graph.placeholder("x");
  UntypedNode& erased = graph.placeholder("erased");
  UntypedNode& call = graph.call_function(f, {x});
  call.meta<std::string>() = "original";
  UntypedNode& twin = graph.node_copy(call);
  twin.meta<std::string>() += " twin";
  auto copy = graph.clone();
  copy.nodes[call]->meta<std::string>() = "clone";
  UntypedGraph other;
  calque::NodeMap<UntypedNode*> copies;
  other.graph_copy(graph, copies);
  copies[call]->meta<std::string>() += " elsewhere";
  graph.erase_node(erased);
  CHECK(*copies[call]->find_meta<std::string>() == "original elsewhere");
  CHECK(*copies[twin]->find_meta<std::string>() == "original twin");
  const std::uint32_t call_slot = call.slot();
  const std::uint32_t twin_slot = twin.slot();
  auto moved = graph.compact();
  CHECK(*moved.at_slot(call_slot)->find_meta<std::string>() == "original");
  CHECK(*moved.at_slot(twin_slot)->find_meta<std::string>() == "original twin");
  CHECK(graph.nodes().begin()->find_meta<std::string>() == nullptr);
}
