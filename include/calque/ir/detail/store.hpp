// The storage of one graph: nodes, uses, order, names. Mechanism only: what may be done is decided
// by Graph and Node, which check everything before they touch anything here.
#pragma once

#include <calque/config.hpp>
#include <calque/ir/detail/chunked_array.hpp>
#include <calque/ir/detail/function_table.hpp>
#include <calque/ir/detail/meta_table.hpp>
#include <calque/ir/detail/order_labels.hpp>
#include <calque/ir/detail/shape.hpp>
#include <calque/ir/detail/text_pool.hpp>
#include <calque/ir/names.hpp>
#include <calque/ir/node.hpp>
#include <calque/ir/node_spec.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace calque::detail {

/// A place in the order of nodes that stays meaningful while the order is edited: the node at
/// `slot`, where it stood when `stamp` moves had happened.
struct Place {
  std::uint32_t slot = 0;
  std::uint32_t stamp = 0;
};

template <class D>
class Store {
  static_assert(std::is_default_constructible_v<value_t<D>> &&
                    std::is_copy_assignable_v<value_t<D>>,
                "the types of a domain are default constructible and copyable");
  static_assert(!holds_type<D, std::string> && !holds_type<D, std::string_view>,
                "text is a literal: as a type of a domain, put it into a struct");

 public:
  using Key = StoreKey<D>;
  using Nodes = ChunkedArray<Node<D>, 1024>;
  using Uses = ChunkedArray<Use, 2048>;

  static constexpr std::uint32_t root = 0;
  static constexpr std::uint32_t max_slots = Use::literal_tag - 1;

  constexpr explicit Store(Rules rules) : handle(Key{}, *this), names(rules) { add_root(); }

  constexpr Node<D>& at(std::uint32_t slot) { return nodes_[slot]; }
  constexpr const Node<D>& at(std::uint32_t slot) const { return nodes_[slot]; }
  /// One past the largest slot; slot 0 is the list's sentinel.
  constexpr std::uint32_t slot_count() const { return nodes_.size(); }
  constexpr std::uint32_t live_count() const { return slot_count() - 1 - erased_count_; }

  /// Grows with every edit.
  constexpr std::uint64_t version() const { return edits_ + first_id + slot_count(); }
  constexpr void outgrow(std::uint64_t version) {
    if (this->version() <= version) restore_version(version + 1);
  }
  constexpr void restore_version(std::uint64_t version) { edits_ += version - this->version(); }

  // --- making and unmaking nodes ---

  /// Makes a node at the insertion point. Everything has been checked.
  constexpr Node<D>& create(const NodeSpec<D>& spec) {
    Label label;
    std::uint32_t shape = static_cast<std::uint32_t>(spec.operands().size());
    if (spec.details() == nullptr) {
      label = functions.label_result(*spec.function(), names);
    } else {
      label = label_of(spec);
      if (spec.has_shape()) shape = shape_of(*spec.details());
    }
    const std::uint32_t first = uses.size();
    const std::uint32_t slot = slot_count();
    Node<D>& node =
        nodes_.emplace_back(Key{}, *this, slot, spec.op(), spec.type(), label, shape, first);
    if (Use* place = uses.extend(static_cast<std::uint32_t>(spec.operands().size()))) {
      std::uint32_t use = first;
      for (const Operand<D>& operand : spec.operands()) fill_use(*place++, slot, use++, operand);
    } else {
      add_uses(slot, spec.operands());
    }
    Node<D>& after = *insertion_point_;
    const bool lies_behind = after.prev_ == slot - 1 && slot % Nodes::chunk_size != 0;
    link_between(node, lies_behind ? (&node)[-1] : nodes_[after.prev_], after);
    if (after.slot_ != root || !order_.empty()) keep_order(slot);
    if (current_site != 0) set_origin(node, current_site);
    return node;
  }

  /// Unlinks a node that nobody uses and flags it; its links stay, for walks that stand on it.
  constexpr void erase(Node<D>& node) {
    for (std::uint32_t i = node.operand_count(); i-- > 0;) release(node.operands_ + i);
    unlink(node);
    node.flags_ |= Node<D>::erased_flag;
    node.newest_use_ = move_count();
    ++erased_count_;
    ++edits_;
  }

