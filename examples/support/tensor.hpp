/// A small dense tensor of float32 or float16, so that examples and tests have a type of their own
/// to trace; not a tensor library: no views, no broadcasting, no type promotion.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "binary16.hpp"

namespace support {

enum class DType { float32, float16 };

/// A value like int: it owns its elements, copying copies them.
class Tensor {
 public:
  /// Shape [0], float32.
  Tensor() = default;

  /// Elements in row-major order; float16 rounds each to nearest, ties to even. Throws
  /// std::invalid_argument where the product of `shape` is not the number of values.
  explicit Tensor(std::vector<std::size_t> shape, std::vector<float> values,
                  DType dtype = DType::float32);

  /// A float16 tensor of one dimension from IEEE binary16 patterns; a signalling NaN becomes quiet.
  static Tensor from_bits16(const std::vector<std::uint16_t>& bits);

  const std::vector<std::size_t>& shape() const { return shape_; }
  DType dtype() const { return dtype_; }
  const std::vector<float>& values() const { return values_; }

  /// The binary16 pattern of each element. Throws std::invalid_argument for float32.
  std::vector<std::uint16_t> bits16() const;

  /// Exact.
  Tensor to_float() const { return Tensor(shape_, values_, DType::float32); }
  /// Rounds to nearest, ties to even.
  Tensor to_half() const { return Tensor(shape_, values_, DType::float16); }

  /// 1 / (1 + exp(-x)), computed in float for either dtype.
  Tensor sigmoid() const;

  /// Same shape, dtype and bits: 0.0 differs from -0.0, and any NaN equals any NaN.
  bool operator==(const Tensor& other) const;

 private:
  std::vector<std::size_t> shape_ = {0};
  // In a float16 tensor every element is one that binary16 represents exactly.
  std::vector<float> values_;
  DType dtype_ = DType::float32;
};

/// "float16[2, 3]"; a scalar is "float16[]".
inline std::string describe(DType dtype, const std::vector<std::size_t>& shape) {
  std::string text = dtype == DType::float16 ? "float16[" : "float32[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

inline Tensor::Tensor(std::vector<std::size_t> shape, std::vector<float> values, DType dtype)
    : shape_(std::move(shape)), values_(std::move(values)), dtype_(dtype) {
  std::size_t count = 1;
  for (const std::size_t extent : shape_) count *= extent;
  if (count != values_.size()) {
    throw std::invalid_argument(describe(dtype_, shape_) + " needs " + std::to_string(count) +
                                " values, not " + std::to_string(values_.size()));
  }
  if (dtype_ == DType::float16) {
    for (float& value : values_) value = from_binary16(to_binary16(value));
  }
}

inline Tensor Tensor::from_bits16(const std::vector<std::uint16_t>& bits) {
  std::vector<float> values(bits.size());
  std::transform(bits.begin(), bits.end(), values.begin(), from_binary16);
  return Tensor({bits.size()}, std::move(values), DType::float16);
}

inline std::vector<std::uint16_t> Tensor::bits16() const {
  if (dtype_ != DType::float16) {
    throw std::invalid_argument(describe(dtype_, shape_) +
                                " has no 16-bit patterns: call to_half() first");
  }
  std::vector<std::uint16_t> bits(values_.size());
  std::transform(values_.begin(), values_.end(), bits.begin(), to_binary16);
  return bits;
}

inline Tensor Tensor::sigmoid() const {
  std::vector<float> result = values_;
  for (float& value : result) value = 1.0f / (1.0f + std::exp(-value));
  return Tensor(shape_, std::move(result), dtype_);
}

inline bool Tensor::operator==(const Tensor& other) const {
  const auto same_bits = [](float a, float b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  };
  return dtype_ == other.dtype_ && shape_ == other.shape_ &&
         std::equal(values_.begin(), values_.end(), other.values_.begin(), other.values_.end(),
                    same_bits);
}

/// Applies `operation` element by element; `symbol` names it in the std::invalid_argument that is
/// thrown where shape or dtype differ. A float16 result is computed in float and rounded once: for
/// + - * / that is the correctly rounded half, because 24 bits are at least 2 * 11 + 2 (Figueroa,
/// "When is double rounding innocuous?", 1995).
template <class Operation>
Tensor elementwise(const char* symbol, const Tensor& a, const Tensor& b, Operation operation) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) {
    throw std::invalid_argument(std::string("operands of ") + symbol +
                                " differ: " + describe(a.dtype(), a.shape()) + " and " +
                                describe(b.dtype(), b.shape()));
  }
  std::vector<float> result(a.values().size());
  std::transform(a.values().begin(), a.values().end(), b.values().begin(), result.begin(),
                 operation);
  return Tensor(a.shape(), std::move(result), a.dtype());
}

inline Tensor operator+(const Tensor& a, const Tensor& b) {
  return elementwise("+", a, b, std::plus<float>());
}
inline Tensor operator-(const Tensor& a, const Tensor& b) {
  return elementwise("-", a, b, std::minus<float>());
}
inline Tensor operator*(const Tensor& a, const Tensor& b) {
  return elementwise("*", a, b, std::multiplies<float>());
}
inline Tensor operator/(const Tensor& a, const Tensor& b) {
  return elementwise("/", a, b, std::divides<float>());
}

}  // namespace support
