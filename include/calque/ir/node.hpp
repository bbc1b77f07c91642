// Node: one operation of a graph.
#pragma once

#include <calque/ir/argument_view.hpp>
#include <calque/ir/function.hpp>
#include <calque/ir/names.hpp>
#include <calque/ir/node_id.hpp>
#include <calque/ir/opcode.hpp>
#include <calque/ir/operand_list.hpp>
#include <calque/ir/provenance.hpp>
#include <calque/ir/use_list.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace calque {

namespace detail {

enum class Direction : std::uint8_t { forward, backward };

/// What a node calls and what it is called.
struct Label {
  std::uint32_t target = 0;
  Name name;
  std::uint16_t flags = 0;
};

/// What only a store can make, and so only a store's nodes can be made with.
template <class D>
class StoreKey {
  friend class Store<D>;
  constexpr StoreKey() = default;
};

}  // namespace detail

/// One operation of a graph: an opcode, a target, arguments, and the nodes that use its value.
///
/// The graph owns its nodes, and they never move: a reference stays valid until the graph is
/// destroyed or compacted. An erased node stays readable; `is_erased()` tells.
template <class D>
class Node {
 public:
  constexpr Node(detail::StoreKey<D>, detail::Store<D>& store, std::uint32_t slot,
                 Opcode op, TypeIndex type, detail::Label label, std::uint32_t shape,
                 std::uint32_t operands)
      : store_(&store),
        slot_(slot),
        op_(op),
        type_(type.value),
        flags_(label.flags),
        operands_(operands),
        shape_(shape),
        target_(label.target),
        base_(label.name.base),
        number_(label.name.number) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  constexpr NodeId id() const { return {store_->first_id + slot_ - 1}; }
  constexpr Opcode op() const { return op_; }
  constexpr bool is_placeholder() const { return op_ == Opcode::placeholder; }
  constexpr bool is_output() const { return op_ == Opcode::output; }
  constexpr bool is_call() const {
    return op_ == Opcode::call_function || op_ == Opcode::call_method;
  }
  constexpr bool is_erased() const { return (flags_ & erased_flag) != 0; }
  /// Whether other nodes may have it as an operand: it is neither erased nor an output.
  constexpr bool is_usable() const { return (flags_ & (erased_flag | output_flag)) == 0; }
  /// Which of the domain's types its value has.
  constexpr TypeIndex type() const { return {type_}; }
  /// The graph that owns it. Compare graphs by `store()`: a graph that is moved stays this one.
  constexpr Graph<D>& graph() const { return store_->handle; }

  /// The unique name, `add_1`.
  constexpr std::string name() const {
    std::string text;
    store_->names.append_to(text, {base_, number_});
    return text;
  }
  /// What is called, read or named: the function's qualified name, a path, the parameter's name.
  constexpr std::string_view target() const {
    return is_call() ? function().name() : store_->texts[target_];
  }
  /// What a call_function or call_method calls. The caller knows that it is one.
  constexpr const Function<D>& function() const { return store_->functions[target_]; }
  template <DescribesFunction F>
  constexpr bool calls(const F& f) const {
    return is_call() && same_function(function().info(), f.info());
  }
  /// Nothing but its value depends on whether the node runs. Placeholders and the output count as
  /// impure: they are the graph's interface.
  constexpr bool is_pure() const {
    if (is_call()) return function().is_pure();
    return op_ == Opcode::get_attr;
  }

  /// The positional arguments, nested as they were written.
  constexpr ArgumentView<D> args() const { return split().positional; }
  /// The keyword arguments.
  constexpr KeywordsView<D> kwargs() const { return split().keywords; }
  /// The leaves of all arguments, in order, without their nesting.
  constexpr std::uint32_t operand_count() const { return store_->shapes.leaves(shape_); }
  constexpr OperandList<D> operands() const { return {*store_, operands_, operand_count()}; }
  constexpr Operand<D> operand(std::uint32_t i) const { return operands()[i]; }
  /// The nodes that are used, each once, in order of first use. O(operands).
  constexpr std::vector<Node*> all_input_nodes() const { return store_->inputs_of(*this); }

  constexpr Users<D> users() const { return Users<D>(*this); }
  constexpr bool has_users() const { return newest_use() != detail::no_index; }

  /// The opened call that it was recorded for, innermost first: follow `parent()`. False for a node
  /// that its author wrote.
  constexpr Origin<D> origin() const { return {*store_, store_->origin_of(*this)}; }

  /// What a tool keeps with the node: one value of each type `T`, made when it is first asked for.
  /// It belongs to the node alone: copies of the node get a copy of it. The reference is valid
  /// until the graph is compacted or destroyed. Costs nothing while no node has a `T`.
  template <class T>
  constexpr T& meta() {
    return store_->meta.template get<T>().at(slot_);
  }
  /// The same; null if nothing is kept.
  template <class T>
  constexpr const T* find_meta() const {
    auto* const column = store_->meta.template find<T>();
    return column == nullptr ? nullptr : column->find(slot_);
  }
  template <class T>
  constexpr void erase_meta() {
    if (auto* const column = store_->meta.template find<T>()) column->erase(slot_);
  }

