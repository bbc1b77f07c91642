#include <calque/passes/topological_sort.hpp>
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

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

TEST_CASE("a long chain that stands upside down is sorted", "[passes][topological_sort]") {
  constexpr int length = 20000;
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
