/// Conversions between float and the bits of an IEEE 754 binary16 ("half"); no arithmetic.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace support {

/// Divides by 2^count and rounds to nearest, ties to even. `count` is 1 to 31, and the sum
/// value + 2^(count - 1) must fit in 32 bits.
constexpr std::uint32_t shift_right_rounding(std::uint32_t value, std::uint32_t count) {
  const std::uint32_t just_under_half = (1u << (count - 1)) - 1;
  const std::uint32_t is_odd = (value >> count) & 1u;
  return (value + just_under_half + is_odd) >> count;
}

/// Rounds to nearest, ties to even; from 65520 on the result is infinite, up to 2^-25 zero.
/// A NaN becomes quiet and keeps its sign and the upper bits of its payload.
constexpr std::uint16_t to_binary16(float value) {
  constexpr std::uint32_t float_infinity = 0x7f80'0000u;
  constexpr std::uint32_t two_to_16 = 0x4780'0000u;
  constexpr std::uint32_t smallest_normal_half = 0x3880'0000u;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fff'ffffu;

  std::uint32_t half = 0;
  if (magnitude > float_infinity) {
    half = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
  } else if (magnitude >= two_to_16) {
    half = 0x7c00u;
  } else if (magnitude >= smallest_normal_half) {
    // The exponent bias goes from 127 to 15. A carry out of the fraction is right as it is: it
    // raises the exponent, and from 65520 on it gives the bits of infinity.
    half = shift_right_rounding(magnitude - ((127u - 15u) << 23), 13);
  } else {
    // A subnormal half counts steps of 2^-24. From 25 places on nothing is left of 24 bits, so
    // one cap serves every smaller float, subnormal ones included.
    const std::uint32_t significand = (magnitude & 0x7f'ffffu) | 0x80'0000u;
    half = shift_right_rounding(significand, std::min(126u - (magnitude >> 23), 25u));
  }
  return static_cast<std::uint16_t>(sign | half);
}

/// Exact for every half; NaN keeps its sign and payload.
constexpr float from_binary16(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 0x1fu;
  const std::uint32_t fraction = half & 0x3ffu;

  std::uint32_t magnitude = 0;
  if (exponent == 0) {
    magnitude = std::bit_cast<std::uint32_t>(static_cast<float>(fraction) * 0x1p-24f);
  } else if (exponent == 0x1fu) {
    magnitude = 0x7f80'0000u | (fraction << 13);
  } else {
    magnitude = ((exponent + (127u - 15u)) << 23) | (fraction << 13);
  }
  return std::bit_cast<float>(sign | magnitude);
}

}  // namespace support
