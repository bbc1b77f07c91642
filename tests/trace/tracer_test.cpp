#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using support::expect_code;
using support::expect_listing;

namespace tracer_test {

struct Math : types<double, bool> {};

double of(const GraphModule<Math>& module, double x, bool p) {
  return std::get<double>(module(x, p));
}

}  // namespace tracer_test

using namespace tracer_test;

TEST_CASE("the number of parameters is found out", "[trace][tracer]") {
  expect_code(Tracer<double>().trace([] { return 1.0; }), R"(
def forward(self):
    return 1.0
)");
  expect_code(Tracer<double>().trace([](auto x) { return x; }), R"(
def forward(self, x):
    return x
)");
  expect_code(Tracer<double>().trace([](auto, auto, auto c) { return c; }), R"(
def forward(self, x, x_1, x_2):
    return x_2
)");
}

TEST_CASE("sixteen parameters are found out", "[trace][tracer]") {
  const auto graph = Tracer<double>().trace(
      [](auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto,
         auto last) { return last; });
  CHECK(graph.size() == 17);
  CHECK(graph.output_node()->operand(0).node->name() == "x_15");
}

TEST_CASE("a callable may take its parameters by reference", "[trace][tracer]") {
  const auto graph = Tracer<double>().trace([](auto& x, const auto& y) {
    x += y;
    return x;
  });
  expect_code(graph, R"(
def forward(self, x, x_1):
    add = x + x_1;  x = x_1 = None
    return add
)");
}

TEST_CASE("the body of a generic callable is instantiated for the count that fits alone",
          "[trace][tracer]") {
  const auto graph = Tracer<double>().trace([](auto x, auto y) {
    STATIC_CHECK(std::is_same_v<decltype(x), Proxy<double>>);
    return x * y;
  });
  CHECK(graph.size() == 4);
}

TEST_CASE("names give the number of parameters and the placeholders", "[trace][tracer]") {
  const auto sum = [](auto... x) { return (... + x); };
  expect_code(Tracer<double>().trace(sum, {"a", "b", "c"}), R"(
def forward(self, a, b, c):
    add = a + b;  a = b = None
    add_1 = add + c;  add = c = None
    return add_1
)");
}

TEST_CASE("names may select among the counts of a callable with defaults", "[trace][tracer]") {
  using S = Proxy<double>;
  const auto f = [](S x, S y = 2.0) { return x * y; };
  expect_code(Tracer<double>().trace(f, {"x"}), R"(
def forward(self, x):
    mul = x * 2.0;  x = None
    return mul
)");
  expect_code(Tracer<double>().trace(f, {"x", "y"}), R"(
def forward(self, x, y):
    mul = x * y;  x = y = None
    return mul
)");
}

TEST_CASE("inputs give the parameters their types", "[trace][tracer]") {
  const auto traced = symbolic_trace<Math>(
      [](auto x, auto p) {
        STATIC_CHECK(std::is_same_v<decltype(x), Proxy<double, Math>>);
        STATIC_CHECK(std::is_same_v<decltype(p), Proxy<bool, Math>>);
        auto doubled = x * 2.0;
        return where(p, doubled, x);
      },
      inputs<double, bool>("x", "p"));
  expect_code(traced.graph(), R"(
def forward(self, x, p):
    mul = x * 2.0
    where = torch.where(p, mul, x);  p = mul = x = None
    return where
)");
  CHECK(of(traced, 1.5, true) == 3.0);
  CHECK(of(traced, 1.5, false) == 1.5);
}

TEST_CASE("symbolic_trace without names uses the domain's first type", "[trace][tracer]") {
  const auto traced = symbolic_trace<Math>([](auto x) { return x < 0.5; });
  CHECK(std::get<bool>(traced(0.25)));
  CHECK_FALSE(std::get<bool>(traced(0.75)));
}

TEST_CASE("a result may be a tuple, a pair, an array or a vector, nested", "[trace][tracer]") {
  const auto graph = Tracer<double>().trace([](auto x, auto y) {
    using S = decltype(x);
    return std::tuple(std::pair(x, y), std::array<S, 2>{y, x}, std::vector<S>{x}, std::tuple(y),
                      std::vector<S>{}, 2.5);
  });
  expect_code(graph, R"(
def forward(self, x, x_1):
    return ((x, x_1), [x_1, x], [x], (x_1,), [], 2.5)
)");
  const GraphModule<double> module(graph.clone().graph);
  const std::vector<double> results = module.run(std::vector{1.0, 2.0});
  CHECK(results == std::vector{1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 2.5});
}

TEST_CASE("a result may be a constant", "[trace][tracer]") {
  const auto traced = symbolic_trace<double>([](auto) { return 4.0; }, {"x"});
  expect_code(traced.graph(), R"(
def forward(self, x):
    return 4.0
)");
  CHECK(traced(1.0) == 4.0);
  const auto proxy = symbolic_trace<double>(
      [](auto x) {
        decltype(x) sum{};
        sum += 1;
        return sum;
      },
      {"x"});
  expect_code(proxy.graph(), R"(
def forward(self, x):
    return 1.0
)");
}

TEST_CASE("a callable without a result gives None", "[trace][tracer]") {
  const auto graph = Tracer<double>().trace([](auto x) { (void)(x + 1.0); });
  expect_code(graph, R"(
def forward(self, x):
    add = x + 1.0;  x = add = None
    return None
)");
}

TEST_CASE("what a traced callable throws goes on to the caller", "[trace][tracer]") {
  struct Mine {};
  Tracer<double> tracer;
  const auto f = [](auto x) {
    (void)(x + 1.0);
    throw Mine{};
    return x;
  };
  CHECK_THROWS_AS(tracer.trace(f), Mine);
  const auto graph = tracer.trace([](auto x) { return x * 2.0; });
  expect_code(graph, R"(
def forward(self, x):
    mul = x * 2.0;  x = None
    return mul
)");
}

TEST_CASE("a tracer may be used for one trace after another", "[trace][tracer]") {
  Tracer<double> tracer;
  const auto first = tracer.trace([](auto x) { return x + 1.0; });
  const auto second = tracer.trace([](auto x) { return x + 1.0; });
  CHECK(code(first) == code(second));
}

TEST_CASE("a tracer gives its graphs the rules it was made with", "[trace][tracer]") {
  const auto graph =
      Tracer<double>({.rules = Rules::torch_1_13}).trace([](auto x) { return x + 1.0; });
  CHECK(graph.rules() == Rules::torch_1_13);
  expect_listing(graph, R"(
graph():
    %x : [#users=1] = placeholder[target=x]
    %add : [#users=1] = call_function[target=operator.add](args = (%x, 1.0), kwargs = {})
    return add
)");
}

TEST_CASE("a functor with an ordinary member function is traced by its own types",
          "[trace][tracer]") {
  struct Area {
    Proxy<double> operator()(Proxy<double> width, Proxy<double> height) const {
      return width * height;
    }
  };
  expect_code(Tracer<double>().trace(Area{}), R"(
def forward(self, x, x_1):
    mul = x * x_1;  x = x_1 = None
    return mul
)");
}
