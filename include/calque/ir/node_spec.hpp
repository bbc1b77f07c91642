// What a node to be created is: the argument of `create_node` and of the tracer's hook of that name.
#pragma once

#include <calque/ir/argument.hpp>
#include <calque/ir/argument_view.hpp>
#include <calque/ir/function.hpp>
#include <calque/ir/opcode.hpp>

#include <span>
#include <string_view>

namespace calque {

/// Refers to what the caller holds; valid during the call it is passed to.
template <class D>
struct NodeSpec {
  Opcode op = Opcode::call_function;
  /// What call_function and call_method call; null for the other opcodes.
  const Function<D>* function = nullptr;
  /// The target of the other opcodes: a parameter's name, a path.
  std::string_view target = {};
  std::span<const Operand<D>> operands = {};
  /// How the operands nest; empty for positional leaves.
  std::span<const std::uint32_t> shape = {};
  std::span<const std::string_view> keywords = {};
  /// The wanted name; empty for one made from the target.
  std::string_view name = {};
  TypeIndex type = {};

  constexpr NodeSpec() = default;
  constexpr NodeSpec(Opcode opcode, std::string_view target_text, const Arguments<D>& arguments = {})
      : op(opcode), target(target_text) {
    set_arguments(arguments);
  }
  constexpr NodeSpec(const Function<D>& callee, std::span<const Operand<D>> flat)
      : op(opcode_of(callee)), function(&callee), operands(flat), type(callee.result_type) {}
  constexpr NodeSpec(const Function<D>& callee, const Arguments<D>& arguments)
      : op(opcode_of(callee)), function(&callee), type(callee.result_type) {
    set_arguments(arguments);
  }

  constexpr void set_arguments(const Arguments<D>& arguments) {
    operands = arguments.operands();
    shape = arguments.shape();
    keywords = arguments.keywords();
  }

  template <DescribesFunction F>
  constexpr bool calls(const F& f) const {
    return function != nullptr && same_function(function->info(), f.info());
  }
  /// The positional arguments.
  constexpr ArgumentView<D> args() const { return split().positional; }
  /// The keyword arguments.
  constexpr KeywordsView<D> kwargs() const { return split().keywords; }

 private:
  static constexpr Opcode opcode_of(const Function<D>& callee) {
    return callee.info().kind == FunctionKind::method ? Opcode::call_method
                                                      : Opcode::call_function;
  }
  constexpr detail::SplitArguments<D> split() const {
    return detail::split_arguments(detail::OperandSource<D>(operands.data(), keywords.data()),
                                   static_cast<std::uint32_t>(operands.size()), shape);
  }
};

}  // namespace calque
