#include <calque/text/listing.hpp>

#include <calque/trace/math.hpp>
#include <calque/trace/operators.hpp>
#include <calque/trace/wrap.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/placeholder.hpp"

using calque::Arguments;
using calque::None;
using calque::Rules;
using calque::Untyped;
using support::expect_listing;
using support::placeholder_with_default;
using support::trimmed;

namespace {

using Graph = calque::Graph<Untyped>;
using Args = Arguments<Untyped>;

constexpr auto first_of = [](const auto& x, const auto&...) { return x; };

constexpr auto f = calque::primitive<"listing_test::f">(first_of);
constexpr auto bare = calque::primitive<"listing_test_bare">(first_of);
constexpr auto view = calque::method<"view">(first_of);

template <class F>
const calque::Function<Untyped>& fn(const F& callable) {
  return calque::function_of<Untyped>(callable);
}

}  // namespace

TEST_CASE("a listing shows every opcode", "[text][listing]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& weight = graph.get_attr("layer.weight");
  auto& product = graph.call_function(fn(calque::operators::mul), {x, weight});
  auto& called = graph.call_function(fn(f), {product});
  auto& again = graph.call_function(fn(bare), {called, called});
  auto& sine = graph.call_function(fn(calque::math::sin), {again});
  auto& viewed = graph.call_function(fn(view), {sine, -1, 4});
  auto& through = graph.call_module("layer.linear", {viewed});
  graph.output({through});
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %layer_weight : [num_users=1] = get_attr[target=layer.weight]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %layer_weight), kwargs = {})
    %f : [num_users=1] = call_function[target=listing_test.f](args = (%mul,), kwargs = {})
    %listing_test_bare : [num_users=1] = call_function[target=__main__.listing_test_bare](args = (%f, %f), kwargs = {})
    %sin : [num_users=1] = call_function[target=torch.sin](args = (%listing_test_bare,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%sin, -1, 4), kwargs = {})
    %layer_linear : [num_users=1] = call_module[target=layer.linear](args = (%view,), kwargs = {})
    return layer_linear
)");
}

TEST_CASE("a listing shows nested arguments and keywords, texts without quotes",
          "[text][listing]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  Args inner{x};
  inner.add_tuple({y}).add_tuple({1});
  Args arguments;
  arguments.add_list(inner).add_list({}).add_tuple({});
  arguments.keyword("q").add(None{}).keyword("e").add(std::numeric_limits<double>::infinity());
  arguments.keyword("st").add("a'b").keyword("l").add_list({y, "text"}).keyword("b").add(true);
  auto& a = graph.call_function(fn(f), arguments);
  graph.output({a});
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %f : [num_users=1] = call_function[target=listing_test.f](args = ([%x, (%y,), (1,)], [], ()), kwargs = {q: None, e: inf, st: a'b, l: [%y, text], b: True})
    return f
)");
}

TEST_CASE("a listing shows the defaults of parameters", "[text][listing]") {
  Graph graph;
  placeholder_with_default(graph, "y", Args{3});
  placeholder_with_default(graph, "Text", Args{"a"});
  placeholder_with_default(graph, "pair", Args().add_tuple({1, None{}}));
  expect_listing(graph, R"(
graph():
    %y : [num_users=0] = placeholder[target=y](default=3)
    %text : [num_users=0] = placeholder[target=Text](default=a)
    %pair : [num_users=0] = placeholder[target=pair](default=(1, None))
)");
}

TEST_CASE("a listing returns names without a percent sign and quotes texts", "[text][listing]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  graph.output(Args().add_tuple(Args{x, "k"}.add_list({x, 0.5}).add_tuple({x})));
  expect_listing(graph, R"__(
graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x, 'k', [x, 0.5], (x,))
)__");
}

TEST_CASE("a listing counts a user once however often it uses the value", "[text][listing]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn(calque::operators::mul), {x, x});
  auto& b = graph.call_function(fn(calque::operators::add), {a, x});
  graph.output({b});
  expect_listing(graph, R"(
graph():
    %x : [num_users=2] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %x), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%mul, %x), kwargs = {})
    return add
)");
}

TEST_CASE("the rules of 1.13 write the number of users differently", "[text][listing]") {
  Graph graph({.rules = Rules::torch_1_13});
  auto& x = graph.placeholder("x");
  graph.output({x});
  expect_listing(graph, R"(
graph():
    %x : [#users=1] = placeholder[target=x]
    return x
)");
  CHECK(calque::listing(graph, Rules::newest) == trimmed(R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    return x
)"));
}

TEST_CASE("a listing of an empty graph is its first line", "[text][listing]") {
  const Graph graph;
  expect_listing(graph, "graph():\n");
}

TEST_CASE("a listing leaves erased nodes out", "[text][listing]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn(f), {x});
  graph.erase_node(a);
  expect_listing(graph, R"(
graph():
    %x : [num_users=0] = placeholder[target=x]
)");
}

TEST_CASE("a listing shows arguments nested 5000 deep", "[text][listing]") {
  constexpr std::size_t depth = 5000;
  Graph graph;
  auto& x = graph.placeholder("x");
  Args nested{x};
  for (std::size_t i = 0; i < depth; ++i) {
    Args outer;
    outer.add_list(nested);
    nested = std::move(outer);
  }
  graph.output(nested);
  CHECK(calque::listing(graph) ==
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return " +
            std::string(depth, '[') + "x" + std::string(depth, ']') + "\n");
}
