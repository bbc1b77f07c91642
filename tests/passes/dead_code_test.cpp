#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using support::expect_code;

namespace dead_code_test {

inline constexpr auto composite = wrap<"dead_code_test::composite">([](auto x) { return x * 2.0; });
inline constexpr auto noise = primitive<"dead_code_test::noise">([](double x) { return x; },
                                                                 effects::random);
inline constexpr auto print = primitive<"dead_code_test::print">([](double x) { return x; },
                                                                 effects::io);
inline constexpr auto store = primitive<"dead_code_test::store">([](double x, double) { return x; },
                                                                 effects::mutates<1>);
inline constexpr auto relu_ = primitive<"dead_code_test::relu_">([](double x) { return x; });
inline constexpr auto add_ = method<"dead_code_test_add_">([](double x, double y) { return x + y; });
inline constexpr auto noisy = wrap<"dead_code_test::noisy">([](auto x) { return noise(x); },
                                                            effects::random);

}  // namespace dead_code_test

using namespace dead_code_test;

TEST_CASE("a chain that nobody uses is erased as a whole", "[passes][dead_code]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = x + 1.0;
    auto b = composite(a);
    auto c = sin(b);
    (void)c;
    return x;
  });
  CHECK(eliminate_dead_code(graph));
  expect_code(graph, R"(
def forward(self, x):
    return x
)");
}

TEST_CASE("what the result needs stays", "[passes][dead_code]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto a = x + 1.0;
    auto b = a * 2.0;
    auto c = a - b;
    (void)c;
    return b;
  });
  CHECK(eliminate_dead_code(graph));
  expect_code(graph, R"(
def forward(self, x):
    add = x + 1.0;  x = None
    mul = add * 2.0;  add = None
    return mul
)");
}

TEST_CASE("a graph without dead code is not changed", "[passes][dead_code]") {
  auto graph = Tracer<double>().trace([](auto x) { return x + 1.0; });
  const auto version = graph.version();
  CHECK_FALSE(eliminate_dead_code(graph));
  CHECK(graph.version() == version);
  Graph<double> empty;
  CHECK_FALSE(eliminate_dead_code(empty));
}

TEST_CASE("calls with effects stay, and so does what they need", "[passes][dead_code]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto needed = x + 1.0;
    auto a = noise(needed);
    auto b = print(x);
    auto c = store(x, 2.0);
    auto d = relu_(x);
    auto e = add_(x, 3.0);
    auto f = noisy(x);
    auto dead = a + b;
    (void)c, (void)d, (void)e, (void)f, (void)dead;
  });
  CHECK(eliminate_dead_code(graph));
  expect_code(graph, R"(
def forward(self, x):
    add = x + 1.0
    noise = dead_code_test_noise(add);  add = noise = None
    print_1 = dead_code_test_print(x);  print_1 = None
    store = dead_code_test_store(x, 2.0);  store = None
    relu_ = dead_code_test_relu_(x);  relu_ = None
    dead_code_test_add_ = x.dead_code_test_add_(3.0);  dead_code_test_add_ = None
    noisy = dead_code_test_noisy(x);  x = noisy = None
    return None
)");
  CHECK_FALSE(eliminate_dead_code(graph));
}

TEST_CASE("placeholders stay, unused or not", "[passes][dead_code]") {
  auto graph = Tracer<double>().trace([](auto, auto) { return 1.0; }, {"x", "y"});
  CHECK_FALSE(eliminate_dead_code(graph));
  expect_code(graph, R"(
def forward(self, x, y):
    return 1.0
)");
}

TEST_CASE("an attribute that nobody uses is erased and a module call stays",
          "[passes][dead_code]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  graph.get_attr("weight");
  graph.call_module("layer", {x});
  graph.output({x});
  CHECK(eliminate_dead_code(graph));
  expect_code(graph, R"(
def forward(self, x):
    layer = self.layer(x);  layer = None
    return x
)");
}

TEST_CASE("a graph without an output loses all that is pure", "[passes][dead_code]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  graph.call_function(function_of<double>(composite), {x});
  CHECK(eliminate_dead_code(graph));
  CHECK(graph.size() == 1);
}
