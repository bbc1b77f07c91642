#include <calque/module/symbolic_trace.hpp>

#include <calque/trace/math.hpp>
#include <calque/trace/operators.hpp>
#include <calque/trace/wrap.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <tuple>

using calque::GraphModule;
using calque::Rules;
using calque::symbolic_trace;
using calque::Untyped;
using support::error_of;
using support::expect_listing;
using support::trimmed;

namespace {

struct Math : calque::types<double, bool> {};

using S = calque::Proxy<double>;
using U = calque::Proxy<Untyped>;
using Values = std::vector<double>;

constexpr auto average =
    calque::wrap<"symbolic_trace_test::average">([](auto a, auto b) {
      auto sum = a + b;
      return sum * 0.5;
    });

struct Polynomial {
  template <class T>
  T operator()(T x) const {
    T result = 2.0;
    for (const double coefficient : {-1.0, 0.5, 3.0}) {
      T scaled = result * x;
      result = scaled + coefficient;
    }
    return result;
  }
};

double plain_difference(double x, double y) { return x - y; }
S difference(S x, S y) { return x - y; }

}  // namespace

TEST_CASE("a generic callable becomes a program that computes the same", "[module][trace]") {
  GraphModule<double> traced = symbolic_trace<double>(Polynomial{}, {"x"});
  CHECK(traced.code() == trimmed(R"(
def forward(self, x):
    mul = 2.0 * x
    add = mul + -1.0;  mul = None
    mul_1 = add * x;  add = None
    add_1 = mul_1 + 0.5;  mul_1 = None
    mul_2 = add_1 * x;  add_1 = x = None
    add_2 = mul_2 + 3.0;  mul_2 = None
    return add_2
)"));
  for (const double x : {0.0, 0.1, -3.0, 1e10}) CHECK(traced(x) == Polynomial{}(x));
}

TEST_CASE("a fresh module is not stale", "[module][trace]") {
  const auto traced = symbolic_trace<double>(Polynomial{}, {"x"});
  CHECK_FALSE(traced.is_stale());
  CHECK(traced(2.0) == Polynomial{}(2.0));
}

TEST_CASE("the number of parameters is found out where no names are given", "[module][trace]") {
  const auto one = symbolic_trace<double>([](auto x) { return -x; });
  CHECK(one.code() == trimmed(R"(
def forward(self, x):
    neg = -x;  x = None
    return neg
)"));
  const auto three = symbolic_trace<double>([](auto x, auto y, auto z) {
    auto sum = x + y;
    return sum + z;
  });
  CHECK(three.code() == trimmed(R"(
def forward(self, x, x_1, x_2):
    add = x + x_1;  x = x_1 = None
    add_1 = add + x_2;  add = x_2 = None
    return add_1
)"));
  auto none = symbolic_trace<double>([] { return 4.0; });
  CHECK(none.code() == "def forward(self):\n    return 4.0\n");
  CHECK(none() == 4.0);
}

TEST_CASE("a callable of sixteen parameters is traced", "[module][trace]") {
  auto traced = symbolic_trace<double>([](auto a, auto b, auto c, auto d, auto e, auto f, auto g,
                                          auto h, auto i, auto j, auto k, auto l, auto m, auto n,
                                          auto o, auto p) {
    (void)std::tie(b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    return a - p;
  });
  CHECK(traced.graph().size() == 18);
  CHECK(traced(9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 7) == 2.0);
}

TEST_CASE("a callable that takes any number of arguments is traced by names", "[module][trace]") {
  const auto sum = [](auto... x) { return (x + ...); };
  GraphModule<double> traced = symbolic_trace<double>(sum, {"a", "b"});
  CHECK(traced.code() == trimmed(R"(
def forward(self, a, b):
    add = a + b;  a = b = None
    return add
)"));
}

TEST_CASE("a function is traced like any other callable", "[module][trace]") {
  GraphModule<double> traced = symbolic_trace<double>(&difference, {"x", "y"});
  CHECK(traced(5.0, 3.0) == plain_difference(5.0, 3.0));
  GraphModule<double> found = symbolic_trace<double>(&difference);
  CHECK(found(5.0, 3.0) == plain_difference(5.0, 3.0));
}

TEST_CASE("parameters have the types that inputs give them", "[module][trace]") {
  const auto traced = symbolic_trace<Math>(
      [](auto x, auto p) {
        auto less = x < 1.0;
        auto both = less & p;
        return calque::where(both, x, 1.0);
      },
      calque::inputs<double, bool>("x", "p"));
  CHECK(traced.code() == trimmed(R"(
def forward(self, x, p):
    lt = x < 1.0
    and_ = lt & p;  lt = p = None
    where = torch.where(and_, x, 1.0);  and_ = x = None
    return where
)"));
  CHECK(std::get<double>(traced(0.5, true)) == 0.5);
  CHECK(std::get<double>(traced(0.5, false)) == 1.0);
}

TEST_CASE("a program may have no result", "[module][trace]") {
  const auto traced = symbolic_trace<double>([](auto x) { (void)-x; }, {"x"});
  expect_listing(traced.graph(), R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %neg : [num_users=0] = call_function[target=operator.neg](args = (%x,), kwargs = {})
    return None
)");
}

TEST_CASE("results may nest in tuples, pairs, arrays and vectors", "[module][trace]") {
  const auto traced = symbolic_trace<double>(
      [](S x, S y) {
        const std::array<S, 2> both{x, y};
        const std::vector<S> one{y};
        return std::tuple(x, std::pair(y, 2.0), both, one, std::tuple<>());
      },
      {"x", "y"});
  expect_listing(traced.graph(), R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    return (x, (y, 2.0), [x, y], [y], ())
)");
  CHECK(traced.run(Values{3.0, 4.0}) == Values{3.0, 4.0, 2.0, 3.0, 4.0, 4.0});
}

TEST_CASE("what the callable throws reaches the caller", "[module][trace]") {
  const auto program = [](S x) -> S {
    S sum = x + 1.0;
    if (sum.node().name() == "add") throw std::out_of_range("not today");
    return sum;
  };
  CHECK(error_of<std::out_of_range>([&] { (void)symbolic_trace<double>(program, {"x"}); }) ==
        "not today");
}

TEST_CASE("a program that returns a value of another graph is refused", "[module][trace]") {
  const auto other = symbolic_trace<double>(Polynomial{}, {"x"});
  auto& foreign = const_cast<calque::Node<double>&>(*other.graph().nodes().begin());
  const auto program = [&](S) { return S(foreign); };
  CHECK(error_of<calque::GraphError>([&] { (void)symbolic_trace<double>(program, {"x"}); }) ==
        "cannot use %x as an argument of output: it belongs to another graph\n"
        "note: copy it into this graph first");
}

TEST_CASE("options choose whose rules names and text follow", "[module][trace]") {
  const auto program = [](U x) {
    (void)-x;
    return x;
  };
  const auto newest = symbolic_trace<Untyped>(program, {"x"});
  const auto old = symbolic_trace<Untyped>(program, {"x"}, {.rules = Rules::torch_1_13});
  CHECK(newest.code() == "def forward(self, x):\n    neg = -x;  neg = None\n    return x\n");
  CHECK(old.code() == "def forward(self, x):\n    neg = -x\n    return x\n");
  CHECK(old.graph().rules() == Rules::torch_1_13);
}

TEST_CASE("options choose the canonical order of nodes", "[module][trace]") {
  const auto program = [](S x, S y) {
    S second = y - 1.0;
    S first = x * 2.0;
    S unused = -second;
    (void)unused;
    return first + second;
  };
  const auto recorded = symbolic_trace<double>(program, {"x", "y"});
  CHECK(recorded.code() == trimmed(R"(
def forward(self, x, y):
    sub = y - 1.0;  y = None
    mul = x * 2.0;  x = None
    neg = -sub;  neg = None
    add = mul + sub;  mul = sub = None
    return add
)"));
  const auto canonical = symbolic_trace<double>(program, {"x", "y"}, {.canonical = true});
  CHECK(canonical.code() == trimmed(R"(
def forward(self, x, y):
    mul = x * 2.0;  x = None
    sub = y - 1.0;  y = None
    add = mul + sub;  mul = None
    neg = -sub;  sub = neg = None
    return add
)"));
  CHECK(canonical(3.0, 2.0) == recorded(3.0, 2.0));
}

TEST_CASE("wrapped functions are recorded as calls", "[module][trace]") {
  GraphModule<double> traced =
      symbolic_trace<double>([](S x, S y) { return average(x, y); }, {"x", "y"});
  CHECK(traced.code() == trimmed(R"(
def forward(self, x, y):
    average = symbolic_trace_test_average(x, y);  x = y = None
    return average
)"));
  CHECK(traced(1.0, 2.0) == 1.5);
}
