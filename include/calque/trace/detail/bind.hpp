// Binding at compile time: which argument of a C++ call goes to which parameter.
#pragma once

#include <calque/ir/argument.hpp>
#include <calque/trace/named_argument.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace calque::detail {

template <class A>
inline constexpr bool is_named = false;
template <FixedText Name, class A>
inline constexpr bool is_named<NamedArgument<Name, A>> = true;

template <class A>
struct Unnamed {
  using type = A;
};
template <FixedText Name, class A>
struct Unnamed<NamedArgument<Name, A>> {
  using type = A;
};
template <class A>
using unnamed_t = typename Unnamed<A>::type;

template <class A>
constexpr const unnamed_t<A>& unnamed(const A& argument) {
  if constexpr (is_named<A>) return argument.value;
  else return argument;
}

template <class A>
constexpr std::string_view argument_name() {
  if constexpr (is_named<A>) return A::name;
  else return {};
}

/// The shape of a call as it was written, with the names of its keywords.
template <class... A>
struct WrittenShape {
  static constexpr std::size_t named = (std::size_t{0} + ... + std::size_t{is_named<A>});
  struct Parts {
    std::array<std::uint32_t, sizeof...(A) + named> tokens{};
    std::array<std::string_view, named> names{};
  };
  static constexpr Parts parts = [] {
    Parts made;
    std::size_t at = 0;
    std::uint32_t keyword = 0;
    const auto add = [&](std::string_view name) {
      if (!name.empty()) {
        made.tokens[at++] = make_token(Token::keyword, keyword);
        made.names[keyword++] = name;
      }
      made.tokens[at++] = leaf_token();
    };
    (add(argument_name<A>()), ...);
    return made;
  }();
  static constexpr std::span<const std::uint32_t> tokens() { return parts.tokens; }
  static constexpr std::span<const std::string_view> names() { return parts.names; }
};

/// What the names of a trailing underscore say.
constexpr Effects effects_by_name(std::string_view name) {
  return name.ends_with('_') ? Effects{Effect::mutates, 0} : Effects{};
}

/// `T`, once for each index of a pack.
template <class T, std::size_t>
using Repeat = T;

/// How many `P` a callable takes, 1 to 16, then 0. A generic body is instantiated only for the
/// count that fits.
template <class F, class P, std::size_t N>
constexpr bool takes() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return requires(const F& f, P& p) { f(((void)I, p)...); };
  }(std::make_index_sequence<N>{});
}

inline constexpr std::size_t most_parameters = 16;

template <class F, class P>
constexpr std::size_t count_of_arities() {
  return []<std::size_t... N>(std::index_sequence<N...>) {
    return (std::size_t{0} + ... + std::size_t{takes<F, P, N>()});
  }(std::make_index_sequence<most_parameters + 1>{});
}

template <class F, class P>
constexpr std::size_t found_arity() {
  std::size_t found = 0;
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    ((takes<F, P, N>() ? void(found = N) : void()), ...);
  }(std::make_index_sequence<most_parameters + 1>{});
  return found;
}

/// Binds the arguments of a call of a wrapped function to its parameters.
template <class About, class... A>
struct Binding {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t parameter_count =
      About::parameter_count == 0 ? sizeof...(A) : About::parameter_count;

  /// One positional argument for each parameter.
  static constexpr bool is_flat =
      sizeof...(A) == parameter_count && (true && ... && !is_named<A>);

  struct Plan {
    std::array<std::size_t, parameter_count + 1> source{};
    bool too_many = false;
    bool positional_after_named = false;
    bool unknown_name = false;
    bool given_twice = false;
    bool missing = false;
  };

  static constexpr Plan plan = [] {
    Plan made;
    for (std::size_t& source : made.source) source = none;
    std::size_t at = 0;
    bool seen_named = false;
    const auto place = [&](std::size_t parameter) {
      if (made.source[parameter] != none) made.given_twice = true;
      made.source[parameter] = at++;
    };
    const auto bind = [&](std::string_view name) {
      if (name.empty()) {
        made.positional_after_named = made.positional_after_named || seen_named;
        if (at >= parameter_count) return void(made.too_many = true);
        return place(at);
      }
      seen_named = true;
      for (std::size_t i = 0; i < About::parameter_count; ++i) {
        if (About::parameters[i].name == name) return place(i);
      }
      made.unknown_name = true;
    };
    (bind(argument_name<A>()), ...);
    for (std::size_t i = 0; i < About::parameter_count; ++i) {
      if (made.source[i] == none && !About::parameters[i].has_default) made.missing = true;
    }
    return made;
  }();

  static_assert(!plan.too_many, "a wrapped function is called with too many arguments");
  static_assert(!plan.positional_after_named, "positional arguments come before named ones");
  static_assert(!plan.unknown_name,
                "a wrapped function is called with the name of a parameter that it does not have");
  static_assert(!plan.given_twice, "a wrapped function is given one of its arguments twice");
  static_assert(!plan.missing,
                "a wrapped function is called with too few arguments: one without a default is "
                "missing");

  /// Calls `f` with the arguments in the order of the parameters, defaults filled in.
  template <class F>
  static constexpr auto apply(const F& f, const A&... arguments) {
    if constexpr (About::parameter_count == 0) {
      return f(arguments...);
    } else {
      const auto given = std::forward_as_tuple(unnamed(arguments)...);
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return f(pick<I>(given)...);
      }(std::make_index_sequence<parameter_count>{});
    }
  }

 private:
  template <std::size_t I, class Given>
  static constexpr decltype(auto) pick(const Given& given) {
    if constexpr (plan.source[I] != none) {
      return std::get<plan.source[I]>(given);
    } else {
      constexpr ParameterInfo info = About::parameters[I];
      return default_value<info.default_kind>(info.default_bits);
    }
  }

  template <LiteralKind Kind>
  static constexpr auto default_value(std::uint64_t bits) {
    return [&]<class... Ts>(std::type_identity<types<Ts...>>) {
      using T = std::tuple_element_t<static_cast<std::size_t>(Kind), std::tuple<Ts...>>;
      if constexpr (std::is_same_v<T, None>) return None{};
      else return from_bits<T>(bits);
    }(std::type_identity<ScalarLiterals>{});
  }
};

}  // namespace calque::detail
