// Programs whose text is compared with what torch 1.13's torch.fx printed for them; where the
// newest rules print something else, that text stands beside it.
#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/expected_texts.hpp"
#include "support/hand_made.hpp"
#include "support/primitive_library.hpp"

using calque::Rules;
using calque::Untyped;
using support::trimmed;
using namespace calque::literals;

namespace expected = support::expected;

namespace {

using S = calque::Proxy<Untyped>;

constexpr calque::TraceOptions by_1_13{.rules = Rules::torch_1_13};

constexpr auto fma_lowp = calque::wrap<"fma_lowp">([](auto a, auto b, auto c) {
  auto activated = support::sigmoid_lowp(a);
  auto product = activated * b;
  return support::add_lowp(product, c);
});

constexpr auto scale = calque::wrap<"scale", calque::param<"x">, calque::param<"factor", 2.0>,
                                    calque::param<"bias", 0>>([](auto x, auto factor, auto bias) {
  auto product = x * factor;
  return product + bias;
});

constexpr auto relu = calque::method<"relu">([](const auto& x) { return x; });

// The name of scale, for calls with more arguments than it has parameters.
constexpr calque::FunctionInfo takes_anything_info{.name = "scale"};
constexpr calque::Function<Untyped> takes_anything = support::untyped(takes_anything_info);

template <class F, std::size_t N>
calque::GraphModule<Untyped> trace_1_13(const F& f, const std::string_view (&names)[N]) {
  return calque::symbolic_trace<Untyped>(f, names, by_1_13);
}

template <class C>
void open_calls(calque::GraphModule<Untyped>& module, const C& composite) {
  calque::inline_calls(module.graph(), [&](const auto& node) { return node.calls(composite); });
  calque::lint(module.graph());
  module.recompile();
}

struct UnusedResults {
  S operator()(S x, S y) const {
    x + y;
    S product = x * y;
    relu(product);
    return product;
  }
};

struct DeadCode {
  S operator()(S x, S y) const {
    S a = x + y;
    a * 2;
    S b = a - 1;
    relu(b);
    return a;
  }
};

template <class D>
std::string names_of(const calque::Graph<D>& graph) {
  std::string text;
  for (const auto& node : graph.nodes()) {
    text += text.empty() ? "['" : ", '";
    text += node.name() + "'";
  }
  return text + "]\n";
}

/// The graph of the case user_names_collide, built by hand under some rules.
calque::Graph<Untyped> colliding_names(Rules rules) {
  calque::Graph<Untyped> graph({.rules = rules});
  const auto& add = calque::function_of<Untyped>(calque::operators::add);
  auto& x = graph.placeholder("add_1");
  auto& a = graph.call_function(add, {x, 1});
  auto& b = graph.call_function(add, {a, 2});
  auto& c = graph.call_function(add, {b, 3});
  auto& d = graph.call_function(add, {c, 4}, "add_7");
  auto& e = graph.call_function(add, {d, 5}, "add_7");
  auto& f = graph.call_function(add, {e, 6}, "a b-c");
  auto& g = graph.call_function(add, {f, 6}, "2x");
  graph.output({g});
  return graph;
}

}  // namespace

TEST_CASE("composites are recorded as leaf calls", "[parity]") {
  const auto traced = trace_1_13(support::Foo{}, {"x", "y"});
  CHECK(traced.code() == trimmed(expected::seed_leaf_calls));
  CHECK(calque::code(traced.graph(), Rules::newest) == trimmed(expected::seed_leaf_calls));
}

TEST_CASE("one composite is opened in the graph and the other one kept", "[parity][inline]") {
  auto traced = trace_1_13(support::Foo{}, {"x", "y"});
  open_calls(traced, support::sigmoid_lowp);
  CHECK(traced.code() == trimmed(expected::seed_inline_sigmoid));
}

TEST_CASE("all composites are opened in the graph", "[parity][inline]") {
  auto traced = trace_1_13(support::Foo{}, {"x", "y"});
  constexpr auto both = calque::library<"both">(support::sigmoid_lowp, support::add_lowp);
  CHECK(calque::inline_calls(traced.graph(), both) == 3);
  CHECK(traced.code() == trimmed(expected::seed_inline_all));
}

