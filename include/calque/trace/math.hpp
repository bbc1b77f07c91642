// `<cmath>` on proxies, found by argument-dependent lookup and printed `torch.NAME`; and `where`.
#pragma once

#include <calque/trace/operators.hpp>

#include <cmath>

namespace calque {

/// The functions that `<cmath>` calls of proxies are recorded as: `node.calls(math::sin)`.
namespace math {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

#define CALQUE_UNARY(name)                                                                        \
  inline constexpr auto name = primitive<"torch." #name>([](const auto& x) {                      \
    using std::name;                                                                              \
    return name(x);                                                                               \
  });
#define CALQUE_BINARY(name)                                                                       \
  inline constexpr auto name = primitive<"torch." #name>([](const auto& x, const auto& y) {       \
    using std::name;                                                                              \
    return name(x, y);                                                                            \
  });
#define CALQUE_ALL_UNARY(make)                                                                    \
  make(abs) make(sqrt) make(cbrt) make(exp) make(exp2) make(expm1) make(log) make(log2)           \
  make(log10) make(log1p) make(sin) make(cos) make(tan) make(asin) make(acos) make(atan)          \
  make(sinh) make(cosh) make(tanh) make(asinh) make(acosh) make(atanh) make(erf) make(erfc)       \
  make(tgamma) make(lgamma) make(floor) make(ceil) make(round) make(trunc)
#define CALQUE_ALL_BINARY(make)                                                                   \
  make(atan2) make(hypot) make(fmod) make(remainder) make(copysign) make(fmin) make(fmax)         \
  make(nextafter)

CALQUE_ALL_UNARY(CALQUE_UNARY)
CALQUE_ALL_BINARY(CALQUE_BINARY)

#undef CALQUE_UNARY
#undef CALQUE_BINARY

struct where_implementation {
  template <class A, class B>
  constexpr auto operator()(bool condition, const A& a, const B& b) const {
    return condition ? a : b;
  }
};
/// `where(condition, a, b)`: the choice that depends on data.
inline constexpr auto where = primitive<"torch.where">(where_implementation{});

#pragma GCC diagnostic pop

}  // namespace math

#define CALQUE_UNARY(name)                          \
  template <class T, class D>                       \
  constexpr auto name(const Proxy<T, D>& x) {       \
    return math::name(x);                           \
  }
#define CALQUE_BINARY(name)                         \
  template <class A, class B>                       \
    requires detail::BinaryOperands<A, B>           \
  constexpr auto name(const A& x, const B& y) {     \
    return math::name(x, y);                        \
  }

CALQUE_ALL_UNARY(CALQUE_UNARY)
CALQUE_ALL_BINARY(CALQUE_BINARY)

#undef CALQUE_UNARY
#undef CALQUE_BINARY
#undef CALQUE_ALL_UNARY
#undef CALQUE_ALL_BINARY

/// The absolute value under its C name.
template <class T, class D>
constexpr auto fabs(const Proxy<T, D>& x) {
  return math::abs(x);
}

/// `a` where the condition holds, else `b`. With plain values it chooses; with a proxy among them
/// the choice is recorded, and both sides have been computed.
template <class C, class A, class B>
constexpr auto where(const C& condition, const A& a, const B& b) {
  return math::where(condition, a, b);
}

}  // namespace calque
