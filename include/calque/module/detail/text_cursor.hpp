// A place in a text that is being read: names, numbers, strings, and errors that show where.
#pragma once

#include <calque/ir/error.hpp>
#include <calque/ir/literal_text.hpp>
#include <calque/ir/names.hpp>

#include <charconv>
#include <string>
#include <string_view>

namespace calque {

/// A text that is not what it should be.
class ReadError : public Error {
 public:
  using Error::Error;
};

namespace detail {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  std::size_t position() const { return at_; }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
  void advance() { ++at_; }

  bool accept(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail("expected `" + shown(token) + "`");
  }

  bool at_name() const { return NameTable::is_legal(text_.substr(at_, 1)); }
  bool at_digit() const { return peek() >= '0' && peek() <= '9'; }

  std::string_view name() {
    const std::size_t begin = at_;
    while (NameTable::is_legal(text_.substr(begin, at_ + 1 - begin)) && !at_end()) ++at_;
    if (at_ == begin) fail("expected a name");
    return since(begin);
  }

  /// Reads digits, a point, an exponent; `is_real` says whether there was one of the latter.
  std::string_view number(bool& is_real) {
    const std::size_t begin = at_;
    const auto digits = [&] {
      while (at_digit()) ++at_;
    };
    digits();
    is_real = peek() == '.' || peek() == 'e';
    if (accept(".")) digits();
    if (accept("e")) {
      if (peek() == '-' || peek() == '+') ++at_;
      digits();
    }
    return since(begin);
  }

  /// Reads a quoted string.
  std::string quoted() {
    const char quote = peek();
    std::string value;
    for (++at_; peek() != quote; ++at_) {
      if (at_end() || peek() == '\n') fail("expected the end of a string");
      value += peek() == '\\' ? escaped() : peek();
    }
    ++at_;
    return value;
  }

  [[noreturn]] void fail(const std::string& what) const { fail_at(at_, what); }
  [[noreturn]] void fail_at(std::size_t place, const std::string& what) const {
    std::size_t line = 1;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < place; ++i) {
      if (text_[i] != '\n') continue;
      ++line;
      begin = i + 1;
    }
    std::string text = "line ";
    append_integer(text, line);
    ((text += ": ") += what) += '\n';
    text += text_.substr(begin, text_.find('\n', begin) - begin);
    (text += '\n').append(place - begin, ' ') += '^';
    throw ReadError(text);
  }

 private:
  static std::string shown(std::string_view token) {
    return token == "\n" ? "end of line" : std::string(token);
  }

  char escaped() {
    ++at_;
    switch (peek()) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case 'x': {
        unsigned value = 0;
        const auto* const digits = text_.data() + at_ + 1;
        const std::size_t count = text_.size() - at_ - 1 < 2 ? text_.size() - at_ - 1 : 2;
        if (std::from_chars(digits, digits + count, value, 16).ptr != digits + 2) {
          fail("expected two hexadecimal digits");
        }
        at_ += 2;
        return static_cast<char>(value);
      }
      case '\\':
      case '\'':
      case '"': return peek();
      default: fail("this escape is not known");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace detail

}  // namespace calque
