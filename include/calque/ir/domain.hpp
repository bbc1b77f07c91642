// Domains: which types of value flow through a graph.
//
// A domain `D` is the one template parameter of every core type. It is either a value type itself
// (`Graph<double>`), or a struct that derives from `types<...>` (`struct Math : types<double, bool>
// {}`), or `Untyped`, whose programs are looked at and never run.
#pragma once

#include <calque/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

namespace calque {

/// A domain of several types derives from this. `static constexpr bool narrowing = true` in the
/// derived struct lets a result that is not in the domain be converted to the operands' type.
template <class... Ts>
struct types {
  static_assert(sizeof...(Ts) > 0, "a domain needs at least one type");
  using domain_types = types;
};

/// The domain of programs without values: every operation is recorded with the result Untyped.
struct Untyped {
  friend constexpr bool operator==(const Untyped&, const Untyped&) = default;
};

/// Which of the domain's types a value has; `none` for nodes without a value of their own (output).
struct TypeIndex {
  static constexpr std::uint8_t no_type = 0xff;

  std::uint8_t value = no_type;

  constexpr bool is_none() const { return value == no_type; }
  friend constexpr bool operator==(TypeIndex, TypeIndex) = default;
};

namespace detail {

/// The name a compiler gives to a type, cut from the text of this function's own signature.
template <class T>
constexpr std::string_view type_name() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t begin = text.find("T = ") + 4;
  const std::size_t stop = text.find(';', begin);
  return text.substr(begin, (stop == text.npos ? text.rfind(']') : stop) - begin);
}

template <class T, class... Ts>
constexpr std::uint8_t index_among() {
  constexpr bool same[] = {std::is_same_v<T, Ts>...};
  for (std::uint8_t i = 0; i < sizeof...(Ts); ++i) {
    if (same[i]) return i;
  }
  return TypeIndex::no_type;
}

template <class First, class...>
struct FirstOf {
  using type = First;
};

template <class List>
struct DomainOfTypes;

template <class... Ts>
struct DomainOfTypes<types<Ts...>> {
  using First = typename FirstOf<Ts...>::type;
  using Value = std::conditional_t<sizeof...(Ts) == 1, First, std::variant<Ts...>>;
  static constexpr std::size_t size = sizeof...(Ts);
  static constexpr std::string_view names[] = {type_name<Ts>()...};
  template <class T>
  static constexpr TypeIndex index = {index_among<T, Ts...>()};
};

template <class D>
concept SeveralTypes = requires { typename D::domain_types; };

template <class D>
struct DomainTraits : DomainOfTypes<types<D>> {};
template <SeveralTypes D>
struct DomainTraits<D> : DomainOfTypes<typename D::domain_types> {};

template <class D>
concept Narrowing = requires { requires D::narrowing; };

}  // namespace detail

/// The type of a value that flows: the domain's one type, or a `std::variant` of its types.
template <class D>
using value_t = typename detail::DomainTraits<D>::Value;

/// The type of a parameter that nobody gave a type.
template <class D>
using first_type_t = typename detail::DomainTraits<D>::First;

template <class D>
inline constexpr bool is_untyped = std::is_same_v<D, Untyped>;

/// Where `T` stands among the domain's types; `is_none()` if it is not one of them.
template <class D, class T>
inline constexpr TypeIndex type_index = detail::DomainTraits<D>::template index<T>;

template <class D, class T>
inline constexpr bool holds_type = !type_index<D, T>.is_none();

/// The spelling of one of the domain's types, for error messages.
template <class D>
constexpr std::string_view type_name(TypeIndex type) {
  if (type.is_none()) return "no value";
  if (type.value >= detail::DomainTraits<D>::size) return "no type of the domain";
  return detail::DomainTraits<D>::names[type.value];
}

/// The `T` inside a value of the domain. The caller knows that it holds one.
template <class D, class T>
constexpr const T& value_as(const value_t<D>& value) {
  if constexpr (std::is_same_v<T, value_t<D>>) {
    return value;
  } else {
    return *std::get_if<T>(&value);
  }
}

/// Which of the domain's types a value holds.
template <class D>
constexpr TypeIndex type_of(const value_t<D>& value) {
  if constexpr (detail::DomainTraits<D>::size == 1) {
    return {0};
  } else {
    return {static_cast<std::uint8_t>(value.index())};
  }
}

}  // namespace calque
