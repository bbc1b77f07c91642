#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using namespace calque::literals;
using support::expect_code;

namespace named_argument_test {

// Its three digits tell which argument went where.
inline constexpr auto digits = wrap<"named_argument_test::digits", "a", "b", "c">(
    [](auto a, auto b, auto c) {
      auto hundreds = a * 100.0;
      auto tens = b * 10.0;
      auto upper = hundreds + tens;
      return upper + c;
    });

inline constexpr auto scale =
    wrap<"named_argument_test::scale", "x", param<"factor", 2.0>, param<"bias", 0>>(
        [](auto x, auto factor, auto bias) {
          auto scaled = x * factor;
          return scaled + bias;
        });

inline constexpr auto optional = primitive<"named_argument_test::optional", "x",
                                           param<"flag", true>, param<"other", None{}>>(
    [](double x, bool flag, None) { return flag ? x : -x; });

}  // namespace named_argument_test

using namespace named_argument_test;

TEST_CASE("plain values may be passed by name in any order", "[trace][named_argument]") {
  CHECK(digits(1.0, 2.0, 3.0) == 123.0);
  CHECK(digits(1.0, "c"_a = 3.0, "b"_a = 2.0) == 123.0);
  CHECK(digits("b"_a = 2.0, "c"_a = 3.0, "a"_a = 1.0) == 123.0);
}

TEST_CASE("plain calls fill in defaults", "[trace][named_argument]") {
  CHECK(scale(4.0) == 8.0);
  CHECK(scale(4.0, 3.0) == 12.0);
  CHECK(scale(4.0, "bias"_a = 1.0) == 9.0);
  CHECK(scale("x"_a = 4.0, "bias"_a = 1) == 9.0);
  CHECK(optional(4.0) == 4.0);
  CHECK(optional(4.0, "flag"_a = false) == -4.0);
}

TEST_CASE("a default keeps the type it was written with", "[trace][named_argument]") {
  STATIC_CHECK(std::is_same_v<decltype(scale(4.0f)), double>);
  STATIC_CHECK(std::is_same_v<decltype(scale(4, 2)), int>);
}

TEST_CASE("a call is recorded as it was written, without its defaults", "[trace][named_argument]") {
  const auto traced = symbolic_trace<double>(
      [](auto x, auto y) {
        auto a = scale(x);
        auto b = scale(x, 3.0);
        auto c = scale(x, "bias"_a = y);
        auto d = scale("bias"_a = 1, "x"_a = y);
        return std::tuple(a, b, c, d);
      },
      {"x", "y"});
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    scale = named_argument_test_scale(x)
    scale_1 = named_argument_test_scale(x, 3.0)
    scale_2 = named_argument_test_scale(x, bias = y);  x = None
    scale_3 = named_argument_test_scale(bias = 1, x = y);  y = None
    return (scale, scale_1, scale_2, scale_3)
)");
  CHECK(traced.run(std::vector{5.0, 0.25}) == std::vector{10.0, 15.0, 10.25, 1.5});
}

TEST_CASE("arguments by name meet their parameters when a graph runs", "[trace][named_argument]") {
  const auto traced = symbolic_trace<double>([](auto x, auto y, auto z) {
    return digits("c"_a = z, "a"_a = x, "b"_a = y);
  });
  CHECK(traced(1.0, 2.0, 3.0) == 123.0);
}

TEST_CASE("a parameter may default to a bool or to None", "[trace][named_argument]") {
  struct Math : types<double, bool> {};
  const auto traced = symbolic_trace<Math>(
      [](auto x, auto p) {
        auto a = optional(x);
        auto b = optional(x, "flag"_a = p);
        return std::pair(a, b);
      },
      inputs<double, bool>("x", "p"));
  expect_code(traced.graph(), R"(
def forward(self, x, p):
    optional = named_argument_test_optional(x)
    optional_1 = named_argument_test_optional(x, flag = p);  x = p = None
    return (optional, optional_1)
)");
  const auto results = traced.run(std::vector<value_t<Math>>{2.0, false});
  CHECK(results == std::vector<value_t<Math>>{2.0, -2.0});
}

TEST_CASE("the parameters of a function are described in order", "[trace][named_argument]") {
  const auto parameters = scale.info().parameters;
  REQUIRE(parameters.size() == 3);
  CHECK(parameters[0].name == "x");
  CHECK_FALSE(parameters[0].has_default);
  CHECK(parameters[1].name == "factor");
  CHECK(parameters[1].has_default);
  CHECK(parameters[1].default_kind == LiteralKind::real_double);
  CHECK(parameters[2].default_kind == LiteralKind::integer);
}
