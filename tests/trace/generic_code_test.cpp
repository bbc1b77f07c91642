// What generic numeric code does: written for plain numbers, traced as it stands, and equal to
// plain double bit for bit.
#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

using namespace calque;
using support::expect_code;

namespace generic_code_test {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

template <class S>
using Matrix3 = std::array<std::array<S, 3>, 3>;

template <class S>
S sum_of_squares(const std::vector<S>& values) {
  S acc{};
  for (const S& value : values) acc += value * value;
  return acc;
}

template <class S>
S horner(const std::vector<S>& coefficients, const S& x) {
  S result = S(0);
  for (std::size_t i = coefficients.size(); i-- > 0;) result = result * x + coefficients[i];
  return result;
}

template <class S>
S determinant(const Matrix3<S>& m) {
  const S a = m[1][1] * m[2][2] - m[1][2] * m[2][1];
  const S b = m[1][0] * m[2][2] - m[1][2] * m[2][0];
  const S c = m[1][0] * m[2][1] - m[1][1] * m[2][0];
  return m[0][0] * a - m[0][1] * b + m[0][2] * c;
}

/// The lower factor of a symmetric, positive definite matrix.
template <class S>
Matrix3<S> cholesky(const Matrix3<S>& m) {
  using std::sqrt;
  Matrix3<S> lower{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      S rest = m[row][column];
      for (std::size_t k = 0; k < column; ++k) rest -= lower[row][k] * lower[column][k];
      lower[row][column] = row == column ? S(sqrt(rest)) : rest / lower[column][column];
    }
  }
  return lower;
}

template <class S>
S euclidean_norm(const std::array<S, 3>& v) {
  using std::sqrt;
  return sqrt(std::inner_product(v.begin(), v.end(), v.begin(), S(0)));
}

/// Newton's method, a fixed number of steps.
template <class S>
S root_by_newton(const S& a) {
  S x = a / S(2) + S(0.5);
  for (int i = 0; i < 5; ++i) x = S(0.5) * (x + a / x);
  return x;
}

template <class S>
Matrix3<S> symmetric(const S& a, const S& b, const S& c, const S& d, const S& e, const S& f) {
  return {{{a, b, c}, {b, d, e}, {c, e, f}}};
}

/// A domain of several types gives the same numbers.
struct Math : types<double, bool> {};

/// Traces `f`, runs it, and compares with plain double.
template <class F, class... X>
void traced_equals_plain(const F& f, X... x) {
  constexpr auto names = [] {
    std::array<std::string_view, 6> all{"a", "b", "c", "d", "e", "f"};
    return all;
  }();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const double plain = f(x...);
    CAPTURE(plain);
    CHECK(bits(symbolic_trace<double>(f, {names[I]...})(x...)) == bits(plain));
    CHECK(bits(std::get<double>(symbolic_trace<Math>(f, {names[I]...})(x...))) == bits(plain));
  }(std::index_sequence_for<X...>{});
}

}  // namespace generic_code_test

using namespace generic_code_test;

TEST_CASE("a sum that starts with S acc{} is traced", "[trace][generic_code]") {
  const auto f = [](auto a, auto b, auto c) {
    return sum_of_squares(std::vector<decltype(a)>{a, b, c});
  };
  traced_equals_plain(f, 0.1, -0.7, 1e10);
  traced_equals_plain(f, -0.0, 0.0, -0.0);
}

TEST_CASE("the literal zero that a sum starts with is part of the program",
          "[trace][generic_code]") {
  const auto traced = symbolic_trace<double>(
      [](auto x) {
        using S = decltype(x);
        S acc{};
        acc += x;
        return acc;
      },
      {"x"});
  expect_code(traced.graph(), R"(
def forward(self, x):
    add = 0.0 + x;  x = None
    return add
)");
  // 0.0 + -0.0 is 0.0.
  CHECK(bits(traced(-0.0)) == bits(0.0));
}

TEST_CASE("Horner's rule with S(0) is traced", "[trace][generic_code]") {
  const auto f = [](auto a, auto b, auto c, auto x) {
    using S = decltype(a);
    return horner(std::vector<S>{a, b, c, S(0.25)}, S(x));
  };
  traced_equals_plain(f, 0.3, -1.7, 2.1, 0.77);
  traced_equals_plain(f, 1e200, 1e-200, 3.0, -1e55);
}

