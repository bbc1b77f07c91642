#include <calque/text/code.hpp>

#include <calque/trace/math.hpp>
#include <calque/trace/operators.hpp>
#include <calque/trace/tracer.hpp>
#include <calque/trace/wrap.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/placeholder.hpp"

using calque::Arguments;
using calque::None;
using calque::Rules;
using calque::Untyped;
using support::expect_code;
using support::placeholder_with_default;
using support::trimmed;

namespace {

using Graph = calque::Graph<Untyped>;
using Args = Arguments<Untyped>;

constexpr auto first_of = [](const auto& x, const auto&...) { return x; };

constexpr auto f = calque::primitive<"code_test::f">(first_of);
constexpr auto dotted = calque::primitive<"torch.nn.functional.relu">(first_of);
constexpr auto bare = calque::primitive<"code_test_bare">(first_of);
constexpr auto view = calque::method<"view">(first_of);

template <class F>
const calque::Function<Untyped>& fn(const F& callable) {
  return calque::function_of<Untyped>(callable);
}

}  // namespace

TEST_CASE("code prints every opcode", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& weight = graph.get_attr("layer.weight");
  auto& product = graph.call_function(fn(calque::operators::mul), {x, weight});
  auto& called = graph.call_function(fn(f), {product});
  auto& viewed = graph.call_function(fn(view), {called, -1, 4});
  auto& through = graph.call_module("layer.linear", {viewed, 2});
  graph.output({through});
  expect_code(graph, R"(
def forward(self, x):
    layer_weight = self.layer.weight
    mul = x * layer_weight;  x = layer_weight = None
    f = code_test_f(mul);  mul = None
    view = f.view(-1, 4);  f = None
    layer_linear = self.layer.linear(view, 2);  view = None
    return layer_linear
)");
}

TEST_CASE("code reaches path components that are no identifiers by getattr", "[text][code]") {
  Graph graph;
  auto& a = graph.get_attr("0");
  auto& b = graph.get_attr("rest.0.scale");
  auto& c = graph.get_attr("rest.0.1-x.last");
  auto& d = graph.call_module("rest.1", {a});
  auto& e = graph.call_module("2.linear", {b});
  graph.output(Args().add_tuple({c, d, e}));
  expect_code(graph, R"(
def forward(self):
    _0 = getattr(self, "0")
    rest_0_scale = getattr(self.rest, "0").scale
    rest_0_1_x_last = getattr(getattr(self.rest, "0"), "1-x").last
    rest_1 = getattr(self.rest, "1")(_0);  _0 = None
    _2_linear = getattr(self, "2").linear(rest_0_scale);  rest_0_scale = None
    return (rest_0_1_x_last, rest_1, _2_linear)
)");
}

TEST_CASE("code prints callees by their qualified names", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn(f), {x});
  auto& b = graph.call_function(fn(dotted), {a});
  auto& c = graph.call_function(fn(bare), {b});
  auto& d = graph.call_function(fn(calque::math::sin), {c});
  graph.output({d});
  expect_code(graph, R"(
def forward(self, x):
    f = code_test_f(x);  x = None
    relu = torch.nn.functional.relu(f);  f = None
    code_test_bare = __main___code_test_bare(relu);  relu = None
    sin = torch.sin(code_test_bare);  code_test_bare = None
    return sin
)");
}

TEST_CASE("code prints keyword arguments after the positional ones", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  Args arguments{x};
  arguments.keyword("dim").add(1).keyword("out").add_tuple({y, 2}).keyword("last").add(y);
  auto& a = graph.call_function(fn(f), arguments);
  auto& b = graph.call_function(fn(f), Args().keyword("only").add(a));
  Args of_method{b};
  of_method.keyword("alpha").add(3);
  auto& c = graph.call_function(fn(view), of_method);
  Args of_module{c};
  of_module.keyword("flag").add(true);
  auto& d = graph.call_module("m", of_module);
  graph.output({d});
  expect_code(graph, R"(
def forward(self, x, y):
    f = code_test_f(x, dim = 1, out = (y, 2), last = y);  x = y = None
    f_1 = code_test_f(only = f);  f = None
    view = f_1.view(alpha = 3);  f_1 = None
    m = self.m(view, flag = True);  view = None
    return m
)");
}

