#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using namespace calque::literals;
using support::error_of;
using support::expect_code;
using support::expect_listing;

namespace inline_test {

struct Math : types<double, bool> {};

inline constexpr auto scale =
    wrap<"inline_test::scale", "x", param<"factor", 2.0>, param<"bias", 0.5>>(
        [](auto x, auto factor, auto bias) {
          auto scaled = x * factor;
          return scaled + bias;
        });
inline constexpr auto inner = wrap<"inline_test::inner">([](auto x) { return x + 1.0; });
inline constexpr auto middle = wrap<"inline_test::middle">([](auto x) {
  auto y = inner(x);
  return y * 2.0;
});
inline constexpr auto outer = wrap<"inline_test::outer">([](auto x) {
  auto y = middle(x);
  auto z = inner(x);
  return y - z;
});
inline constexpr auto same = wrap<"inline_test::same">([](auto x) { return x; });
inline constexpr auto second = wrap<"inline_test::second">([](auto, auto y) { return y; });
inline constexpr auto three = wrap<"inline_test::three">([](auto) { return 3.0; });
inline constexpr auto square = wrap<"inline_test::square">([](auto x) { return x * x; });
inline constexpr auto ratio = wrap<"inline_test::ratio">([](auto x, auto y) { return x / y; });

inline bool body_throws = false;
inline constexpr auto failing = wrap<"inline_test::failing">([](auto x) {
  auto y = x * 3.0;
  auto z = inner(y);
  if (body_throws) throw std::runtime_error("half-way");
  return z + x;
});

inline constexpr auto noise = primitive<"inline_test::noise">([](double x) { return x; },
                                                              effects::random);
inline constexpr auto sly = wrap<"inline_test::sly">([](auto x) {
  auto y = x + 1.0;
  return noise(y);
});
inline constexpr auto honest = wrap<"inline_test::honest">([](auto x) { return noise(x); },
                                                           effects::random);
inline constexpr auto sly_outside = wrap<"inline_test::sly_outside">([](auto x) {
  return honest(x);
});

inline constexpr auto some = library<"some">(middle, square);

template <class D, class F>
Node<D>& call_of(Graph<D>& graph, const F& f) {
  for (Node<D>& node : graph.nodes()) {
    if (node.calls(f)) return node;
  }
  throw std::runtime_error("no such call");
}

}  // namespace inline_test

using namespace inline_test;

TEST_CASE("inline_call opens one level", "[passes][inline]") {
  auto traced = symbolic_trace<double>([](auto x) { return outer(x); });
  const double before = traced(0.3);
  inline_call(call_of(traced.graph(), outer));
  expect_code(traced.graph(), R"(
def forward(self, x):
    middle = inline_test_middle(x)
    inner = inline_test_inner(x);  x = None
    sub = middle - inner;  middle = inner = None
    return sub
)");
  inline_call(call_of(traced.graph(), middle));
  expect_code(traced.graph(), R"(
def forward(self, x):
    inner_1 = inline_test_inner(x)
    mul = inner_1 * 2.0;  inner_1 = None
    inner = inline_test_inner(x);  x = None
    sub = mul - inner;  mul = inner = None
    return sub
)");
  CHECK(traced(0.3) == before);
  lint(traced.graph());
}

TEST_CASE("the example of inline_call holds", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return ratio(x, 2.0); });
  inline_call(call_of(graph, ratio));
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %truediv : [num_users=1] = call_function[target=operator.truediv](args = (%x, 2.0), kwargs = {})
    return truediv
)");
}

TEST_CASE("keywords and defaults are bound when a call is opened", "[passes][inline]") {
  auto traced = symbolic_trace<double>([](auto x, auto y) {
    auto a = scale("bias"_a = y, "x"_a = x);
    return scale(a, "factor"_a = y);
  }, {"x", "y"});
  const double before = traced(0.3, 0.7);
  CHECK(inline_calls(traced.graph(), [](const auto&) { return true; }) == 2);
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    mul = x * 2.0;  x = None
    add = mul + y;  mul = None
    mul_1 = add * y;  add = y = None
    add_1 = mul_1 + 0.5;  mul_1 = None
    return add_1
)");
  CHECK(traced(0.3, 0.7) == before);
}

TEST_CASE("a body that returns its argument leaves the argument", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x, auto y) {
    auto a = same(x);
    auto b = second(a, y);
    return a + b;
  }, {"x", "y"});
  inline_call(call_of(graph, same));
  inline_call(call_of(graph, second));
  expect_code(graph, R"(
def forward(self, x, y):
    add = x + y;  x = y = None
    return add
)");
  lint(graph);
}