TEST_CASE("a tracer opens one composite while it traces", "[parity][tracer]") {
  support::InliningTracer<Untyped> tracer({.rules = Rules::torch_1_13});
  const auto graph = tracer.trace(support::Foo{}, {"x", "y"});
  support::expect_code(graph, expected::seed_inlining_tracer);
}

TEST_CASE("a tracer opens all composites while it traces", "[parity][tracer]") {
  struct OpenAll : calque::Tracer<Untyped> {
    using calque::Tracer<Untyped>::Tracer;
    bool is_leaf_function(const Function& f) const override { return !f.is_composite(); }
  };
  OpenAll tracer({.rules = Rules::torch_1_13});
  const auto graph = tracer.trace(support::Foo{}, {"x", "y"});
  support::expect_code(graph, expected::seed_inlining_tracer_both);
}

TEST_CASE("a composite made of composites is one leaf call", "[parity]") {
  const auto traced = trace_1_13([](S a, S b, S c) { return fma_lowp(a, b, c); }, {"a", "b", "c"});
  CHECK(traced.code() == trimmed(expected::nested_composite_leaf));
}

TEST_CASE("opening a composite made of composites opens one level", "[parity][inline]") {
  auto traced = trace_1_13([](S a, S b, S c) { return fma_lowp(a, b, c); }, {"a", "b", "c"});
  open_calls(traced, fma_lowp);
  // torch.fx traces the inner composites through; here they stay calls until they are opened too.
  CHECK(traced.code() == trimmed(R"(
def forward(self, a, b, c):
    sigmoid_lowp = __main___sigmoid_lowp(a);  a = None
    mul = sigmoid_lowp * b;  sigmoid_lowp = b = None
    add_lowp = __main___add_lowp(mul, c);  mul = c = None
    return add_lowp
)"));
  open_calls(traced, support::sigmoid_lowp);
  open_calls(traced, support::add_lowp);
  CHECK(traced.code() == trimmed(expected::nested_composite_inline_outer));
}

TEST_CASE("the users of an opened call all use its result", "[parity][inline]") {
  const auto program = [](S x) {
    S s = support::sigmoid_lowp(x);
    S square = s * s;
    return s + square;
  };
  auto traced = trace_1_13(program, {"x"});
  open_calls(traced, support::sigmoid_lowp);
  CHECK(traced.code() == trimmed(expected::call_used_twice));
}

TEST_CASE("a call with keywords and defaults is recorded as written and opened",
          "[parity][inline]") {
  const auto program = [](S x, S y) {
    S named = scale(x, "factor"_a = y, "bias"_a = 3);
    S defaulted = scale(y);
    return named - defaulted;
  };
  auto traced = trace_1_13(program, {"x", "y"});
  const std::string before = traced.code();
  open_calls(traced, scale);
  CHECK(before + "--- inlined\n" + traced.code() == trimmed(expected::inline_call_with_kwargs));
}

TEST_CASE("arithmetic is printed infix", "[parity][operators]") {
  const auto program = [](S x, S y) {
    S sum = x + y;
    S difference = x - y;
    S product = sum * difference;
    S quotient = product / 2;
    S negative = -x;
    S rest = quotient - negative;
    S power = pow(rest, 2);
    S remainder = power % 3;
    return floordiv(remainder, y);
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::arithmetic));
}

TEST_CASE("a literal on the left stays on the left", "[parity][operators]") {
  const auto add = [](S x) { return 1 + x; };
  const auto sub = [](S x) { return 2 - x; };
  const auto div = [](S x) {
    S product = 3 * x;
    return 1.5 / product;
  };
  CHECK(trace_1_13(add, {"x"}).code() + trace_1_13(sub, {"x"}).code() +
            trace_1_13(div, {"x"}).code() ==
        trimmed(expected::reflected_operators));
}

TEST_CASE("comparisons and logic are printed infix", "[parity][operators]") {
  const auto program = [](S x, S y) {
    S lt = x < y;
    S le = x <= y;
    S both = lt & le;
    S gt = x > y;
    S ge = x >= y;
    S one = gt ^ ge;
    S either = both | one;
    S eq = x == y;
    S ne = x != y;
    return std::tuple(either, eq, ne);
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::comparisons));
}