TEST_CASE("code nests tuples and lists as they were written", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  Args inner{x};
  inner.add_tuple({y, 1}).add_list({});
  Args arguments;
  arguments.add_list(inner).add_tuple({}).add_tuple({y}).add_list({x}).add_tuple(Args().add_list(
      Args().add_tuple({})));
  auto& a = graph.call_function(fn(f), arguments);
  graph.output(Args().add_list(Args{a}.add_tuple({a}).add_list({}).add_tuple({})));
  expect_code(graph, R"(
def forward(self, x, y):
    f = code_test_f([x, (y, 1), []], (), (y,), [x], ([()],));  x = y = None
    return [f, (f,), [], ()]
)");
}

TEST_CASE("code prints literals of every kind", "[text][code]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(
      fn(f), {x, 1, -1, 0.5, 1e-05, 1e30, infinity, -infinity, nan, true, None{}, "it's",
              "a \"quote\"\n", 0.1f, 'c', 18446744073709551615u});
  graph.output({a});
  expect_code(graph, R"__(
def forward(self, x):
    f = code_test_f(x, 1, -1, 0.5, 1e-05, 1e+30, inf, -inf, nan, True, None, "it's", 'a "quote"\n', 0.1, 'c', 18446744073709551615);  x = None
    return f
)__");
}

TEST_CASE("code prints the types of constants that Python cannot write", "[text][code]") {
  calque::Graph<std::vector<double>> graph;
  const std::vector<double> value{1.0, 2.0};
  using Values = std::vector<double>;
  graph.output({calque::Operand<Values>(calque::Literal<Values>(&value))});
  const std::string name(calque::type_name<Values>({0}));
  CHECK(calque::code(graph) == "def forward(self):\n    return <" + name + ">\n");
}

TEST_CASE("code prints the defaults of parameters", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& y = placeholder_with_default(graph, "y", Args{2.5});
  placeholder_with_default(graph, "text", Args{"a"});
  placeholder_with_default(graph, "none", Args{None{}});
  placeholder_with_default(graph, "pair", Args().add_tuple({1, 2}));
  auto& sum = graph.call_function(fn(calque::operators::add), {x, y});
  graph.output({sum});
  expect_code(graph, R"(
def forward(self, x, y = 2.5, text = 'a', none = None, pair = (1, 2)):
    add = x + y;  x = y = None
    return add
)");
}

TEST_CASE("code keeps the name of a parameter and renames its value", "[text][code]") {
  Graph graph;
  auto& t = graph.placeholder("T");
  auto& camel = graph.placeholder("inputValue");
  auto& sum = graph.call_function(fn(calque::operators::add), {t, camel});
  graph.output({sum});
  expect_code(graph, R"(
def forward(self, T, inputValue):
    t = T
    input_value = inputValue
    add = t + input_value;  t = input_value = None
    return add
)");
}

TEST_CASE("code keeps a parameter that bears the name of a builtin", "[text][code]") {
  Graph graph;
  auto& input = graph.placeholder("input");
  auto& sum = graph.call_function(fn(calque::operators::add), {input, 1});
  graph.output({sum});
  expect_code(graph, R"(
def forward(self, input):
    input_1 = input
    add = input_1 + 1;  input_1 = None
    return add
)");
}

TEST_CASE("code gives a parameter another name where its own cannot stand", "[text][code]") {
  Graph graph;
  auto& keyword = graph.placeholder("lambda");
  auto& path = graph.placeholder("a.b");
  auto& sum = graph.call_function(fn(calque::operators::add), {keyword, path});
  graph.output({sum});
  expect_code(graph, R"(
def forward(self, lambda_1, a_b):
    add = lambda_1 + a_b;  lambda_1 = a_b = None
    return add
)");
}

