#include <calque/passes/topological_sort.hpp>
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <map>
#include <random>
#include <set>

using calque::topological_sort;
using support::error_of;
using support::f;
using support::g;
using support::names_of;
using support::Untyped;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

constexpr calque::FunctionInfo print_info{.name = "print", .effects = {calque::Effect::io}};
constexpr calque::FunctionInfo change_info{.name = "change", .effects = {calque::Effect::mutates}};
constexpr calque::Function<Untyped> print = support::untyped(print_info);
constexpr calque::Function<Untyped> change = support::untyped(change_info);

std::vector<UntypedNode*> nodes_of(UntypedGraph& graph) {
  std::vector<UntypedNode*> nodes;
  for (UntypedNode& node : graph.nodes()) nodes.push_back(&node);
  return nodes;
}

/// For each node of a sorted graph what must stand before it.
using Needs = std::map<const UntypedNode*, std::set<const UntypedNode*>>;
Needs needs_of(const UntypedGraph& graph) {
  Needs needs;
  const UntypedNode* impure = nullptr;
  const auto add = [&](const UntypedNode& node, const UntypedNode& input) {
    needs[&node].insert(&input);
    needs[&node].insert(needs[&input].begin(), needs[&input].end());
  };
  for (const UntypedNode& node : graph.nodes()) {
    for (const UntypedNode* input : node.all_input_nodes()) add(node, *input);
    if (node.is_pure()) continue;
    if (impure != nullptr) add(node, *impure);
    impure = &node;
  }
  return needs;
}

}  // namespace

TEST_CASE("a sorted graph stays as it is", "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.call_function(f, {graph.call_function(g, {a}), graph.call_function(print, {a})});
  const auto version = graph.version();
  topological_sort(graph);
  CHECK(graph.version() == version);
}

TEST_CASE("a node moves up to the first node that needs it", "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& late = graph.call_function(g, {a}, "late");
  auto& later = graph.call_function(g, {late}, "later");
  graph.call_function(f, {a}, "other");
  auto& user = graph.call_function(f, {later, late}, "user");
  graph.call_function(f, {user}, "last");
  a.append(user);
  CHECK(names_of(graph.nodes()) == "a user late later other last");
  topological_sort(graph);
  CHECK(names_of(graph.nodes()) == "a late later user other last");
  CHECK(calque::verify(graph).empty());
}

TEST_CASE("nodes with effects keep their order", "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.call_function(print, {a}, "first");
  auto& second = graph.call_function(print, {a}, "second");
  auto& user = graph.call_function(f, {second}, "user");
  a.append(user);
  topological_sort(graph);
  CHECK(names_of(graph.nodes()) == "a first second user");
}

TEST_CASE("an order that does not exist is refused and nothing moves",
          "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& first = graph.call_function(print, {a}, "first");
  auto& second = graph.call_function(print, {a}, "second");
  first.update_arg(0, second);
  CHECK(error_of<calque::GraphError>([&] { topological_sort(graph); }) ==
        R"(cannot sort the graph: %first needs %second needs %first
note: break the circle; a call with effects needs the one before it
      %a      = placeholder[target=a]
   -> %first  = call_function[target=print](%second)
      %second = call_function[target=print](%a))");
  CHECK(names_of(graph.nodes()) == "a first second");
}

TEST_CASE("nothing crosses a call that changes its argument", "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.call_function(change, {a});
  auto& late = graph.call_function(f, {a}, "late");
  auto& user = graph.call_function(f, {late}, "user");
  a.append(user);
  CHECK(error_of<calque::GraphError>([&] { topological_sort(graph); }) ==
        R"(cannot sort the graph: %user needs %late, which stands behind a call that may change its arguments
note: move it yourself if that call does not concern it
      %a      = placeholder[target=a]
      %user   = call_function[target=f](%late)
      %change = call_function[target=change](%a)
   -> %late   = call_function[target=f](%a))");
}