  /// The neighbours in the graph's order; null at its ends.
  constexpr Node* next() const { return store_->neighbour(*this, detail::Direction::forward); }
  constexpr Node* prev() const { return store_->neighbour(*this, detail::Direction::backward); }
  /// Whether it stands before another node of its graph. O(1). Refused: nodes of two graphs, or
  /// erased ones.
  constexpr bool is_before(const Node& other) const;

  /// Makes all users of this node use another node instead. A use by `with` itself stays, so that
  /// a node may wrap what it replaces. O(uses).
  ///
  ///   Given:    %b = f(%a)   %c = g(%b, %b)
  ///   Execute:  b.replace_all_uses_with(a)
  ///   Result:   %b = f(%a)   %c = g(%a, %a)
  ///
  /// Refused: nodes of two graphs, an erased node, a type that a user does not accept.
  constexpr void replace_all_uses_with(Node& with);
  /// The same with a literal.
  constexpr void replace_all_uses_with(const Literal<D>& with);
  constexpr void replace_all_uses_with(const Operand<D>& with);
  /// The same for those users for which `filter(user)` holds.
  template <class With, class Filter>
  constexpr void replace_all_uses_with(With&& with, const Filter& filter);

  /// Gives the node other positional arguments, keyword arguments, or both (`set_arguments`). It
  /// then stands last among the users of its inputs. Refused as above, arguments that what it calls
  /// does not take, and itself as its own input. O(operands); where there are more than before, the
  /// old operands' memory is given back by `compact()`.
  constexpr void set_arguments(const Arguments<D>& all);
  constexpr void set_args(const Arguments<D>& args);
  constexpr void set_kwargs(const Arguments<D>& kwargs);

  /// Replaces positional argument `i`, a keyword argument (added if there is none of that name), or
  /// puts a new argument before positional argument `i`. `with` is a leaf, or the one argument of a
  /// list made with `add_tuple` and the like. Refused as above.
  template <class With>
  constexpr void update_arg(std::size_t i, With&& with);
  template <class With>
  constexpr void update_kwarg(std::string_view name, With&& with);
  template <class With>
  constexpr void insert_arg(std::size_t i, With&& with);

  /// Replaces one node among this node's operands, wherever it stands. Refused as above, and if
  /// this node would become its own input. O(operands).
  ///
  ///   Given:    %c = g(%a, %b, %a)
  ///   Execute:  c.replace_input_with(a, b)
  ///   Result:   %c = g(%b, %b, %b)
  constexpr void replace_input_with(Node& old_input, const Operand<D>& new_input);

  /// Moves another node of the graph to the place directly before, or after, this one.
  ///
  ///   Given:    %a = f()   %b = g()   %c = h()
  ///   Execute:  a.prepend(c)
  ///   Result:   %c = h()   %a = f()   %b = g()
  constexpr void prepend(Node& moved);
  constexpr void append(Node& moved);

  // What the layers above read of the storage.
  constexpr detail::Store<D>& store() const { return *store_; }
  constexpr std::uint32_t slot() const { return slot_; }
  constexpr std::uint32_t newest_use() const {
    return is_erased() ? detail::no_index : newest_use_;
  }
  constexpr std::uint32_t shape() const { return shape_; }
  constexpr Name unique_name() const { return {base_, number_}; }
  constexpr detail::Label label() const {
    return {target_, unique_name(),
            static_cast<std::uint16_t>(flags_ & (user_named_flag | output_flag))};
  }
  constexpr std::string_view keyword_text(std::uint32_t symbol) const {
    return store_->texts[symbol];
  }

 private:
  friend class detail::Store<D>;

  static constexpr std::uint16_t erased_flag = 1;
  static constexpr std::uint16_t moved_flag = 2;
  static constexpr std::uint16_t forward_links_flag = 4;
  static constexpr std::uint16_t user_named_flag = 8;
  static constexpr std::uint16_t output_flag = 16;

  constexpr void exchange_input(const Node& old_input, const Operand<D>& new_input);

  constexpr detail::SplitArguments<D> split() const {
    return detail::split_arguments(detail::OperandSource<D>(*store_, operands_), operand_count(),
                                   store_->tokens(shape_));
  }

  detail::Store<D>* store_;
  std::uint32_t slot_;
  std::uint32_t newest_use_ = detail::no_index;
  Opcode op_;
  std::uint8_t type_;
  std::uint16_t flags_;
  std::uint32_t operands_;
  std::uint32_t shape_;
  std::uint32_t target_;
  std::uint32_t prev_ = 0;
  std::uint32_t next_ = 0;
  std::uint32_t base_;
  std::uint32_t number_;
};

}  // namespace calque
