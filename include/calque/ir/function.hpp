// Functions: what a call node calls.
#pragma once

#include <calque/fwd.hpp>
#include <calque/ir/domain.hpp>
#include <calque/ir/literal.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace calque {

/// What a call does besides computing its result from its arguments. A call that is not pure is
/// never removed, merged or moved across another one.
enum class Effect : std::uint8_t { pure, random, io, unknown, mutates };

struct Effects {
  Effect effect = Effect::pure;
  /// For Effect::mutates: which parameter is changed.
  std::uint8_t parameter = 0;

  constexpr bool is_pure() const { return effect == Effect::pure; }
  friend constexpr bool operator==(Effects, Effects) = default;
};

/// What a wrapped function may declare: `primitive<"rand">(f, effects::random)`.
namespace effects {

template <Effect E, std::uint8_t Parameter = 0>
struct Tag {
  static constexpr Effects value{E, Parameter};
};

inline constexpr Tag<Effect::pure> pure;
inline constexpr Tag<Effect::random> random;
inline constexpr Tag<Effect::io> io;
template <std::uint8_t Parameter>
inline constexpr Tag<Effect::mutates, Parameter> mutates;

}  // namespace effects

enum class FunctionKind : std::uint8_t {
  /// Has a body that can be traced through.
  composite,
  /// Has no body to open.
  primitive,
  /// A primitive that is recorded as call_method and printed `x.name()`.
  method,
  /// A C++ operator, printed infix.
  infix,
};

/// A parameter's name and, where it has one, its default.
struct ParameterInfo {
  std::string_view name;
  bool has_default = false;
  LiteralKind default_kind = LiteralKind::none;
  std::uint64_t default_bits = 0;
};

/// What is known of a function whatever the domain. Static; one per wrapped callable.
struct FunctionInfo {
  /// `lowp::add_lowp`, `add_lowp` (module `__main__`), or a dotted spelling such as `torch.relu`.
  std::string_view name;
  FunctionKind kind = FunctionKind::primitive;
  /// The operator's symbol, for FunctionKind::infix.
  std::string_view symbol = {};
  Effects effects = {};
  /// Empty where the parameters have no names.
  std::span<const ParameterInfo> parameters = {};
  /// Describes the callable, to tell apart two that claim one name.
  std::string_view callable = {};

  /// The last component of the name: what results are named after.
  constexpr std::string_view base_name() const {
    const std::size_t end = name.find_last_of(":.");
    return end == name.npos ? name : name.substr(end + 1);
  }
};

namespace detail {

/// Compares addresses, which g++ 12 refuses to do in constant evaluation where sanitizers are on.
template <class T>
constexpr bool same_static_object(const T& a, const T& b) {
  return !std::is_constant_evaluated() && &a == &b;
}

}  // namespace detail

/// Two infos describe one function if they are one object, or bear one qualified name.
constexpr bool same_function(const FunctionInfo& a, const FunctionInfo& b) {
  return detail::same_static_object(a, b) || (a.name == b.name && a.kind == b.kind);
}

/// Whatever has a FunctionInfo: a Function, and every wrapped callable.
template <class F>
concept DescribesFunction = requires(const F& f) {
  { f.info() } -> std::convertible_to<const FunctionInfo&>;
};

template <DescribesFunction F, DescribesFunction G>
constexpr bool operator==(const F& f, const G& g) {
  return same_function(f.info(), g.info());
}

/// What a parameter accepts: values of one of the domain's types (no type: none), and literals of
/// one kind.
struct ParameterType {
  TypeIndex type;
  LiteralKind literal = LiteralKind::none;

  friend constexpr bool operator==(ParameterType, ParameterType) = default;
};

/// What a call sees of one argument: its operand, and while running the value of a node operand.
template <class D>
struct Slot {
  Operand<D> operand;
  const value_t<D>* value = nullptr;
};

/// The arguments of a call, bound to the parameters in order, defaults filled in.
template <class D>
class Call {
 public:
  constexpr explicit Call(std::span<const Slot<D>> slots) : slots_(slots) {}

  constexpr std::size_t size() const { return slots_.size(); }
  constexpr const Operand<D>& operand(std::size_t i) const { return slots_[i].operand; }

  /// The value of argument `i` as the `T` that the function was recorded with.
  template <class T>
  constexpr T get(std::size_t i) const {
    if constexpr (holds_type<D, T>) {
      if (slots_[i].value != nullptr) return value_as<D, T>(*slots_[i].value);
    }
    return slots_[i].operand.literal.template as<T>();
  }

 private:
  std::span<const Slot<D>> slots_;
};

/// What a call node calls, in one domain and for one list of argument types.
///
/// Made from C++ callables these are static and shared by all calls: `Node::function()` may be kept
/// for as long as the program runs.
template <class D>
struct Function {
  const FunctionInfo* described = nullptr;
  /// Empty in the Untyped domain, where nothing is known of the arguments.
  std::span<const ParameterType> parameter_types = {};
  TypeIndex result_type;
  std::uint16_t arity = 0;
  /// Computes the result from values. Null where there is nothing to run.
  void (*evaluate)(const Call<D>& call, value_t<D>& result) = nullptr;
  /// Records the body, one level, through the active tracer. Null for primitives.
  Operand<D> (*trace)(TracerBase<D>& tracer, const Call<D>& call) = nullptr;

  constexpr const FunctionInfo& info() const { return *described; }
  constexpr std::string_view name() const { return described->name; }
  constexpr bool is_composite() const { return described->kind == FunctionKind::composite; }
  constexpr bool is_pure() const { return described->effects.is_pure(); }
};

}  // namespace calque
