#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using support::expect_code;

namespace canonical_order_test {

inline constexpr auto print = primitive<"canonical_order_test::print">([](double x) { return x; },
                                                                       effects::io);
inline constexpr auto noise = primitive<"canonical_order_test::noise">([](double x) { return x; },
                                                                       effects::random);

}  // namespace canonical_order_test

using namespace canonical_order_test;

TEST_CASE("two recording orders of one program become one text", "[passes][canonical_order]") {
  auto first = Tracer<double>().trace([](auto x, auto y) {
    auto a = x * 2.0;
    auto b = y - 1.0;
    auto c = y * 3.0;
    auto d = a + b;
    return d / c;
  }, {"x", "y"});
  auto second = Tracer<double>().trace([](auto x, auto y) {
    auto c = y * 3.0;
    auto b = y - 1.0;
    auto a = x * 2.0;
    auto d = a + b;
    return d / c;
  }, {"x", "y"});
  CHECK(code(first) != code(second));
  canonical_order(first);
  canonical_order(second);
  const char* const expected = R"(
def forward(self, x, y):
    mul = x * 2.0;  x = None
    sub = y - 1.0
    add = mul + sub;  mul = sub = None
    mul_1 = y * 3.0;  y = None
    truediv = add / mul_1;  add = mul_1 = None
    return truediv
)";
  expect_code(first, expected);
  expect_code(second, expected);
  CHECK(listing(first) == listing(second));
  CHECK(structurally_equal(first, second));
  lint(first);
  lint(second);
}

TEST_CASE("canonical order of a graph in canonical order changes no text",
          "[passes][canonical_order]") {
  auto graph = Tracer<double>().trace([](auto x, auto y) {
    auto a = y * 3.0;
    auto b = x + a;
    return std::pair(b, a);
  }, {"x", "y"});
  canonical_order(graph);
  const std::string once = listing(graph);
  canonical_order(graph);
  CHECK(listing(graph) == once);
}

TEST_CASE("calls with effects keep their order and come before what only the result needs",
          "[passes][canonical_order]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto result = x + 1.0;
    auto unused = x - 1.0;
    auto late = x * 2.0;
    auto a = print(x);
    auto b = noise(late);
    (void)unused, (void)a, (void)b;
    return result;
  });
  canonical_order(graph);
  expect_code(graph, R"(
def forward(self, x):
    print_1 = canonical_order_test_print(x);  print_1 = None
    mul = x * 2.0
    noise = canonical_order_test_noise(mul);  mul = noise = None
    add = x + 1.0
    sub = x - 1.0;  x = sub = None
    return add
)");
  lint(graph);
}

TEST_CASE("placeholders keep their order", "[passes][canonical_order]") {
  auto graph = Tracer<double>().trace([](auto x, auto y, auto z) {
    return z - y;
    (void)x;
  }, {"x", "y", "z"});
  canonical_order(graph);
  expect_code(graph, R"(
def forward(self, x, y, z):
    sub = z - y;  z = y = None
    return sub
)");
}

TEST_CASE("symbolic_trace gives the canonical order when it is asked to",
          "[passes][canonical_order]") {
  const auto f = [](auto x, auto y) {
    auto b = y * 2.0;
    auto a = x * 3.0;
    return a - b;
  };
  const auto traced = symbolic_trace<double>(f, {"x", "y"}, {.canonical = true});
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    mul = x * 3.0;  x = None
    mul_1 = y * 2.0;  y = None
    sub = mul - mul_1;  mul = mul_1 = None
    return sub
)");
  CHECK(traced(2.0, 0.5) == f(2.0, 0.5));
  CHECK_FALSE(traced.is_stale());
}

TEST_CASE("names that the user gave stay in canonical order", "[passes][canonical_order]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  const auto& add = function_of<double, double, double>(operators::add);
  Node<double>& named = graph.call_function(add, {x, 1.0}, "mine");
  Node<double>& automatic = graph.call_function(add, {x, 2.0});
  Node<double>& sum = graph.call_function(function_of<double, double, double>(operators::mul),
                                          {automatic, named});
  graph.output({sum});
  canonical_order(graph);
  expect_code(graph, R"(
def forward(self, x):
    add = x + 2.0
    mine = x + 1.0;  x = None
    mul = add * mine;  add = mine = None
    return mul
)");
}

TEST_CASE("an empty graph has a canonical order", "[passes][canonical_order]") {
  Graph<double> graph;
  canonical_order(graph);
  CHECK(graph.size() == 0);
}
