// Recording: from the types of a call's arguments to one Function, and from the call to a node.
#pragma once

#include <calque/ir/body_effects.hpp>
#include <calque/trace/tracer_base.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace calque::detail {

/// The domain of the proxies among some types.
template <class... A>
struct DomainAmong {};
template <class A, class... Rest>
struct DomainAmong<A, Rest...> : DomainAmong<Rest...> {};
template <class T, class D, class... Rest>
struct DomainAmong<Proxy<T, D>, Rest...> {
  using type = D;
};
template <class... A>
using domain_among_t = typename DomainAmong<std::remove_cvref_t<A>...>::type;

/// Whether the proxies among some types are all of domain `D`.
template <class D, class A>
inline constexpr bool is_of_domain = true;
template <class D, class T, class E>
inline constexpr bool is_of_domain<D, Proxy<T, E>> = std::is_same_v<D, E>;

/// The type of a call's argument while it runs: of a proxy its value's, of a text a string_view.
template <class A>
struct ConcreteType {
  using type = std::conditional_t<
      std::is_same_v<A, std::nullptr_t>, None,
      std::conditional_t<is_text_literal<A>, std::string_view, std::decay_t<A>>>;
};
template <class T, class D>
struct ConcreteType<Proxy<T, D>> {
  using type = T;
};
template <class A>
using concrete_t = typename ConcreteType<std::remove_cvref_t<A>>::type;

template <class D, class A>
inline constexpr bool is_recordable =
    is_proxy<A> || holds_type<D, concrete_t<A>> ||
    literal_kind<concrete_t<A>>() != LiteralKind::value;

template <class D, class P>
constexpr ParameterType parameter_type() {
  static_assert(holds_type<D, P> || literal_kind<P>() != LiteralKind::value,
                "an argument is neither of a type of the domain nor a literal");
  return {type_index<D, P>, literal_kind<P>()};
}

/// The type of the first argument that is of the domain: what narrowing converts a result to.
template <class D, class... P>
struct FirstOfDomain {
  using type = first_type_t<D>;
};
template <class D, class P, class... Rest>
struct FirstOfDomain<D, P, Rest...>
    : std::conditional_t<holds_type<D, P>, std::type_identity<P>, FirstOfDomain<D, Rest...>> {};

// The conversions are those of the user's own calls.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

/// What C++ makes of the call of `F` with values, and what the domain makes of that.
template <class D, class F, class... P>
struct ResultType {
  static_assert(std::is_invocable_v<const F&, const P&...>,
                "this operation does not exist for values of these types");
  using Computed = std::remove_cvref_t<std::invoke_result_t<const F&, const P&...>>;
  static constexpr bool narrows =
      Narrowing<D> && !holds_type<D, Computed> && std::is_arithmetic_v<Computed>;
  using type = std::conditional_t<narrows, typename FirstOfDomain<D, P...>::type, Computed>;
  static_assert(holds_type<D, type>,
                "the result type of this operation is not in the domain: add it to the domain's "
                "types, write the literals in the operands' type, or declare narrowing");
};
template <class F, class... P>
struct ResultType<Untyped, F, P...> {
  using type = Untyped;
};
template <class D, class F, class... P>
using result_t = typename ResultType<D, F, P...>::type;

/// An argument as a composite's body sees it while it is traced.
template <class D, class P>
using body_argument_t = std::conditional_t<holds_type<D, P>, Proxy<P, D>, P>;

/// A composite's result has the type that its traced body gives it; a body that gives a constant,
/// the type that C++ gives it.
template <class D, class C, class... P>
struct CallResult {
  using type = result_t<D, typename C::Implementation, P...>;
};
template <class D, class C, class... P>
  requires(C::is_composite && !is_untyped<D>)
struct CallResult<D, C, P...> {
  using Traced = std::remove_cvref_t<
      std::invoke_result_t<const typename C::Implementation&, const body_argument_t<D, P>&...>>;
  template <class T>
  struct TypeOf : std::type_identity<result_t<D, typename C::Implementation, P...>> {};
  template <class T>
  struct TypeOf<Proxy<T, D>> : std::type_identity<T> {};
  using type = typename TypeOf<Traced>::type;
};
template <class D, class C, class... P>
using call_result_t = typename CallResult<D, C, P...>::type;

/// The Function of one callable for one list of argument types. `C` is a Callable.
template <class D, class C, class... P>
struct FunctionOf {
  using F = typename C::Implementation;
  using R = call_result_t<D, C, P...>;

  static constexpr void evaluate(const Call<D>& call, value_t<D>& result) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      result = static_cast<R>(F{}(call.template get<P>(I)...));
    }(std::index_sequence_for<P...>{});
  }
  static constexpr Operand<D> trace(TracerBase<D>& tracer, const Call<D>& call) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> Operand<D> {
      const Proxy<R, D> result = F{}(body_argument<P>(call.operand(I))...);
      return result.operand_in(tracer.graph().store());
    }(std::index_sequence_for<P...>{});
  }

  static constexpr Function<D> make() {
    Function<D> made;
    made.described = &C::described;
    made.result_type = type_index<D, R>;
    made.arity = sizeof...(P);
    if constexpr (!is_untyped<D>) {
      made.parameter_types = {parameter_types, sizeof...(P)};
      made.evaluate = &evaluate;
    }
    if constexpr (C::is_composite) made.trace = &trace;
    return made;
  }

  static constexpr ParameterType parameter_types[sizeof...(P) + 1] = {parameter_type<D, P>()...};
  static constexpr Function<D> function = make();

 private:
  /// An argument as the body sees it while it is traced: a proxy, or a literal of another type.
  template <class T>
  static constexpr auto body_argument(const Operand<D>& operand) {
    if constexpr (std::is_same_v<T, Untyped>) {
      return operand.is_node() ? Proxy<D>(*operand.node) : Proxy<D>(operand.literal);
    } else if constexpr (holds_type<D, T>) {
      return operand.is_node() ? Proxy<T, D>(*operand.node)
                               : Proxy<T, D>(operand.literal.template as<T>());
    } else {
      if (operand.is_node() || !operand.literal.template is<T>()) {
        fail<TraceError>("cannot open a call of " + std::string(C::described.name) +
                         ": an argument is no longer the literal that it was recorded with");
      }
      return operand.literal.template as<T>();
    }
  }
};