TEST_CASE("code tells two parameters of one name apart", "[text][code]") {
  Graph graph;
  auto& first = graph.placeholder("x");
  auto& second = graph.placeholder("x");
  auto& difference = graph.call_function(fn(calque::operators::sub), {first, second});
  graph.output({difference});
  expect_code(graph, R"(
def forward(self, x, x_1):
    sub = x - x_1;  x = x_1 = None
    return sub
)");
}

TEST_CASE("code never gives one name to a parameter and to another value", "[text][code]") {
  Graph graph;
  auto& upper = graph.placeholder("T");
  auto& lower = graph.placeholder("t");
  auto& difference = graph.call_function(fn(calque::operators::sub), {upper, lower});
  graph.output({difference});
  CHECK(upper.name() == "t");
  CHECK(lower.name() == "t_1");
  // With a parameter `t`, `t = T` would overwrite it before `t_1 = t` reads it.
  expect_code(graph, R"(
def forward(self, T, t_1):
    t = T
    sub = t - t_1;  t = t_1 = None
    return sub
)");
}

TEST_CASE("a first parameter called self takes the place of self", "[text][code]") {
  Graph graph;
  auto& self = graph.placeholder("self");
  auto& y = graph.placeholder("y");
  auto& sum = graph.call_function(fn(calque::operators::add), {self, y});
  graph.output({sum});
  expect_code(graph, R"(
def forward(self, y):
    add = self + y;  self = y = None
    return add
)");
}

TEST_CASE("a node that is named like a printed callee gets the next number", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn(f), {x}, "code_test_f");
  auto& b = graph.call_function(fn(f), {a}, "__main___code_test_bare");
  auto& c = graph.call_function(fn(bare), {b});
  graph.output({c});
  CHECK(a.name() == "code_test_f");
  expect_code(graph, R"(
def forward(self, x):
    code_test_f_1 = code_test_f(x);  x = None
    __main___code_test_bare_1 = code_test_f(code_test_f_1);  code_test_f_1 = None
    code_test_bare = __main___code_test_bare(__main___code_test_bare_1);  __main___code_test_bare_1 = None
    return code_test_bare
)");
}

TEST_CASE("a parameter that is named like a printed callee does not hide it", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("code_test_f");
  auto& a = graph.call_function(fn(f), {x});
  graph.output({a});
  expect_code(graph, R"(
def forward(self, code_test_f_1):
    f = code_test_f(code_test_f_1);  code_test_f_1 = None
    return f
)");
}

TEST_CASE("a number gets parentheses in front of a dot or a bracket", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn(view), {1, x});
  auto& b = graph.call_function(fn(view), {-2.5});
  auto& c = graph.call_function(fn(view), {"text"});
  auto& d = graph.call_function(fn(calque::operators::getitem), {x, 0});
  auto& e = graph.call_function(fn(calque::operators::getitem), {3, d});
  auto& g = graph.call_function(fn(calque::operators::getitem), Args{x}.add_tuple({0, e}));
  graph.output(Args().add_tuple({a, b, c, g}));
  expect_code(graph, R"(
def forward(self, x):
    view = (1).view(x)
    view_1 = (-2.5).view()
    view_2 = 'text'.view()
    getitem = x[0]
    getitem_1 = (3)[getitem];  getitem = None
    getitem_2 = x[(0, getitem_1)];  x = getitem_1 = None
    return (view, view_1, view_2, getitem_2)
)");
}

TEST_CASE("code prints unary operators in front and literals on either side", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn(calque::operators::neg), {x});
  auto& b = graph.call_function(fn(calque::operators::invert), {a});
  auto& c = graph.call_function(fn(calque::operators::pos), {b});
  auto& d = graph.call_function(fn(calque::operators::sub), {-1, c});
  auto& e = graph.call_function(fn(calque::operators::pow), {-2.0, d});
  auto& g = graph.call_function(fn(calque::operators::pow),
                                {-std::numeric_limits<double>::infinity(), e});
  auto& h = graph.call_function(fn(calque::operators::pow), {2, g});
  auto& i = graph.call_function(fn(calque::operators::pow), {h, -1});
  graph.output({i});
  expect_code(graph, R"(
def forward(self, x):
    neg = -x;  x = None
    invert = ~neg;  neg = None
    pos = +invert;  invert = None
    sub = -1 - pos;  pos = None
    pow_1 = (-2.0) ** sub;  sub = None
    pow_2 = (-inf) ** pow_1;  pow_1 = None
    pow_3 = 2 ** pow_2;  pow_2 = None
    pow_4 = pow_3 ** -1;  pow_3 = None
    return pow_4
)");
}

