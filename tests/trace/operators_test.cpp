#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <bit>

using namespace calque;
using support::expect_code;

namespace operators_test {

struct Math : types<double, bool> {};
struct Integers : types<int, bool, double> {};
struct Narrowed : types<float> {
  static constexpr bool narrowing = true;
};
struct Vectors : types<double, std::vector<double>> {};

/// 2 by 2, row by row.
struct Matrix {
  std::array<double, 4> at{};

  friend Matrix matmul(const Matrix& a, const Matrix& b) {
    return {{a.at[0] * b.at[0] + a.at[1] * b.at[2], a.at[0] * b.at[1] + a.at[1] * b.at[3],
             a.at[2] * b.at[0] + a.at[3] * b.at[2], a.at[2] * b.at[1] + a.at[3] * b.at[3]}};
  }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

template <class T>
bool same_bits(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  } else if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  } else {
    return a == b;
  }
}

/// The one statement between `def forward` and `return`.
template <class D>
std::string statement(const GraphModule<D>& module) {
  const std::string text = module.code();
  const std::size_t begin = text.find('\n') + 5;
  return text.substr(begin, text.find(';') - begin);
}

/// Traces `f`, runs it on each pair of inputs, and compares with plain C++ bit for bit. Gives the
/// statement that was recorded.
template <class D, class T, class F>
std::string traced_like_plain(const F& f, const std::vector<std::pair<T, T>>& inputs) {
  const auto traced = symbolic_trace<D>(f, {"x", "y"});
  for (const auto& [x, y] : inputs) {
    const auto plain = f(x, y);
    const value_t<D> result = traced(x, y);
    CAPTURE(x, y);
    CHECK(same_bits(value_as<D, std::remove_cv_t<decltype(plain)>>(result), plain));
  }
  return statement(traced);
}

const std::vector<std::pair<double, double>> reals{
    {1.5, 2.25},  {-1.5, 2.0}, {0.0, -0.0},   {-0.0, -0.0},
    {1e308, 1e308}, {0.1, 0.3},  {5e-324, 3.0}, {std::numeric_limits<double>::infinity(), -1.0}};
const std::vector<std::pair<int, int>> integers{{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {6, 3}, {0, 5}};
const std::vector<std::pair<int, int>> shifts{{1, 0}, {5, 3}, {1024, 4}, {77, 1}};

template <class F>
std::string on_reals(const F& f) {
  return traced_like_plain<Math, double>(f, reals);
}
template <class F>
std::string on_integers(const F& f) {
  return traced_like_plain<Integers, int>(f, integers);
}

std::string on_bools(const auto& f) {
  const auto traced = symbolic_trace<Math>(f, inputs<bool, bool>("p", "q"));
  for (const bool p : {false, true}) {
    for (const bool q : {false, true}) {
      CAPTURE(p, q);
      CHECK(std::get<bool>(traced(p, q)) == static_cast<bool>(f(p, q)));
    }
  }
  return statement(traced);
}

}  // namespace operators_test

using namespace operators_test;

TEST_CASE("arithmetic of two traced values is that of C++", "[trace][operators]") {
  CHECK(on_reals([](auto x, auto y) { return x + y; }) == "add = x + y");
  CHECK(on_reals([](auto x, auto y) { return x - y; }) == "sub = x - y");
  CHECK(on_reals([](auto x, auto y) { return x * y; }) == "mul = x * y");
  CHECK(on_reals([](auto x, auto y) { return x / y; }) == "truediv = x / y");
}

TEST_CASE("arithmetic keeps the order of a literal and a traced value", "[trace][operators]") {
  CHECK(on_reals([](auto x, auto) { return x + 2.5; }) == "add = x + 2.5");
  CHECK(on_reals([](auto x, auto) { return 2.5 + x; }) == "add = 2.5 + x");
  CHECK(on_reals([](auto x, auto) { return x - 2.5; }) == "sub = x - 2.5");
  CHECK(on_reals([](auto x, auto) { return 2.5 - x; }) == "sub = 2.5 - x");
  CHECK(on_reals([](auto x, auto) { return x * 2.5; }) == "mul = x * 2.5");
  CHECK(on_reals([](auto x, auto) { return 2.5 * x; }) == "mul = 2.5 * x");
  CHECK(on_reals([](auto x, auto) { return x / 2.5; }) == "truediv = x / 2.5");
  CHECK(on_reals([](auto x, auto) { return 2.5 / x; }) == "truediv = 2.5 / x");
}