  /// Erases every node made since `mark` slots existed, newest first, and takes back their names.
  constexpr void erase_since(std::uint32_t mark) {
    for (std::uint32_t slot = slot_count(); slot-- > mark;) {
      if (!nodes_[slot].is_erased()) erase(nodes_[slot]);
      names.take_back(nodes_[slot].unique_name());
    }
    if (origins_.size() > mark) origins_.resize(mark, 0);
  }

  // --- call sites ---

  /// Keeps an opened call: one that was a node, or one that is opened while it is traced.
  constexpr std::uint32_t add_site(const Node<D>& call);
  constexpr std::uint32_t add_site(const Function<D>& function,
                                   std::span<const Operand<D>> operands);
  /// The copy of another graph's call site and of those it came from, which came from the current
  /// one. `copies` remembers those made before; `copy_of(node)` gives the copy of a node, or null.
  template <class CopyOf>
  constexpr std::uint32_t copy_site(const Store& from, std::uint32_t site,
                                    std::vector<std::uint32_t>& copies, const CopyOf& copy_of);

  constexpr const CallSite& site(std::uint32_t number) const { return sites_[number - 1]; }
  constexpr std::uint32_t site_count() const { return static_cast<std::uint32_t>(sites_.size()); }
  constexpr void drop_sites_since(std::uint32_t count) { sites_.resize(count, CallSite{}); }
  constexpr std::uint32_t origin_of(const Node<D>& node) const {
    return node.slot_ < origins_.size() ? origins_[node.slot_] : 0;
  }
  constexpr void set_origin(const Node<D>& node, std::uint32_t site) {
    if (origins_.size() == node.slot_) return origins_.push_back(site);
    if (origins_.size() < node.slot_) origins_.resize(node.slot_ + 1, 0);
    origins_[node.slot_] = site;
  }

  // --- operands and uses ---

  /// Operand number `use` of all.
  constexpr Operand<D> operand(std::uint32_t use) const {
    return OperandRef<D>(const_cast<Store&>(*this), uses[use]);
  }

  constexpr Literal<D> literal(const Use& use) const {
    const auto kind = static_cast<LiteralKind>(use.def & 0xff);
    if (kind == LiteralKind::text) return Literal<D>(texts[use.older]);
    if (kind == LiteralKind::symbol) return Literal<D>(Symbol{texts[use.older]});
    if (kind == LiteralKind::value) return Literal<D>(&values[use.older], use.older);
    return Literal<D>(kind, use.literal_bits());
  }

  /// Makes operand `i` of a node something else.
  constexpr void set_operand(Node<D>& node, std::uint32_t i, const Operand<D>& with);

  /// Gives a node other operands and another shape.
  constexpr void set_operands(Node<D>& node, std::span<const Operand<D>> operands,
                              const NodeDetails& details);

  /// Gives all uses of `from` to `to`, in order, but for those by `to` itself.
  constexpr void move_uses(Node<D>& from, const Operand<D>& to);

  /// The nodes among the operands, each once, in order of first use.
  constexpr std::vector<Node<D>*> inputs_of(const Node<D>& node) const;

  /// The operand, its text or value copied into this graph unless it lies there already.
  constexpr Operand<D> pooled(const Operand<D>& operand) {
    const Literal<D>& literal = operand.literal;
    if (!operand.is_node() && literal.has_text()) texts.intern(literal.text());
    if (operand.is_node() || literal.kind() != LiteralKind::value) return operand;
    const auto index = static_cast<std::uint32_t>(literal.bits());
    if (index < values.size() && &values[index] == &literal.value()) return operand;
    return add_value(literal.value());
  }
  constexpr Literal<D> add_value(const value_t<D>& value) {
    const value_t<D>& kept = values.emplace_back(value);
    return Literal<D>(&kept, values.size() - 1);
  }

  // --- order ---

  constexpr Node<D>* neighbour(const Node<D>& node, Direction direction) {
    const Place place = step(node, move_count(), direction);
    return place.slot == root ? nullptr : &nodes_[place.slot];
  }

