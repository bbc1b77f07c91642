// Names: unique in their graph, made in O(1), turned into text only when someone looks.
//
// A name is a base and a number: `add_3` is ("add", 3), `add` has no number. The rule for making a
// wanted name unique is torch.fx's `_Namespace`, in its newest form or as of version 1.13. A suffix
// with a leading zero or more than nine digits belongs to the base.
#pragma once

#include <calque/ir/detail/reserved_words.hpp>
#include <calque/ir/detail/text_pool.hpp>

#include <cstdint>
#include <string>
#include <string_view>
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

/// The numbers taken of one base, as disjoint, sorted, closed intervals.
class NumberSet {
 public:
  /// The smallest free number above `number`, in one step over the interval it falls into.
  constexpr std::uint32_t next_free(std::uint32_t number) const {
    ++number;
    const std::size_t at = first_ending_at_or_after(number);
    return at < taken_.size() && taken_[at].first <= number ? taken_[at].last + 1 : number;
  }
  constexpr bool contains(std::uint32_t number) const {
    const std::size_t at = first_ending_at_or_after(number);
    return at < taken_.size() && taken_[at].first <= number;
  }
  constexpr void insert(std::uint32_t number) {
    const std::size_t at = first_ending_at_or_after(number);
    const bool joins_left = at > 0 && taken_[at - 1].last + 1 == number;
    const bool joins_right = at < taken_.size() && taken_[at].first == number + 1;
    if (joins_left && joins_right) {
      taken_[at - 1].last = taken_[at].last;
      taken_.erase(position(at));
    } else if (joins_left) {
      taken_[at - 1].last = number;
    } else if (joins_right) {
      taken_[at].first = number;
    } else {
      taken_.insert(position(at), Interval{number, number});
    }
  }
  constexpr void erase(std::uint32_t number) {
    const std::size_t at = first_ending_at_or_after(number);
    const Interval whole = taken_[at];
    taken_.erase(position(at));
    if (number < whole.last) taken_.insert(position(at), Interval{number + 1, whole.last});
    if (whole.first < number) taken_.insert(position(at), Interval{whole.first, number - 1});
  }

 private:
  struct Interval {
    std::uint32_t first;
    std::uint32_t last;
  };

  constexpr std::vector<Interval>::iterator position(std::size_t at) {
    return taken_.begin() + static_cast<std::ptrdiff_t>(at);
  }
  constexpr std::size_t first_ending_at_or_after(std::uint32_t number) const {
    if (taken_.empty() || taken_.back().last < number) return taken_.size();
    std::size_t low = 0;
    for (std::size_t high = taken_.size() - 1; low < high;) {
      const std::size_t middle = (low + high) / 2;
      if (taken_[middle].last < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  std::vector<Interval> taken_;
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
    if (!bases_[base].numbers.contains(split.number)) return take(base, split.number, split.number);
    const std::uint32_t from = rules_ == Rules::newest ? bases_[base].count : count_of(wanted);
    const std::uint32_t number = bases_[base].numbers.next_free(from);
    return take(base, number, number);
  }

  /// A unique name made from a base alone.
  constexpr Name create(std::uint32_t base) {
    Base& b = bases_[base];
    if (!b.plain_is_taken) return take(base, Name::no_number, b.count);
    const std::uint32_t number = b.numbers.next_free(b.count);
    return take(base, number, number);
  }

  /// Takes a name if it is free.
  constexpr bool reserve(std::string_view text) {
    const detail::SplitName split = detail::split_name(text);
    const std::uint32_t base = base_of(split.base);
    const bool taken = split.number == Name::no_number ? bases_[base].plain_is_taken
                                                       : bases_[base].numbers.contains(split.number);
    if (!taken) take(base, split.number, bases_[base].count);
    return !taken;
  }

  /// Takes a name of this table that is known to be free.
  constexpr void take(Name name) { take(name.base, name.number, bases_[name.base].count); }

  /// Forgets which names are taken; bases stay known.
  constexpr void release_all() {
    for (std::uint32_t symbol = 0; symbol < bases_.size(); ++symbol) {
      bases_[symbol] = {};
      bases_[symbol].plain_is_taken = detail::is_reserved_word(texts_[symbol]);
    }
  }

  /// The number of a base, for repeated use with `create`.
  constexpr std::uint32_t base_of(std::string_view text) {
    const std::uint32_t symbol = texts_.intern(text);
    if (symbol == bases_.size()) {
      bases_.emplace_back();
      bases_.back().plain_is_taken = detail::is_reserved_word(text);
    }
    return symbol;
  }

  /// Appends the text of a name.
  constexpr void append_to(std::string& text, Name name) const {
    text += texts_[name.base];
    if (name.number == Name::no_number) return;
    char digits[10]{};
    std::size_t begin = 10;
    for (std::uint32_t rest = name.number; begin == 10 || rest != 0; rest /= 10) {
      digits[--begin] = static_cast<char>('0' + rest % 10);
    }
    text += '_';
    text.append(digits + begin, 10 - begin);
  }
  constexpr std::string_view base_text(Name name) const { return texts_[name.base]; }

  /// From here on every new name is remembered, until `commit` or `roll_back` to this mark.
  /// Marks nest.
  constexpr std::size_t begin() {
    ++open_marks_;
    return journal_.size();
  }
  constexpr void commit() {
    if (--open_marks_ == 0) journal_.clear();
  }
  constexpr void roll_back(std::size_t mark) {
    while (journal_.size() > mark) {
      const Taken& last = journal_.back();
      Base& base = bases_[last.name.base];
      base.count = last.count_before;
      if (last.name.number == Name::no_number) base.plain_is_taken = false;
      else base.numbers.erase(last.name.number);
      journal_.pop_back();
    }
    commit();
  }

 private:
  struct Base {
    std::uint32_t count = 0;
    bool plain_is_taken = false;
    detail::NumberSet numbers;
  };
  struct Taken {
    Name name;
    std::uint32_t count_before;
  };

  constexpr Name take(std::uint32_t base, std::uint32_t number, std::uint32_t count) {
    Base& b = bases_[base];
    if (open_marks_ != 0) journal_.push_back({{base, number}, b.count});
    if (number == Name::no_number) b.plain_is_taken = true;
    else b.numbers.insert(number);
    b.count = count;
    return {base, number};
  }

  /// torch 1.13 looks the count up under the whole wanted name.
  constexpr std::uint32_t count_of(std::string_view text) const {
    const std::uint32_t symbol = texts_.find(text);
    return symbol == detail::HashIndex::none ? 0 : bases_[symbol].count;
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
  std::vector<Taken> journal_;
  std::size_t open_marks_ = 0;
};

}  // namespace calque