TEST_CASE("a body that returns a constant leaves a literal", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = three(x);
    auto b = x * a;
    return std::pair(a, b);
  });
  inline_call(call_of(graph, three));
  expect_code(graph, R"(
def forward(self, x):
    mul = x * 3.0;  x = None
    return (3.0, mul)
)");
  lint(graph);
}

TEST_CASE("an argument that is a constant stays one in the opened body", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = second(x, 4.0);
    return ratio(a, x);
  });
  inline_call(call_of(graph, second));
  inline_call(call_of(graph, ratio));
  expect_code(graph, R"(
def forward(self, x):
    truediv = 4.0 / x;  x = None
    return truediv
)");
}

TEST_CASE("a body may use its argument twice", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return square(x); });
  inline_call(call_of(graph, square));
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %x), kwargs = {})
    return mul
)");
}

TEST_CASE("a call may be given one value for two arguments", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return ratio(x, x); });
  inline_call(call_of(graph, ratio));
  expect_code(graph, R"(
def forward(self, x):
    truediv = x / x;  x = None
    return truediv
)");
}

TEST_CASE("every use of an opened call gets the body's result", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = inner(x);
    auto b = a * a;
    auto c = ratio(a, b);
    return std::tuple(a, c, std::array{a, b});
  });
  inline_call(call_of(graph, inner));
  expect_code(graph, R"(
def forward(self, x):
    add = x + 1.0;  x = None
    mul = add * add
    ratio = inline_test_ratio(add, mul)
    return (add, ratio, [add, mul])
)");
  lint(graph);
}

TEST_CASE("an opened node is erased and stays readable", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return inner(x); });
  Node<double>& call = call_of(graph, inner);
  inline_call(call);
  CHECK(call.is_erased());
  CHECK(call.name() == "inner");
  CHECK_FALSE(call.has_users());
}

TEST_CASE("opening a call leaves the insertion point where it was", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = inner(x);
    return a * 2.0;
  });
  Node<double>& mul = call_of(graph, operators::mul);
  const auto here = graph.inserting_before(mul);
  inline_call(call_of(graph, inner));
  graph.get_attr("weight");
  expect_code(graph, R"(
def forward(self, x):
    add = x + 1.0;  x = None
    weight = self.weight;  weight = None
    mul = add * 2.0;  add = None
    return mul
)");
}

TEST_CASE("calls may be opened while one walks the nodes", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = middle(x);
    auto b = inner(a);
    return middle(b);
  });
  for (auto& node : graph.nodes()) {
    if (node.calls(middle)) inline_call(node);
  }
  expect_code(graph, R"(
def forward(self, x):
    inner_1 = inline_test_inner(x);  x = None
    mul = inner_1 * 2.0;  inner_1 = None
    inner = inline_test_inner(mul);  mul = None
    inner_2 = inline_test_inner(inner);  inner = None
    mul_1 = inner_2 * 2.0;  inner_2 = None
    return mul_1
)");
}

TEST_CASE("a body that throws half-way leaves the graph as it was", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = x * 5.0;
    return failing(a);
  });
  auto copy = graph.clone().graph;
  const std::string listed = listing(graph);
  const auto version = graph.version();
  Node<double>& call = call_of(graph, failing);
  body_throws = true;
  CHECK(error_of<std::runtime_error>([&] { inline_call(call); }) == "half-way");
  body_throws = false;
  CHECK(listing(graph) == listed);
  CHECK(graph.version() == version);
  CHECK(graph.size() == copy.size());
  CHECK(structurally_equal(graph, copy));
  CHECK_FALSE(call.is_erased());
  // Names and the insertion point are as before: both go on alike.
  for (auto* each : {&graph, &copy}) {
    const auto here = each->inserting_before(*each->output_node());
    const GraphAppendingTracer<double> tracer(*each);
    const Proxy<double> x(*each->nodes().begin());
    const Proxy<double> product = x * 7.0;
    (void)inner(product);
  }
  CHECK(listing(graph) == listing(copy));
  lint(graph);
  inline_call(call);
  lint(graph);
}