  constexpr Place first(Direction direction) const {
    return {link_of(nodes_[root], direction), move_count()};
  }

  /// The next node of a live one. Nodes recorded one after another lie side by side: assuming so,
  /// and checking, lets the processor go on before it has loaded the link.
  constexpr const Node<D>& linked(const Node<D>& node, Direction direction) const {
    const std::uint32_t link = link_of(node, direction);
    if (link == node.slot_ + 1 && link % Nodes::chunk_size != 0) return (&node)[1];
    return nodes_[link];
  }

  /// Where a walk goes on from a node that it came to when `stamp` moves had happened, whatever has
  /// happened to the node since.
  constexpr Place step(const Node<D>& node, std::uint32_t stamp, Direction direction) const {
    if (stamp == move_count_ && !node.is_erased()) return {link_of(node, direction), stamp};
    return settle(leave({node.slot_, stamp}, direction), direction);
  }

  /// The place itself if its node is still there, else the next live one behind it.
  constexpr Place settle(Place place, Direction direction) const {
    while (was_moved_since(place) || nodes_[place.slot].is_erased()) {
      place = leave(place, direction);
    }
    return {place.slot, move_count()};
  }

  /// Moves a node to the place directly before another one.
  constexpr void move_before(Node<D>& node, Node<D>& anchor) {
    if (&node == &anchor || node.next_ == anchor.slot_) return;
    if (latest_move_.size() < slot_count()) latest_move_.resize(slot_count(), no_index);
    unlink(node);
    std::uint32_t& latest = latest_move_[node.slot_];
    moves_.push_back({node.prev_, node.next_, latest});
    latest = move_count_++;
    node.flags_ |= Node<D>::moved_flag;
    link_before(node, anchor);
    keep_order(node.slot_);
    ++edits_;
  }

  constexpr bool has_order_labels() const { return !order_.empty(); }
  constexpr bool is_before(const Node<D>& a, const Node<D>& b) const {
    return order_.is_before(a.slot_, b.slot_);
  }

  constexpr std::uint32_t move_count() const { return move_count_; }

  // --- insertion point: new nodes go before this one ---

  constexpr Node<D>& insertion_point() const { return *insertion_point_; }
  constexpr void set_insertion_point(Node<D>& node) { insertion_point_ = &node; }

  // --- names ---

  constexpr bool is_user_named(const Node<D>& node) const {
    return (node.flags_ & Node<D>::user_named_flag) != 0;
  }
  /// Makes a copy's name as automatic, or chosen, as the original's.
  constexpr void take_naming(Node<D>& copy, const Node<D>& from) {
    copy.flags_ &= static_cast<std::uint16_t>(~Node<D>::user_named_flag);
    copy.flags_ |= from.flags_ & Node<D>::user_named_flag;
  }
  /// Makes the automatic names of these, all live nodes anew, in this order.
  constexpr void renumber_names(const std::vector<Node<D>*>& order) {
    names.release_all();
    for (const Node<D>* node : order) {
      if (is_user_named(*node)) names.take(node->unique_name());
    }
    for (Node<D>* node : order) {
      if (is_user_named(*node)) continue;
      const Name name = functions.make_name(node->target_, names);
      node->base_ = name.base;
      node->number_ = name.number;
    }
    ++edits_;
  }

  constexpr std::span<const std::uint32_t> tokens(std::uint32_t shape) const {
    if (ShapeTable::is_flat(shape)) return {};
    return shapes.tokens(shapes[shape]);
  }

  /// Drops the erased nodes: live ones move to new slots, in order. Gives the new slot of each old
  /// one, `no_index` for those that are gone.
  constexpr std::vector<std::uint32_t> compact();

  /// Makes this empty storage equal to another one without its erased nodes; gives the slots.
  constexpr std::vector<std::uint32_t> copy_from(const Store& other);

  Graph<D> handle;
  /// The innermost active tracer; null while nobody traces into this graph.
  TracerBase<D>* tracer = nullptr;
  /// The opened call that new nodes come from; 0 for none.
  std::uint32_t current_site = 0;
  Uses uses;
  NameTable names;
  TextPool texts;
  ShapeTable shapes;
  FunctionTable<D> functions;
  ChunkedArray<value_t<D>, 16> values;
  MetaTable meta;
  std::uint32_t first_id = 0;

