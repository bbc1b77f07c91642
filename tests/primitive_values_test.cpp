// The primitive library on real half-precision data: whatever level of abstraction a program is
// looked at, it computes what torch computes, bit for bit.
#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/primitive_library.hpp"
#include "support/primitive_values.hpp"
#include "support/tensor.hpp"

using support::PrimitiveValues;
using support::Tensor;

namespace {

using Bits = std::vector<std::uint16_t>;

Bits column(std::uint16_t PrimitiveValues::*field) {
  Bits bits;
  for (const PrimitiveValues& row : support::primitive_values) bits.push_back(row.*field);
  return bits;
}

bool is_nan(std::uint16_t half) { return (half & 0x7fffu) > 0x7c00u; }

/// Compares row by row, so that a failure names the row. Any NaN equals any NaN.
void expect_column(const Tensor& result, std::uint16_t PrimitiveValues::*field) {
  const Bits bits = result.bits16();
  const Bits expected = column(field);
  REQUIRE(bits.size() == expected.size());
  std::size_t equal = 0;
  for (std::size_t row = 0; row < bits.size(); ++row) {
    if (bits[row] == expected[row] || (is_nan(bits[row]) && is_nan(expected[row]))) {
      ++equal;
      continue;
    }
    UNSCOPED_INFO("row " << row << ": " << bits[row] << " is not " << expected[row]);
  }
  CHECK(equal == 128);
}

Tensor x() { return Tensor::from_bits16(column(&PrimitiveValues::x)); }
Tensor y() { return Tensor::from_bits16(column(&PrimitiveValues::y)); }

calque::GraphModule<Tensor> traced_foo() {
  return calque::symbolic_trace<Tensor>(support::Foo{}, {"x", "y"});
}

}  // namespace

TEST_CASE("the eager primitive library computes torch's bits", "[values]") {
  expect_column(support::sigmoid_lowp(x()), &PrimitiveValues::sigmoid_x);
  expect_column(support::add_lowp(x(), y()), &PrimitiveValues::add_xy);
  expect_column(support::Foo{}(x(), y()), &PrimitiveValues::foo_xy);
}

TEST_CASE("the traced primitive library computes torch's bits", "[values]") {
  const auto sigmoid = calque::symbolic_trace<Tensor>(support::sigmoid_lowp, {"x"});
  CHECK(sigmoid.graph().size() == 3);
  expect_column(sigmoid(x()), &PrimitiveValues::sigmoid_x);
  const auto add = calque::symbolic_trace<Tensor>(support::add_lowp, {"a", "b"});
  CHECK(add.graph().size() == 4);
  expect_column(add(x(), y()), &PrimitiveValues::add_xy);
  const auto foo = traced_foo();
  CHECK(foo.graph().size() == 6);
  expect_column(foo(x(), y()), &PrimitiveValues::foo_xy);
}

TEST_CASE("a program with one composite opened computes torch's bits", "[values][inline]") {
  auto opened = traced_foo();
  constexpr auto lowered = calque::library<"lowered">(support::sigmoid_lowp);
  CHECK(calque::inline_calls(opened.graph(), lowered) == 2);
  CHECK(opened.graph().size() == 10);
  expect_column(opened(x(), y()), &PrimitiveValues::foo_xy);
}

TEST_CASE("a program with all composites opened computes torch's bits", "[values][inline]") {
  auto opened = traced_foo();
  constexpr auto all = calque::library<"all">(support::sigmoid_lowp, support::add_lowp);
  CHECK(calque::inline_calls(opened.graph(), all) == 3);
  support::expect_code(opened.graph(), R"(
def forward(self, x, y):
    float_1 = x.float();  x = None
    sigmoid = float_1.sigmoid();  float_1 = None
    half = sigmoid.half();  sigmoid = None
    float_2 = y.float();  y = None
    sigmoid_1 = float_2.sigmoid();  float_2 = None
    half_1 = sigmoid_1.half();  sigmoid_1 = None
    float_3 = half.float();  half = None
    float_4 = half_1.float();  half_1 = None
    add = float_3 + float_4;  float_3 = float_4 = None
    half_2 = add.half();  add = None
    return half_2
)");
  expect_column(opened(x(), y()), &PrimitiveValues::foo_xy);

  auto sigmoid = calque::symbolic_trace<Tensor>(
      [](auto value) { return support::sigmoid_lowp(value); }, {"x"});
  calque::inline_calls(sigmoid.graph(), all);
  expect_column(sigmoid(x()), &PrimitiveValues::sigmoid_x);
  auto add = calque::symbolic_trace<Tensor>(
      [](auto a, auto b) { return support::add_lowp(a, b); }, {"x", "y"});
  calque::inline_calls(add.graph(), all);
  expect_column(add(x(), y()), &PrimitiveValues::add_xy);
}

TEST_CASE("a program of an inlining tracer computes torch's bits", "[values][tracer]") {
  support::InliningTracer<Tensor> tracer;
  calque::GraphModule<Tensor> foo(tracer.trace(support::Foo{}, {"x", "y"}));
  CHECK(foo.code() == support::trimmed(R"(
def forward(self, x, y):
    sigmoid_lowp = __main___sigmoid_lowp(x);  x = None
    sigmoid_lowp_1 = __main___sigmoid_lowp(y);  y = None
    float_1 = sigmoid_lowp.float();  sigmoid_lowp = None
    float_2 = sigmoid_lowp_1.float();  sigmoid_lowp_1 = None
    add = float_1 + float_2;  float_1 = float_2 = None
    half = add.half();  add = None
    return half
)"));
  expect_column(foo(x(), y()), &PrimitiveValues::foo_xy);

  struct OpenAll : calque::Tracer<Tensor> {
    bool is_leaf_function(const Function& f) const override { return !f.is_composite(); }
  };
  calque::GraphModule<Tensor> all(OpenAll().trace(support::Foo{}, {"x", "y"}));
  CHECK(all.graph().size() == 13);
  expect_column(all(x(), y()), &PrimitiveValues::foo_xy);
}
