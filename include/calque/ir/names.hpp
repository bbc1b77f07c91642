// Names: unique in their graph, made in O(1), turned into text only when someone looks.
//
// A name is a base and a number: `add_3` is ("add", 3), `add` has no number. The rule for making a
// wanted name unique is torch.fx's `_Namespace`, in its newest form or as of version 1.13. A suffix
// with a leading zero or more than nine digits belongs to the base.
#pragma once

#include <calque/config.hpp>
#include <calque/ir/detail/reserved_words.hpp>
#include <calque/ir/detail/text_pool.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace calque {

/// Whose rules names and generated text follow.
enum class Rules : std::uint8_t { newest, torch_1_13 };

/// A unique name, as long as its NameTable lives.
struct Name {
  static constexpr std::uint32_t no_number = 0xffffffffu;

  std::uint32_t base = 0;
  std::uint32_t number = no_number;

  friend constexpr bool operator==(Name, Name) = default;
};

namespace detail {

/// Splits `add_12` into ("add", 12).
struct SplitName {
  std::string_view base;
  std::uint32_t number = Name::no_number;
};
constexpr SplitName split_name(std::string_view text) {
  std::size_t digits = text.size();
  while (digits > 0 && text[digits - 1] >= '0' && text[digits - 1] <= '9') --digits;
  const std::string_view suffix = text.substr(digits);
  const bool plain = suffix.empty() || suffix.size() > 9 || (suffix[0] == '0' && suffix.size() > 1);
  if (plain || digits < 2 || text[digits - 1] != '_') return {text};
  std::uint32_t number = 0;
  for (const char c : suffix) number = 10 * number + static_cast<std::uint32_t>(c - '0');
  return {text.substr(0, digits - 1), number};
}

/// The numbers taken of one base: all from 1 to `dense_`, and above that disjoint, sorted intervals
/// with gaps between them.
class NumberSet {
 public:
  /// The smallest free number above `number`, in one step over the interval it falls into.
  constexpr std::uint32_t next_free(std::uint32_t number) const {
    ++number;
    if (number <= dense_) number = dense_ + 1;
    const std::size_t at = first_ending_at_or_after(number);
    return at < sparse_.size() && sparse_[at].first <= number ? sparse_[at].last + 1 : number;
  }
  constexpr bool contains(std::uint32_t number) const {
    if (number == 0) return zero_;
    if (number <= dense_) return true;
    const std::size_t at = first_ending_at_or_after(number);
    return at < sparse_.size() && sparse_[at].first <= number;
  }
  /// Whether exactly the numbers from 1 to `number` are taken.
  constexpr bool is_dense_up_to(std::uint32_t number) const {
    return number == dense_ && sparse_.empty();
  }
  constexpr void set_dense_up_to(std::uint32_t number) { dense_ = number; }
  constexpr void insert(std::uint32_t number) {
    if (number == 0) {
      zero_ = true;
    } else if (number == dense_ + 1) {
      dense_ = number;
      if (!sparse_.empty() && sparse_.front().first == number + 1) {
        dense_ = sparse_.front().last;
        sparse_.erase(sparse_.begin());
      }
    } else {
      insert_sparse(number);
    }
  }
  constexpr void erase(std::uint32_t number) {
    if (number == 0) {
      zero_ = false;
    } else if (number <= dense_) {
      if (number < dense_) sparse_.insert(sparse_.begin(), Interval{number + 1, dense_});
      dense_ = number - 1;
    } else {
      erase_sparse(number);
    }
  }

 private:
  struct Interval {
    std::uint32_t first;
    std::uint32_t last;
  };

