// Proxy: the stand-in for a value while code is traced.
#pragma once

#include <calque/ir/graph.hpp>

#include <limits>
#include <type_traits>

namespace calque {

namespace detail {

template <class A>
struct ProxyTraits {
  static constexpr bool is_proxy = false;
};
template <class T, class D>
struct ProxyTraits<Proxy<T, D>> {
  static constexpr bool is_proxy = true;
  using Value = T;
  using Domain = D;
};

template <class A>
inline constexpr bool is_proxy = ProxyTraits<std::remove_cvref_t<A>>::is_proxy;

/// What a proxy without a node holds.
template <class T>
struct ConstantOf {
  using type = T;
};
template <>
struct ConstantOf<Untyped> {
  using type = Literal<Untyped>;
};

template <class T, class D>
inline constexpr bool is_dynamic_proxy = SeveralTypes<D> && std::is_same_v<T, D>;

/// Calls `visit` with the value itself, whichever of the domain's types it has.
template <class D, class Visit>
constexpr void visit_value(const value_t<D>& value, const Visit& visit) {
  if constexpr (std::is_same_v<value_t<D>, first_type_t<D>>) visit(value);
  else std::visit(visit, value);
}

template <class T>
inline constexpr bool never = false;

template <class D>
[[noreturn]] CALQUE_COLD void refuse_constant_node() {
  fail<TraceError>(
      "cannot name a node for a constant proxy: it belongs to no graph yet\n"
      "note: use it in an operation with a traced value first");
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_type(const Node<D>& node, TypeIndex wanted) {
  std::string text = "cannot read %" + node.name() + " of type ";
  ((text += type_name<D>(node.type())) += " as ") += type_name<D>(wanted);
  fail<TraceError>(explain(text, "", node));
}

/// The operand that a constant becomes in a graph: a literal of the proxy's type.
template <class T, class D>
constexpr Operand<D> constant_operand(Store<D>& store, const T& constant) {
  if constexpr (is_text_literal<T>) {
    return Literal<D>(std::string_view(constant));
  } else if constexpr (std::is_same_v<T, Literal<D>> || literal_kind<T>() != LiteralKind::value) {
    return Literal<D>(constant);
  } else {
    return store.add_value(constant);
  }
}

}  // namespace detail

/// The stand-in for a value of type `T` in a program of domain `D`.
///
/// It holds a node of the graph that is being traced; or no node but a constant, which belongs to
/// no graph until it meets one. It owns nothing and is valid as long as its node is. What is done
/// to it is recorded by the graph's active tracer.
template <class T, class D>
class Proxy {
 public:
  using value_type = T;
  using Constant = typename detail::ConstantOf<T>::type;

  static_assert(holds_type<D, T>, "the type of this proxy is not in its domain");

  /// The constant T{}.
  constexpr Proxy() = default;
  /// A constant: `S(0)`, `S sum = 0.5`.
  template <class A>
    requires(!detail::is_proxy<A> && std::is_convertible_v<const A&, Constant>)
  constexpr Proxy(const A& constant) : constant_(static_cast<Constant>(constant)) {}
  /// The value of a node. Refused: a node of another type.
  constexpr explicit Proxy(Node<D>& node) : node_(&node) {
    if (node.type() != type_index<D, T>) detail::refuse_type(node, type_index<D, T>);
  }

  constexpr bool is_constant() const { return node_ == nullptr; }
  constexpr const Constant& constant() const { return constant_; }
  /// The node whose value this is. Refused for a constant.
  constexpr Node<D>& node() const {
    if (node_ == nullptr) detail::refuse_constant_node<D>();
    return *node_;
  }
  constexpr Node<D>* node_or_null() const { return node_; }

  /// As an argument of a call.
  constexpr operator Operand<D>() const { return node(); }
  constexpr Operand<D> operand_in(detail::Store<D>& store) const {
    return node_ != nullptr ? Operand<D>(*node_) : detail::constant_operand(store, constant_);
  }

