#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <bit>

using namespace calque;
using support::expect_code;

namespace math_test {

struct Math : types<double, bool> {};

const std::vector<double> points{0.0, -0.0, 0.25, -0.25, 0.75, 1.0, 1.5, -2.5, 3.5, 1e-300, 700.0};

/// NaN equals NaN, whatever its payload; all else bit for bit.
template <class T>
bool same(T a, T b) {
  if (a != a || b != b) return a != a && b != b;
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  } else {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  }
}

/// The same, but for the sign of zero, where C++ leaves it open.
bool same_but_for_zero(double a, double b) { return (a == 0 && b == 0) || same(a, b); }

template <class F>
std::string statement(const F& f) {
  const std::string text = symbolic_trace<double>(f, {"x", "y"}).code();
  const std::size_t begin = text.find('\n') + 5;
  return text.substr(begin, text.find(';') - begin);
}

/// Calls of `f` with plain, traced and constant arguments agree, and in float too where `f` has no
/// literals.
template <bool in_float = true, class F>
void agrees(const F& f) {
  const auto traced = symbolic_trace<double>(f, {"x", "y"});
  for (const double x : points) {
    for (const double y : {0.5, -0.0, 3.0}) {
      CAPTURE(x, y);
      const double plain = f(x, y);
      CHECK(same(traced(x, y), plain));
      const Proxy<double> constant = f(Proxy<double>(x), Proxy<double>(y));
      CHECK(same(constant.constant(), plain));
    }
  }
  if constexpr (in_float) {
    const auto traced_float = symbolic_trace<float>(f, {"x", "y"});
    for (const double point : points) {
      const auto x = static_cast<float>(point);
      CAPTURE(x);
      CHECK(same(traced_float(x, 0.5f), f(x, 0.5f)));
    }
  }
}

}  // namespace math_test

using namespace math_test;