 private:
  struct Move {
    std::uint32_t prev;
    std::uint32_t next;
    std::uint32_t earlier;
  };

  constexpr void add_root() {
    nodes_.emplace_back(Key{}, *this, root, Opcode::output, TypeIndex{}, Label{}, 0u, 0u);
    insertion_point_ = &nodes_[root];
  }

  CALQUE_COLD constexpr Label label_of(const NodeSpec<D>& spec) {
    const Function<D>* const function = spec.function();
    if (function != nullptr && !spec.has_name()) return functions.label_result(*function, names);
    const std::uint32_t target =
        function != nullptr ? functions.index_of(*function) : texts.intern(spec.target());
    const Name name =
        spec.has_name() ? names.create(spec.details()->name) : name_after(spec.target());
    const bool is_output = spec.op() == Opcode::output;
    return {target, name,
            static_cast<std::uint16_t>(Node<D>::user_named_flag |
                                       (is_output ? Node<D>::output_flag : 0))};
  }

  constexpr Name name_after(std::string_view target) {
    const std::string_view plain = without_dunder(target);
    return has_upper_case(plain) ? names.create(snake_case(plain)) : names.create(plain);
  }

  CALQUE_COLD constexpr std::uint32_t shape_of(const NodeDetails& details) {
    std::vector<std::uint32_t> tokens(details.shape.begin(), details.shape.end());
    for (std::uint32_t& token : tokens) {
      if (kind_of(token) != Token::keyword) continue;
      token = make_token(Token::keyword, texts.intern(details.keywords[count_of(token)]));
    }
    return shapes.intern(tokens);
  }

  /// Adds uses that may fall into two chunks.
  CALQUE_COLD constexpr void add_uses(std::uint32_t user, std::span<const Operand<D>> operands) {
    for (const Operand<D>& operand : operands) {
      const std::uint32_t use = uses.size();
      fill_use(uses.emplace_back(), user, use, operand);
    }
  }

  /// Makes `u`, which is use number `use`, the newest use of its value.
  constexpr void fill_use(Use& u, std::uint32_t user, std::uint32_t use,
                          const Operand<D>& operand) {
    u.user = user;
    if (!operand.is_node()) return fill_literal(u, operand.literal);
    Node<D>& def = *operand.node;
    u.def = def.slot_;
    u.older = std::exchange(def.newest_use_, use);
    if ((def.flags_ & Node<D>::forward_links_flag) != 0) link_newest(u, use);
  }

  constexpr void fill_literal(Use& u, const Literal<D>& literal);
  CALQUE_COLD constexpr std::uint32_t pool_index(const Literal<D>& literal) {
    if (literal.has_text()) return texts.intern(literal.text());
    return static_cast<std::uint32_t>(pooled(Operand<D>(literal)).literal.bits());
  }


  constexpr void append_use(std::uint32_t use, Node<D>& def) {
    fill_use(uses[use], uses[use].user, use, Operand<D>(def));
  }
  /// Links a new newest use forward: the former newest to it, it to the oldest.
  CALQUE_COLD constexpr void link_newest(Use& u, std::uint32_t use) {
    u.newer = u.older == no_index ? use : std::exchange(uses[u.older].newer, use);
  }

  /// Makes a released use an operand again. Uses of one value by one user stay neighbours in the
  /// value's list, so that users can be counted once without a search.
  constexpr void attach(std::uint32_t use, const Operand<D>& operand);

  /// A use of `def` by `user` other than `except`. Looks through the user's operands and the
  /// value's uses at once, so that the shorter of the two decides the cost.
  constexpr std::uint32_t find_use(const Node<D>& user, const Node<D>& def,
                                   std::uint32_t except) const;

  constexpr void release(std::uint32_t use);

  constexpr std::uint32_t newer_use(std::uint32_t use, Node<D>& def);

  constexpr void link_forward(Node<D>& def);

