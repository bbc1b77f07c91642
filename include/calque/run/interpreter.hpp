// Interpreter: runs a graph node by node, with a method to override for each opcode.
#pragma once

#include <calque/ir/last_uses.hpp>

#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace calque {

/// Runs a graph on values. It refers to the graph, which must not change while it is in use.
///
///   run(inputs)
///     run_node(node)            each node in order; a failure is wrapped with the node
///       placeholder(node)       the next input, or the default
///       get_attr(node)          refused here: a bare graph has no attributes
///       call_function(node, call), call_method(node, call)
///       call_module(node)       refused here
///
/// Values are freed after their last use.
template <class D>
class Interpreter {
 public:
  using Node = calque::Node<D>;
  using Value = value_t<D>;

  explicit Interpreter(const Graph<D>& graph) : graph_(graph), last_uses_(graph) {}
  Interpreter(const Graph<D>& graph, const LastUses<D>& last_uses)
      : graph_(graph), last_uses_(last_uses) {}
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  virtual ~Interpreter() = default;

  /// The leaves of the output, in order; none if the graph has no output. Throws an ExecutionError:
  /// on too few or too many inputs, and nested around what a node threw.
  std::vector<Value> run(std::span<const Value> inputs);

 protected:
  virtual Value run_node(const Node& node);
  virtual Value placeholder(const Node& node);
  virtual Value get_attr(const Node& node);
  virtual Value call_function(const Node& node, const Call<D>& call);
  virtual Value call_method(const Node& node, const Call<D>& call);
  virtual Value call_module(const Node& node);
  virtual std::vector<Value> output(const Node& node);

  const Graph<D>& graph() const { return graph_; }
  /// The value of a node that has run and is still needed. Refused: any other.
  const Value& value(const Node& node) const;
  /// How many values are kept at the moment.
  std::size_t live_values() const { return live_values_; }

 private:
  [[noreturn]] void fail(const Node& node, const std::string& why) const;
  [[noreturn]] void wrap_current_exception(const Node& node, const std::string& why) const;
  void check_input_count();
  Value evaluate(const Node& node, const Call<D>& call) const;
  Value literal_value(const Node& output, const Literal<D>& literal) const;
  Value run_or_explain(const Node& node);
  void free_values_ending_at(const Node& node);

  const Graph<D>& graph_;
  LastUses<D> last_uses_;
  std::span<const Value> inputs_;
  std::size_t next_input_ = 0;
  std::vector<std::optional<Value>> values_;
  std::size_t live_values_ = 0;
  /// Whether the exception on its way names its node already.
  mutable bool is_explained_ = false;
};

template <class D>
std::vector<value_t<D>> Interpreter<D>::run(std::span<const Value> inputs) {
  inputs_ = inputs;
  next_input_ = 0;
  is_explained_ = false;
  check_input_count();
  values_.assign(graph_.store().slot_count(), std::nullopt);
  live_values_ = 0;
  for (const Node& node : graph_.nodes()) {
    if (node.is_output()) return output(node);
    values_[node.slot()] = run_or_explain(node);
    next_input_ += node.is_placeholder();
    ++live_values_;
    free_values_ending_at(node);
  }
  return {};
}

template <class D>
value_t<D> Interpreter<D>::run_or_explain(const Node& node) {
  try {
    Value result = run_node(node);
    if (type_of<D>(result) != node.type()) {
      fail(node, "its value is a " + std::string(type_name<D>(type_of<D>(result))) + ", not a " +
                     std::string(type_name<D>(node.type())));
    }
    return result;
  } catch (const std::exception& error) {
    if (is_explained_) throw;
    wrap_current_exception(node, error.what());
  } catch (...) {
    wrap_current_exception(node, "an exception that is no std::exception");
  }
}

template <class D>
void Interpreter<D>::wrap_current_exception(const Node& node, const std::string& why) const {
  std::throw_with_nested(
      ExecutionError(detail::explain("while executing %" + node.name() + ": " + why, "", node)));
}

template <class D>
void Interpreter<D>::free_values_ending_at(const Node& node) {
  const auto release = [&](const Node& dead) {
    values_[dead.slot()].reset();
    --live_values_;
  };
  last_uses_.for_each_ending_at(node, release);
  if (!node.has_users()) release(node);
}

