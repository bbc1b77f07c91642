#include <calque/ir/detail/order_labels.hpp>
#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <random>
#include <vector>

using support::f;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

bool is_in_order(const UntypedGraph& graph) {
  const UntypedNode* before = nullptr;
  for (const UntypedNode& node : graph.nodes()) {
    if (before != nullptr && (!before->is_before(node) || node.is_before(*before))) return false;
    before = &node;
  }
  return true;
}

}  // namespace

TEST_CASE("which node stands first is known while nodes are appended, put between and moved",
          "[ir][order]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.call_function(f, {a});
  CHECK(a.is_before(b));
  CHECK_FALSE(b.is_before(a));
  CHECK_FALSE(a.is_before(a));
  a.prepend(b);
  CHECK(b.is_before(a));
  auto& last = graph.call_function(f, {a});
  CHECK(a.is_before(last));
  CHECK(last.is_before(graph.output({last})));
  CHECK(is_in_order(graph));
}

TEST_CASE("order stays known when one place takes many nodes", "[ir][order]") {
  constexpr int many = 20000;
  UntypedGraph before_one;
  auto& anchor = before_one.placeholder("anchor");
  UntypedGraph in_front;
  in_front.placeholder("first");
  for (int i = 0; i < many; ++i) {
    auto here = before_one.inserting_before(anchor);
    before_one.call_function(f, {i});
    auto front = in_front.inserting_before(*in_front.nodes().begin());
    in_front.call_function(f, {i});
  }
  CHECK(is_in_order(before_one));
  CHECK(is_in_order(in_front));
}

TEST_CASE("order stays known through random moves", "[ir][order]") {
  std::mt19937 random(7);
  UntypedGraph graph;
  std::vector<UntypedNode*> nodes;
  for (int i = 0; i < 300; ++i) nodes.push_back(&graph.call_function(f, {i}));
  for (int i = 0; i < 5000; ++i) {
    UntypedNode& anchor = *nodes[random() % nodes.size()];
    UntypedNode& moved = *nodes[random() % nodes.size()];
    if (random() % 2 == 0) anchor.prepend(moved);
    else anchor.append(moved);
  }
  CHECK(is_in_order(graph));
  graph.compact();
  CHECK(is_in_order(graph));
  CHECK(is_in_order(graph.clone().graph));
}

TEST_CASE("nodes of two graphs have no order", "[ir][order]") {
  UntypedGraph graph;
  UntypedGraph other;
  auto& a = graph.placeholder("a");
  auto& b = other.placeholder("b");
  CHECK(support::error_of<calque::GraphError>([&] { (void)a.is_before(b); }) ==
        "cannot order %b: it belongs to another graph");
}
