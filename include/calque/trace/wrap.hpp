// Callable: a wrapped function. With plain values it just runs; with a proxy among its arguments it
// is recorded as one call, or traced through where the tracer says that it is no leaf.
#pragma once

#include <calque/trace/detail/bind.hpp>
#include <calque/trace/detail/structure.hpp>
#include <calque/trace/registry.hpp>

#include <cstddef>
#include <type_traits>

namespace calque {

namespace detail {

/// The name, kind and parameters of a wrapped function, as a type.
template <FunctionKind Kind, Effects Declared, FixedText Name, Parameter... P>
struct Description {
  static constexpr ParameterInfo parameters[sizeof...(P) + 1] = {P.info()...};
  static constexpr std::size_t parameter_count = sizeof...(P);
  static constexpr FunctionKind kind = Kind;
  static constexpr FunctionInfo info{Name.view(), Kind,   {},
                                     Declared,    {parameters, sizeof...(P)}};
};

}  // namespace detail

/// What `wrap`, `primitive` and `method` make. Stateless; a constant of namespace scope. Two with
/// one qualified name are the same function.
template <class About, class F>
class Callable {
  static_assert(std::is_empty_v<F> && std::is_default_constructible_v<F>,
                "a wrapped function keeps no state: pass what it needs as an argument");

 public:
  using Implementation = F;
  static constexpr bool is_composite = About::kind == FunctionKind::composite;
  static constexpr FunctionInfo described = [] {
    FunctionInfo info = About::info;
    info.callable = detail::type_name<F>();
    return info;
  }();

  constexpr Callable() { (void)&enrolment_; }

  constexpr const FunctionInfo& info() const { return described; }

  template <class... A>
  constexpr auto operator()(const A&... arguments) const {
    using Bound = detail::Binding<About, A...>;
    if constexpr (!detail::has_proxy<detail::unnamed_t<A>...>) {
      return Bound::apply(F{}, arguments...);
    } else if constexpr (takes_any_arguments<A...>() ||
                         (detail::is_structure<detail::unnamed_t<A>> || ...)) {
      using D = detail::domain_among_t<detail::unnamed_t<A>...>;
      return detail::record_structured<D, Callable>(arguments...);
    } else {
      return trace<Bound>(arguments...);
    }
  }

 private:
  /// In the Untyped domain a primitive without declared parameters takes whatever names it is
  /// given.
  template <class... A>
  static constexpr bool takes_any_arguments() {
    using D = detail::domain_among_t<detail::unnamed_t<A>...>;
    return is_untyped<D> && !is_composite && About::parameter_count == 0 &&
           (detail::is_named<A> || ...);
  }

  template <class Bound, class... A>
  static constexpr auto trace(const A&... arguments) {
    using D = detail::domain_among_t<detail::unnamed_t<A>...>;
    static_assert((detail::is_of_domain<D, detail::unnamed_t<A>> && ...),
                  "the arguments of this operation are proxies of two domains");
    if constexpr (Bound::is_flat) {
      return detail::record_flat<D, Callable>(arguments...);
    } else {
      const auto as_written = [&](TracerBase<D>& tracer, const Function<D>& function,
                                  detail::Store<D>& store) {
        return record(tracer, function, store, arguments...);
      };
      return Bound::apply(
          [&](const auto&... bound) {
            return detail::record_with<D, Callable>(as_written, bound...);
          },
          arguments...);
    }
  }

  /// Records the arguments as they were written: names where names were given, no defaults.
  template <class D, class... A>
  static constexpr Proxy<D> record(TracerBase<D>& tracer, const Function<D>& function,
                                   detail::Store<D>& store, const A&... arguments) {
    using Written = detail::WrittenShape<A...>;
    const Operand<D> operands[] = {
        detail::argument_operand<D>(store, detail::unnamed(arguments))...};
    const NodeDetails details{{}, {}, Written::tokens(), Written::names()};
    return tracer.create_proxy(NodeSpec<D>(function, operands, &details));
  }

  static inline detail::Enrolment enrolment_{described};
};

/// Wraps a generic function as a composite: an ordinary C++ function whose calls show as one node
/// and can be opened. The names of the parameters are optional; `param<"x", 2.0>` gives a default.
///
///   inline constexpr auto scale = wrap<"ns::scale", "x", param<"factor", 2.0>>(
///       [](auto x, auto factor) { return x * factor; });
///
/// `f` must be stateless. Its effects are those it declares; none by default.
template <FixedText Name, Parameter... P, class F>
constexpr auto wrap(F) {
  return Callable<detail::Description<FunctionKind::composite, Effects{}, Name, P...>, F>{};
}
template <FixedText Name, Parameter... P, class F, Effect E, std::uint8_t I>
constexpr auto wrap(F, effects::Tag<E, I>) {
  return Callable<detail::Description<FunctionKind::composite, Effects{E, I}, Name, P...>, F>{};
}

/// Wraps a function that stays one call for ever: its body is never traced, so it may be any code.
/// A name with a dot is printed as it stands (`torch.relu`). Pure, unless an effect is declared or
/// the name ends with an underscore: then it changes its first argument.
template <FixedText Name, Parameter... P, class F>
constexpr auto primitive(F) {
  constexpr Effects declared = detail::effects_by_name(Name.view());
  return Callable<detail::Description<FunctionKind::primitive, declared, Name, P...>, F>{};
}
template <FixedText Name, Parameter... P, class F, Effect E, std::uint8_t I>
constexpr auto primitive(F, effects::Tag<E, I>) {
  return Callable<detail::Description<FunctionKind::primitive, Effects{E, I}, Name, P...>, F>{};
}

/// Wraps a function as a method of its first argument: a call_method node, printed `x.name()`.
template <FixedText Name, Parameter... P, class F>
constexpr auto method(F) {
  constexpr Effects declared = detail::effects_by_name(Name.view());
  return Callable<detail::Description<FunctionKind::method, declared, Name, P...>, F>{};
}
template <FixedText Name, Parameter... P, class F, Effect E, std::uint8_t I>
constexpr auto method(F, effects::Tag<E, I>) {
  return Callable<detail::Description<FunctionKind::method, Effects{E, I}, Name, P...>, F>{};
}

/// The Function that calls of a wrapped function have when its arguments are of the types `A`; with
/// no types given, one argument of the domain's first type for each declared parameter.
///
/// For building nodes by hand: `graph.call_function(function_of<D>(f), {x, y})`.
template <class D, class... A, class About, class F>
constexpr const Function<D>& function_of(const Callable<About, F>&) {
  using C = Callable<About, F>;
  if constexpr (sizeof...(A) > 0 || (is_untyped<D> && !C::is_composite)) {
    return detail::function_for<D, C, A...>();
  } else {
    using Argument =
        std::conditional_t<C::is_composite, Proxy<first_type_t<D>, D>, first_type_t<D>>;
    constexpr std::size_t arity = About::parameter_count > 0 ? About::parameter_count
                                                             : detail::found_arity<F, Argument>();
    return []<std::size_t... I>(std::index_sequence<I...>) -> const Function<D>& {
      return detail::function_for<D, C, detail::Repeat<first_type_t<D>, I>...>();
    }(std::make_index_sequence<arity>{});
  }
}

}  // namespace calque