  /// Asks the active tracer's `to_bool`; a constant answers itself.
  constexpr explicit operator bool() const
    requires(std::is_same_v<T, bool> || std::is_same_v<T, Untyped>);
  template <class U>
    requires(std::is_arithmetic_v<U> && !std::is_same_v<U, bool>)
  constexpr explicit operator U() const {
    static_assert(detail::never<U>,
                  "a proxy has no value while tracing: it cannot be cast to a number");
    return U{};
  }
  template <class U>
    requires(std::is_same_v<U, bool> && !std::is_same_v<T, bool> && !std::is_same_v<T, Untyped>)
  constexpr explicit operator U() const {
    static_assert(detail::never<U>,
                  "a proxy has no value while tracing: compare it and use where(condition, a, b)");
    return U{};
  }
  template <class U = T>
  constexpr void begin() const {
    static_assert(detail::never<U>,
                  "a proxy has no elements while tracing: it cannot be iterated over");
  }
  template <class U = T>
  constexpr void end() const {}

  template <class I>
  constexpr auto operator[](const I& index) const;

 private:
  Node<D>* node_ = nullptr;
  Constant constant_{};
};

/// The dynamic proxy of a domain of several types: which of them its value has is known at run
/// time. `as<T>(proxy)` makes it a typed one.
template <class D>
  requires detail::SeveralTypes<D>
class Proxy<D, D> {
 public:
  constexpr explicit Proxy(Node<D>& node) : node_(&node) {}
  template <class T>
    requires(!std::is_same_v<T, D>)
  constexpr Proxy(const Proxy<T, D>& typed) : node_(typed.node_or_null()) {
    if (node_ == nullptr) constant_ = typed.constant();
  }
  constexpr explicit Proxy(const value_t<D>& constant) : constant_(constant) {}

  constexpr bool is_constant() const { return node_ == nullptr; }
  constexpr const value_t<D>& constant() const { return constant_; }
  constexpr Node<D>& node() const {
    if (node_ == nullptr) detail::refuse_constant_node<D>();
    return *node_;
  }
  constexpr Node<D>* node_or_null() const { return node_; }
  constexpr TypeIndex type() const {
    return node_ != nullptr ? node_->type() : type_of<D>(constant_);
  }
  constexpr operator Operand<D>() const { return node(); }

 private:
  Node<D>* node_ = nullptr;
  value_t<D> constant_{};
};

/// A dynamic proxy as one of the type `T`. Refused: a value of another type.
template <class T, class D>
constexpr Proxy<T, D> as(const Proxy<D, D>& proxy) {
  if constexpr (std::is_same_v<T, D>) {
    return proxy;
  } else {
    if (!proxy.is_constant()) return Proxy<T, D>(proxy.node());
    if (proxy.type() != type_index<D, T>) {
      detail::fail<TraceError>("cannot read a constant of type " +
                               std::string(type_name<D>(proxy.type())) + " as " +
                               std::string(type_name<D>(type_index<D, T>)));
    }
    return Proxy<T, D>(value_as<D, T>(proxy.constant()));
  }
}

/// `stream << proxy` prints `%name`, or the constant; it is not recorded.
template <class Stream, class T, class D>
  requires requires(Stream& stream, std::string_view text) {
    stream.rdbuf();
    stream << text;
  }
Stream& operator<<(Stream& stream, const Proxy<T, D>& proxy) {
  if (!proxy.is_constant()) {
    stream << std::string_view("%" + proxy.node().name());
  } else if constexpr (detail::is_dynamic_proxy<T, D>) {
    detail::visit_value<D>(proxy.constant(), [&](const auto& value) { stream << value; });
  } else if constexpr (std::is_same_v<T, Untyped>) {
    std::string text;
    append_literal(text, proxy.constant());
    stream << std::string_view(text);
  } else {
    stream << proxy.constant();
  }
  return stream;
}

}  // namespace calque

/// The limits of a proxy's type, as constants.
template <class T, class D>
struct std::numeric_limits<calque::Proxy<T, D>> : std::numeric_limits<T> {
  using Number = calque::Proxy<T, D>;
  static constexpr Number min() { return std::numeric_limits<T>::min(); }
  static constexpr Number max() { return std::numeric_limits<T>::max(); }
  static constexpr Number lowest() { return std::numeric_limits<T>::lowest(); }
  static constexpr Number epsilon() { return std::numeric_limits<T>::epsilon(); }
  static constexpr Number round_error() { return std::numeric_limits<T>::round_error(); }
  static constexpr Number infinity() { return std::numeric_limits<T>::infinity(); }
  static constexpr Number quiet_NaN() { return std::numeric_limits<T>::quiet_NaN(); }
  static constexpr Number signaling_NaN() { return std::numeric_limits<T>::signaling_NaN(); }
  static constexpr Number denorm_min() { return std::numeric_limits<T>::denorm_min(); }
};
