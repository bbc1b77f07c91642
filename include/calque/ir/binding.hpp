// Binding: how the arguments of a call meet the parameters of its function.
#pragma once

#include <calque/ir/format_node.hpp>
#include <calque/ir/node_spec.hpp>

#include <string>
#include <vector>

namespace calque::detail {

/// A Function of the Untyped domain may take any number of arguments.
inline constexpr std::uint16_t any_arity = 0xffff;

enum class BindingFault : std::uint8_t {
  none,
  missing,
  too_many,
  unknown_name,
  given_twice,
  nested,
  wrong_type,
};

/// What is wrong with the arguments of a call, and where.
struct BindingProblem {
  BindingFault fault = BindingFault::none;
  std::size_t parameter = 0;
  std::string_view name = {};

  constexpr explicit operator bool() const { return fault != BindingFault::none; }
};

template <class D>
constexpr std::size_t parameter_named(const Function<D>& function, std::string_view name) {
  const auto parameters = function.info().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == name) return i;
  }
  return any_arity;
}

template <class D>
constexpr bool accepts(ParameterType wanted, const Operand<D>& operand) {
  if (operand.is_node()) return operand.node->type() == wanted.type;
  if (operand.literal.kind() != wanted.literal) return false;
  return wanted.literal != LiteralKind::value || operand.literal.type() == wanted.type;
}

template <class D>
constexpr bool accepts(const Function<D>& function, std::size_t parameter,
                       const Operand<D>& operand) {
  if (parameter >= function.parameter_types.size()) return true;
  return accepts(function.parameter_types[parameter], operand);
}

/// Calls `bind(parameter, operand)` for each argument and then for each default, and says what is
/// wrong. Flat positional arguments take no search. O(arguments × parameters) with keywords.
template <class D, class Bind>
constexpr BindingProblem bind_arguments(const Function<D>& function, const ArgumentView<D>& args,
                                        const KeywordsView<D>& kwargs, const Bind& bind) {
  if (function.arity == any_arity) return {};
  const auto parameters = function.info().parameters;
  std::vector<unsigned char> bound(function.arity, 0);
  std::size_t next = 0;
  const auto take = [&](std::size_t i, const ArgumentView<D>& argument) -> BindingProblem {
    if (!argument.is_leaf()) return {BindingFault::nested, i};
    if (!accepts(function, i, argument.operand())) return {BindingFault::wrong_type, i};
    bound[i] = 1;
    bind(i, argument.operand());
    return {};
  };
  if (args.size() > function.arity) return {BindingFault::too_many, args.size()};
  for (const auto argument : args) {
    if (const auto problem = take(next++, argument)) return problem;
  }
  for (const auto& [name, value] : kwargs) {
    const std::size_t i = parameter_named(function, name);
    if (i == any_arity) return {BindingFault::unknown_name, 0, name};
    if (bound[i] != 0) return {BindingFault::given_twice, i, name};
    if (const auto problem = take(i, value)) return problem;
  }
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (bound[i] != 0) continue;
    if (i >= parameters.size() || !parameters[i].has_default) return {BindingFault::missing, i};
    bind(i, Operand<D>(Literal<D>(parameters[i].default_kind, parameters[i].default_bits)));
  }
  return {};
}

/// The arguments of a call in the order of the parameters, defaults filled in. The call was checked
/// when it was made.
template <class D>
constexpr std::vector<Slot<D>> bound_slots(const Node<D>& call) {
  const Function<D>& function = call.function();
  const bool any = function.arity == any_arity;
  std::vector<Slot<D>> slots(any ? call.operand_count() : function.arity);
  const auto bind = [&](std::size_t i, const Operand<D>& operand) { slots[i].operand = operand; };
  if (ShapeTable::is_flat(call.shape()) && call.operand_count() == slots.size()) {
    for (std::uint32_t i = 0; i < slots.size(); ++i) bind(i, call.operand(i));
  } else {
    bind_arguments(function, call.args(), call.kwargs(), bind);
  }
  return slots;
}

inline std::string parameter_label(const FunctionInfo& info, std::size_t i) {
  std::string text = "argument ";
  if (i < info.parameters.size()) return (text += info.parameters[i].name);
  append_integer(text, i);
  return text;
}

template <class D>
std::string type_label(ParameterType type) {
  return std::string(type.type.is_none() ? to_text(type.literal) : type_name<D>(type.type));
}

/// `note: the parameters are (x, factor = 2.0, bias = 0)`
template <class D>
std::string parameters_note(const Function<D>& function) {
  const auto parameters = function.info().parameters;
  std::string text = "\nnote: ";
  if (parameters.empty()) {
    append_integer(text, function.arity);
    return text += function.arity == 1 ? " argument is expected, without a name"
                                       : " arguments are expected, without names";
  }
  text += "the parameters are (";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) text += ", ";
    text += parameters[i].name;
    if (!parameters[i].has_default) continue;
    text += " = ";
    append_literal(text, Literal<D>(parameters[i].default_kind, parameters[i].default_bits));
  }
  return text += ')';
}

/// The sentence for a problem. `given` is the operand of a wrong type.
template <class D>
std::string explain(const Function<D>& function, const BindingProblem& problem,
                    const Operand<D>& given) {
  std::string text = "cannot call " + std::string(function.name()) + ": ";
  const std::string label = parameter_label(function.info(), problem.parameter);
  switch (problem.fault) {
    case BindingFault::none: break;
    case BindingFault::missing: text += label + " is missing"; break;
    case BindingFault::too_many:
      append_integer(text, problem.parameter);
      text += " positional arguments for ";
      append_integer(text, function.arity);
      text += function.arity == 1 ? " parameter" : " parameters";
      break;
    case BindingFault::unknown_name:
      (text += "there is no parameter ") += problem.name;
      break;
    case BindingFault::given_twice: text += label + " is given twice"; break;
    case BindingFault::nested: text += label + " is a tuple or list, not one value"; break;
    case BindingFault::wrong_type:
      text += label + " is ";
      if (given.is_node()) {
        ((text += '%') += given.node->name()) += " of type ";
        text += type_name<D>(given.node->type());
      } else {
        text += "a literal ";
        text += given.literal.kind() == LiteralKind::value ? type_name<D>(given.literal.type())
                                                           : to_text(given.literal.kind());
      }
      text += ", not " + type_label<D>(function.parameter_types[problem.parameter]);
      break;
  }
  return text + parameters_note(function);
}

}  // namespace calque::detail
