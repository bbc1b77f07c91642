// The C++ operators on proxies, recorded under torch.fx's names; and `pow`, `floordiv` and
// `matmul`, which Python writes as operators.
#pragma once

#include <calque/trace/wrap.hpp>

#include <cmath>

namespace calque {

namespace detail {

template <FixedText Name, FixedText Symbol>
struct InfixDescription {
  static constexpr ParameterInfo parameters[1] = {};
  static constexpr std::size_t parameter_count = 0;
  static constexpr FunctionKind kind = FunctionKind::infix;
  static constexpr FunctionInfo info{Name.view(), kind, Symbol.view(), {}, {}};
};

/// C++ promotes bool & bool to int: that is undone.
template <class A, class B, class R>
constexpr auto keep_bool(const R& result) {
  if constexpr (std::is_same_v<A, bool> && std::is_same_v<B, bool>) return result != 0;
  else return result;
}

template <class A, class B>
inline constexpr bool is_integer_division = std::is_integral_v<concrete_t<A>> &&
                                            std::is_integral_v<concrete_t<B>>;

/// One operand is a proxy, and the other one something that can be recorded beside it.
template <class A, class B>
concept BesideProxy = is_proxy<A> && is_recordable<typename ProxyTraits<A>::Domain, B>;

template <class A, class B>
concept BinaryOperands = BesideProxy<A, B> || BesideProxy<B, A>;

}  // namespace detail

/// The functions that operators are recorded as: `node.calls(operators::add)`.
namespace operators {

// What users write, with the conversions they wrote it with: a warning about it is theirs to have
// where the plain code runs, not here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"

#define CALQUE_BINARY(name, text, symbol, expression)                                      \
  struct name##_implementation {                                                           \
    template <class A, class B>                                                            \
    constexpr auto operator()(const A& a, const B& b) const                                \
      requires requires { expression; }                                                    \
    {                                                                                      \
      return expression;                                                                   \
    }                                                                                      \
  };                                                                                       \
  inline constexpr Callable<detail::InfixDescription<text, symbol>, name##_implementation> \
      name{};

#define CALQUE_UNARY(name, text, symbol, expression)                                       \
  struct name##_implementation {                                                           \
    template <class A>                                                                     \
    constexpr auto operator()(const A& a) const                                            \
      requires requires { expression; }                                                    \
    {                                                                                      \
      return expression;                                                                   \
    }                                                                                      \
  };                                                                                       \
  inline constexpr Callable<detail::InfixDescription<text, symbol>, name##_implementation> \
      name{};

CALQUE_BINARY(add, "add", "+", a + b)
CALQUE_BINARY(sub, "sub", "-", a - b)
CALQUE_BINARY(mul, "mul", "*", a* b)
CALQUE_BINARY(truediv, "truediv", "/", a / b)
CALQUE_BINARY(mod, "mod", "%", a % b)
CALQUE_BINARY(and_, "and_", "&", (detail::keep_bool<A, B>(a & b)))
CALQUE_BINARY(or_, "or_", "|", (detail::keep_bool<A, B>(a | b)))
CALQUE_BINARY(xor_, "xor", "^", (detail::keep_bool<A, B>(a ^ b)))
CALQUE_BINARY(lshift, "lshift", "<<", a << b)
CALQUE_BINARY(rshift, "rshift", ">>", a >> b)
CALQUE_BINARY(lt, "lt", "<", a < b)
CALQUE_BINARY(le, "le", "<=", a <= b)
CALQUE_BINARY(gt, "gt", ">", a > b)
CALQUE_BINARY(ge, "ge", ">=", a >= b)
CALQUE_BINARY(eq, "eq", "==", a == b)
CALQUE_BINARY(ne, "ne", "!=", a != b)
CALQUE_BINARY(getitem, "getitem", "[]", a[b])
CALQUE_UNARY(neg, "neg", "-", -a)
CALQUE_UNARY(pos, "pos", "+", +a)
CALQUE_UNARY(invert, "invert", "~", ~a)

#undef CALQUE_UNARY
#undef CALQUE_BINARY

/// The division of integers, which drops the remainder: neither of Python's two.
inline constexpr auto truncdiv = primitive<"calque.truncdiv">([](const auto& a, const auto& b) {
  return a / b;
});

