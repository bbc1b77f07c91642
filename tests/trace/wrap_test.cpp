#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <string>

using namespace calque;
using namespace calque::literals;
using support::error_of;
using support::expect_code;
using support::expect_listing;

namespace wrap_test {

struct Math : types<double, bool> {};

inline constexpr auto half_of = wrap<"wrap_test::half_of">([](auto x) { return x * 0.5; });
inline constexpr auto bare = wrap<"wrap_test_bare">([](auto x) { return x + 1.0; });
inline constexpr auto dotted = primitive<"torch.wrap_test">([](double x) { return x * x; });
inline constexpr auto as_float = method<"wrap_test_float">([](double x) { return x + 0.5; });
inline constexpr auto nested = wrap<"wrap_test::nested">([](auto x) {
  auto y = half_of(x);
  return bare(y);
});
inline constexpr auto is_small = wrap<"wrap_test::is_small">([](auto x) { return x < 1.0; });

inline constexpr auto noise = primitive<"wrap_test::noise">([](double x) { return x; },
                                                            effects::random);
inline constexpr auto print = primitive<"wrap_test::print">([](double x) { return x; },
                                                            effects::io);
inline constexpr auto store = primitive<"wrap_test::store">([](double x, double) { return x; },
                                                            effects::mutates<1>);
inline constexpr auto add_ = method<"wrap_test_add_">([](double x, double y) { return x + y; });
inline constexpr auto relu_ = primitive<"wrap_test::relu_">([](double x) { return x; });
inline constexpr auto pure_ = primitive<"wrap_test::pure_">([](double x) { return x; },
                                                            effects::pure);
inline constexpr auto noisy = wrap<"wrap_test::noisy">([](auto x) { return noise(x); },
                                                       effects::random);
inline constexpr auto composite_ = wrap<"wrap_test::composite_">([](auto x) { return x; });

inline constexpr auto pad = primitive<"wrap_test::pad">([](auto x, auto...) { return x; });

// A body that could not be traced: it asks for a value.
inline constexpr auto loop = primitive<"wrap_test::loop">([](double x) {
  int n = 0;
  while (x > 1.0) {
    x /= 2.0;
    ++n;
  }
  return static_cast<double>(n);
});

double plain_function(double x) { return x * 3.0; }

}  // namespace wrap_test

using namespace wrap_test;

TEST_CASE("a wrapped function with plain values just runs", "[trace][wrap]") {
  STATIC_CHECK(half_of(3.0) == 1.5);
  CHECK(nested(3.0) == 2.5);
  CHECK(dotted(3.0) == 9.0);
  CHECK(as_float(3.0) == 3.5);
  CHECK(loop(9.0) == 4.0);
}

TEST_CASE("with a proxy among its arguments a wrapped function is one call", "[trace][wrap]") {
  const auto traced = symbolic_trace<double>([](auto x) {
    auto a = half_of(x);
    auto b = bare(a);
    auto c = dotted(b);
    auto d = as_float(c);
    return loop(d);
  });
  expect_code(traced.graph(), R"(
def forward(self, x):
    half_of = wrap_test_half_of(x);  x = None
    wrap_test_bare = __main___wrap_test_bare(half_of);  half_of = None
    wrap_test = torch.wrap_test(wrap_test_bare);  wrap_test_bare = None
    wrap_test_float = wrap_test.wrap_test_float();  wrap_test = None
    loop = wrap_test_loop(wrap_test_float);  wrap_test_float = None
    return loop
)");
  CHECK(traced(3.0) == loop(as_float(dotted(bare(half_of(3.0))))));
}

TEST_CASE("wrap, primitive and method are recorded as what they are", "[trace][wrap]") {
  const auto graph = Tracer<double>().trace([](auto x) {
    auto a = half_of(x);
    auto b = dotted(a);
    return as_float(b);
  });
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %half_of : [num_users=1] = call_function[target=wrap_test.half_of](args = (%x,), kwargs = {})
    %wrap_test : [num_users=1] = call_function[target=torch.wrap_test](args = (%half_of,), kwargs = {})
    %wrap_test_float : [num_users=1] = call_method[target=wrap_test_float](args = (%wrap_test,), kwargs = {})
    return wrap_test_float
)");
}

