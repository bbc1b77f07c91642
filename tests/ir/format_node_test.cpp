#include <calque/ir/format_node.hpp>
#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using calque::format_node;
using calque::FunctionInfo;
using calque::FunctionKind;
using support::f;
using support::UntypedArguments;
using support::UntypedGraph;

TEST_CASE("a parameter is formatted with its target", "[ir][format_node]") {
  UntypedGraph graph;
  CHECK(format_node(graph.placeholder("x")) == "%x : [num_users=0] = placeholder[target=x]");
  CHECK(format_node(graph.placeholder("x")) == "%x_1 : [num_users=0] = placeholder[target=x]");
}

TEST_CASE("get_attr is formatted without arguments", "[ir][format_node]") {
  UntypedGraph graph;
  CHECK(format_node(graph.get_attr("a.weight")) ==
        "%a_weight : [num_users=0] = get_attr[target=a.weight]");
}

TEST_CASE("the number of users is written by the rules asked for", "[ir][format_node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x, x});
  graph.call_function(f, {x});
  CHECK(format_node(x) == "%x : [num_users=2] = placeholder[target=x]");
  CHECK(format_node(x, calque::Rules::torch_1_13) == "%x : [#users=2] = placeholder[target=x]");
}

TEST_CASE("a call is formatted with a dotted target", "[ir][format_node]") {
  static constexpr FunctionInfo plain{.name = "fn"};
  static constexpr FunctionInfo qualified{.name = "a::b::fn"};
  static constexpr FunctionInfo dotted{.name = "torch.relu"};
  static constexpr FunctionInfo infix{.name = "add", .kind = FunctionKind::infix, .symbol = "+"};
  static constexpr FunctionInfo method{.name = "float", .kind = FunctionKind::method};
  static constexpr auto plain_fn = support::untyped(plain);
  static constexpr auto qualified_fn = support::untyped(qualified);
  static constexpr auto dotted_fn = support::untyped(dotted);
  static constexpr auto infix_fn = support::untyped(infix);
  static constexpr auto method_fn = support::untyped(method);
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  const auto target_of = [&](const calque::Function<support::Untyped>& function) {
    const std::string line = format_node(graph.call_function(function, {x}));
    return line.substr(line.find("= ") + 2);
  };
  CHECK(target_of(plain_fn) == "call_function[target=__main__.fn](args = (%x,), kwargs = {})");
  CHECK(target_of(qualified_fn) == "call_function[target=a.b.fn](args = (%x,), kwargs = {})");
  CHECK(target_of(dotted_fn) == "call_function[target=torch.relu](args = (%x,), kwargs = {})");
  CHECK(target_of(infix_fn) == "call_function[target=operator.add](args = (%x,), kwargs = {})");
  CHECK(target_of(method_fn) == "call_method[target=float](args = (%x,), kwargs = {})");
}

TEST_CASE("arguments are formatted as Python writes tuples, lists and dicts",
          "[ir][format_node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments;
  arguments.add_tuple({}).add_tuple({1}).add_tuple({1, 2.5}).add_list({}).add_list({x});
  arguments.keyword("s").add("text").keyword("t").add_tuple({x, "text"});
  CHECK(format_node(graph.call_function(f, arguments)) ==
        "%f : [num_users=0] = call_function[target=__main__.f](args = ((), (1,), (1, 2.5), [], "
        "[%x]), kwargs = {s: text, t: (%x, text)})");
  CHECK(format_node(graph.call_function(f, {})) ==
        "%f_1 : [num_users=0] = call_function[target=__main__.f](args = (), kwargs = {})");
}

TEST_CASE("call_module is formatted like a call", "[ir][format_node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(format_node(graph.call_module("sub.layer", {x, 1})) ==
        "%sub_layer : [num_users=0] = call_module[target=sub.layer](args = (%x, 1), kwargs = {})");
}

TEST_CASE("the output is a return line with bare names", "[ir][format_node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(format_node(graph.output({x})) == "return x");
  UntypedArguments several;
  several.add_tuple({x, 1, calque::None{}});
  CHECK(format_node(graph.output(several)) == "return (x, 1, None)");
  UntypedArguments list;
  list.add_list({x});
  CHECK(format_node(graph.output(list)) == "return [x]");
  CHECK(format_node(graph.output({2.5})) == "return 2.5");
}

TEST_CASE("a short line has the target as it is called", "[ir][format_node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments{x};
  arguments.keyword("k").add(1);
  const auto& call = graph.call_function(f, arguments);
  CHECK(calque::detail::short_line(x, 4) == "%x   = placeholder[target=x]");
  CHECK(calque::detail::short_line(call, 0) == "%f = call_function[target=f](%x, k = 1)");
}

TEST_CASE("an excerpt shows three nodes on each side", "[ir][format_node]") {
  UntypedGraph graph;
  for (const char* name : {"a", "b", "c", "d", "e", "long_name", "g", "h", "i"}) {
    graph.placeholder(name);
  }
  const auto& middle = *graph.nodes().begin()->next()->next()->next()->next();
  CHECK(calque::detail::excerpt(middle) ==
        "\n      %b         = placeholder[target=b]"
        "\n      %c         = placeholder[target=c]"
        "\n      %d         = placeholder[target=d]"
        "\n   -> %e         = placeholder[target=e]"
        "\n      %long_name = placeholder[target=long_name]"
        "\n      %g         = placeholder[target=g]"
        "\n      %h         = placeholder[target=h]");
}