#pragma GCC diagnostic pop

/// In the Untyped domain a primitive takes whatever it is given.
template <class C>
struct UntypedPrimitive {
  static constexpr Function<Untyped> make() {
    Function<Untyped> made;
    made.described = &C::described;
    made.result_type = {0};
    made.arity = any_arity;
    return made;
  }
  static constexpr Function<Untyped> function = make();
};

template <class D, class C, class... P>
constexpr const Function<D>& function_for() {
  if constexpr (is_untyped<D> && !C::is_composite) return UntypedPrimitive<C>::function;
  else return FunctionOf<D, C, P...>::function;
}

template <class D, class A>
constexpr Operand<D> argument_operand(Store<D>& store, const A& argument) {
  if constexpr (is_proxy<A>) return argument.operand_in(store);
  else if constexpr (std::is_same_v<A, std::nullptr_t>) return None{};
  else return constant_operand<concrete_t<A>, D>(store, concrete_t<A>(argument));
}

template <class A>
constexpr auto* node_of(const A& argument) {
  if constexpr (is_proxy<A>) return argument.node_or_null();
  else return static_cast<std::nullptr_t*>(nullptr);
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_two_graphs(const FunctionInfo& info, const Node<D>& a,
                                                const Node<D>& b) {
  fail<TraceError>("cannot record " + std::string(info.name) + ": %" + a.name() + " and %" +
                   b.name() + " belong to two graphs");
}

/// The one node among the arguments that stands for their graph; null if all are constants.
template <class D, class... A>
constexpr Node<D>* node_among(const FunctionInfo& info, const A&... arguments) {
  Node<D>* found = nullptr;
  const auto look = [&](auto* node) {
    if constexpr (std::is_same_v<decltype(node), Node<D>*>) {
      if (node == nullptr) return;
      if (found == nullptr) found = node;
      else if (&found->store() != &node->store()) refuse_two_graphs(info, *found, *node);
    }
  };
  (look(node_of(arguments)), ...);
  return found;
}

template <class A>
constexpr decltype(auto) constant_value(const A& argument) {
  if constexpr (is_proxy<A>) return argument.constant();
  else if constexpr (std::is_same_v<A, std::nullptr_t>) return None{};
  else return (argument);
}

/// The proxy of a call whose arguments all are constants: it is computed.
template <class D, class C, class R, class... A>
constexpr Proxy<R, D> compute(const A&... arguments) {
  if constexpr (is_untyped<D>) {
    fail<TraceError>("cannot compute " + std::string(C::described.name) +
                     " of constants: the Untyped domain has no values");
  } else {
    return Proxy<R, D>(static_cast<R>(typename C::Implementation{}(constant_value(arguments)...)));
  }
}

template <class R, class D>
constexpr Proxy<R, D> typed(const Proxy<D>& proxy) {
  if constexpr (std::is_same_v<R, D>) return proxy;
  else return as<R>(proxy);
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_unusable(const FunctionInfo& info, const Node<D>& node) {
  fail<TraceError>("cannot record " + std::string(info.name) + " of %" + node.name() +
                   (node.is_erased() ? ": it is erased" : ": an output has no value"));
}

template <class D, class A>
constexpr void check_usable(const FunctionInfo& info, const A& argument) {
  if constexpr (is_proxy<A>) {
    const Node<D>* const node = argument.node_or_null();
    if (node != nullptr && !node->is_usable()) refuse_unusable(info, *node);
  }
}

/// Records a call of the callable `C`. `bound` are its arguments in the order of the parameters,
/// `create(tracer, function, store)` makes the proxy of the call as it was written. The arguments'
/// types are right by construction; that they belong to one graph is seen here.
template <class D, class C, class Create, class... A>
constexpr auto record_with(const Create& create, const A&... bound) {
  using R = call_result_t<D, C, concrete_t<A>...>;
  Node<D>* const node = node_among<D>(C::described, bound...);
  if (node == nullptr) return compute<D, C, R>(bound...);
  (check_usable<D>(C::described, bound), ...);
  TracerBase<D>& tracer = active_tracer(*node, C::described);
  const Function<D>& function = function_for<D, C, concrete_t<A>...>();
  if constexpr (C::is_composite) {
    if (!tracer.is_leaf_function(function)) {
      Store<D>& store = node->store();
      const std::uint32_t first_slot = store.slot_count();
      const Operand<D> operands[] = {argument_operand<D>(store, bound)...};
      const SiteScope<D> scope(store, store.add_site(function, operands));
      const Proxy<R, D> result = typename C::Implementation{}(bound...);
      check_body_effects(function, node->graph(), first_slot);
      return result;
    }
  }
  return typed<R>(create(tracer, function, node->store()));
}

/// Records a call with positional arguments for all parameters.
template <class D, class C, class... A>
constexpr auto record_flat(const A&... arguments) {
  return record_with<D, C>(
      [&](TracerBase<D>& tracer, const Function<D>& function, Store<D>& store) {
        const Operand<D> operands[] = {argument_operand<D>(store, arguments)...};
        return tracer.create_proxy(NodeSpec<D>(function, operands, CheckedOperands()));
      },
      arguments...);
}

}  // namespace calque::detail
