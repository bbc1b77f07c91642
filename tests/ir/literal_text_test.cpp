#include <calque/ir/literal_text.hpp>

#include "support/catch.hpp"

#include <limits>

namespace {

struct TextTensor {};

template <class T>
std::string written(const T& value) {
  std::string text;
  calque::append_literal(text, calque::Literal<double>(value));
  return text;
}

}  // namespace

TEST_CASE("None and truth values are written as Python does", "[ir][literal_text]") {
  CHECK(written(calque::None{}) == "None");
  CHECK(written(true) == "True");
  CHECK(written(false) == "False");
}

TEST_CASE("integers of every type are written in decimal", "[ir][literal_text]") {
  CHECK(written(0) == "0");
  CHECK(written(-1) == "-1");
  CHECK(written(std::numeric_limits<int>::min()) == "-2147483648");
  CHECK(written(std::numeric_limits<long long>::min()) == "-9223372036854775808");
  CHECK(written(std::numeric_limits<unsigned long long>::max()) == "18446744073709551615");
  CHECK(written(std::numeric_limits<unsigned>::max()) == "4294967295");
  CHECK(written(static_cast<signed char>(-5)) == "-5");
  CHECK(written(static_cast<unsigned char>(200)) == "200");
  CHECK(written(static_cast<short>(-300)) == "-300");
  CHECK(written(static_cast<unsigned short>(60000)) == "60000");
}

TEST_CASE("reals are written as Python's repr does", "[ir][literal_text]") {
  CHECK(written(0.0) == "0.0");
  CHECK(written(-0.0) == "-0.0");
  CHECK(written(1.0) == "1.0");
  CHECK(written(-2.5) == "-2.5");
  CHECK(written(0.1) == "0.1");
  CHECK(written(1.0001) == "1.0001");
  CHECK(written(123456.789) == "123456.789");
  CHECK(written(1.0 / 3.0) == "0.3333333333333333");
  CHECK(written(0.0001) == "0.0001");
  CHECK(written(0.00012345) == "0.00012345");
  CHECK(written(0.00001) == "1e-05");
  CHECK(written(1.5e-7) == "1.5e-07");
  CHECK(written(1e15) == "1000000000000000.0");
  CHECK(written(9007199254740993.0) == "9007199254740992.0");
  CHECK(written(1e16) == "1e+16");
  CHECK(written(1.25e22) == "1.25e+22");
  CHECK(written(-1e100) == "-1e+100");
  CHECK(written(5e-324) == "5e-324");
  CHECK(written(1.7976931348623157e308) == "1.7976931348623157e+308");
}

TEST_CASE("infinities and NaN are written without a sign for NaN", "[ir][literal_text]") {
  CHECK(written(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(written(-std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(written(std::numeric_limits<float>::infinity()) == "inf");
}

TEST_CASE("floats are written with the digits that a float needs", "[ir][literal_text]") {
  CHECK(written(0.1f) == "0.1");
  CHECK(written(16777216.0f) == "16777216.0");
  CHECK(written(1e-5f) == "1e-05");
}

TEST_CASE("texts are quoted as Python's repr does", "[ir][literal_text]") {
  CHECK(written("plain") == "'plain'");
  CHECK(written("") == "''");
  CHECK(written("it's") == "\"it's\"");
  CHECK(written("say \"hi\"") == "'say \"hi\"'");
  CHECK(written("it's \"both\"") == "'it\\'s \"both\"'");
  CHECK(written("a\\b") == "'a\\\\b'");
  CHECK(written("tab\tline\nreturn\r") == "'tab\\tline\\nreturn\\r'");
  CHECK(written(std::string_view("\0\x1f\x7f", 3)) == "'\\x00\\x1f\\x7f'");
  CHECK(written("\xc3\xa4") == "'\xc3\xa4'");
}

TEST_CASE("a character is written as a text of length one", "[ir][literal_text]") {
  CHECK(written('c') == "'c'");
  CHECK(written('\n') == "'\\n'");
}

TEST_CASE("a value is written as the name of its type", "[ir][literal_text]") {
  const TextTensor tensor;
  std::string text;
  calque::append_literal(text, calque::Literal<TextTensor>(&tensor));
  CHECK(text.front() == '<');
  CHECK(text.find("TextTensor") != std::string::npos);
  CHECK(text.back() == '>');
}