TEST_CASE("values are cleared after their last use in the order of the operands", "[text][code]") {
  Graph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.placeholder("b");
  auto& c = graph.placeholder("c");
  Args arguments{c};
  arguments.add_list({a, c}).keyword("k").add(b).keyword("l").add(a);
  auto& all = graph.call_function(fn(f), arguments);
  graph.output({all});
  expect_code(graph, R"(
def forward(self, a, b, c):
    f = code_test_f(c, [a, c], k = b, l = a);  c = a = b = None
    return f
)");
}

TEST_CASE("an unused value is cleared after its own statement by the newest rules",
          "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  graph.placeholder("unused");
  auto& a = graph.call_function(fn(f), {x});
  graph.get_attr("weight");
  graph.call_module("m", {a});
  graph.output({1});
  expect_code(graph, R"(
def forward(self, x, unused):
    f = code_test_f(x);  x = None
    weight = self.weight;  weight = None
    m = self.m(f);  f = m = None
    return 1
)");
  CHECK(calque::code(graph, Rules::torch_1_13) == trimmed(R"(
def forward(self, x, unused):
    f = code_test_f(x);  x = None
    weight = self.weight
    m = self.m(f);  f = None
    return 1
)"));
}

TEST_CASE("a program without an output returns nothing", "[text][code]") {
  Graph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(fn(f), {x});
  expect_code(graph, R"(
def forward(self, x):
    f = code_test_f(x);  x = f = None
)");
}

TEST_CASE("a program without statements passes", "[text][code]") {
  Graph graph;
  expect_code(graph, R"(
def forward(self):
    pass
)");
  graph.placeholder("x");
  expect_code(graph, R"(
def forward(self, x):
    pass
)");
}

TEST_CASE("arguments nested 5000 deep are printed", "[text][code]") {
  constexpr std::size_t depth = 5000;
  Graph graph;
  auto& x = graph.placeholder("x");
  Args nested{x};
  std::string text = "x";
  for (std::size_t i = 0; i < depth; ++i) {
    Args outer;
    if (i % 2 == 0) outer.add_tuple(nested);
    else outer.add_list(nested);
    nested = std::move(outer);
  }
  for (std::size_t i = 0; i < depth; ++i) {
    text.insert(0, i % 2 == 0 ? "(" : "[");
    text += i % 2 == 0 ? ",)" : "]";
  }
  Args named;
  named.keyword("k").append(nested);
  auto& a = graph.call_function(fn(f), nested);
  auto& b = graph.call_function(fn(f), named);
  graph.output(Args().add_tuple({a, b}));
  CHECK(calque::code(graph) == "def forward(self, x):\n    f = code_test_f(" + text +
                                   ")\n    f_1 = code_test_f(k = " + text +
                                   ");  x = None\n    return (f, f_1)\n");
}

TEST_CASE("the rules of the text can be chosen apart from those of the names", "[text][code]") {
  Graph graph({.rules = Rules::torch_1_13});
  auto& x = graph.placeholder("x");
  graph.call_function(fn(f), {x});
  graph.output({x});
  CHECK(calque::code(graph) == calque::code(graph, Rules::torch_1_13));
  CHECK(calque::code(graph) == "def forward(self, x):\n    f = code_test_f(x)\n    return x\n");
  CHECK(calque::code(graph, Rules::newest) ==
        "def forward(self, x):\n    f = code_test_f(x);  f = None\n    return x\n");
}