TEST_CASE("an integer literal beside a real keeps its type", "[trace][operators]") {
  CHECK(on_reals([](auto x, auto) { return 1 + x; }) == "add = 1 + x");
  CHECK(on_reals([](auto x, auto) { return x / 2; }) == "truediv = x / 2");
  CHECK(on_reals([](auto x, auto) { return 3u * x; }) == "mul = 3 * x");
  CHECK(on_reals([](auto x, auto) { return x - 0.1f; }) == "sub = x - 0.1");
}

TEST_CASE("comparisons of two traced values are bools", "[trace][operators]") {
  CHECK(on_reals([](auto x, auto y) { return x < y; }) == "lt = x < y");
  CHECK(on_reals([](auto x, auto y) { return x <= y; }) == "le = x <= y");
  CHECK(on_reals([](auto x, auto y) { return x > y; }) == "gt = x > y");
  CHECK(on_reals([](auto x, auto y) { return x >= y; }) == "ge = x >= y");
  CHECK(on_reals([](auto x, auto y) { return x == y; }) == "eq = x == y");
  CHECK(on_reals([](auto x, auto y) { return x != y; }) == "ne = x != y");
}

TEST_CASE("comparisons keep the order of a literal and a traced value", "[trace][operators]") {
  CHECK(on_reals([](auto x, auto) { return x < 0.1; }) == "lt = x < 0.1");
  CHECK(on_reals([](auto x, auto) { return 0.1 < x; }) == "lt = 0.1 < x");
  CHECK(on_reals([](auto x, auto) { return x <= 0.1; }) == "le = x <= 0.1");
  CHECK(on_reals([](auto x, auto) { return 0.1 <= x; }) == "le = 0.1 <= x");
  CHECK(on_reals([](auto x, auto) { return x > 0.1; }) == "gt = x > 0.1");
  CHECK(on_reals([](auto x, auto) { return 0.1 > x; }) == "gt = 0.1 > x");
  CHECK(on_reals([](auto x, auto) { return x >= 0.1; }) == "ge = x >= 0.1");
  CHECK(on_reals([](auto x, auto) { return 0.1 >= x; }) == "ge = 0.1 >= x");
  CHECK(on_reals([](auto x, auto) { return x == 0.1; }) == "eq = x == 0.1");
  CHECK(on_reals([](auto x, auto) { return 0.1 == x; }) == "eq = 0.1 == x");
  CHECK(on_reals([](auto x, auto) { return x != 0.1; }) == "ne = x != 0.1");
  CHECK(on_reals([](auto x, auto) { return 0.1 != x; }) == "ne = 0.1 != x");
}

TEST_CASE("NaN compares as in C++ when it is traced", "[trace][operators]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto traced = symbolic_trace<Math>([](auto x) {
    auto equal = x == x;
    auto different = x != x;
    auto less = x < x;
    return std::tuple(equal, different, less);
  });
  const auto results = traced.run(std::vector<value_t<Math>>{nan});
  CHECK(results == std::vector<value_t<Math>>{false, true, false});
}

TEST_CASE("unary operators are those of C++", "[trace][operators]") {
  CHECK(on_reals([](auto x, auto) { return -x; }) == "neg = -x");
  CHECK(on_reals([](auto x, auto) { return +x; }) == "pos = +x");
  CHECK(on_integers([](auto x, auto) { return ~x; }) == "invert = ~x");
}

TEST_CASE("arithmetic of integers is that of C++", "[trace][operators]") {
  CHECK(on_integers([](auto x, auto y) { return x + y; }) == "add = x + y");
  CHECK(on_integers([](auto x, auto y) { return x * y; }) == "mul = x * y");
  CHECK(on_integers([](auto x, auto y) { return x % y; }) == "mod = x % y");
  CHECK(on_integers([](auto x, auto) { return x % 3; }) == "mod = x % 3");
  CHECK(on_integers([](auto, auto y) { return 100 % y; }) == "mod = 100 % y");
}

TEST_CASE("the division of integers drops the remainder and is no truediv", "[trace][operators]") {
  const auto traced = symbolic_trace<Integers>([](auto x, auto y) { return x / y; });
  CHECK(traced.graph().output_node()->operand(0).node->target() == "calque.truncdiv");
  for (const auto& [x, y] : integers) CHECK(std::get<int>(traced(x, y)) == x / y);
  on_integers([](auto x, auto) { return x / 2; });
  on_integers([](auto, auto y) { return 100 / y; });
}

TEST_CASE("a division with a real among integers is a truediv", "[trace][operators]") {
  CHECK(on_integers([](auto x, auto) { return x / 2.0; }) == "truediv = x / 2.0");
}

