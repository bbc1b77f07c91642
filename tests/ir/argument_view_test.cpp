#include <calque/ir/argument_view.hpp>
#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

using support::expect_listing;
using support::f;
using support::g;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using support::UntypedNode;

TEST_CASE("a view of flat arguments has each leaf as an element", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  const auto args = graph.call_function(f, {x, 2, "t"}).args();
  REQUIRE(args.size() == 3);
  CHECK(args.is_tuple());
  CHECK_FALSE(args.is_leaf());
  CHECK(args[0].is_node());
  CHECK(&args[0].node() == &x);
  CHECK(args[1].is_literal());
  CHECK(args[1].literal().as<int>() == 2);
  CHECK(args[2].literal().text() == "t");
  int count = 0;
  for (const auto argument : args) count += argument.is_leaf();
  CHECK(count == 3);
}

TEST_CASE("views of no arguments and no keywords are empty", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& call = graph.call_function(f, {});
  CHECK(call.args().empty());
  CHECK(call.args().size() == 0);
  CHECK(call.args().begin() == call.args().end());
  CHECK(call.kwargs().empty());
  CHECK(call.kwargs().size() == 0);
}

TEST_CASE("a view descends into tuples and lists", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments inner{1};
  inner.add_list({x, 2, 3});
  UntypedArguments arguments{0};
  arguments.add_tuple(inner).add(9);
  const auto args = graph.call_function(f, arguments).args();
  REQUIRE(args.size() == 3);
  const auto tuple = args[1];
  CHECK(tuple.is_tuple());
  CHECK(tuple.size() == 2);
  CHECK(tuple.leaf_count() == 4);
  CHECK(tuple[0].literal().as<int>() == 1);
  const auto list = tuple[1];
  CHECK(list.is_list());
  CHECK(&list[0].node() == &x);
  CHECK(list[2].literal().as<int>() == 3);
  CHECK(args[2].literal().as<int>() == 9);
  CHECK(args.leaf(4).literal.as<int>() == 3);
}

TEST_CASE("keywords are read with their names in the order of writing", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments{x, x};
  arguments.keyword("b").add(1).keyword("a").add_list({x, 5}).keyword("c").add(x);
  auto& call = graph.call_function(f, arguments);
  CHECK(call.args().size() == 2);
  REQUIRE(call.kwargs().size() == 3);
  std::string names;
  for (const auto& [name, value] : call.kwargs()) {
    names += name;
    if (name == "a") {
      CHECK(value.is_list());
      CHECK(value.size() == 2);
      CHECK(value[1].literal().as<int>() == 5);
    } else {
      CHECK(value.is_leaf());
      CHECK(value.is_node() == (name == "c"));
    }
  }
  CHECK(names == "bac");
}

TEST_CASE("views show what edits have put into the arguments", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  UntypedArguments arguments;
  arguments.add_tuple({x}).keyword("k").add(x);
  auto& call = graph.call_function(f, arguments);
  call.replace_input_with(x, y);
  CHECK(&call.args()[0][0].node() == &y);
  CHECK(&(*call.kwargs().begin()).value.node() == &y);
}

TEST_CASE("map_arg maps every node and keeps literals and nesting", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  UntypedArguments inner{1};
  inner.add_list({x, y}).add_tuple({});
  UntypedArguments arguments{x};
  arguments.add_tuple(inner).keyword("k").add(y).keyword("l").add_list({x, "t"});
  auto& call = graph.call_function(f, arguments);
  const auto swap = [&](UntypedNode& node) -> UntypedNode& { return &node == &x ? y : x; };
  UntypedArguments mapped = calque::map_arg(call.args(), swap);
  mapped.append(calque::map_arg(call.kwargs(), swap));
  graph.call_function(g, mapped);
  expect_listing(graph, R"(
graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %f : [num_users=0] = call_function[target=__main__.f](args = (%x, (1, [%x, %y], ())), kwargs = {k: %y, l: [%x, t]})
    %g : [num_users=0] = call_function[target=__main__.g](args = (%y, (1, [%y, %x], ())), kwargs = {k: %x, l: [%y, t]})
)");
}

TEST_CASE("map_arg may put literals in place of nodes", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x, 1});
  const auto mapped = calque::map_arg(
      call.args(), [](UntypedNode&) { return calque::Literal<Untyped>(5); });
  graph.call_function(g, mapped);
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %f : [num_users=0] = call_function[target=__main__.f](args = (%x, 1), kwargs = {})
    %g : [num_users=0] = call_function[target=__main__.g](args = (5, 1), kwargs = {})
)");
}

TEST_CASE("map_arg maps one element of the arguments", "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  UntypedArguments arguments;
  arguments.add_list({x, 1}).add(x);
  auto& call = graph.call_function(f, arguments);
  const auto to_y = [&](UntypedNode&) -> UntypedNode& { return y; };
  const UntypedArguments list = calque::map_arg(call.args()[0], to_y);
  graph.call_function(g, list);
  const UntypedArguments leaf = calque::map_arg(call.args()[1], to_y);
  graph.call_function(g, leaf);
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %f : [num_users=0] = call_function[target=__main__.f](args = ([%x, 1], %x), kwargs = {})
    %g : [num_users=0] = call_function[target=__main__.g](args = (%y, 1), kwargs = {})
    %g_1 : [num_users=0] = call_function[target=__main__.g](args = (%y,), kwargs = {})
)");
}

TEST_CASE("arguments nested five thousand deep are stored, read and mapped",
          "[ir][argument_view]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  constexpr int depth = 5000;
  UntypedArguments arguments;
  using calque::detail::Token;
  for (int i = 0; i < depth; ++i) arguments.add_token(calque::detail::make_token(Token::tuple, 1));
  arguments.add(x);
  auto& call = graph.call_function(f, arguments);
  const auto same = [](UntypedNode& node) -> UntypedNode& { return node; };
  auto& again = graph.call_function(f, calque::map_arg(call.args(), same));
  const std::string line = calque::format_node(again);
  CHECK(line.size() > 3 * depth);
  CHECK(line.substr(line.size() - 20) == ",),),), kwargs = {})");
}
