// Structured arguments and results in traced code: tuples, lists, dicts and slices.
#pragma once

#include <calque/ir/literal.hpp>

#include <tuple>

namespace calque {

/// What `slice` makes.
template <class Start, class Stop, class Step>
struct Slice {
  Start start;
  Stop stop;
  Step step;
};

/// Part of a sequence, as an index or an argument: `x[slice(1, n)]`.
template <class Start, class Stop, class Step = None>
constexpr Slice<Start, Stop, Step> slice(Start start, Stop stop, Step step = {}) {
  return {start, stop, step};
}

/// What `list` makes.
template <class... Items>
struct List {
  std::tuple<Items...> items;
};

/// A list whose items may be of several types; of one type, an array or vector is one as well.
template <class... Items>
constexpr List<Items...> list(Items... items) {
  return {{items...}};
}

/// What `dict` makes: keys and values in turn.
template <class... Items>
struct Dict {
  static_assert(sizeof...(Items) % 2 == 0, "a dict needs a value for each of its keys");

  std::tuple<Items...> items;
};

/// Keys, literals, and their values in turn: `dict("sum", x, "parts", std::tuple(x, y))`.
template <class... Items>
constexpr Dict<Items...> dict(Items... items) {
  return {{items...}};
}

}  // namespace calque