TEST_CASE("bit operators of integers are those of C++", "[trace][operators]") {
  CHECK(on_integers([](auto x, auto y) { return x & y; }) == "and_ = x & y");
  CHECK(on_integers([](auto x, auto y) { return x | y; }) == "or_ = x | y");
  CHECK(on_integers([](auto x, auto y) { return x ^ y; }) == "xor = x ^ y");
  CHECK(on_integers([](auto x, auto) { return x & 6; }) == "and_ = x & 6");
  CHECK(on_integers([](auto x, auto) { return 6 & x; }) == "and_ = 6 & x");
  CHECK(on_integers([](auto x, auto) { return 6 | x; }) == "or_ = 6 | x");
  CHECK(on_integers([](auto x, auto) { return 6 ^ x; }) == "xor = 6 ^ x");
}

TEST_CASE("shifts of integers are those of C++", "[trace][operators]") {
  const auto check = [](const auto& f) { return traced_like_plain<Integers, int>(f, shifts); };
  CHECK(check([](auto x, auto y) { return x << y; }) == "lshift = x << y");
  CHECK(check([](auto x, auto y) { return x >> y; }) == "rshift = x >> y");
  CHECK(check([](auto x, auto) { return x << 2; }) == "lshift = x << 2");
  CHECK(check([](auto, auto y) { return 3 << y; }) == "lshift = 3 << y");
  CHECK(check([](auto, auto y) { return 300 >> y; }) == "rshift = 300 >> y");
}

TEST_CASE("bit operators of two bools give a bool", "[trace][operators]") {
  CHECK(on_bools([](auto p, auto q) { return p & q; }) == "and_ = p & q");
  CHECK(on_bools([](auto p, auto q) { return p | q; }) == "or_ = p | q");
  CHECK(on_bools([](auto p, auto q) { return p ^ q; }) == "xor = p ^ q");
  CHECK(on_bools([](auto p, auto) { return p & true; }) == "and_ = p & True");
  CHECK(on_bools([](auto p, auto) { return false | p; }) == "or_ = False | p");
  CHECK(on_bools([](auto p, auto q) { return p == q; }) == "eq = p == q");
}

TEST_CASE("other operators of two bools give what C++ gives", "[trace][operators]") {
  const auto traced = symbolic_trace<Integers>(
      [](auto p, auto q) {
        STATIC_CHECK(std::is_same_v<decltype(p + q), Proxy<int, Integers>>);
        return p + q;
      },
      inputs<bool, bool>("p", "q"));
  CHECK(std::get<int>(traced(true, true)) == 2);
}

TEST_CASE("the types of operands mix as in C++", "[trace][operators]") {
  const auto traced = symbolic_trace<Integers>(
      [](auto i, auto d) {
        STATIC_CHECK(std::is_same_v<decltype(i * d), Proxy<double, Integers>>);
        return i * d;
      },
      inputs<int, double>("i", "d"));
  CHECK(std::get<double>(traced(3, 0.1)) == 3 * 0.1);
}

TEST_CASE("compound assignment rebinds the variable and changes no node", "[trace][operators]") {
  const auto f = [](auto x, auto y) {
    auto a = x;
    a += y;
    a -= 1.0;
    a *= x;
    a /= y;
    return a;
  };
  const auto traced = symbolic_trace<double>(f, {"x", "y"});
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    add = x + y
    sub = add - 1.0;  add = None
    mul = sub * x;  sub = x = None
    truediv = mul / y;  mul = y = None
    return truediv
)");
  CHECK(same_bits(traced(1.7, 0.3), f(1.7, 0.3)));
}

TEST_CASE("compound assignment of integers rebinds too", "[trace][operators]") {
  const auto f = [](auto x, auto y) {
    auto a = x;
    a %= 17;
    a <<= 3;
    a |= y;
    a &= 127;
    a ^= y;
    a >>= 1;
    return a;
  };
  const auto traced = symbolic_trace<Integers>(f, {"x", "y"});
  expect_code(traced.graph(), R"(
def forward(self, x, y):
    mod = x % 17;  x = None
    lshift = mod << 3;  mod = None
    or_ = lshift | y;  lshift = None
    and_ = or_ & 127;  or_ = None
    xor = and_ ^ y;  and_ = y = None
    rshift = xor >> 1;  xor = None
    return rshift
)");
  for (const auto& [x, y] : integers) CHECK(std::get<int>(traced(x, y)) == f(x, y));
}