template <class D>
value_t<D> Interpreter<D>::run_node(const Node& node) {
  switch (node.op()) {
    case Opcode::placeholder: return placeholder(node);
    case Opcode::get_attr: return get_attr(node);
    case Opcode::call_module: return call_module(node);
    default: break;
  }
  std::vector<Slot<D>> slots = detail::bound_slots(node);
  for (Slot<D>& slot : slots) {
    if (slot.operand.is_node()) slot.value = &value(*slot.operand.node);
  }
  const Call<D> call(slots);
  return node.op() == Opcode::call_method ? call_method(node, call) : call_function(node, call);
}

template <class D>
value_t<D> Interpreter<D>::placeholder(const Node& node) {
  if (next_input_ < inputs_.size()) {
    const Value& input = inputs_[next_input_];
    if (type_of<D>(input) != node.type()) {
      fail(node, "input is a " + std::string(type_name<D>(type_of<D>(input))) + ", not a " +
                     std::string(type_name<D>(node.type())));
    }
    return input;
  }
  if (node.operand_count() == 0 || !node.args()[0].is_literal()) {
    fail(node, "it has neither an input nor a default that is one literal");
  }
  return literal_value(node, node.args()[0].literal());
}

template <class D>
value_t<D> Interpreter<D>::get_attr(const Node& node) {
  fail(node, "the graph has no attribute " + std::string(node.target()));
}

template <class D>
value_t<D> Interpreter<D>::call_module(const Node& node) {
  fail(node, "the graph has no module " + std::string(node.target()));
}

template <class D>
value_t<D> Interpreter<D>::call_function(const Node& node, const Call<D>& call) {
  return evaluate(node, call);
}

template <class D>
value_t<D> Interpreter<D>::call_method(const Node& node, const Call<D>& call) {
  return evaluate(node, call);
}

template <class D>
value_t<D> Interpreter<D>::evaluate(const Node& node, const Call<D>& call) const {
  const Function<D>& function = node.function();
  if (function.evaluate == nullptr) {
    fail(node, std::string(function.name()) + " has nothing to run" +
                   (is_untyped<D> ? ": the Untyped domain has no values" : ""));
  }
  Value result{};
  function.evaluate(call, result);
  return result;
}

template <class D>
std::vector<value_t<D>> Interpreter<D>::output(const Node& node) {
  std::vector<Value> results;
  for (std::uint32_t i = 0; i < node.operand_count(); ++i) {
    const Operand<D> leaf = node.operand(i);
    results.push_back(leaf.is_node() ? value(*leaf.node) : literal_value(node, leaf.literal));
  }
  return results;
}

/// A literal as a value of the domain; a number of another type becomes one of the first type.
template <class D>
value_t<D> Interpreter<D>::literal_value(const Node& node, const Literal<D>& literal) const {
  if (literal.kind() == LiteralKind::value) return literal.value();
  std::optional<Value> result;
  const auto convert = [&]<class T>(std::type_identity<T>) {
    if constexpr (holds_type<D, T>) {
      if (literal.template is<T>()) result = Value(literal.template as<T>());
    } else if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<first_type_t<D>>) {
      if (literal.template is<T>()) {
        result = Value(static_cast<first_type_t<D>>(literal.template as<T>()));
      }
    }
  };
  [&]<class... Ts>(std::type_identity<types<Ts...>>) {
    (convert(std::type_identity<Ts>{}), ...);
  }(std::type_identity<detail::ScalarLiterals>{});
  if (result) return *std::move(result);
  std::string text;
  append_literal(text, literal);
  fail(node, text + " is no value of the domain");
}

template <class D>
const value_t<D>& Interpreter<D>::value(const Node& node) const {
  const auto& kept = values_[node.slot()];
  if (!kept) fail(node, "its value is not there\nnote: lint the graph: it may be used too early");
  return *kept;
}

template <class D>
void Interpreter<D>::fail(const Node& node, const std::string& why) const {
  is_explained_ = true;
  detail::fail<ExecutionError>(
      detail::explain("while executing %" + node.name() + ": " + why, "", node));
}

template <class D>
void Interpreter<D>::check_input_count() {
  std::size_t most = 0;
  std::size_t least = 0;
  for (const Node& node : graph_.nodes()) {
    if (!node.is_placeholder()) continue;
    ++most;
    if (node.operand_count() == 0) least = most;
  }
  if (least <= inputs_.size() && inputs_.size() <= most) return;
  std::string text = "the graph takes ";
  if (least != most) {
    detail::append_integer(text, least);
    text += " to ";
  }
  detail::append_integer(text, most);
  text += most == 1 ? " input, not " : " inputs, not ";
  detail::append_integer(text, inputs_.size());
  is_explained_ = true;
  detail::fail<ExecutionError>(text);
}

}  // namespace calque
