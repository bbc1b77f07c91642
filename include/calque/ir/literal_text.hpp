// Literals as Python writes them: `0.5`, `1e-05`, `inf`, `True`, `None`, `'text'`.
#pragma once

#include <calque/ir/literal.hpp>

#include <charconv>
#include <string>
#include <string_view>

namespace calque {

namespace detail {

/// The shortest decimal that reads back as the same number, in Python's form: an exponent below
/// 1e-4 and from 1e16 on, else at least one digit on each side of the point.
template <class Real>
void append_real(std::string& text, Real value) {
  if (value != value) return void(text += "nan");
  if (value - value != 0) return void(text += value < 0 ? "-inf" : "inf");
  char buffer[40];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value,
                                     std::chars_format::scientific);
  const std::string_view scientific(buffer, static_cast<std::size_t>(written.ptr - buffer));
  const std::size_t mark = scientific.find('e');
  std::string_view mantissa = scientific.substr(0, mark);
  int exponent = 0;
  const std::size_t sign = scientific[mark + 1] == '+' ? 2 : 1;
  std::from_chars(scientific.data() + mark + sign, scientific.data() + scientific.size(), exponent);
  if (exponent < -4 || exponent >= 16) return void(text += scientific);
  if (mantissa[0] == '-') {
    text += '-';
    mantissa.remove_prefix(1);
  }
  std::string digits(1, mantissa[0]);
  if (mantissa.size() > 1) digits += mantissa.substr(2);
  if (exponent < 0) {
    text += "0.";
    text.append(static_cast<std::size_t>(-exponent - 1), '0');
    text += digits;
    return;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) digits.append(whole + 1 - digits.size(), '0');
  digits.insert(whole, 1, '.');
  text += digits;
}

/// A quoted string; double quotes only where the text holds single ones alone.
inline void append_quoted(std::string& text, std::string_view value) {
  const bool has_single = value.find('\'') != value.npos;
  const char quote = has_single && value.find('"') == value.npos ? '"' : '\'';
  constexpr std::string_view hex = "0123456789abcdef";
  text += quote;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') (text += '\\') += c;
    else if (c == '\n') text += "\\n";
    else if (c == '\t') text += "\\t";
    else if (c == '\r') text += "\\r";
    else if (byte < 0x20 || byte == 0x7f) ((text += "\\x") += hex[byte >> 4]) += hex[byte & 15];
    else text += c;
  }
  text += quote;
}

template <class Integer>
void append_integer(std::string& text, Integer value) {
  char buffer[24];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  text.append(buffer, written.ptr);
}

template <class D>
void append_value(std::string& text, const Literal<D>& literal) {
  ((text += '<') += type_name<D>(literal.type())) += '>';
}

}  // namespace detail

/// Appends a literal as Python's `repr` would write it. A value of a class type is written as its
/// type's name in angle brackets.
template <class D>
void append_literal(std::string& text, const Literal<D>& literal) {
  switch (literal.kind()) {
    case LiteralKind::none: text += "None"; break;
    case LiteralKind::boolean: text += literal.bits() != 0 ? "True" : "False"; break;
    case LiteralKind::character: {
      const char c = literal.template as<char>();
      detail::append_quoted(text, {&c, 1});
      break;
    }
    case LiteralKind::real_float: detail::append_real(text, literal.template as<float>()); break;
    case LiteralKind::real_double: detail::append_real(text, literal.template as<double>()); break;
    case LiteralKind::unsigned_char:
    case LiteralKind::unsigned_short:
    case LiteralKind::unsigned_integer:
    case LiteralKind::unsigned_long:
    case LiteralKind::unsigned_long_long: detail::append_integer(text, literal.bits()); break;
    case LiteralKind::ellipsis: text += "Ellipsis"; break;
    case LiteralKind::symbol: text += literal.text(); break;
    case LiteralKind::text: detail::append_quoted(text, literal.text()); break;
    case LiteralKind::value: detail::append_value(text, literal); break;
    default: detail::append_integer(text, static_cast<std::int64_t>(literal.bits())); break;
  }
}

}  // namespace calque
