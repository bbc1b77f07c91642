// Results: what a traced callable returns, as the argument of the output node.
#pragma once

#include <calque/trace/detail/record.hpp>

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace calque::detail {

template <class R>
inline constexpr bool is_tuple_result = false;
template <class... R>
inline constexpr bool is_tuple_result<std::tuple<R...>> = true;
template <class A, class B>
inline constexpr bool is_tuple_result<std::pair<A, B>> = true;

template <class R>
inline constexpr bool is_list_result = false;
template <class R, std::size_t N>
inline constexpr bool is_list_result<std::array<R, N>> = true;
template <class R>
inline constexpr bool is_list_result<std::vector<R>> = true;

/// A proxy, a constant, or a tuple, pair, array or vector of results.
template <class D, class R>
constexpr void add_result(Arguments<D>& arguments, Store<D>& store, const R& result) {
  if constexpr (is_tuple_result<R>) {
    Arguments<D> items;
    std::apply([&](const auto&... item) { (add_result(items, store, item), ...); }, result);
    arguments.add_tuple(items);
  } else if constexpr (is_list_result<R>) {
    Arguments<D> items;
    for (const auto& item : result) add_result(items, store, item);
    arguments.add_list(items);
  } else {
    static_assert(is_recordable<D, R>,
                  "the result of a traced callable is a proxy, a constant, or a tuple, array or "
                  "vector of these");
    arguments.add(argument_operand<D>(store, result));
  }
}

template <class D, class R>
constexpr Arguments<D> result_arguments(Store<D>& store, const R& result) {
  Arguments<D> arguments;
  add_result(arguments, store, result);
  return arguments;
}

}  // namespace calque::detail
