// What a node to be created is: the argument of `create_node` and of the tracer's hook of that
// name.
#pragma once

#include <calque/ir/argument.hpp>
#include <calque/ir/argument_view.hpp>
#include <calque/ir/function.hpp>
#include <calque/ir/opcode.hpp>

#include <span>
#include <string_view>

namespace calque {

/// What most recorded operations do without: names, nested and keyword arguments.
struct NodeDetails {
  /// The target of a node that calls no Function: a parameter's name, a path.
  std::string_view target = {};
  /// The wanted name; empty for one made from the target.
  std::string_view name = {};
  /// How the operands nest; empty for positional leaves.
  std::span<const std::uint32_t> shape = {};
  std::span<const std::string_view> keywords = {};
};

namespace detail {

/// Says that operands belong to one graph and are what the function takes. Only recording makes it.
struct CheckedOperands {
  explicit CheckedOperands() = default;
};

}  // namespace detail

/// A node to be created. It refers to what the caller holds and is valid during the call that it is
/// passed to; to record something else, make another one.
template <class D>
class NodeSpec {
 public:
  /// A call of a function, or method.
  constexpr NodeSpec(const Function<D>& callee, std::span<const Operand<D>> arguments,
                     const NodeDetails* details = nullptr)
      : op_(opcode_of(callee)),
        function_(&callee),
        operands_(arguments),
        details_(details),
        type_(callee.result_type) {}
  constexpr NodeSpec(const Function<D>& callee, std::span<const Operand<D>> arguments,
                     detail::CheckedOperands)
      : op_(opcode_of(callee)),
        is_checked_(true),
        function_(&callee),
        operands_(arguments),
        type_(callee.result_type) {}
  /// A node of another opcode. `details` names its target.
  constexpr NodeSpec(Opcode opcode, TypeIndex value_type, std::span<const Operand<D>> arguments,
                     const NodeDetails& details)
      : op_(opcode), operands_(arguments), details_(&details), type_(value_type) {}

  constexpr Opcode op() const { return op_; }
  constexpr TypeIndex type() const { return type_; }
  /// What call_function and call_method call; null for the other opcodes.
  constexpr const Function<D>* function() const { return function_; }
  /// The leaves of all arguments, in order, without their nesting.
  constexpr std::span<const Operand<D>> operands() const { return operands_; }
  constexpr std::string_view target() const {
    return function_ != nullptr ? function_->name() : details_->target;
  }
  /// Null where there is nothing to say.
  constexpr const NodeDetails* details() const { return details_; }
  constexpr bool has_name() const { return details_ != nullptr && !details_->name.empty(); }
  constexpr bool has_shape() const { return details_ != nullptr && !details_->shape.empty(); }
  constexpr bool is_checked() const { return is_checked_; }

  /// The same node with other operands.
  constexpr NodeSpec with_operands(std::span<const Operand<D>> operands) const {
    NodeSpec changed = *this;
    changed.operands_ = operands;
    changed.is_checked_ = false;
    return changed;
  }

  template <DescribesFunction F>
  constexpr bool calls(const F& f) const {
    return function_ != nullptr && same_function(function_->info(), f.info());
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
    const auto shape = has_shape() ? details_->shape : std::span<const std::uint32_t>{};
    const auto* const keywords = details_ != nullptr ? details_->keywords.data() : nullptr;
    return detail::split_arguments(detail::OperandSource<D>(operands_.data(), keywords),
                                   static_cast<std::uint32_t>(operands_.size()), shape);
  }

  Opcode op_;
  bool is_checked_ = false;
  const Function<D>* function_ = nullptr;
  std::span<const Operand<D>> operands_;
  const NodeDetails* details_ = nullptr;
  // Not beside `op_`: read together with it, right after the two were written one by one, it would
  // stall the processor.
  TypeIndex type_;
};

}  // namespace calque
