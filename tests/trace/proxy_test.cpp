#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <bit>
#include <numeric>
#include <sstream>

using namespace calque;
using support::error_of;
using support::expect_code;

namespace proxy_test {

struct Math : types<double, bool> {};
struct Wide : types<float, double, bool> {};

template <class Stream>
std::string printed(const auto& value) {
  Stream stream;
  stream << value;
  return stream.str();
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

}  // namespace proxy_test

using namespace proxy_test;

TEST_CASE("a proxy made without arguments is the constant zero of its type", "[trace][proxy]") {
  Proxy<double> acc{};
  CHECK(acc.is_constant());
  CHECK(bits(acc.constant()) == bits(0.0));
  const std::array<Proxy<double>, 3> zeros{};
  for (const auto& zero : zeros) CHECK(bits(zero.constant()) == bits(0.0));
  CHECK_FALSE((Proxy<bool, Math>{}.constant()));
}

TEST_CASE("a constant has the type of its proxy whatever it was written with", "[trace][proxy]") {
  STATIC_CHECK(std::is_same_v<decltype(Proxy<float, Wide>(2).constant()), const float&>);
  CHECK(Proxy<float, Wide>(2).constant() == 2.0f);
  CHECK(Proxy<int>(2L).constant() == 2);
  CHECK(bits(Proxy<double>(0.1f).constant()) == bits(static_cast<double>(0.1f)));
}

TEST_CASE("a constant enters a graph as a literal of its proxy's type", "[trace][proxy]") {
  const auto traced = symbolic_trace<double>([](auto x) {
    using S = decltype(x);
    return x + S(1);
  });
  expect_code(traced.graph(), R"(
def forward(self, x):
    add = x + 1.0;  x = None
    return add
)");
}

TEST_CASE("a constant keeps the bits of -0.0 and of a NaN in the graph", "[trace][proxy]") {
  const double nan = std::bit_cast<double>(std::uint64_t{0x7ff8000000001234});
  const auto traced = symbolic_trace<double>(
      [nan](auto x) {
        using S = decltype(x);
        const S zero = -0.0;
        const S positive = 0.0;
        const S odd = nan;
        return std::tuple(zero, positive, odd, x);
      },
      {"x"});
  const Node<double>& output = *traced.graph().output_node();
  CHECK(output.operand(0).literal.bits() == bits(-0.0));
  CHECK(output.operand(1).literal.bits() == bits(0.0));
  CHECK(output.operand(2).literal.bits() == 0x7ff8000000001234);
  expect_code(traced.graph(), R"(
def forward(self, x):
    return (-0.0, 0.0, nan, x)
)");
}

TEST_CASE("two constants combine by computing", "[trace][proxy]") {
  using S = Proxy<double>;
  const S third = S(1) / S(3);
  CHECK(third.is_constant());
  CHECK(bits(third.constant()) == bits(1.0 / 3.0));
  const S scaled = 2 * third;
  CHECK(bits(scaled.constant()) == bits(2 * (1.0 / 3.0)));
  const S root = sqrt(S(2));
  CHECK(bits(root.constant()) == bits(std::sqrt(2.0)));
  S sum{};
  sum += 0.5;
  sum -= S(2);
  CHECK(bits(sum.constant()) == bits(-1.5));
}

TEST_CASE("the signs of zeros are computed as C++ computes them", "[trace][proxy]") {
  using S = Proxy<double>;
  const S minus_zero = S(-0.0);
  CHECK(bits((minus_zero + minus_zero).constant()) == bits(-0.0));
  CHECK(bits((minus_zero + S(0.0)).constant()) == bits(0.0));
  CHECK(bits((-S(0.0)).constant()) == bits(-0.0));
}

TEST_CASE("a comparison of constants is a constant that answers itself", "[trace][proxy]") {
  using S = Proxy<double, Math>;
  const auto less = S(1) < S(2);
  STATIC_CHECK(std::is_same_v<decltype(less), const Proxy<bool, Math>>);
  CHECK(static_cast<bool>(less));
  CHECK_FALSE(static_cast<bool>(S(2) < S(1)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(static_cast<bool>(S(nan) == S(nan)));
}

TEST_CASE("an Untyped constant is true as the value it was written with is", "[trace][proxy]") {
  CHECK(static_cast<bool>(Proxy<Untyped>(1)));
  CHECK(static_cast<bool>(Proxy<Untyped>(0.5)));
  CHECK_FALSE(static_cast<bool>(Proxy<Untyped>(0)));
  CHECK_FALSE(static_cast<bool>(Proxy<Untyped>(0.0)));
  CHECK_FALSE(static_cast<bool>(Proxy<Untyped>(-0.0)));
  CHECK_FALSE(static_cast<bool>(Proxy<Untyped>(None{})));
  CHECK_FALSE(static_cast<bool>(Proxy<Untyped>{}));
}

TEST_CASE("numeric_limits of a proxy are those of its type", "[trace][proxy]") {
  using Limits = std::numeric_limits<Proxy<double>>;
  using Plain = std::numeric_limits<double>;
  STATIC_CHECK(Limits::is_specialized);
  STATIC_CHECK(Limits::digits == Plain::digits);
  STATIC_CHECK(std::is_same_v<decltype(Limits::max()), Proxy<double>>);
  CHECK(bits(Limits::min().constant()) == bits(Plain::min()));
  CHECK(bits(Limits::max().constant()) == bits(Plain::max()));
  CHECK(bits(Limits::lowest().constant()) == bits(Plain::lowest()));
  CHECK(bits(Limits::epsilon().constant()) == bits(Plain::epsilon()));
  CHECK(bits(Limits::round_error().constant()) == bits(Plain::round_error()));
  CHECK(bits(Limits::infinity().constant()) == bits(Plain::infinity()));
  CHECK(bits(Limits::quiet_NaN().constant()) == bits(Plain::quiet_NaN()));
  CHECK(bits(Limits::denorm_min().constant()) == bits(Plain::denorm_min()));
  CHECK(std::numeric_limits<Proxy<int>>::max().constant() == std::numeric_limits<int>::max());
}

TEST_CASE("streaming a proxy prints its name and records nothing", "[trace][proxy]") {
  std::string text;
  const auto traced = symbolic_trace<Math>(
      [&](auto x) {
        const auto sum = x + 1.0;
        const Proxy<Math> dynamic = sum;
        std::ostringstream stream;
        stream << x << ' ' << sum << ' ' << dynamic;
        text = stream.str();
        return sum;
      },
      {"x"});
  CHECK(text == "%x %add %add");
  expect_code(traced.graph(), R"(
def forward(self, x):
    add = x + 1.0;  x = None
    return add
)");
}

TEST_CASE("streaming a constant prints its value", "[trace][proxy]") {
  CHECK(printed<std::ostringstream>(Proxy<double>(0.5)) == "0.5");
  CHECK(printed<std::ostringstream>(Proxy<int>(7)) == "7");
  CHECK(printed<std::ostringstream>(Proxy<Untyped>(std::string_view("text"))) == "'text'");
  CHECK(printed<std::ostringstream>(Proxy<Untyped>(None{})) == "None");
}

TEST_CASE("a value shifted by a proxy is recorded as a shift", "[trace][proxy]") {
  const auto traced = symbolic_trace<int>([](auto x) { return 1 << x; });
  expect_code(traced.graph(), R"(
def forward(self, x):
    lshift = 1 << x;  x = None
    return lshift
)");
}

TEST_CASE("a dynamic proxy knows the type of its value and gives the typed one", "[trace][proxy]") {
  Graph<Math> graph;
  GraphAppendingTracer<Math> tracer(graph);
  Node<Math>& x = graph.placeholder("x");
  Node<Math>& p = graph.placeholder("p", type_index<Math, bool>);
  const Proxy<Math> number = tracer.proxy(x);
  const Proxy<Math> condition = tracer.proxy(p);
  CHECK(number.type() == type_index<Math, double>);
  CHECK(condition.type() == type_index<Math, bool>);
  const auto typed = as<double>(number);
  STATIC_CHECK(std::is_same_v<decltype(typed), const Proxy<double, Math>>);
  CHECK(&typed.node() == &x);
  CHECK(&as<bool>(condition).node() == &p);
}

TEST_CASE("a constant stays a constant as a dynamic proxy and back", "[trace][proxy]") {
  const Proxy<Math> dynamic = Proxy<double, Math>(-0.0);
  CHECK(dynamic.is_constant());
  CHECK(dynamic.type() == type_index<Math, double>);
  CHECK(bits(as<double>(dynamic).constant()) == bits(-0.0));
  CHECK(error_of<TraceError>([&] { (void)as<bool>(dynamic); }) ==
        "cannot read a constant of type double as bool");
}

TEST_CASE("a proxy is an argument of a call that is built by hand", "[trace][proxy]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  const Proxy<double> proxy(x);
  Node<double>& sum = graph.call_function(function_of<double, double, double>(operators::add),
                                          {proxy, 2.0});
  graph.output({sum});
  expect_code(graph, R"(
def forward(self, x):
    add = x + 2.0;  x = None
    return add
)");
}

TEST_CASE("a domain of one type that declares types has dynamic proxies too", "[trace][proxy]") {
  struct Single : types<double> {};
  const Proxy<Single> dynamic = Proxy<double, Single>(0.5);
  CHECK(as<double>(dynamic).constant() == 0.5);
}