TEST_CASE("an impure body of a composite that is declared pure is refused", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return sly(x); });
  const std::string listed = listing(graph);
  const auto version = graph.version();
  CHECK(error_of<GraphError>([&] { inline_call(call_of(graph, sly)); }) ==
        "cannot open a call of inline_test::sly: it is declared pure, but its body calls "
        "inline_test::noise\n"
        "note: declare its effect: wrap<...>(f, effects::io)\n"
        "note: %noise comes from inline_test::sly (%sly)\n"
        "      %x      = placeholder[target=x]\n"
        "      %add    = call_function[target=add](%x, 1.0)\n"
        "   -> %noise  = call_function[target=inline_test::noise](%add)\n"
        "      %sly    = call_function[target=inline_test::sly](%x)\n"
        "      %output = output[target=output](%sly)");
  CHECK(listing(graph) == listed);
  CHECK(graph.version() == version);
}

TEST_CASE("a composite that declares its effect is opened", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return honest(x); });
  inline_call(call_of(graph, honest));
  expect_code(graph, R"(
def forward(self, x):
    noise = inline_test_noise(x);  x = None
    return noise
)");
}

TEST_CASE("an impure composite inside one that is declared pure is refused", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return sly_outside(x); });
  CHECK(error_of<GraphError>([&] { inline_call(call_of(graph, sly_outside)); }) ==
        "cannot open a call of inline_test::sly_outside: it is declared pure, but its body calls "
        "inline_test::honest\n"
        "note: declare its effect: wrap<...>(f, effects::io)\n"
        "note: %honest comes from inline_test::sly_outside (%sly_outside)\n"
        "      %x           = placeholder[target=x]\n"
        "   -> %honest      = call_function[target=inline_test::honest](%x)\n"
        "      %sly_outside = call_function[target=inline_test::sly_outside](%x)\n"
        "      %output      = output[target=output](%sly_outside)");
}

TEST_CASE("a primitive is not opened", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto y = noise(x);
    return y + 1.0;
  });
  const std::string listed = listing(graph);
  CHECK(error_of<GraphError>([&] { inline_call(call_of(graph, noise)); }) ==
        "cannot open %noise: inline_test::noise is a primitive\n"
        "note: only functions made with wrap have a body to open\n"
        "      %x      = placeholder[target=x]\n"
        "   -> %noise  = call_function[target=inline_test::noise](%x)\n"
        "      %add    = call_function[target=add](%noise, 1.0)\n"
        "      %output = output[target=output](%add)");
  CHECK(error_of<GraphError>([&] { inline_call(call_of(graph, operators::add)); }) ==
        "cannot open %add: add is a primitive\n"
        "note: only functions made with wrap have a body to open\n"
        "      %x      = placeholder[target=x]\n"
        "      %noise  = call_function[target=inline_test::noise](%x)\n"
        "   -> %add    = call_function[target=add](%noise, 1.0)\n"
        "      %output = output[target=output](%add)");
  CHECK(listing(graph) == listed);
}

TEST_CASE("a placeholder and the output are not opened", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return x; });
  CHECK(error_of<GraphError>([&] { inline_call(*graph.nodes().begin()); }) ==
        "cannot open %x: it calls no function\n"
        "note: only call_function nodes of composites can be opened\n"
        "   -> %x      = placeholder[target=x]\n"
        "      %output = output[target=output](%x)");
  CHECK(error_of<GraphError>([&] { inline_call(*graph.output_node()); }) ==
        "cannot open %output: it calls no function\n"
        "note: only call_function nodes of composites can be opened\n"
        "      %x      = placeholder[target=x]\n"
        "   -> %output = output[target=output](%x)");
}

TEST_CASE("an erased node is not opened again", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return inner(x); });
  Node<double>& call = call_of(graph, inner);
  inline_call(call);
  CHECK(error_of<GraphError>([&] { inline_call(call); }) == "cannot open %inner: it is erased");
}

TEST_CASE("inline_calls opens the functions of a library to any depth", "[passes][inline]") {
  auto traced = symbolic_trace<double>([](auto x) {
    auto a = outer(x);
    auto b = middle(a);
    return square(b);
  });
  const double before = traced(0.3);
  CHECK(inline_calls(traced.graph(), some) == 2);
  expect_code(traced.graph(), R"(
def forward(self, x):
    outer = inline_test_outer(x);  x = None
    inner = inline_test_inner(outer);  outer = None
    mul = inner * 2.0;  inner = None
    mul_1 = mul * mul;  mul = None
    return mul_1
)");
  CHECK(inline_calls(traced.graph(), some) == 0);
  CHECK(traced(0.3) == before);
}