TEST_CASE("bit operators and the matrix product are printed infix", "[parity][operators]") {
  const auto program = [](S x, S y) {
    S inverted = ~x;
    S left = inverted << 1;
    S right = left >> y;
    S positive = +x;
    S product = matmul(x, y);
    return std::tuple(right, positive, product);
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::bit_operators));
}

TEST_CASE("a negative literal to the power of a value gets parentheses", "[parity][operators]") {
  const auto program = [](S x) {
    S integer = pow(-2, x);
    S real = pow(-0.5, integer);
    S positive = pow(2, real);
    S right = pow(positive, -2);
    return right;
  };
  // torch.fx prints `-2 ** x`, which is -(2 ** x).
  CHECK(trace_1_13(program, {"x"}).code() == trimmed(R"(
def forward(self, x):
    pow_1 = (-2) ** x;  x = None
    pow_2 = (-0.5) ** pow_1;  pow_1 = None
    pow_3 = 2 ** pow_2;  pow_2 = None
    pow_4 = pow_3 ** -2;  pow_3 = None
    return pow_4
)"));
}

TEST_CASE("results of one operation are numbered", "[parity][names]") {
  const auto program = [](S x, S y) {
    S a = x + y;
    S b = a + x;
    S c = b + y;
    return c + a;
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::same_base_names));
}

TEST_CASE("names that Python reserves get a number", "[parity][names]") {
  static constexpr auto identity = [](const auto& x) { return x; };
  const auto program = [](S x) {
    S real = support::to_float(x);
    S integer = calque::method<"int">(identity)(x);
    S sum = real + integer;
    S type = calque::method<"type">(identity)(x);
    sum = sum + type;
    S most = calque::method<"max">(identity)(x);
    sum = sum + most;
    S total = calque::method<"sum">(identity)(x);
    sum = sum + total;
    S list = calque::method<"list">(identity)(x);
    sum = sum + list;
    S lambda = calque::method<"lambda_">(identity)(x);
    sum = sum + lambda;
    S id = calque::method<"id">(identity)(x);
    sum = sum + id;
    return sum;
  };
  CHECK(trace_1_13(program, {"x"}).code() == trimmed(expected::reserved_names));
}

TEST_CASE("wanted names that are taken or illegal are changed", "[parity][names]") {
  const auto old = colliding_names(Rules::torch_1_13);
  CHECK(calque::code(old) + names_of(old) == trimmed(expected::user_names_collide));
  const auto newest = colliding_names(Rules::newest);
  CHECK(calque::code(newest) + names_of(newest) == trimmed(expected::user_names_collide));
}

