// Literals: constant arguments of a call, kept with the type they were written with.
#pragma once

#include <calque/ir/domain.hpp>

#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace calque {

/// The type a literal was written with. `value` is one of the domain's own types (a Tensor, say).
enum class LiteralKind : std::uint8_t {
  none,
  boolean,
  character,
  signed_char,
  unsigned_char,
  short_integer,
  unsigned_short,
  integer,
  unsigned_integer,
  long_integer,
  unsigned_long,
  long_long,
  unsigned_long_long,
  real_float,
  real_double,
  ellipsis,
  text,
  symbol,
  value,
};

/// Writes the constant None.
struct None {
  friend constexpr bool operator==(None, None) = default;
};

/// Writes `...`, for indices.
struct Ellipsis {
  friend constexpr bool operator==(Ellipsis, Ellipsis) = default;
};
inline constexpr Ellipsis ellipsis;

/// Writes a constant that is known by its spelling alone: `torch.float32`, `device(type='cpu')`.
struct Symbol {
  std::string_view spelling;

  friend constexpr bool operator==(Symbol, Symbol) = default;
};

namespace detail {

/// The C++ types of the literals that fit into eight bytes, in the order of LiteralKind.
using ScalarLiterals =
    types<None, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
          unsigned long, long long, unsigned long long, float, double>;

template <class T>
inline constexpr bool is_scalar_literal =
    !DomainOfTypes<ScalarLiterals>::index<T>.is_none() && !std::is_same_v<T, None>;

template <class T>
inline constexpr bool is_text_literal = std::is_convertible_v<const T&, std::string_view>;

template <class T>
constexpr std::uint64_t to_bits(T value) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

template <class T>
constexpr T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else {
    return static_cast<T>(bits);
  }
}

}  // namespace detail

/// The kind of a literal that is written as a `T`.
template <class T>
constexpr LiteralKind literal_kind() {
  if constexpr (std::is_same_v<T, None> || std::is_same_v<T, std::nullptr_t>) {
    return LiteralKind::none;
  } else if constexpr (detail::is_scalar_literal<T>) {
    return static_cast<LiteralKind>(
        detail::DomainOfTypes<detail::ScalarLiterals>::index<T>.value);
  } else if constexpr (std::is_same_v<T, Ellipsis>) {
    return LiteralKind::ellipsis;
  } else if constexpr (std::is_same_v<T, Symbol>) {
    return LiteralKind::symbol;
  } else if constexpr (detail::is_text_literal<T>) {
    return LiteralKind::text;
  } else {
    return LiteralKind::value;
  }
}

/// The C++ type of a literal's kind, for error messages.
constexpr std::string_view to_text(LiteralKind kind) {
  if (kind == LiteralKind::ellipsis) return "ellipsis";
  if (kind == LiteralKind::text) return "text";
  if (kind == LiteralKind::symbol) return "symbol";
  if (kind == LiteralKind::value) return "value";
  return detail::DomainOfTypes<detail::ScalarLiterals>::names[static_cast<std::uint8_t>(kind)];
}

/// A constant argument. It owns nothing: a text or a value of the domain lives in the graph it was
/// read from, or with the caller until the call that it is passed to returns.
template <class D>
class Literal {
 public:
  constexpr Literal() = default;
  constexpr Literal(None) {}
  constexpr Literal(Ellipsis) : kind_(LiteralKind::ellipsis) {}
  constexpr Literal(Symbol symbol)
      : kind_(LiteralKind::symbol), bits_(symbol.spelling.size()), text_(symbol.spelling.data()) {}
  template <class T>
    requires detail::is_scalar_literal<T>
  constexpr Literal(T value) : kind_(literal_kind<T>()), bits_(detail::to_bits(value)) {}
  constexpr Literal(std::string_view text)
      : kind_(LiteralKind::text), bits_(text.size()), text_(text.data()) {}
  /// A value of the domain; `index` is where a graph keeps it.
  constexpr explicit Literal(const value_t<D>* value, std::uint32_t index = 0)
      : kind_(LiteralKind::value), bits_(index), value_(value) {}
  /// A scalar from its parts, as a graph stores it.
  constexpr Literal(LiteralKind kind, std::uint64_t bits) : kind_(kind), bits_(bits) {}

  constexpr LiteralKind kind() const { return kind_; }
  constexpr bool is_none() const { return kind_ == LiteralKind::none; }
  /// Whether it is a text, or a symbol's spelling.
  constexpr bool has_text() const {
    return kind_ == LiteralKind::text || kind_ == LiteralKind::symbol;
  }
  /// The bit pattern of a scalar; of a value where its graph keeps it.
  constexpr std::uint64_t bits() const { return bits_; }
  /// A text, or the spelling of a symbol.
  constexpr std::string_view text() const { return {text_, static_cast<std::size_t>(bits_)}; }
  constexpr const value_t<D>& value() const { return *value_; }

  /// Which of the domain's types the literal is written in; `is_none()` if in another type.
  constexpr TypeIndex type() const {
    return kind_ == LiteralKind::value ? type_of<D>(*value_) : domain_type(kind_);
  }

  template <class T>
  constexpr bool is() const {
    if constexpr (literal_kind<T>() == LiteralKind::value) {
      return kind_ == LiteralKind::value && type() == type_index<D, T>;
    } else {
      return kind_ == literal_kind<T>();
    }
  }

  /// The constant as the `T` it was written with. The caller knows that `is<T>()`.
  template <class T>
  constexpr T as() const {
    if constexpr (literal_kind<T>() == LiteralKind::text ||
                  literal_kind<T>() == LiteralKind::symbol) {
      return T{text()};
    } else if constexpr (literal_kind<T>() == LiteralKind::value) {
      return value_as<D, T>(*value_);
    } else if constexpr (literal_kind<T>() == LiteralKind::none ||
                         literal_kind<T>() == LiteralKind::ellipsis) {
      return T{};
    } else {
      return detail::from_bits<T>(bits_);
    }
  }

  /// Equal in type and bits: 1, 1.0 and true differ, 0.0 and -0.0 differ, NaN equals itself.
  /// Values of class types are compared with their own `==`, and without one by address.
  friend constexpr bool operator==(const Literal& a, const Literal& b) {
    if (a.kind_ != b.kind_) return false;
    if (a.has_text()) return a.text() == b.text();
    if (a.kind_ != LiteralKind::value) return a.bits_ == b.bits_;
    if (a.value_ == b.value_) return true;
    if constexpr (requires(const value_t<D>& v) { v == v; }) return *a.value_ == *b.value_;
    return false;
  }

 private:
  static constexpr TypeIndex domain_type(LiteralKind kind) {
    return by_kind(kind, std::type_identity<detail::ScalarLiterals>{});
  }
  template <class... Ts>
  static constexpr TypeIndex by_kind(LiteralKind kind, std::type_identity<types<Ts...>>) {
    constexpr TypeIndex of_kind[] = {type_index<D, Ts>...};
    return kind < LiteralKind::ellipsis ? of_kind[static_cast<std::uint8_t>(kind)] : TypeIndex{};
  }

  LiteralKind kind_ = LiteralKind::none;
  std::uint64_t bits_ = 0;
  union {
    const char* text_ = nullptr;
    const value_t<D>* value_;
  };
};

}  // namespace calque