  static constexpr std::uint32_t link_of(const Node<D>& node, Direction direction) {
    return direction == Direction::forward ? node.next_ : node.prev_;
  }

  /// Called for a node that was put, or moved, to a place that may not be the end.
  CALQUE_COLD constexpr void keep_order(std::uint32_t slot) {
    const auto neighbour = [this](std::uint32_t from, Direction direction) {
      return link_of(nodes_[from], direction);
    };
    if (order_.empty()) order_.label_all(slot_count(), neighbour);
    else order_.label(slot, neighbour);
  }

  constexpr void link_before(Node<D>& node, Node<D>& anchor) {
    link_between(node, nodes_[anchor.prev_], anchor);
  }
  constexpr void link_between(Node<D>& node, Node<D>& before, Node<D>& after) {
    node.prev_ = before.slot_;
    node.next_ = after.slot_;
    before.next_ = node.slot_;
    after.prev_ = node.slot_;
  }

  constexpr void unlink(Node<D>& node) {
    nodes_[node.prev_].next_ = node.next_;
    nodes_[node.next_].prev_ = node.prev_;
    if (insertion_point_ == &node) insertion_point_ = &nodes_[node.next_];
  }

  /// The first move that took the node away from where it was at the place's stamp.
  constexpr std::uint32_t move_since(Place place) const {
    if ((nodes_[place.slot].flags_ & Node<D>::moved_flag) == 0) return no_index;
    std::uint32_t found = no_index;
    for (std::uint32_t move = latest_move_[place.slot]; move != no_index && move >= place.stamp;
         move = moves_[move].earlier) {
      found = move;
    }
    return found;
  }
  constexpr bool was_moved_since(Place place) const {
    return place.stamp != move_count() && move_since(place) != no_index;
  }

  /// One step from a place: along the links that its node had when it left, or was erased from it.
  constexpr Place leave(Place place, Direction direction) const {
    if (const std::uint32_t move = move_since(place); move != no_index) {
      const Move& m = moves_[move];
      return {direction == Direction::forward ? m.next : m.prev, move + 1};
    }
    const Node<D>& node = nodes_[place.slot];
    return {link_of(node, direction), node.is_erased() ? node.newest_use_ : move_count()};
  }

  /// Copies the order of all use lists from an older storage.
  constexpr void relink_uses(const Nodes& old_nodes, const Uses& old_uses,
                             const std::vector<std::uint32_t>& new_slot);

  template <class CopyOf>
  constexpr std::uint32_t copy_one_site(const Store& from, std::uint32_t site,
                                        std::uint32_t parent, const CopyOf& copy_of);
  /// Copies what tools keep with the nodes of an older storage.
  constexpr void take_meta(const MetaTable& old, const std::vector<std::uint32_t>& new_slot) {
    for (std::uint32_t slot = 0; !old.empty() && slot < new_slot.size(); ++slot) {
      if (new_slot[slot] != no_index) meta.copy(old, slot, new_slot[slot]);
    }
  }
  /// Copies the call sites of an older storage.
  constexpr void take_sites(const Store& old, const Uses& old_uses,
                            const std::vector<std::uint32_t>& new_slot);

  /// Copies all live nodes from another storage, in order. Gives the new slot of each old one.
  constexpr std::vector<std::uint32_t> take_live_nodes(const Nodes& old_nodes,
                                                       const Uses& old_uses);

  Nodes nodes_;
  std::vector<Move> moves_;
  std::uint32_t move_count_ = 0;
  /// For each slot its newest entry in `moves_`; empty until a node is moved.
  std::vector<std::uint32_t> latest_move_;
  OrderLabels order_;
  std::vector<CallSite> sites_;
  /// For each slot its call site; shorter where the last ones have none.
  std::vector<std::uint32_t> origins_;
  Node<D>* insertion_point_ = nullptr;
  std::uint32_t erased_count_ = 0;
  /// Edits other than the making of nodes.
  std::uint64_t edits_ = 0;
};

}  // namespace calque::detail

#include <calque/ir/detail/store_copy.hpp>
#include <calque/ir/detail/store_sites.hpp>
#include <calque/ir/detail/store_uses.hpp>
