// Walking users while editing is promise 7 of iteration_test.cpp.
#include <calque/ir/graph.hpp>
#include <calque/ir/use_list.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using support::f;
using support::g;
using support::h;
using support::names_of;
using support::UntypedGraph;
using support::UntypedNode;

TEST_CASE("a value without users has none", "[ir][use_list]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(x.users().empty());
  CHECK(x.users().size() == 0);
  CHECK(x.users().begin() == x.users().end());
  CHECK_FALSE(x.has_users());
}

TEST_CASE("a user appears once however often it uses the value", "[ir][use_list]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x, 1, x, x});
  graph.call_function(g, {x, x});
  CHECK(x.users().size() == 2);
  CHECK(names_of(x.users()) == "f g");
}

TEST_CASE("users stand in the order in which they came, not in the order of nodes",
          "[ir][use_list]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  {
    const auto here = graph.inserting_before(first);
    graph.call_function(g, {x});
  }
  graph.call_function(h, {x});
  CHECK(names_of(graph.nodes()) == "x g f h");
  CHECK(names_of(x.users()) == "f g h");
}

TEST_CASE("a second use by an old user does not change its place", "[ir][use_list]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& first = graph.call_function(f, {x, y});
  graph.call_function(g, {x});
  graph.call_function(h, {x});
  first.replace_input_with(y, x);
  CHECK(names_of(x.users()) == "f g h");
  CHECK(x.users().size() == 3);
}

TEST_CASE("erasing a user in the middle leaves the others in order", "[ir][use_list]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  std::vector<UntypedNode*> users;
  for (int i = 0; i < 40; ++i) users.push_back(&graph.call_function(f, {x, x}));
  // The newest, one near it, the oldest, one far from both, and a user that comes afterwards.
  for (const std::size_t i : {39u, 35u, 0u, 20u, 1u, 38u}) {
    graph.erase_node(*users[i]);
    users[i] = nullptr;
  }
  users.push_back(&graph.call_function(g, {x}));
  graph.erase_node(*users[37]);
  users[37] = nullptr;
  std::vector<UntypedNode*> expected;
  for (UntypedNode* user : users) {
    if (user != nullptr) expected.push_back(user);
  }
  std::vector<UntypedNode*> actual;
  for (UntypedNode& user : x.users()) actual.push_back(&user);
  CHECK(actual == expected);
  CHECK(x.users().size() == expected.size());
}

TEST_CASE("the last user may leave and another come", "[ir][use_list]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) graph.call_function(f, {x});
    for (auto& user : x.users()) graph.erase_node(user);
    CHECK_FALSE(x.has_users());
  }
  graph.call_function(g, {x});
  CHECK(names_of(x.users()) == "g");
}