#define EXPECT_UNARY(name) EXPECT_UNARY_NAMED(name, #name)
// Results are not named after a function of Python.
#define EXPECT_UNARY_NAMED(name, result)         \
  {                                              \
    const auto f = [](auto x, auto) {            \
      using std::name;                           \
      return name(x);                            \
    };                                           \
    INFO(#name);                                 \
    CHECK(statement(f) == result " = torch." #name "(x)"); \
    agrees(f);                                   \
  }
#define EXPECT_BINARY(name)                      \
  {                                              \
    const auto f = [](auto x, auto y) {          \
      using std::name;                           \
      return name(x, y);                         \
    };                                           \
    INFO(#name);                                 \
    CHECK(statement(f) == #name " = torch." #name "(x, y)"); \
    agrees(f);                                   \
  }

TEST_CASE("roots, exponentials and logarithms are recorded and run as those of C++",
          "[trace][math]") {
  EXPECT_UNARY(sqrt)
  EXPECT_UNARY(cbrt)
  EXPECT_UNARY(exp)
  EXPECT_UNARY(exp2)
  EXPECT_UNARY(expm1)
  EXPECT_UNARY(log)
  EXPECT_UNARY(log2)
  EXPECT_UNARY(log10)
  EXPECT_UNARY(log1p)
}

TEST_CASE("trigonometric and hyperbolic functions are recorded and run as those of C++",
          "[trace][math]") {
  EXPECT_UNARY(sin)
  EXPECT_UNARY(cos)
  EXPECT_UNARY(tan)
  EXPECT_UNARY(asin)
  EXPECT_UNARY(acos)
  EXPECT_UNARY(atan)
  EXPECT_UNARY(sinh)
  EXPECT_UNARY(cosh)
  EXPECT_UNARY(tanh)
  EXPECT_UNARY(asinh)
  EXPECT_UNARY(acosh)
  EXPECT_UNARY(atanh)
}

TEST_CASE("special functions and rounding are recorded and run as those of C++", "[trace][math]") {
  EXPECT_UNARY(erf)
  EXPECT_UNARY(erfc)
  EXPECT_UNARY(tgamma)
  EXPECT_UNARY(lgamma)
  EXPECT_UNARY_NAMED(abs, "abs_1")
  EXPECT_UNARY(floor)
  EXPECT_UNARY(ceil)
  EXPECT_UNARY_NAMED(round, "round_1")
  EXPECT_UNARY(trunc)
}

TEST_CASE("functions of two numbers are recorded and run as those of C++", "[trace][math]") {
  EXPECT_BINARY(atan2)
  EXPECT_BINARY(hypot)
  EXPECT_BINARY(fmod)
  EXPECT_BINARY(remainder)
  EXPECT_BINARY(copysign)
  EXPECT_BINARY(nextafter)
}

TEST_CASE("fmin and fmax are recorded and run as those of C++", "[trace][math]") {
  const auto least = [](auto x, auto y) {
    using std::fmin;
    return fmin(x, y);
  };
  const auto greatest = [](auto x, auto y) {
    using std::fmax;
    return fmax(x, y);
  };
  CHECK(statement(least) == "fmin = torch.fmin(x, y)");
  CHECK(statement(greatest) == "fmax = torch.fmax(x, y)");
  const auto traced = symbolic_trace<double>(
      [&](auto x, auto y) { return std::pair(least(x, y), greatest(x, y)); }, {"x", "y"});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double x : {-1.5, 0.0, -0.0, 2.5, nan}) {
    for (const double y : {-1.5, 0.0, -0.0, 2.5, nan}) {
      CAPTURE(x, y);
      const auto results = traced.run(std::vector{x, y});
      CHECK(same_but_for_zero(results[0], least(x, y)));
      CHECK(same_but_for_zero(results[1], greatest(x, y)));
    }
  }
}

TEST_CASE("fabs is recorded as abs", "[trace][math]") {
  const auto f = [](auto x, auto) {
    using std::fabs;
    return fabs(x);
  };
  CHECK(statement(f) == "abs_1 = torch.abs(x)");
  agrees(f);
}

TEST_CASE("a function of two numbers keeps the place of a literal", "[trace][math]") {
  const auto left = [](auto x, auto) {
    using std::atan2;
    return atan2(1.0, x);
  };
  const auto right = [](auto x, auto) {
    using std::atan2;
    return atan2(x, 1.0);
  };
  CHECK(statement(left) == "atan2 = torch.atan2(1.0, x)");
  CHECK(statement(right) == "atan2 = torch.atan2(x, 1.0)");
  agrees<false>(left);
  agrees<false>(right);
}

TEST_CASE("the remainder of reals is another target than that of integers", "[trace][math]") {
  const auto graph = Tracer<double>().trace([](auto x) { return fmod(x, 2.0); });
  const Node<double>& node = *graph.output_node()->operand(0).node;
  CHECK(node.calls(math::fmod));
  CHECK_FALSE(node.calls(operators::mod));
}

TEST_CASE("where chooses by a traced condition", "[trace][math]") {
  const auto f = [](auto x, auto y) {
    auto less = x < y;
    return where(less, x, y);
  };
  const auto traced = symbolic_trace<Math>(f, {"x", "y"});
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    lt = x < y
    where = torch.where(lt, x, y);  lt = x = y = None
    return where
)");
  CHECK(std::get<double>(traced(1.0, 2.0)) == 1.0);
  CHECK(std::get<double>(traced(3.0, 2.0)) == 2.0);
  CHECK(same(std::get<double>(traced(0.0, -0.0)), -0.0));
}

TEST_CASE("where takes literals on either side", "[trace][math]") {
  const auto traced = symbolic_trace<Math>([](auto x) {
    auto negative = x < 0.0;
    auto a = where(negative, 0.0, x);
    auto small = a < 1.0;
    return where(small, a, 1.0);
  });
  expect_code(traced.graph(), R"(
def forward(self, x):
    lt = x < 0.0
    where = torch.where(lt, 0.0, x);  lt = x = None
    lt_1 = where < 1.0
    where_1 = torch.where(lt_1, where, 1.0);  lt_1 = where = None
    return where_1
)");
  CHECK(std::get<double>(traced(-3.0)) == 0.0);
  CHECK(std::get<double>(traced(0.5)) == 0.5);
  CHECK(std::get<double>(traced(3.0)) == 1.0);
}

TEST_CASE("where of plain values chooses at once", "[trace][math]") {
  CHECK(where(true, 1.0, 2.0) == 1.0);
  CHECK(where(false, 1.0, 2.0) == 2.0);
}

TEST_CASE("where with a plain condition records the choice between traced values",
          "[trace][math]") {
  const auto traced = symbolic_trace<double>([](auto x, auto y) { return where(true, x, y); },
                                             {"x", "y"});
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    where = torch.where(True, x, y);  x = y = None
    return where
)");
  CHECK(traced(1.0, 2.0) == 1.0);
}
