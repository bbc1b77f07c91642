// The texts of real literals against those that Python 3's repr gives the same numbers.
#include <calque/ir/literal_text.hpp>

#include "support/catch.hpp"

namespace {

template <class T>
struct Case {
  T value;
  std::string_view text;
};

template <class T>
std::string text_of(T value) {
  std::string text;
  calque::append_literal(text, calque::Literal<double>(value));
  return text;
}

}  // namespace

TEST_CASE("a double is written as Python writes it", "[text][literal]") {
  constexpr Case<double> cases[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {-1.0, "-1.0"},
      {0.1, "0.1"},
      {0.5, "0.5"},
      {3.0, "3.0"},
      {10.0, "10.0"},
      {100.0, "100.0"},
      {123.456, "123.456"},
      {123456789.125, "123456789.125"},
      {4.35, "4.35"},
      {0.30000000000000004, "0.30000000000000004"},
      {0.3333333333333333, "0.3333333333333333"},
      {0.1234567890123456, "0.1234567890123456"},
      {2.718281828459045, "2.718281828459045"},
      {3.141592653589793, "3.141592653589793"},
      {0.001, "0.001"},
      {0.00011, "0.00011"},
      {0.0001, "0.0001"},
      {0.000099999, "9.9999e-05"},
      {0.00001, "1e-05"},
      {1.5e-05, "1.5e-05"},
      {-2.5e-07, "-2.5e-07"},
      {1e-10, "1e-10"},
      {1e-100, "1e-100"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {5e-324, "5e-324"},
      {1234567890123456.0, "1234567890123456.0"},
      {9007199254740993.0, "9007199254740992.0"},
      {9999999999999998.0, "9999999999999998.0"},
      {1e15, "1000000000000000.0"},
      {1e16, "1e+16"},
      {1e17, "1e+17"},
      {123456789012345680.0, "1.2345678901234568e+17"},
      {1e22, "1e+22"},
      {1e23, "1e+23"},
      {1e100, "1e+100"},
      {1e300, "1e+300"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {-1.7976931348623157e308, "-1.7976931348623157e+308"},
  };
  for (const auto& [value, text] : cases) CHECK(text_of(value) == text);
}

TEST_CASE("a float is written in the form that Python gives a double", "[text][literal]") {
  // As few digits as tell it from other floats.
  constexpr Case<float> cases[] = {
      {0.1f, "0.1"},
      {0.5f, "0.5"},
      {-0.0f, "-0.0"},
      {16777216.0f, "16777216.0"},
      {0.33333334f, "0.33333334"},
      {3.1415927f, "3.1415927"},
      {1e-05f, "1e-05"},
      {1e15f, "1000000000000000.0"},
      {1e16f, "1e+16"},
      {3.4028235e38f, "3.4028235e+38"},
      {1e-45f, "1e-45"},
  };
  for (const auto& [value, text] : cases) CHECK(text_of(value) == text);
}
