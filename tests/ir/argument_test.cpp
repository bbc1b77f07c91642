#include <calque/ir/argument.hpp>
#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

using support::expect_listing;
using support::f;
using support::UntypedArguments;
using support::UntypedGraph;
using Operand = calque::Operand<support::Untyped>;

TEST_CASE("an operand is a node or a literal", "[ir][argument]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(Operand(x).is_node());
  CHECK(Operand(x).node == &x);
  CHECK_FALSE(Operand(1).is_node());
  CHECK(Operand(1).literal.as<int>() == 1);
  CHECK(Operand("text").literal.text() == "text");
  CHECK(Operand(calque::None{}).literal.is_none());
  CHECK(Operand().literal.is_none());
}

TEST_CASE("operands are equal in node, or in type and bits", "[ir][argument]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  CHECK(Operand(x) == Operand(x));
  CHECK_FALSE(Operand(x) == Operand(y));
  CHECK_FALSE(Operand(x) == Operand(1));
  CHECK(Operand(1) == Operand(1));
  CHECK_FALSE(Operand(1) == Operand(1.0));
}

TEST_CASE("tuples, lists and keywords nest as they were written", "[ir][argument]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments inner{1, x};
  UntypedArguments middle;
  middle.add_list(inner).add(true).add_tuple({});
  UntypedArguments arguments{x};
  arguments.add_tuple(middle).add_list({}).keyword("axis").add("rows");
  arguments.keyword("sizes").add_tuple({x, 2.5});
  graph.call_function(f, arguments);
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %f : [num_users=0] = call_function[target=__main__.f](args = (%x, ([1, %x], True, ()), []), kwargs = {axis: rows, sizes: (%x, 2.5)})
)");
}

TEST_CASE("append puts the arguments of another list side by side", "[ir][argument]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments more{2};
  more.add_list({x}).keyword("k").add(3);
  UntypedArguments arguments{x, 1};
  arguments.append(more).keyword("last").add(4);
  graph.call_function(f, arguments);
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %f : [num_users=0] = call_function[target=__main__.f](args = (%x, 1, 2, [%x]), kwargs = {k: 3, last: 4})
)");
}

TEST_CASE("the graph keeps its own copy of texts and keyword names", "[ir][argument]") {
  UntypedGraph graph;
  {
    std::string text = "a text that does not fit into a small string";
    std::string keyword = "a_keyword_that_does_not_fit_either";
    UntypedArguments arguments{std::string_view(text)};
    arguments.keyword(keyword).add(1);
    graph.call_function(f, arguments);
    text.assign(text.size(), '#');
    keyword.assign(keyword.size(), '#');
  }
  expect_listing(graph, R"(
graph():
    %f : [num_users=0] = call_function[target=__main__.f](args = (a text that does not fit into a small string,), kwargs = {a_keyword_that_does_not_fit_either: 1})
)");
}

TEST_CASE("dicts, slices, an ellipsis and symbols are arguments", "[ir][argument]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments;
  arguments.add_dict({"sum", x, 1, "one", calque::None{}, x}).add_dict({});
  arguments.add_slice({x, "stop", calque::None{}});
  UntypedArguments index;
  index.add_slice({calque::None{}, calque::None{}, 2}).add(calque::ellipsis);
  arguments.add_tuple(index).keyword("dtype").add(calque::Symbol{"torch.float32"});
  auto& call = graph.call_function(f, arguments);
  UntypedArguments result;
  graph.output(result.add_dict({"r", call}));
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %f : [num_users=1] = call_function[target=__main__.f](args = ({sum: %x, 1: one, None: %x}, {}, slice(x, 'stop', None), (slice(None, None, 2), Ellipsis)), kwargs = {dtype: torch.float32})
    return {'r': f}
)");
  support::expect_code(graph, R"(
def forward(self, x):
    f = __main___f({'sum': x, 1: 'one', None: x}, {}, slice(x, 'stop', None), (slice(None, None, 2), Ellipsis), dtype = torch.float32);  x = None
    return {'r': f}
)");
}

TEST_CASE("a dict needs a value for each key, a slice three parts", "[ir][argument]") {
  UntypedArguments arguments;
  CHECK(support::error_of<calque::GraphError>([&] { arguments.add_dict({"k", 1, "l"}); }) ==
        "a dict needs a value for each of its keys");
  CHECK(support::error_of<calque::GraphError>([&] { arguments.add_slice({1, 2}); }) ==
        "a slice has three parts: start, stop and step");
}

TEST_CASE("a key of a dict is a literal", "[ir][argument]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments;
  arguments.add_dict({x, 1});
  CHECK(support::error_of<calque::GraphError>([&] { graph.call_function(f, arguments); }) ==
        "cannot call f: a key of a dict is no literal");
  UntypedArguments key_is_tuple;
  UntypedArguments items;
  key_is_tuple.add_dict(items.add_tuple({1}).add(2));
  CHECK(support::error_of<calque::GraphError>([&] { graph.call_function(f, key_is_tuple); }) ==
        "cannot call f: a key of a dict is no literal");
  CHECK(graph.size() == 1);
}