TEST_CASE("the result of a call has the type that its values give", "[trace][wrap]") {
  const auto traced = symbolic_trace<Math>([](auto x) {
    auto small = is_small(x);
    STATIC_CHECK(std::is_same_v<decltype(small), Proxy<bool, Math>>);
    return where(small, x, 1.0);
  });
  CHECK(std::get<double>(traced(0.25)) == 0.25);
  CHECK(std::get<double>(traced(4.0)) == 1.0);
}

TEST_CASE("a composite of constants is computed and not recorded", "[trace][wrap]") {
  const auto traced = symbolic_trace<double>([](auto x) {
    using S = decltype(x);
    auto constant = nested(S(3));
    CHECK(constant.is_constant());
    return x + constant;
  });
  expect_code(traced.graph(), R"(
def forward(self, x):
    add = x + 2.5;  x = None
    return add
)");
}

TEST_CASE("a node calls the function that was wrapped and no other", "[trace][wrap]") {
  const auto graph = Tracer<double>().trace([](auto x) { return half_of(x); });
  const Node<double>& node = *graph.output_node()->operand(0).node;
  CHECK(node.calls(half_of));
  CHECK_FALSE(node.calls(bare));
  CHECK_FALSE(graph.output_node()->calls(half_of));
  CHECK(node.function() == half_of);
  CHECK(node.function() != bare);
}

TEST_CASE("the calls of a wrapped function are found by the function", "[trace][wrap]") {
  Graph<double> graph = Tracer<double>().trace([](auto x) {
    auto a = half_of(x);
    auto b = as_float(a);
    return half_of(b);
  });
  CHECK(graph.find_nodes(half_of).size() == 2);
  CHECK(graph.find_nodes(as_float) == graph.find_nodes(Opcode::call_method, "wrap_test_float"));
  CHECK(graph.find_nodes(as_float).size() == 1);
  CHECK(graph.find_nodes(bare).empty());
}

TEST_CASE("all calls of one function with one list of types share a Function", "[trace][wrap]") {
  const auto graph = Tracer<double>().trace([](auto x) {
    auto y = half_of(x);
    return half_of(y);
  });
  const Node<double>& second = *graph.output_node()->operand(0).node;
  const Node<double>& first = *second.operand(0).node;
  CHECK(&first.function() == &second.function());
  CHECK(&first.function() == &function_of<double>(half_of));
  CHECK(&first.function() == &function_of<double, double>(half_of));
}

TEST_CASE("function_of builds calls by hand", "[trace][wrap]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  Node<double>& y = graph.call_function(function_of<double>(half_of), {x});
  Node<double>& z = graph.call_function(function_of<double, double, double>(operators::mul), {y, 3.0});
  Node<double>& w = graph.call_function(function_of<double>(as_float), {z});
  graph.output({w});
  expect_code(graph, R"(
def forward(self, x):
    half_of = wrap_test_half_of(x);  x = None
    mul = half_of * 3.0;  half_of = None
    wrap_test_float = mul.wrap_test_float();  mul = None
    return wrap_test_float
)");
  CHECK(GraphModule<double>(std::move(graph))(4.0) == 6.5);
}

TEST_CASE("function_of finds parameters by their names or by asking", "[trace][wrap]") {
  CHECK(function_of<double>(half_of).arity == 1);
  CHECK(function_of<double>(operators::add).arity == 2);
  CHECK(function_of<double>(operators::neg).arity == 1);
  CHECK(function_of<Untyped>(half_of).arity == 1);
  CHECK(function_of<Math, double>(is_small).result_type == type_index<Math, bool>);
}

TEST_CASE("effects are those declared, or what a trailing underscore says", "[trace][wrap]") {
  CHECK(half_of.info().effects == Effects{});
  CHECK(noise.info().effects == Effects{Effect::random});
  CHECK(print.info().effects == Effects{Effect::io});
  CHECK(store.info().effects == Effects{Effect::mutates, 1});
  CHECK(add_.info().effects == Effects{Effect::mutates, 0});
  CHECK(relu_.info().effects == Effects{Effect::mutates, 0});
  CHECK(pure_.info().effects == Effects{});
  CHECK(noisy.info().effects == Effects{Effect::random});
  CHECK(composite_.info().effects == Effects{});
}

