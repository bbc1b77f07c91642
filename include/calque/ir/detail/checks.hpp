// What edits refuse, and the sentences they refuse it with.
#pragma once

#include <calque/config.hpp>
#include <calque/ir/binding.hpp>
#include <calque/ir/error.hpp>
#include <calque/ir/format_node.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace calque::detail {

template <class D>
[[noreturn]] CALQUE_COLD void refuse_operand(const NodeSpec<D>& spec, const Operand<D>& operand) {
  std::string text = "cannot use %" + operand.node->name() + " as an argument of ";
  text += spec.target();
  if (operand.node->is_erased()) fail<GraphError>(text + ": it is erased");
  if (operand.node->is_output()) fail<GraphError>(text + ": an output has no value");
  fail<GraphError>(text + ": it belongs to another graph\nnote: copy it into this graph first");
}

/// The argument that a problem is about, where it is about its type.
template <class D>
constexpr Operand<D> argument_of(const Function<D>& function, const BindingProblem& problem,
                                 const ArgumentView<D>& args, const KeywordsView<D>& kwargs) {
  if (problem.fault != BindingFault::wrong_type) return {};
  if (problem.parameter < args.size()) return args[problem.parameter].operand();
  for (const auto& [name, value] : kwargs) {
    if (parameter_named(function, name) == problem.parameter) return value.operand();
  }
  return {};
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_binding(const Function<D>& function,
                                             const BindingProblem& problem,
                                             const ArgumentView<D>& args,
                                             const KeywordsView<D>& kwargs) {
  const Operand<D> given = argument_of(function, problem, args, kwargs);
  fail<GraphError>(explain(function, problem, given));
}

/// Refuses arguments that a function does not take.
template <class D>
CALQUE_COLD constexpr void check_binding(const NodeSpec<D>& spec) {
  const auto ignore = [](std::size_t, const Operand<D>&) {};
  const auto problem = bind_arguments(*spec.function(), spec.args(), spec.kwargs(), ignore);
  if (problem) refuse_binding(*spec.function(), problem, spec.args(), spec.kwargs());
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_spec(const NodeSpec<D>& spec, std::string_view why) {
  std::string text = "cannot add this " + std::string(to_text(spec.op())) + " node";
  if (spec.function() != nullptr) text = "cannot call " + std::string(spec.target());
  fail<GraphError>((text += ": ") += why);
}

/// Refuses a shape that is none: operands and leaves differ in number, a keyword stands before a
/// positional argument, without a value or twice, a dict or slice does not come out even.
template <class D>
class ShapeCheck {
 public:
  constexpr explicit ShapeCheck(const NodeSpec<D>& spec) : spec_(spec) {}

  constexpr void run() {
    for (const std::uint32_t token : spec_.details()->shape) {
      if (kind_of(token) == Token::keyword) begin_keyword(count_of(token));
      else begin_element(token);
    }
    if (value_is_due_) refuse_spec(spec_, "a keyword has no value");
    if (!open_.empty() || leaves_ != spec_.operands().size()) refuse_leaves();
  }

 private:
  constexpr void begin_keyword(std::uint32_t keyword) {
    const auto names = spec_.details()->keywords;
    if (value_is_due_ || !open_.empty()) refuse_spec(spec_, "a keyword has no value");
    if (keyword >= names.size()) refuse_spec(spec_, "a keyword has no name");
    // Where there are parameters, binding to them says it better.
    const bool has_parameters = spec_.function() != nullptr && spec_.function()->arity != any_arity;
    for (std::size_t i = 0; !has_parameters && i < keyword; ++i) {
      if (names[i] != names[keyword]) continue;
      refuse_spec(spec_, "argument " + std::string(names[i]) + " is given twice");
    }
    value_is_due_ = true;
    has_keywords_ = true;
  }

  constexpr void begin_element(std::uint32_t token) {
    if (!open_.empty()) {
      const bool is_key = open_.back().kind == Token::dict && open_.back().left % 2 == 0;
      if (is_key && !is_literal(token)) refuse_spec(spec_, "a key of a dict is no literal");
      --open_.back().left;
    } else if (has_keywords_ && !value_is_due_) {
      refuse_spec(spec_, "a positional argument stands behind a keyword");
    }
    value_is_due_ = false;
    if (is_aggregate(token)) open(kind_of(token), count_of(token));
    else ++leaves_;
    while (!open_.empty() && open_.back().left == 0) open_.pop_back();
  }

  constexpr void open(Token kind, std::uint32_t count) {
    if (kind == Token::dict && count % 2 != 0) refuse_spec(spec_, "a key of a dict has no value");
    if (kind == Token::slice && count != 3) refuse_spec(spec_, "a slice has not three parts");
    open_.push_back({kind, count});
  }

  constexpr bool is_literal(std::uint32_t token) const {
    if (leaves_ >= spec_.operands().size()) refuse_leaves();
    return token == leaf_token() && !spec_.operands()[leaves_].is_node();
  }

  constexpr void refuse_leaves() const {
    refuse_spec(spec_, "its shape has another number of leaves than there are operands");
  }

  struct Open {
    Token kind;
    std::uint32_t left;
  };
  const NodeSpec<D>& spec_;
  std::vector<Open> open_;
  std::size_t leaves_ = 0;
  bool value_is_due_ = false;
  bool has_keywords_ = false;
};

template <class D>
constexpr void check_default(const NodeSpec<D>& spec) {
  bool is_default = spec.args().size() <= 1 && spec.kwargs().empty();
  for (const Operand<D>& operand : spec.operands()) is_default = is_default && !operand.is_node();
  if (!is_default) refuse_spec(spec, "its one argument is the default, without nodes");
}

/// Refuses what only nodes with names, nested or keyword arguments can get wrong.
template <class D>
CALQUE_COLD constexpr void check_details(const NodeSpec<D>& spec) {
  const bool is_call = spec.op() == Opcode::call_function || spec.op() == Opcode::call_method;
  if (is_call && spec.function() == nullptr) refuse_spec(spec, "it needs a function");
  if (spec.has_shape()) ShapeCheck<D>(spec).run();
  if (spec.op() == Opcode::placeholder) return check_default(spec);
  if (spec.op() != Opcode::output) return;
  const bool one = spec.args().size() == 1 && spec.kwargs().empty();
  if (!one) refuse_spec(spec, "it needs one result\nnote: make several one tuple or list");
}

/// Refuses what must not become a node of the graph. O(operands).
template <class D>
constexpr void check_spec(const Store<D>& store, const NodeSpec<D>& spec) {
  const Function<D>* const function = spec.function();
  if (!spec.type().is_none() && spec.type().value >= DomainTraits<D>::size) {
    refuse_spec(spec, "its type is not in the domain");
  }
  const bool any = function == nullptr || function->arity == any_arity;
  bool fits = any || (!spec.has_shape() && spec.operands().size() == function->arity);
  const ParameterType* wanted = !any && fits ? function->parameter_types.data() : nullptr;
  for (const Operand<D>& operand : spec.operands()) {
    if (operand.is_node()) {
      if (&operand.node->store() != &store || !operand.node->is_usable()) {
        refuse_operand(spec, operand);
      }
    }
    if (wanted != nullptr) fits = accepts(*wanted++, operand) && fits;
  }
  if (spec.details() != nullptr) check_details(spec);
  if (!fits) check_binding(spec);
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_foreign(const Graph<D>& graph, const Node<D>& node,
                                             std::string_view what) {
  std::string text = "cannot " + std::string(what) + " %" + node.name();
  const bool is_foreign = &node.store() != &graph.store();
  text += is_foreign ? ": it belongs to another graph" : ": it is erased already";
  fail<GraphError>(text);
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_uncopied(const Node<D>& node) {
  fail<GraphError>(explain("cannot copy a user of %" + node.name() + " before %" + node.name() +
                               " itself",
                           "put the graph into order, or give the copy of this node", node));
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_erasing(const Node<D>& node) {
  constexpr std::size_t most_named = 5;
  const std::size_t count = node.users().size();
  std::string text = "cannot erase %" + node.name() + ": ";
  append_integer(text, count);
  text += count == 1 ? " node still uses it (" : " nodes still use it (";
  std::size_t named = 0;
  for (const Node<D>& user : node.users()) {
    if (named == most_named) {
      text += ", ...";
      break;
    }
    (text += named++ == 0 ? "%" : ", %") += user.name();
  }
  fail<GraphError>(explain(text + ")", "call replace_all_uses_with first", node));
}

[[noreturn]] CALQUE_COLD inline void refuse_full_graph() {
  fail<GraphError>("cannot add a node: a graph has room for 2147483646 in its life");
}

[[noreturn]] CALQUE_COLD inline void refuse_id(std::uint32_t id) {
  std::string text = "no node of this graph has the id ";
  append_integer(text, id);
  fail<GraphError>(text);
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_edit(const Node<D>& node, std::string_view what,
                                          std::string_view why) {
  std::string text = "cannot " + std::string(what) + " %" + node.name() + ": ";
  fail<GraphError>(text += why);
}

template <class D>
constexpr void check_editable(const Node<D>& node, std::string_view what) {
  if (node.is_erased()) refuse_edit(node, what, "it is erased");
}

/// Refuses a new input that the node's graph does not own.
template <class D>
constexpr void check_input(const Node<D>& node, const Operand<D>& input, std::string_view what) {
  if (!input.is_node()) return;
  if (&input.node->store() != &node.store()) {
    refuse_edit(node, what, "%" + input.node->name() + " belongs to another graph");
  }
  if (input.node->is_erased()) refuse_edit(node, what, "%" + input.node->name() + " is erased");
  if (input.node->is_output()) {
    refuse_edit(node, what, "%" + input.node->name() + " is an output and has no value");
  }
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_self_use(const Node<D>& node) {
  fail<GraphError>(explain("cannot replace an input of %" + node.name() + ": it would use itself",
                           "give it a node that stands before it", node));
}

template <class D>
constexpr void check_movable(const Node<D>& anchor, const Node<D>& moved) {
  if (&moved.store() != &anchor.store()) {
    refuse_edit(moved, "move", "it belongs to another graph");
  }
  if (moved.is_erased()) refuse_edit(moved, "move", "it is erased");
}

template <class D>
[[noreturn]] CALQUE_COLD void refuse_position(const Node<D>& node, std::string_view what,
                                              std::size_t i) {
  std::string text = "there is no place ";
  append_integer(text, i);
  text += " among its ";
  append_integer(text, node.args().size());
  refuse_edit(node, what, text += " positional arguments");
}

/// The parameter that operand `i` of a call is bound to.
template <class D>
constexpr std::size_t parameter_of(const Node<D>& call, std::uint32_t i) {
  std::uint32_t leaf = 0;
  for (const auto argument : call.args()) leaf += argument.leaf_count();
  if (i < leaf) return i;
  for (const auto& [name, value] : call.kwargs()) {
    if (i < leaf + value.leaf_count()) return parameter_named(call.function(), name);
    leaf += value.leaf_count();
  }
  return any_arity;
}

/// Refuses an operand of a type that the function does not take there.
template <class D>
constexpr void check_operand_type(const Node<D>& user, std::uint32_t i, const Operand<D>& with) {
  if (!user.is_call() || user.function().arity == any_arity) return;
  const std::size_t parameter = ShapeTable::is_flat(user.shape()) ? i : parameter_of(user, i);
  if (accepts(user.function(), parameter, with)) return;
  fail<GraphError>(
      explain(user.function(), {BindingFault::wrong_type, parameter, {}}, with) + excerpt(user));
}

/// Refuses `with` as an input of `user` in the place of `old_input`.
template <class D>
constexpr void check_new_input(const Node<D>& user, const Node<D>& old_input,
                               const Operand<D>& with) {
  check_input(user, with, "replace an input of");
  if (with.node == &user) refuse_self_use(user);
  for (std::uint32_t i = 0; i < user.operand_count(); ++i) {
    if (user.operand(i).node == &old_input) check_operand_type(user, i, with);
  }
}

/// Refuses arguments that could not be those of a new node like `node`.
template <class D>
constexpr void check_arguments(const Node<D>& node, const Arguments<D>& all,
                               const NodeDetails& details) {
  for (const Operand<D>& operand : all.operands()) {
    check_input(node, operand, "set the arguments of");
    if (operand.node == &node) refuse_self_use(node);
  }
  check_spec(node.store(),
             node.is_call() ? NodeSpec<D>(node.function(), all.operands(), &details)
                            : NodeSpec<D>(node.op(), node.type(), all.operands(), details));
}

/// Adds `with`, one argument.
template <class D>
constexpr void add_one(const Node<D>&, const std::type_identity_t<Operand<D>>& with,
                       Arguments<D>& result) {
  result.add(with);
}
template <class D>
constexpr void add_one(const Node<D>& node, const Arguments<D>& with, Arguments<D>& result) {
  const bool is_one = top_level_count(with.shape()) == 1 && with.keywords().empty();
  if (!is_one) refuse_edit(node, "set an argument of", "not one argument is given");
  result.append(with);
}

}  // namespace calque::detail