struct pow_implementation {
  template <class A, class B>
  constexpr auto operator()(const A& a, const B& b) const {
    using std::pow;
    return pow(a, b);
  }
};
/// `pow(a, b)`, printed `a ** b`.
inline constexpr Callable<detail::InfixDescription<"pow", "**">, pow_implementation> pow{};

struct floordiv_implementation {
  template <class A, class B>
  constexpr auto operator()(const A& a, const B& b) const {
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
      return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
    } else {
      using std::floor;
      return floor(a / b);
    }
  }
};
/// `floordiv(a, b)`: the quotient rounded down, printed `a // b`.
inline constexpr Callable<detail::InfixDescription<"floordiv", "//">, floordiv_implementation>
    floordiv{};

struct matmul_implementation {
  template <class A, class B>
  constexpr auto operator()(const A& a, const B& b) const {
    return matmul(a, b);
  }
};
/// `matmul(a, b)`: the values' own `matmul`, printed `a @ b`.
inline constexpr Callable<detail::InfixDescription<"matmul", "@">, matmul_implementation> matmul{};

#pragma GCC diagnostic pop

}  // namespace operators

#define CALQUE_BINARY(symbol, name)                       \
  template <class A, class B>                             \
    requires detail::BinaryOperands<A, B>                 \
  constexpr auto operator symbol(const A& a, const B& b) { \
    return operators::name(a, b);                         \
  }

CALQUE_BINARY(+, add)
CALQUE_BINARY(-, sub)
CALQUE_BINARY(*, mul)
CALQUE_BINARY(%, mod)
CALQUE_BINARY(&, and_)
CALQUE_BINARY(|, or_)
CALQUE_BINARY(^, xor_)
CALQUE_BINARY(<<, lshift)
CALQUE_BINARY(>>, rshift)
CALQUE_BINARY(<, lt)
CALQUE_BINARY(<=, le)
CALQUE_BINARY(>, gt)
CALQUE_BINARY(>=, ge)
CALQUE_BINARY(==, eq)
CALQUE_BINARY(!=, ne)

#undef CALQUE_BINARY

template <class A, class B>
  requires detail::BinaryOperands<A, B>
constexpr auto operator/(const A& a, const B& b) {
  if constexpr (detail::is_integer_division<A, B>) return operators::truncdiv(a, b);
  else return operators::truediv(a, b);
}

template <class T, class D>
constexpr auto operator-(const Proxy<T, D>& a) {
  return operators::neg(a);
}
template <class T, class D>
constexpr auto operator+(const Proxy<T, D>& a) {
  return operators::pos(a);
}
template <class T, class D>
constexpr auto operator~(const Proxy<T, D>& a) {
  return operators::invert(a);
}

// Compound assignment makes the variable stand for the new value; nothing in the graph changes.
#define CALQUE_ASSIGN(symbol)                                              \
  template <class T, class D, class B>                                     \
    requires detail::BesideProxy<Proxy<T, D>, B>                           \
  constexpr Proxy<T, D>& operator symbol##=(Proxy<T, D>& a, const B& b) {  \
    return a = a symbol b;                                                 \
  }

CALQUE_ASSIGN(+)
CALQUE_ASSIGN(-)
CALQUE_ASSIGN(*)
CALQUE_ASSIGN(/)
CALQUE_ASSIGN(%)
CALQUE_ASSIGN(&)
CALQUE_ASSIGN(|)
CALQUE_ASSIGN(^)
CALQUE_ASSIGN(<<)
CALQUE_ASSIGN(>>)

#undef CALQUE_ASSIGN

template <class T, class D>
template <class I>
constexpr auto Proxy<T, D>::operator[](const I& index) const {
  return operators::getitem(*this, index);
}

/// `pow`, `floordiv` and `matmul` of proxies, found beside the standard ones.
template <class A, class B>
  requires detail::BinaryOperands<A, B>
constexpr auto pow(const A& a, const B& b) {
  return operators::pow(a, b);
}
template <class A, class B>
  requires detail::BinaryOperands<A, B>
constexpr auto floordiv(const A& a, const B& b) {
  return operators::floordiv(a, b);
}
template <class A, class B>
  requires detail::BinaryOperands<A, B>
constexpr auto matmul(const A& a, const B& b) {
  return operators::matmul(a, b);
}

}  // namespace calque