TEST_CASE("a call that changes its argument does not wait behind what it needs",
          "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& call = graph.call_function(change, {a});
  auto& late = graph.call_function(f, {a}, "late");
  call.update_arg(0, late);
  CHECK(error_of<calque::GraphError>([&] { topological_sort(graph); }) ==
        R"(cannot sort the graph: %change needs %late, which stands behind a call that may change its arguments
note: move it yourself if that call does not concern it
      %a      = placeholder[target=a]
      %change = call_function[target=change](%late)
   -> %late   = call_function[target=f](%a))");
}

TEST_CASE("what needs a call that changes its argument goes behind it, and nothing else does",
          "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& user = graph.call_function(f, {a, a}, "user");
  graph.call_function(f, {user}, "user_of_user");
  graph.call_function(g, {a}, "other");
  auto& helper = graph.call_function(g, {a}, "helper");
  auto& call = graph.call_function(change, {a});
  graph.call_function(g, {a}, "behind");
  user.update_arg(0, helper);
  user.update_arg(1, call);
  topological_sort(graph);
  CHECK(names_of(graph.nodes()) == "a other helper change user user_of_user behind");
  CHECK(calque::verify(graph).empty());
}

TEST_CASE("what needs a call with effects goes behind the calls that one must follow",
          "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& user = graph.call_function(f, {a}, "user");
  graph.call_function(change, {a});
  graph.call_function(g, {a}, "behind");
  user.update_arg(0, graph.call_function(print, {a}));
  topological_sort(graph);
  CHECK(names_of(graph.nodes()) == "a change print_1 user behind");
}

TEST_CASE("a cycle through a call that changes its argument is called a cycle",
          "[passes][topological_sort]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& user = graph.call_function(f, {a}, "user");
  graph.call_function(change, {a});
  auto& late = graph.call_function(g, {user}, "late");
  user.update_arg(0, late);
  CHECK(error_of<calque::GraphError>([&] { topological_sort(graph); }) ==
        R"(cannot sort the graph: %user needs %late needs %user
note: break the circle; a call with effects needs the one before it
      %a      = placeholder[target=a]
   -> %user   = call_function[target=f](%late)
      %change = call_function[target=change](%a)
      %late   = call_function[target=g](%user))");
  CHECK(names_of(graph.nodes()) == "a user change late");
}

TEST_CASE("a long chain that stands upside down is sorted", "[passes][topological_sort]") {
  constexpr int length = 300000;
  UntypedGraph graph;
  UntypedNode* value = &graph.placeholder("x");
  for (int i = 0; i < length; ++i) {
    UntypedNode& next = graph.call_function(f, {*value});
    graph.nodes().begin()->prepend(next);
    value = &next;
  }
  topological_sort(graph);
  CHECK(calque::verify(graph).empty());
  CHECK(&*graph.reversed_nodes().begin() == value);
}

TEST_CASE("random programs are sorted and nothing crosses what it does not need",
          "[passes][topological_sort][property]") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 500; ++round) {
    UntypedGraph graph;
    std::vector<UntypedNode*> nodes{&graph.placeholder("a")};
    while (nodes.size() < 10) {
      const auto& function = below(6) == 0 ? change : below(6) == 0 ? print : f;
      nodes.push_back(&graph.call_function(
          function, {*nodes[below(nodes.size())], *nodes[below(nodes.size())]}));
    }
    nodes[below(10)]->prepend(*nodes[below(10)]);
    nodes[below(10)]->append(*nodes[below(10)]);
    const std::vector<UntypedNode*> before = nodes_of(graph);
    INFO(names_of(graph.nodes()));
    if (error_of<calque::GraphError>([&] { topological_sort(graph); }) != "nothing was thrown") {
      CHECK(nodes_of(graph) == before);
      continue;
    }
    INFO(names_of(graph.nodes()));
    CHECK(calque::verify(graph).empty());
    Needs needs = needs_of(graph);
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (std::size_t j = i + 1; j < before.size(); ++j) {
        if (before[i]->is_before(*before[j])) continue;
        CHECK_FALSE(before[i]->calls(change));
        CHECK((before[i]->is_pure() || before[j]->is_pure()));
        if (before[j]->calls(change)) CHECK(needs[before[i]].count(before[j]) == 1);
      }
    }
  }
}
