// Arguments by name: `scale(x, "factor"_a = y)`, and the declaration of parameters to name.
#pragma once

#include <calque/ir/fixed_text.hpp>
#include <calque/ir/function.hpp>

#include <cstddef>
#include <string_view>

namespace calque {

/// The default of a parameter: a literal that fits a template argument.
struct DefaultValue {
  LiteralKind kind = LiteralKind::none;
  std::uint64_t bits = 0;

  constexpr DefaultValue(None) {}
  template <class T>
    requires detail::is_scalar_literal<T>
  constexpr DefaultValue(T value) : kind(literal_kind<T>()), bits(detail::to_bits(value)) {}
};

/// A parameter of a wrapped function: a name, and a default if it has one.
template <std::size_t Size>
struct Parameter {
  FixedText<Size> name;
  bool has_default = false;
  LiteralKind default_kind = LiteralKind::none;
  std::uint64_t default_bits = 0;

  constexpr Parameter(const char (&text)[Size]) : name(text) {}
  constexpr Parameter(FixedText<Size> text) : name(text) {}
  constexpr Parameter(FixedText<Size> text, DefaultValue value)
      : name(text), has_default(true), default_kind(value.kind), default_bits(value.bits) {}

  constexpr ParameterInfo info() const {
    return {name.view(), has_default, default_kind, default_bits};
  }
};

namespace detail {

template <FixedText Name, DefaultValue... Default>
constexpr auto make_parameter() {
  if constexpr (sizeof...(Default) == 0) return Parameter(Name);
  else return Parameter(Name, Default...);
}

}  // namespace detail

/// Declares a parameter: `param<"x">`, `param<"factor", 2.0>`.
template <FixedText Name, DefaultValue... Default>
  requires(sizeof...(Default) <= 1)
inline constexpr auto param = detail::make_parameter<Name, Default...>();

/// An argument that was passed by name. It refers to the value and must not outlive the call.
template <FixedText Name, class A>
struct NamedArgument {
  static constexpr std::string_view name = Name.view();
  const A& value;
};

template <FixedText Name>
struct ArgumentName {
  template <class A>
  constexpr NamedArgument<Name, A> operator=(const A& value) const {
    return {value};
  }
};

inline namespace literals {

/// `f("alpha"_a = 2)` passes an argument by name.
template <FixedText Name>
constexpr ArgumentName<Name> operator""_a() {
  return {};
}

}  // namespace literals

}  // namespace calque