TEST_CASE("std::accumulate, std::inner_product and std::array are traced",
          "[trace][generic_code]") {
  traced_equals_plain(
      [](auto a, auto b, auto c) {
        using S = decltype(a);
        std::array<S, 3> all{};
        all[0] = a;
        all[2] = b * c;
        return std::accumulate(all.begin(), all.end(), S(1));
      },
      0.1, 0.2, 0.3);
  traced_equals_plain(
      [](auto a, auto b, auto c) { return euclidean_norm(std::array{a, b, c}); }, 3.0, -0.1, 1e-9);
}

TEST_CASE("std::transform, std::partial_sum and std::swap are traced", "[trace][generic_code]") {
  traced_equals_plain(
      [](auto a, auto b, auto c) {
        using S = decltype(a);
        std::vector<S> values{a, b, c};
        std::transform(values.begin(), values.end(), values.begin(),
                       [](const S& value) { return value * value + S(1); });
        std::partial_sum(values.begin(), values.end(), values.begin());
        std::swap(values[0], values[2]);
        values.resize(5);
        return values[0] - values[1] / values[2] + values[4];
      },
      0.3, 0.7, -1.1);
}

TEST_CASE("a determinant of 3 by 3 numbers is traced", "[trace][generic_code]") {
  const auto f = [](auto a, auto b, auto c, auto d, auto e, auto g) {
    using S = decltype(a);
    return determinant(Matrix3<S>{{{a, b, c}, {S(2), d, e}, {g, S(-1), a}}});
  };
  traced_equals_plain(f, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
  traced_equals_plain(f, 1e9, -3.5, 0.1, 7.0, 1e-9, -2.25);
}

TEST_CASE("a Cholesky factorisation is traced", "[trace][generic_code]") {
  const auto factor = [](auto a, auto b, auto c, auto d, auto e, auto f) {
    return cholesky(symmetric(a, b, c, d, e, f));
  };
  const auto traced = symbolic_trace<double>(factor);
  const std::vector<double> inputs{4.0, 1.2, -0.7, 5.1, 0.3, 3.3};
  const auto plain = factor(4.0, 1.2, -0.7, 5.1, 0.3, 3.3);
  const std::vector<double> results = traced.run(inputs);
  REQUIRE(results.size() == 9);
  for (std::size_t i = 0; i < 9; ++i) CHECK(bits(results[i]) == bits(plain[i / 3][i % 3]));
}

TEST_CASE("an entry of a factor above the diagonal is the constant zero",
          "[trace][generic_code]") {
  const auto graph = Tracer<double>().trace([](auto a, auto b, auto c, auto d, auto e, auto f) {
    return cholesky(symmetric(a, b, c, d, e, f));
  });
  const Node<double>& output = *graph.output_node();
  for (const std::uint32_t i : {1u, 2u, 5u}) {
    REQUIRE_FALSE(output.operand(i).is_node());
    CHECK(output.operand(i).literal == Literal<double>(0.0));
  }
}

TEST_CASE("an iteration with constants on both sides is traced", "[trace][generic_code]") {
  const auto f = [](auto a) { return root_by_newton(a); };
  traced_equals_plain(f, 2.0);
  traced_equals_plain(f, 1e-3);
}

TEST_CASE("numeric_limits of the generic type are used as numbers", "[trace][generic_code]") {
  traced_equals_plain(
      [](auto a, auto b) {
        using S = decltype(a);
        const S scale = std::numeric_limits<S>::epsilon() * S(4);
        return a + b * scale;
      },
      1.0, 3.0);
}

TEST_CASE("a clamp by where is traced", "[trace][generic_code]") {
  const auto f = [](auto x) {
    using S = decltype(x);
    auto low = where(x < S(-1), S(-1), x);
    return where(low > S(1), S(1), low);
  };
  const auto traced = symbolic_trace<Math>(f);
  for (const double x : {-3.0, -0.0, 0.5, 7.0}) {
    CHECK(bits(std::get<double>(traced(x))) == bits(f(x)));
  }
}
