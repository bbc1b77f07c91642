#include <calque/ir/literal.hpp>

#include "support/catch.hpp"

#include <limits>

using calque::LiteralKind;
using calque::None;

namespace {

struct LiteralTensor {
  double first = 0;
  friend bool operator==(const LiteralTensor&, const LiteralTensor&) = default;
};
struct Opaque {};
struct Values : calque::types<double, bool, LiteralTensor> {};

using Literal = calque::Literal<Values>;

template <class T>
T round_trip(T value) {
  const Literal literal(value);
  REQUIRE(literal.is<T>());
  return literal.as<T>();
}

}  // namespace

TEST_CASE("a default literal is None", "[ir][literal]") {
  CHECK(Literal().is_none());
  CHECK(Literal(None{}).is_none());
  CHECK(Literal().is<None>());
  CHECK(Literal() == Literal(None{}));
}

TEST_CASE("a literal keeps the type that it was written with", "[ir][literal]") {
  CHECK(Literal(true).kind() == LiteralKind::boolean);
  CHECK(Literal('c').kind() == LiteralKind::character);
  CHECK(Literal(1).kind() == LiteralKind::integer);
  CHECK(Literal(1u).kind() == LiteralKind::unsigned_integer);
  CHECK(Literal(1l).kind() == LiteralKind::long_integer);
  CHECK(Literal(1ull).kind() == LiteralKind::unsigned_long_long);
  CHECK(Literal(short{1}).kind() == LiteralKind::short_integer);
  CHECK(Literal(0.5f).kind() == LiteralKind::real_float);
  CHECK(Literal(0.5).kind() == LiteralKind::real_double);
  CHECK(Literal("text").kind() == LiteralKind::text);
  CHECK_FALSE(Literal(1).is<double>());
  CHECK_FALSE(Literal(1).is<bool>());
}

TEST_CASE("scalars come back bit for bit", "[ir][literal]") {
  CHECK(round_trip(-1) == -1);
  CHECK(round_trip(std::numeric_limits<int>::min()) == std::numeric_limits<int>::min());
  CHECK(round_trip(std::numeric_limits<long long>::min()) ==
        std::numeric_limits<long long>::min());
  CHECK(round_trip(std::numeric_limits<unsigned long long>::max()) ==
        std::numeric_limits<unsigned long long>::max());
  CHECK(round_trip(static_cast<signed char>(-128)) == -128);
  CHECK(round_trip('\xff') == '\xff');
  CHECK(round_trip(0.1f) == 0.1f);
  CHECK(round_trip(std::numeric_limits<double>::denorm_min()) ==
        std::numeric_limits<double>::denorm_min());
  CHECK(std::signbit(round_trip(-0.0)));
  CHECK(std::isnan(round_trip(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("literals are equal in type and bits", "[ir][literal]") {
  CHECK(Literal(1) == Literal(1));
  CHECK_FALSE(Literal(1) == Literal(1.0));
  CHECK_FALSE(Literal(1) == Literal(true));
  CHECK_FALSE(Literal(1) == Literal(1l));
  CHECK_FALSE(Literal(0.0) == Literal(-0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(Literal(nan) == Literal(nan));
  CHECK(Literal("ab") == Literal(std::string_view("abc").substr(0, 2)));
  CHECK_FALSE(Literal("ab") == Literal("ac"));
  CHECK_FALSE(Literal("") == Literal());
}

TEST_CASE("a text with a zero in it keeps its length", "[ir][literal]") {
  const std::string_view text("a\0b", 3);
  CHECK(Literal(text).text() == text);
  CHECK(Literal(text).as<std::string>().size() == 3);
}

TEST_CASE("a value of the domain is referred to and compared by its own equality",
          "[ir][literal]") {
  const calque::value_t<Values> one = LiteralTensor{1};
  const calque::value_t<Values> same = LiteralTensor{1};
  const calque::value_t<Values> other = LiteralTensor{2};
  const Literal literal(&one);
  CHECK(literal.kind() == LiteralKind::value);
  CHECK(&literal.value() == &one);
  CHECK(literal.is<LiteralTensor>());
  CHECK_FALSE(literal.is<double>());
  CHECK(literal.as<LiteralTensor>().first == 1);
  CHECK(literal == Literal(&same));
  CHECK_FALSE(literal == Literal(&other));
}

TEST_CASE("values without equality are compared by address", "[ir][literal]") {
  const Opaque a;
  const Opaque b;
  CHECK(calque::Literal<Opaque>(&a) == calque::Literal<Opaque>(&a));
  CHECK_FALSE(calque::Literal<Opaque>(&a) == calque::Literal<Opaque>(&b));
}

TEST_CASE("a literal knows which type of the domain it has", "[ir][literal]") {
  CHECK(Literal(1.0).type() == calque::type_index<Values, double>);
  CHECK(Literal(true).type() == calque::type_index<Values, bool>);
  CHECK(Literal(1).type().is_none());
  CHECK(Literal(1.0f).type().is_none());
  CHECK(Literal("text").type().is_none());
  CHECK(Literal().type().is_none());
  const calque::value_t<Values> tensor = LiteralTensor{};
  CHECK(Literal(&tensor).type() == calque::type_index<Values, LiteralTensor>);
}

TEST_CASE("kinds are written as C++ types", "[ir][literal]") {
  CHECK(to_text(LiteralKind::integer) == "int");
  CHECK(to_text(LiteralKind::real_double) == "double");
  CHECK(to_text(LiteralKind::boolean) == "bool");
  CHECK(to_text(LiteralKind::text) == "text");
  CHECK(to_text(LiteralKind::value) == "value");
}