TEST_CASE("unused results are cleared by the newest rules alone", "[parity][code]") {
  const auto traced = trace_1_13(UnusedResults{}, {"x", "y"});
  CHECK(traced.code() == trimmed(expected::unused_results));
  CHECK(calque::code(traced.graph(), Rules::newest) == trimmed(R"(
def forward(self, x, y):
    add = x + y;  add = None
    mul = x * y;  x = y = None
    relu = mul.relu();  relu = None
    return mul
)"));
}

TEST_CASE("an unused input is never cleared", "[parity][code]") {
  const auto program = [](S x, S) { return x + 1; };
  const auto traced = trace_1_13(program, {"x", "y"});
  CHECK(traced.code() == trimmed(expected::unused_input));
  CHECK(calque::code(traced.graph(), Rules::newest) == trimmed(expected::unused_input));
}

TEST_CASE("an argument that is given twice is cleared once", "[parity][code]") {
  const auto traced = trace_1_13([](S x) { return x * x; }, {"x"});
  CHECK(traced.code() == trimmed(expected::same_argument_twice));
}

TEST_CASE("a program may return its input", "[parity][code]") {
  const auto traced = trace_1_13([](S x) { return x; }, {"x"});
  CHECK(traced.code() == trimmed(expected::returns_input));
}

TEST_CASE("a program may return a constant", "[parity][code]") {
  const auto traced = trace_1_13([](S) { return 7; }, {"x"});
  CHECK(traced.code() == trimmed(expected::returns_constant));
}

TEST_CASE("a literal of any kind is printed as Python's repr", "[parity][code]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  calque::Graph<Untyped> graph({.rules = Rules::torch_1_13});
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(
      takes_anything,
      {x, 1, -1, 0.5, 1e-05, 1e30, infinity, -infinity, nan, true, calque::None{}, "it's",
       "a \"quote\"\n"});
  graph.output({a});
  support::expect_code(graph, expected::literals);
}

TEST_CASE("a listing says how many users a node has", "[parity][listing]") {
  const auto traced = trace_1_13(support::Foo{}, {"x", "y"});
  const std::string old = trimmed(expected::print_graph);
  CHECK(calque::listing(traced.graph(), Rules::torch_1_13) == old);
  CHECK(calque::listing(traced.graph(), Rules::newest) == trimmed(R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %sigmoid_lowp : [num_users=1] = call_function[target=__main__.sigmoid_lowp](args = (%x,), kwargs = {})
    %sigmoid_lowp_1 : [num_users=1] = call_function[target=__main__.sigmoid_lowp](args = (%y,), kwargs = {})
    %add_lowp : [num_users=1] = call_function[target=__main__.add_lowp](args = (%sigmoid_lowp, %sigmoid_lowp_1), kwargs = {})
    return add_lowp
)"));
  // By default a graph follows the newest rules.
  const auto newest = calque::symbolic_trace<Untyped>(support::Foo{}, {"x", "y"});
  CHECK(calque::listing(newest.graph()) == calque::listing(traced.graph(), Rules::newest));
}

TEST_CASE("dead code is removed", "[parity][dead_code]") {
  auto traced = trace_1_13(DeadCode{}, {"x", "y"});
  const std::string changed = calque::eliminate_dead_code(traced.graph()) ? "True\n" : "False\n";
  CHECK(changed + traced.code() == trimmed(expected::dead_code));
  CHECK_FALSE(calque::eliminate_dead_code(traced.graph()));
}

TEST_CASE("a program may return a tuple, a list or a dict", "[parity][code]") {
  const auto tuple = [](S x, S y) { return std::tuple(x, y + 1); };
  const auto list = [](S x, S y) { return calque::list(x, std::tuple(y, 2)); };
  const auto dict = [](S x, S y) { return calque::dict("sum", x + y, "parts", std::array{x, y}); };
  const auto one = [](S x) { return std::tuple(x); };
  CHECK(trace_1_13(tuple, {"x", "y"}).code() + trace_1_13(list, {"x", "y"}).code() +
            trace_1_13(dict, {"x", "y"}).code() + trace_1_13(one, {"x"}).code() ==
        trimmed(expected::returns_tuple_list_dict));
}

namespace {

constexpr auto torch_scale = calque::primitive<"scale">([](const auto&...) {});

}  // namespace

TEST_CASE("arguments nest", "[parity][arguments]") {
  const auto program = [](S x, S y) {
    return torch_scale(calque::list(x, std::tuple(y, 1), calque::list()),
                       calque::dict("k", x, "n", calque::None{}),
                       calque::slice(calque::None{}, y, 2), std::tuple(),
                       "dim"_a = calque::list(x, -1), "out"_a = std::tuple(y));
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::nested_arguments));
}

TEST_CASE("indices are numbers, values, slices, an ellipsis and tuples of these",
          "[parity][arguments]") {
  using calque::slice;
  constexpr calque::None none;
  const auto program = [=](S x, S i) {
    S a = x[0];
    S b = x[i];
    S c = x[slice(1, none)];
    S d = x[std::tuple(slice(none, none), 2)];
    S e = x[std::tuple(calque::ellipsis, none)];
    S stop = i + 1;
    S f = x[std::tuple(slice(i, stop), slice(none, none, 2))];
    return std::tuple(a, b, c, d, e, f);
  };
  CHECK(trace_1_13(program, {"x", "i"}).code() == trimmed(expected::getitem_and_slices));
}

TEST_CASE("functions of a library keep its spelling", "[parity][arguments]") {
  static constexpr auto any = [](const auto&...) {};
  const auto program = [](S x, S y) {
    S sum = calque::primitive<"torch.add">(any)(x, y, "alpha"_a = 2);
    S rectified = calque::primitive<"torch.relu">(any)(sum);
    // torch fills these defaults in while it traces; here they are written out.
    S softmax = calque::primitive<"torch.nn.functional.softmax">(any)(
        x, "dim"_a = -1, "_stacklevel"_a = 3, "dtype"_a = calque::None{});
    return rectified + softmax;
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::torch_functions));
}