TEST_CASE("inline_calls opens what a predicate chooses, also what appears on the way",
          "[passes][inline]") {
  auto traced = symbolic_trace<double>([](auto x) { return outer(x); });
  const double before = traced(0.3);
  CHECK(inline_calls(traced.graph(), [](const Node<double>& node) {
          return !node.calls(inner);
        }) == 2);
  expect_code(traced.graph(), R"(
def forward(self, x):
    inner_1 = inline_test_inner(x)
    mul = inner_1 * 2.0;  inner_1 = None
    inner = inline_test_inner(x);  x = None
    sub = mul - inner;  mul = inner = None
    return sub
)");
  CHECK(inline_calls(traced.graph(), [](const Node<double>&) { return true; }) == 2);
  expect_code(traced.graph(), R"(
def forward(self, x):
    add = x + 1.0
    mul = add * 2.0;  add = None
    add_1 = x + 1.0;  x = None
    sub = mul - add_1;  mul = add_1 = None
    return sub
)");
  CHECK(traced(0.3) == before);
}

TEST_CASE("inline_calls opens a call that stands first in its graph", "[passes][inline]") {
  Graph<double> graph;
  Node<double>& call = graph.call_function(function_of<double>(inner), {2.0});
  graph.output({call});
  CHECK(inline_calls(graph, [](const Node<double>&) { return true; }) == 1);
  expect_code(graph, R"(
def forward(self):
    return 3.0
)");
  Graph<double> empty;
  CHECK(inline_calls(empty, some) == 0);
}

TEST_CASE("an opened call of a several-type domain keeps its types", "[passes][inline]") {
  constexpr auto limited = wrap<"inline_test::limited">([](auto x) {
    auto high = x > 1.0;
    return where(high, 1.0, x);
  });
  auto traced = symbolic_trace<Math>([&](auto x) { return limited(x); });
  inline_call(call_of(traced.graph(), limited));
  expect_code(traced.graph(), R"(
def forward(self, x):
    gt = x > 1.0
    where = torch.where(gt, 1.0, x);  gt = x = None
    return where
)");
  CHECK(std::get<double>(traced(3.0)) == 1.0);
  CHECK(std::get<double>(traced(0.5)) == 0.5);
}

TEST_CASE("a composite is opened in a moved graph", "[passes][inline]") {
  auto graph = Tracer<double>().trace([](auto x) { return inner(x); });
  Node<double>& call = call_of(graph, inner);
  Graph<double> moved = std::move(graph);
  inline_call(call);
  expect_code(moved, R"(
def forward(self, x):
    add = x + 1.0;  x = None
    return add
)");
}

TEST_CASE("call_target records a composite's body from positional and keyword arguments",
          "[passes][inline]") {
  constexpr auto blend = calque::wrap<"call_target_test::blend", "x", "y", calque::param<"k", 2.0>>(
      [](auto x, auto y, auto k) {
        auto scaled = y * k;
        return x - scaled;
      });
  calque::Graph<double> graph;
  calque::Node<double>& x = graph.placeholder("x");
  calque::Node<double>& y = graph.placeholder("y");
  calque::GraphAppendingTracer<double> tracer(graph);
  const auto& function = calque::function_of<double>(blend);
  const calque::Operand<double> result = calque::call_target(
      tracer, function, {y}, calque::Arguments<double>().keyword("y").add(x));
  graph.output({result});
  support::expect_code(graph, R"(
def forward(self, x, y):
    mul = x * 2.0;  x = None
    sub = y - mul;  y = mul = None
    return sub
)");
}

TEST_CASE("call_target refuses a primitive and missing arguments", "[passes][inline]") {
  calque::Graph<double> graph;
  calque::Node<double>& x = graph.placeholder("x");
  calque::GraphAppendingTracer<double> tracer(graph);
  const auto& sine = calque::function_of<double, double>(calque::math::sin);
  CHECK(support::error_of<calque::GraphError>([&] {
          calque::call_target(tracer, sine, {x}, {});
        }) == "cannot open torch.sin: it is a primitive\n"
              "note: only functions made with wrap have a body to open");
  constexpr auto twice = calque::wrap<"call_target_test::twice", "a">([](auto a) { return a + a; });
  CHECK(support::error_of<calque::GraphError>([&] {
          calque::call_target(tracer, calque::function_of<double>(twice), {}, {});
        }) == "cannot call call_target_test::twice: argument a is missing\n"
              "note: the parameters are (a)");
  CHECK(graph.size() == 1);
}