TEST_CASE("an element is read by a traced call", "[trace][operators]") {
  const auto f = [](const auto& v) {
    auto first = v[std::size_t{0}];
    auto second = v[std::size_t{1}];
    return first - second;
  };
  const auto traced = symbolic_trace<Vectors>(f, inputs<std::vector<double>>("v"));
  expect_code(traced.graph(), R"(
def forward(self, v):
    getitem = v[0]
    getitem_1 = v[1];  v = None
    sub = getitem - getitem_1;  getitem = getitem_1 = None
    return sub
)");
  const std::vector<double> v{0.1, 0.7};
  CHECK(same_bits(std::get<double>(traced(v)), f(v)));
}

TEST_CASE("an Untyped program records every operator in either order", "[trace][operators]") {
  const auto graph = Tracer<Untyped>().trace([](auto x, auto y) {
    auto a = x % 2;
    auto b = 2.5 / a;
    auto c = b[y];
    auto d = c & 1;
    auto e = "text" + d;
    auto f = ~e;
    auto g = f < None{};
    return g;
  });
  expect_code(graph, R"(
def forward(self, x, x_1):
    mod = x % 2;  x = None
    truediv = 2.5 / mod;  mod = None
    getitem = truediv[x_1];  truediv = x_1 = None
    and_ = getitem & 1;  getitem = None
    add = 'text' + and_;  and_ = None
    invert = ~add;  add = None
    lt = invert < None;  invert = None
    return lt
)");
}

TEST_CASE("pow is printed as an operator and is std::pow", "[trace][operators]") {
  const auto f = [](auto x, auto y) {
    using std::pow;
    return pow(x, y);
  };
  CHECK(on_reals(f) == "pow_1 = x ** y");
  CHECK(on_reals([](auto x, auto) {
          using std::pow;
          return pow(x, 2);
        }) == "pow_1 = x ** 2");
  CHECK(on_reals([](auto x, auto) {
          using std::pow;
          return pow(2.0, x);
        }) == "pow_1 = 2.0 ** x");
}

TEST_CASE("floordiv rounds down and is printed as an operator", "[trace][operators]") {
  const auto traced = symbolic_trace<Integers>([](auto x, auto y) { return floordiv(x, y); },
                                               {"x", "y"});
  CHECK(statement(traced) == "floordiv = x // y");
  CHECK(std::get<int>(traced(7, 2)) == 3);
  CHECK(std::get<int>(traced(-7, 2)) == -4);
  CHECK(std::get<int>(traced(7, -2)) == -4);
  CHECK(std::get<int>(traced(-7, -2)) == 3);
  CHECK(std::get<int>(traced(6, -3)) == -2);
  const auto real = symbolic_trace<double>([](auto x) { return floordiv(x, 2.0); });
  CHECK(real(-7.0) == -4.0);
}

TEST_CASE("matmul is the values' own and is printed as an operator", "[trace][operators]") {
  const auto f = [](const auto& a, const auto& b) { return matmul(a, b); };
  const auto traced = symbolic_trace<Matrix>(f, {"x", "y"});
  CHECK(statement(traced) == "matmul = x @ y");
  const Matrix a{{1.0, 2.0, 3.0, 4.0}};
  const Matrix b{{0.5, -1.0, 0.25, 2.0}};
  CHECK(traced(a, b) == f(a, b));
}

TEST_CASE("a narrowing domain converts results to the type of its operands",
          "[trace][operators]") {
  const auto f = [](auto x) {
    auto half = x * 0.5;
    auto sum = 0.1 + half;
    return sum / 3.0;
  };
  const auto traced = symbolic_trace<Narrowed>(f, {"x"});
  expect_code(traced.graph(), R"(
def forward(self, x):
    mul = x * 0.5;  x = None
    add = 0.1 + mul;  mul = None
    truediv = add / 3.0;  add = None
    return truediv
)");
  for (const float x : {0.1f, 1.0f, -7.3f}) {
    // Every operation is computed in C++'s type and then rounded.
    const float half = static_cast<float>(x * 0.5);
    const float sum = static_cast<float>(0.1 + half);
    CHECK(same_bits(traced(x), static_cast<float>(sum / 3.0)));
  }
}

TEST_CASE("a narrowing domain computes constants as it computes values", "[trace][operators]") {
  using S = Proxy<float, Narrowed>;
  const auto product = S(0.3f) * 0.1;
  STATIC_CHECK(std::is_same_v<decltype(product), const S>);
  CHECK(same_bits(product.constant(), static_cast<float>(0.3f * 0.1)));
}
