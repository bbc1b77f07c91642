#include <calque/ir/domain.hpp>

#include "support/catch.hpp"

#include <type_traits>

using calque::type_index;
using calque::TypeIndex;

namespace {

struct DomainTensor {};
struct Numbers : calque::types<double, bool, DomainTensor> {};
struct OnlyDouble : calque::types<double> {};
struct Narrow : calque::types<float, bool> {
  static constexpr bool narrowing = true;
};
struct Wide : calque::types<float, bool> {
  static constexpr bool narrowing = false;
};

}  // namespace

TEST_CASE("a plain type is the domain of itself", "[ir][domain]") {
  STATIC_CHECK(std::is_same_v<calque::value_t<double>, double>);
  STATIC_CHECK(std::is_same_v<calque::first_type_t<double>, double>);
  STATIC_CHECK(calque::holds_type<double, double>);
  STATIC_CHECK_FALSE(calque::holds_type<double, float>);
  CHECK(type_index<double, double>.value == 0);
}

TEST_CASE("the values of a domain of several types are a variant", "[ir][domain]") {
  STATIC_CHECK(std::is_same_v<calque::value_t<Numbers>, std::variant<double, bool, DomainTensor>>);
  STATIC_CHECK(std::is_same_v<calque::first_type_t<Numbers>, double>);
  CHECK(type_index<Numbers, double>.value == 0);
  CHECK(type_index<Numbers, bool>.value == 1);
  CHECK(type_index<Numbers, DomainTensor>.value == 2);
  CHECK(type_index<Numbers, int>.is_none());
}

TEST_CASE("a domain that lists one type has plain values", "[ir][domain]") {
  STATIC_CHECK(std::is_same_v<calque::value_t<OnlyDouble>, double>);
  CHECK(type_index<OnlyDouble, double>.value == 0);
}

TEST_CASE("a value is read as the type that it holds", "[ir][domain]") {
  const calque::value_t<Numbers> truth = true;
  CHECK(calque::value_as<Numbers, bool>(truth));
  CHECK(calque::type_of<Numbers>(truth) == type_index<Numbers, bool>);
  const double number = 1.5;
  CHECK(&calque::value_as<double, double>(number) == &number);
  CHECK(calque::type_of<double>(number).value == 0);
}

TEST_CASE("types of a domain have the names that messages use", "[ir][domain]") {
  CHECK(calque::type_name<Numbers>({0}) == "double");
  CHECK(calque::type_name<Numbers>({1}) == "bool");
  CHECK(std::string(calque::type_name<Numbers>({2})).find("DomainTensor") != std::string::npos);
  CHECK(calque::type_name<Numbers>({}) == "no value");
  CHECK(calque::type_name<float>({0}) == "float");
}

TEST_CASE("only a domain that says so narrows", "[ir][domain]") {
  STATIC_CHECK(calque::detail::Narrowing<Narrow>);
  STATIC_CHECK_FALSE(calque::detail::Narrowing<Wide>);
  STATIC_CHECK_FALSE(calque::detail::Narrowing<Numbers>);
  STATIC_CHECK_FALSE(calque::detail::Narrowing<double>);
}

TEST_CASE("Untyped is known as such", "[ir][domain]") {
  STATIC_CHECK(calque::is_untyped<calque::Untyped>);
  STATIC_CHECK_FALSE(calque::is_untyped<double>);
  CHECK(calque::Untyped{} == calque::Untyped{});
}