  constexpr void insert_sparse(std::uint32_t number) {
    const std::size_t at = first_ending_at_or_after(number);
    const bool joins_left = at > 0 && sparse_[at - 1].last + 1 == number;
    const bool joins_right = at < sparse_.size() && sparse_[at].first == number + 1;
    if (joins_left && joins_right) {
      sparse_[at - 1].last = sparse_[at].last;
      sparse_.erase(position(at));
    } else if (joins_left) {
      sparse_[at - 1].last = number;
    } else if (joins_right) {
      sparse_[at].first = number;
    } else {
      sparse_.insert(position(at), Interval{number, number});
    }
  }
  constexpr void erase_sparse(std::uint32_t number) {
    const std::size_t at = first_ending_at_or_after(number);
    const Interval whole = sparse_[at];
    sparse_.erase(position(at));
    if (number < whole.last) sparse_.insert(position(at), Interval{number + 1, whole.last});
    if (whole.first < number) sparse_.insert(position(at), Interval{whole.first, number - 1});
  }
  constexpr std::vector<Interval>::iterator position(std::size_t at) {
    return sparse_.begin() + static_cast<std::ptrdiff_t>(at);
  }
  constexpr std::size_t first_ending_at_or_after(std::uint32_t number) const {
    if (sparse_.empty() || sparse_.back().last < number) return sparse_.size();
    std::size_t low = 0;
    for (std::size_t high = sparse_.size() - 1; low < high;) {
      const std::size_t middle = (low + high) / 2;
      if (sparse_[middle].last < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  std::uint32_t dense_ = 0;
  bool zero_ = false;
  std::vector<Interval> sparse_;
};

}  // namespace detail

/// The names of one graph, or of one text that is being printed. Names are never released: erasing
/// a node does not free its name.
class NameTable {
 public:
  constexpr explicit NameTable(Rules rules = Rules::newest) : rules_(rules) {}

  constexpr Rules rules() const { return rules_; }

  /// A name is made of letters, digits and underscores, and does not start with a digit.
  static constexpr bool is_legal(std::string_view text) {
    if (text.empty() || !is_letter(text[0])) return false;
    for (const char c : text) {
      if (!is_letter(c) && !is_digit(c)) return false;
    }
    return true;
  }

  /// A unique name as close to `wanted` as the rules allow.
  constexpr Name create(std::string_view wanted) {
    if (!is_legal(wanted)) return create(legalized(wanted));
    const detail::SplitName split = detail::split_name(wanted);
    const std::uint32_t base = base_of(split.base);
    if (split.number == Name::no_number) return create(base);
    settle(base);
    if (!bases_[base].numbers.contains(split.number)) return take(base, split.number, split.number);
    const std::uint32_t number = next_number(base, split.number);
    return take(base, number, number);
  }

  /// A unique name made from a base alone.
  constexpr Name create(std::uint32_t base) {
    if (std::uint32_t& next = next_[base]; next != 0) return {base, next++};
    return create_slowly(base);
  }

  /// Takes a name if it is free, reserved words included.
  constexpr bool reserve(std::string_view text) {
    const detail::SplitName split = detail::split_name(text);
    const std::uint32_t base = base_of(split.base);
    settle(base);
    const Base& b = bases_[base];
    const bool is_plain = split.number == Name::no_number;
    const bool taken = is_plain ? b.plain_is_taken : b.numbers.contains(split.number);
    if (!taken) take(base, split.number, bases_[base].count);
    return !taken;
  }

  /// Takes a name of this table that is known to be free.
  constexpr void take(Name name) {
    settle(name.base);
    take(name.base, name.number, bases_[name.base].count);
  }

  /// Forgets which names are taken; bases stay known.
  constexpr void release_all() {
    for (std::uint32_t symbol = 0; symbol < bases_.size(); ++symbol) {
      bases_[symbol] = {};
      next_[symbol] = 0;
      bases_[symbol].is_reserved = detail::is_reserved_word(texts_[symbol]);
    }
  }

  /// A text as a name, whether or not it is taken.
  constexpr Name spelling(std::string_view text) {
    const detail::SplitName split = detail::split_name(text);
    return {base_of(split.base), split.number};
  }

  /// The number of a base, for repeated use with `create`.
  constexpr std::uint32_t base_of(std::string_view text) {
    const std::uint32_t symbol = texts_.intern(text);
    if (symbol == bases_.size()) {
      bases_.emplace_back();
      next_.push_back(0);
      bases_.back().is_reserved = detail::is_reserved_word(text);
    }
    return symbol;
  }

  /// Appends the text of a name to a string, or to a vector of characters: constant evaluation has
  /// no strings everywhere.
  template <class Text>
  constexpr void append_to(Text& text, Name name) const {
    const std::string_view base = texts_[name.base];
    text.insert(text.end(), base.begin(), base.end());
    if (name.number == Name::no_number) return;
    char digits[10]{};
    std::size_t begin = 10;
    for (std::uint32_t rest = name.number; begin == 10 || rest != 0; rest /= 10) {
      digits[--begin] = static_cast<char>('0' + rest % 10);
    }
    text.push_back('_');
    text.insert(text.end(), digits + begin, digits + 10);
  }
  constexpr std::string_view base_text(Name name) const { return texts_[name.base]; }

  /// From here on new names can be taken back, until `commit`. Marks nest.
  constexpr void begin() { ++open_marks_; }
  constexpr void commit() {
    if (--open_marks_ == 0) journal_.clear();
  }
  /// Forgets all marks, for a copy that nobody will take anything back from.
  constexpr void forget_marks() {
    open_marks_ = 0;
    journal_.clear();
  }
  /// Takes back the newest name that was made since the mark.
  constexpr void take_back(Name name) {
    if (journal_.empty() || journal_.back().name != name) {
      next_[name.base] = name.number;
      return;
    }
    settle(name.base);
    Base& base = bases_[name.base];
    base.count = journal_.back().count_before;
    if (name.number == Name::no_number) base.plain_is_taken = false;
    else base.numbers.erase(name.number);
    journal_.pop_back();
  }

 private:
  struct Base {
    std::uint32_t count = 0;
    bool plain_is_taken = false;
    /// The plain name is a word that no node may be named after.
    bool is_reserved = false;
    detail::NumberSet numbers;
  };
  struct Taken {
    Name name;
    std::uint32_t count_before;
  };

  // Note [Counting up]
  // While a base has its plain name and the numbers from 1 to its count taken and nothing else, the
  // next name is one number away, and `next_` holds that number: making a name is adding one. What
  // is then out of date in `bases_` is set right by `settle` before anything else looks at it.
  CALQUE_COLD constexpr Name create_slowly(std::uint32_t base) {
    Base& b = bases_[base];
    const bool plain = !b.plain_is_taken && !b.is_reserved;
    const std::uint32_t number = plain ? Name::no_number : next_number(base, 0);
    const Name name = take(base, number, plain ? b.count : number);
    if (b.numbers.is_dense_up_to(b.count)) next_[base] = b.count + 1;
    return name;
  }
  /// torch 1.13 counts from the wanted number, later versions go on from the base's last one. A
  /// larger number would belong to the base: then the smallest free one is taken.
  constexpr std::uint32_t next_number(std::uint32_t base, std::uint32_t wanted) const {
    constexpr std::uint32_t largest = 999999999;
    const Base& b = bases_[base];
    const std::uint32_t next = b.numbers.next_free(rules_ == Rules::newest ? b.count : wanted);
    return next <= largest ? next : b.numbers.next_free(0);
  }
  constexpr void settle(std::uint32_t base) {
    const std::uint32_t next = std::exchange(next_[base], 0);
    if (next == 0) return;
    bases_[base].count = next - 1;
    bases_[base].numbers.set_dense_up_to(next - 1);
  }

  constexpr Name take(std::uint32_t base, std::uint32_t number, std::uint32_t count) {
    Base& b = bases_[base];
    if (open_marks_ != 0) journal_.push_back({{base, number}, b.count});
    if (number == Name::no_number) b.plain_is_taken = true;
    else b.numbers.insert(number);
    b.count = count;
    return {base, number};
  }

  static constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  /// Runs of illegal characters become one underscore, a leading digit gets one in front.
  static constexpr std::string legalized(std::string_view text) {
    if (text.empty()) return "_unnamed";
    std::string result;
    if (is_digit(text[0])) result += '_';
    bool in_run = false;
    for (const char c : text) {
      const bool legal = is_letter(c) || is_digit(c);
      if (legal) result += c;
      else if (!in_run) result += '_';
      in_run = !legal;
    }
    return result;
  }

  Rules rules_;
  detail::TextPool texts_;
  std::vector<Base> bases_;
  /// See Note [Counting up]; 0 where the next name must be looked for.
  std::vector<std::uint32_t> next_;
  std::vector<Taken> journal_;
  std::size_t open_marks_ = 0;
};

}  // namespace calque
