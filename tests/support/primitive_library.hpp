// The primitive library that tests trace: two composites over three methods of a half-precision
// tensor. It serves support::Tensor, plain or traced, and the Untyped domain.
#pragma once

#include <calque/calque.hpp>

namespace support {

inline constexpr auto to_float =
    calque::method<"float">([](const auto& x) { return x.to_float(); });
inline constexpr auto sigmoid =
    calque::method<"sigmoid">([](const auto& x) { return x.sigmoid(); });
inline constexpr auto to_half = calque::method<"half">([](const auto& x) { return x.to_half(); });

inline constexpr auto sigmoid_lowp = calque::wrap<"sigmoid_lowp">([](auto x) {
  auto wide = to_float(x);
  auto result = sigmoid(wide);
  return to_half(result);
});
inline constexpr auto add_lowp = calque::wrap<"add_lowp", "a", "b">([](auto a, auto b) {
  auto wide_a = to_float(a);
  auto wide_b = to_float(b);
  auto sum = wide_a + wide_b;
  return to_half(sum);
});

/// The program of three composite calls.
struct Foo {
  auto operator()(auto x, auto y) const {
    auto sx = sigmoid_lowp(x);
    auto sy = sigmoid_lowp(y);
    return add_lowp(sx, sy);
  }
};

/// Records the calls of add_lowp as what they are made of.
template <class D>
struct InliningTracer : calque::Tracer<D> {
  using calque::Tracer<D>::Tracer;
  bool is_leaf_function(const calque::Function<D>& function) const override {
    return function != add_lowp;
  }
};

}  // namespace support