TEST_CASE("methods take arguments by place and by name", "[parity][arguments]") {
  static constexpr auto any = [](const auto&...) {};
  const auto program = [](S x, S y) {
    S viewed = calque::method<"view">(any)(x, -1, 4);
    S sum = calque::method<"add">(any)(viewed, y, "alpha"_a = 3);
    return calque::method<"clamp">(any)(sum, "min"_a = 0, "max"_a = calque::None{});
  };
  CHECK(trace_1_13(program, {"x", "y"}).code() == trimmed(expected::methods_with_arguments));
}

TEST_CASE("a result of several parts is taken apart by getitem", "[parity][arguments]") {
  static constexpr auto split2 = calque::primitive<"split2">([](const auto& x) { return x; });
  const auto program = [](S x) {
    S first_call = split2(x);
    S first = first_call[0];
    S second_call = split2(x);
    S second = second_call[1];
    return first + second;
  };
  CHECK(trace_1_13(program, {"x"}).code() == trimmed(expected::multi_result));
}

TEST_CASE("a builtin function is printed without a module", "[parity][code]") {
  static constexpr auto len = calque::primitive<"builtins.len">([](const auto& x) { return x; });
  const auto program = [](S x) { return x + len(x); };
  CHECK(trace_1_13(program, {"x"}).code() == trimmed(expected::wrapped_builtin));
}

TEST_CASE("annotations of Python are left out", "[parity][code]") {
  std::string without = trimmed(expected::annotated);
  // def forward(self, x : torch.Tensor, y : int) -> torch.Tensor: a value's type is the domain's
  // affair here, and the Untyped domain has none to print.
  for (const std::string_view annotation : {" : torch.Tensor", " : int", " -> torch.Tensor"}) {
    without.erase(without.find(annotation), annotation.size());
  }
  const auto program = [](S x, S y) { return x + y; };
  CHECK(trace_1_13(program, {"x", "y"}).code() == without);
}

TEST_CASE("nodes are inserted before and after another one", "[parity][graph]") {
  auto module = trace_1_13([](S x, S y) { return (x + y) * y; }, {"x", "y"});
  auto& graph = module.graph();
  auto& add = *graph.nodes().begin()->next()->next();
  {
    auto here = graph.inserting_after(add);
    auto& neg = graph.call_function(calque::function_of<Untyped>(calque::operators::neg), {add});
    add.replace_all_uses_with(neg, [&](const auto& user) { return &user != &neg; });
  }
  {
    auto here = graph.inserting_before(add);
    graph.call_function(calque::function_of<Untyped>(relu), {*graph.nodes().begin()});
  }
  calque::lint(graph);
  module.recompile();
  CHECK(module.code() == trimmed(expected::insert_before_and_after));
}

TEST_CASE("a graph is copied into another one", "[parity][graph]") {
  const auto inner = trace_1_13([](S a, S b) { return a * b + a; }, {"a", "b"});
  calque::Graph<Untyped> outer({.rules = Rules::torch_1_13});
  auto& x = outer.placeholder("x");
  auto& y = outer.placeholder("mul");
  calque::NodeMap<calque::Node<Untyped>*> copies;
  auto parameter = inner.graph().nodes().begin();
  copies[*parameter] = &x;
  copies[*++parameter] = &y;
  const auto result = outer.graph_copy(inner.graph(), copies);
  const auto& sub = calque::function_of<Untyped>(calque::operators::sub);
  outer.output({outer.call_function(sub, {result.operands()[0], y})});
  calque::lint(outer);
  support::expect_code(outer, expected::copy_graph_into);
}