TEST_CASE("a call is pure as its function is", "[trace][wrap]") {
  const auto graph = Tracer<double>().trace([](auto x) {
    auto a = noise(x);
    auto b = pure_(a);
    return add_(b, 1.0);
  });
  std::string impure;
  for (const auto& node : graph.nodes()) {
    if (node.is_call() && !node.is_pure()) impure += node.name() + " ";
  }
  CHECK(impure == "noise wrap_test_add_ ");
}

TEST_CASE("text and None are literals of an Untyped program", "[trace][wrap]") {
  const auto graph = Tracer<Untyped>().trace([](auto x) {
    auto a = pad(x, "constant", None{});
    auto b = pad(a, nullptr, 'c', true, 2u, 0.5f);
    auto c = pad(b, std::string("a text that the graph has to copy"));
    return std::tuple(c, "end", None{}, nullptr);
  });
  expect_code(graph, R"(
def forward(self, x):
    pad = wrap_test_pad(x, 'constant', None);  x = None
    pad_1 = wrap_test_pad(pad, None, 'c', True, 2, 0.5);  pad = None
    pad_2 = wrap_test_pad(pad_1, 'a text that the graph has to copy');  pad_1 = None
    return (pad_2, 'end', None, None)
)");
}

TEST_CASE("text and None are literals beside values too", "[trace][wrap]") {
  constexpr auto named = primitive<"wrap_test::named">([](double x, std::string_view text, None) {
    return x * static_cast<double>(text.size());
  });
  const auto traced = symbolic_trace<double>([&](auto x) {
    auto a = named(x, "four", None{});
    return named(a, std::string("three"), nullptr);
  });
  expect_code(traced.graph(), R"(
def forward(self, x):
    named = wrap_test_named(x, 'four', None);  x = None
    named_1 = wrap_test_named(named, 'three', None);  named = None
    return named_1
)");
  CHECK(traced(1.5) == 30.0);
}

TEST_CASE("literals keep the type they were written with", "[trace][wrap]") {
  const auto graph = Tracer<Untyped>().trace([](auto x) {
    return pad(x, 1, 1L, 1u, true, 'c', 1.0f, 1.0, short{1});
  });
  const Node<Untyped>& call = *graph.output_node()->operand(0).node;
  const LiteralKind expected[] = {
      LiteralKind::integer,   LiteralKind::long_integer, LiteralKind::unsigned_integer,
      LiteralKind::boolean,   LiteralKind::character,    LiteralKind::real_float,
      LiteralKind::real_double, LiteralKind::short_integer};
  for (std::uint32_t i = 0; i < 8; ++i) CHECK(call.operand(i + 1).literal.kind() == expected[i]);
}

TEST_CASE("a call built by hand is checked against its function", "[trace][wrap]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  const Function<double>& function = function_of<double>(half_of);
  CHECK(error_of<GraphError>([&] { graph.call_function(function, {x, x}); }) ==
        "cannot call wrap_test::half_of: 2 positional arguments for 1 parameter\n"
        "note: 1 argument is expected, without a name");
  CHECK(error_of<GraphError>([&] { graph.call_function(function, {}); }) ==
        "cannot call wrap_test::half_of: argument 0 is missing\n"
        "note: 1 argument is expected, without a name");
  CHECK(error_of<GraphError>([&] { graph.call_function(function, {2}); }) ==
        "cannot call wrap_test::half_of: argument 0 is a literal int, not double\n"
        "note: 1 argument is expected, without a name");
  CHECK(graph.size() == 1);
}

TEST_CASE("a plain function is wrapped by a lambda that calls it", "[trace][wrap]") {
  constexpr auto tripled = primitive<"wrap_test::tripled">([](double x) {
    return plain_function(x);
  });
  const auto traced = symbolic_trace<double>([&](auto x) { return tripled(x); });
  CHECK(traced(2.0) == 6.0);
}
