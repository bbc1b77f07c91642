// The storage of one graph: nodes, uses, order, names. Mechanism only: what may be done is decided
// by Graph and Node, which check everything before they touch anything here.
#pragma once

#include <calque/ir/detail/chunked_array.hpp>
#include <calque/ir/detail/function_table.hpp>
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
 public:
  using Key = StoreKey<D>;
  using Nodes = ChunkedArray<Node<D>, 256>;
  using Uses = ChunkedArray<Use, 512>;

  static constexpr std::uint32_t root = 0;
  static constexpr std::uint32_t max_slots = Use::literal_tag - 1;

  constexpr explicit Store(Rules rules) : handle(Key{}, *this), names(rules) { add_root(); }

  constexpr Node<D>& at(std::uint32_t slot) { return nodes_[slot]; }
  constexpr const Node<D>& at(std::uint32_t slot) const { return nodes_[slot]; }
  /// One past the largest slot; slot 0 is the list's sentinel.
  constexpr std::uint32_t slot_count() const { return nodes_.size(); }
  constexpr std::uint32_t live_count() const { return live_count_; }

  // --- making and unmaking nodes ---

  /// Makes a node at the insertion point. Everything has been checked.
  constexpr Node<D>& create(const NodeSpec<D>& spec) {
    const std::uint32_t slot = nodes_.size();
    Node<D>& node = nodes_.emplace_back(Key{}, *this, slot, spec.op, spec.type);
    const Name name = name_and_target(node, spec);
    node.base_ = name.base;
    node.number_ = name.number;
    node.shape_ = spec.shape.empty() ? static_cast<std::uint32_t>(spec.operands.size())
                                     : shape_of(spec);
    node.operands_ = uses.size();
    for (const Operand<D>& operand : spec.operands) add_operand(node, operand);
    link_before(node, *insertion_point_);
    ++live_count_;
    ++version;
    return node;
  }

  /// Unlinks a node that nobody uses and flags it; its links stay, for walks that stand on it.
  constexpr void erase(Node<D>& node) {
    for (std::uint32_t i = node.operand_count(); i-- > 0;) release(node.operands_ + i);
    unlink(node);
    node.flags_ |= Node<D>::erased_flag;
    node.newest_use_ = move_count();
    --live_count_;
    ++version;
  }

  /// Erases every node made since `mark` slots existed, newest first.
  constexpr void erase_since(std::uint32_t mark) {
    for (std::uint32_t slot = slot_count(); slot-- > mark;) {
      if (!nodes_[slot].is_erased()) erase(nodes_[slot]);
    }
  }

  // --- operands and uses ---

  constexpr Operand<D> operand(std::uint32_t use) const {
    const Use& u = uses[use];
    if (!u.is_literal()) return const_cast<Store*>(this)->nodes_[u.def];
    const auto kind = static_cast<LiteralKind>(u.def & 0xff);
    const std::uint64_t bits = u.older | static_cast<std::uint64_t>(u.newer) << 32;
    if (kind == LiteralKind::text) return Literal<D>(texts[u.older]);
    if (kind == LiteralKind::value) return Literal<D>(&values[u.older]);
    return Literal<D>(kind, bits);
  }

  /// Makes operand `i` of a node something else.
  constexpr void set_operand(Node<D>& node, std::uint32_t i, const Operand<D>& with) {
    const std::uint32_t use = node.operands_ + i;
    release(use);
    attach(use, with);
    ++version;
  }

  /// Gives all uses of `from` to `to`, in order, but for those by `to` itself.
  constexpr void move_uses(Node<D>& from, const Operand<D>& to) {
    std::vector<std::uint32_t> moving;
    for (std::uint32_t use = from.newest_use_; use != no_index; use = uses[use].older) {
      moving.push_back(use);
      uses[use].def = Use::literal_tag;
    }
    from.newest_use_ = no_index;
    from.flags_ &= static_cast<std::uint16_t>(~Node<D>::forward_links_flag);
    for (std::size_t i = moving.size(); i-- > 0;) {
      const bool stays = to.is_node() && to.node->slot_ == uses[moving[i]].user;
      attach(moving[i], stays ? Operand<D>(from) : to);
    }
    ++version;
  }

  /// The nodes among the operands, each once, in order of first use.
  constexpr std::vector<Node<D>*> inputs_of(const Node<D>& node) const {
    std::vector<Node<D>*> inputs;
    HashIndex seen;
    for (std::uint32_t i = 0; i < node.operand_count(); ++i) {
      Node<D>* const input = node.operand(i).node;
      if (input == nullptr) continue;
      const auto hash = [&](std::uint32_t k) { return mix(0, inputs[k]->slot_); };
      const auto is_input = [&](std::uint32_t k) { return inputs[k] == input; };
      if (seen.find(mix(0, input->slot_), is_input) != no_index) continue;
      inputs.push_back(input);
      seen.insert(static_cast<std::uint32_t>(inputs.size() - 1), hash);
    }
    return inputs;
  }

  // --- order ---

  constexpr Node<D>* neighbour(const Node<D>& node, Direction direction) {
    const Place place = step({node.slot_, move_count()}, direction);
    return place.slot == root ? nullptr : &nodes_[place.slot];
  }

  constexpr Place first(Direction direction) const {
    return {link_of(nodes_[root], direction), move_count()};
  }

  /// Where a walk goes on from a place, whatever has happened to the node there since.
  constexpr Place step(Place place, Direction direction) const {
    const Node<D>& node = nodes_[place.slot];
    if (place.stamp == move_count() && !node.is_erased()) {
      return {link_of(node, direction), place.stamp};
    }
    return settle(leave(place, direction), direction);
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
    latest = move_count() - 1;
    node.flags_ |= Node<D>::moved_flag;
    link_before(node, anchor);
    ++version;
  }

  constexpr std::uint32_t move_count() const { return static_cast<std::uint32_t>(moves_.size()); }

  // --- insertion point: new nodes go before this one ---

  constexpr Node<D>& insertion_point() const { return *insertion_point_; }
  constexpr void set_insertion_point(Node<D>& node) { insertion_point_ = &node; }

  // --- names ---

  constexpr bool is_user_named(const Node<D>& node) const {
    return (node.flags_ & Node<D>::user_named_flag) != 0;
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
    ++version;
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
  Uses uses;
  NameTable names;
  TextPool texts;
  ShapeTable shapes;
  FunctionTable<D> functions;
  ChunkedArray<value_t<D>, 16> values;
  std::uint64_t version = 0;
  std::uint32_t first_id = 0;

 private:
  struct Move {
    std::uint32_t prev;
    std::uint32_t next;
    std::uint32_t earlier;
  };

  constexpr void add_root() {
    nodes_.emplace_back(Key{}, *this, root, Opcode::output, TypeIndex{});
    insertion_point_ = &nodes_[root];
  }

  constexpr Name name_and_target(Node<D>& node, const NodeSpec<D>& spec) {
    if (spec.function != nullptr) {
      node.target_ = functions.index_of(*spec.function);
      if (spec.name.empty()) return functions.make_name(node.target_, names);
      node.flags_ |= Node<D>::user_named_flag;
      return names.create(spec.name);
    }
    node.target_ = texts.intern(spec.target);
    node.flags_ |= Node<D>::user_named_flag;
    return names.create(spec.name.empty() ? spec.target : spec.name);
  }

  constexpr std::uint32_t shape_of(const NodeSpec<D>& spec) {
    std::vector<std::uint32_t> tokens(spec.shape.begin(), spec.shape.end());
    for (std::uint32_t& token : tokens) {
      if (kind_of(token) != Token::keyword) continue;
      token = make_token(Token::keyword, texts.intern(spec.keywords[count_of(token)]));
    }
    return shapes.intern(tokens);
  }

  constexpr void add_operand(Node<D>& user, const Operand<D>& operand) {
    const std::uint32_t use = uses.size();
    Use& u = uses.emplace_back();
    u.user = user.slot_;
    if (operand.node != nullptr) append_use(use, *operand.node);
    else store_literal(u, operand.literal);
  }

  constexpr void store_literal(Use& use, const Literal<D>& literal) {
    std::uint64_t bits = literal.bits();
    if (literal.kind() == LiteralKind::text) bits = texts.intern(literal.text());
    if (literal.kind() == LiteralKind::value) bits = value_index(literal.value());
    use.def = Use::literal_tag | static_cast<std::uint32_t>(literal.kind());
    use.older = static_cast<std::uint32_t>(bits);
    use.newer = static_cast<std::uint32_t>(bits >> 32);
  }

  /// A value that is the newest of this graph already is not stored again.
  constexpr std::uint32_t value_index(const value_t<D>& value) {
    if (values.size() > 0 && &values[values.size() - 1] == &value) return values.size() - 1;
    values.emplace_back(value);
    return values.size() - 1;
  }

  constexpr void append_use(std::uint32_t use, Node<D>& def) {
    Use& u = uses[use];
    u.def = def.slot_;
    u.older = def.newest_use_;
    if ((def.flags_ & Node<D>::forward_links_flag) != 0) {
      u.newer = u.older == no_index ? use : std::exchange(uses[u.older].newer, use);
    }
    def.newest_use_ = use;
  }

  /// Makes a released use an operand again. Uses of one value by one user stay neighbours in the
  /// value's list, so that users can be counted once without a search.
  constexpr void attach(std::uint32_t use, const Operand<D>& operand) {
    if (!operand.is_node()) return store_literal(uses[use], operand.literal);
    Node<D>& def = *operand.node;
    const std::uint32_t sibling = find_use(nodes_[uses[use].user], def, use);
    if (sibling == no_index || sibling == def.newest_use_) return append_use(use, def);
    link_forward(def);
    Use& u = uses[use];
    u.def = def.slot_;
    u.older = sibling;
    u.newer = uses[sibling].newer;
    uses[u.newer].older = use;
    uses[sibling].newer = use;
  }

  /// A use of `def` by `user` other than `except`. Looks through the user's operands and the
  /// value's uses at once, so that the shorter of the two decides the cost.
  constexpr std::uint32_t find_use(const Node<D>& user, const Node<D>& def,
                                   std::uint32_t except) const {
    const std::uint32_t count = user.operand_count();
    std::uint32_t candidate = def.newest_use_;
    for (std::uint32_t i = 0; i < count && candidate != no_index; ++i) {
      if (uses[candidate].user == user.slot_) return candidate;
      candidate = uses[candidate].older;
      const std::uint32_t own = user.operands_ + i;
      if (own != except && uses[own].def == def.slot_) return own;
    }
    return no_index;
  }

  // Note [Forward links]
  // Appending a use touches only the value's own record, because that is where building a large
  // graph spends its time; so a new use points back at the former newest one and nothing points
  // forward. Unlinking a use from the middle needs its newer neighbour: near the end of the list
  // it is found by walking back, otherwise all forward links are made, once, and kept from then on.
  constexpr void release(std::uint32_t use) {
    Use& u = uses[use];
    if (u.is_literal()) return;
    Node<D>& def = nodes_[u.def];
    const bool linked = (def.flags_ & Node<D>::forward_links_flag) != 0;
    if (def.newest_use_ == use) {
      def.newest_use_ = u.older;
      if (linked && u.older != no_index) uses[u.older].newer = u.newer;
      return;
    }
    const std::uint32_t newer = newer_use(use, def);
    uses[newer].older = u.older;
    if ((def.flags_ & Node<D>::forward_links_flag) == 0) return;
    if (u.older != no_index) uses[u.older].newer = newer;
    else uses[def.newest_use_].newer = newer;
  }

  constexpr std::uint32_t newer_use(std::uint32_t use, Node<D>& def) {
    constexpr int few = 8;
    if ((def.flags_ & Node<D>::forward_links_flag) == 0) {
      std::uint32_t newer = def.newest_use_;
      for (int i = 0; i < few && newer != no_index; ++i) {
        if (uses[newer].older == use) return newer;
        newer = uses[newer].older;
      }
      link_forward(def);
    }
    return uses[use].newer;
  }

  constexpr void link_forward(Node<D>& def) {
    if ((def.flags_ & Node<D>::forward_links_flag) != 0) return;
    def.flags_ |= Node<D>::forward_links_flag;
    std::uint32_t use = def.newest_use_;
    if (use == no_index) return;
    for (; uses[use].older != no_index; use = uses[use].older) uses[uses[use].older].newer = use;
    uses[def.newest_use_].newer = use;
  }

  static constexpr std::uint32_t link_of(const Node<D>& node, Direction direction) {
    return direction == Direction::forward ? node.next_ : node.prev_;
  }

  constexpr void link_before(Node<D>& node, Node<D>& anchor) {
    Node<D>& before = nodes_[anchor.prev_];
    node.prev_ = before.slot_;
    node.next_ = anchor.slot_;
    before.next_ = node.slot_;
    anchor.prev_ = node.slot_;
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
                             const std::vector<std::uint32_t>& new_slot) {
    const auto moved = [&](std::uint32_t use) {
      const std::uint32_t user = old_uses[use].user;
      return nodes_[new_slot[user]].operands_ + (use - old_nodes[user].operands_);
    };
    for (std::uint32_t slot = old_nodes[root].next_; slot != root; slot = old_nodes[slot].next_) {
      std::uint32_t* link = &nodes_[new_slot[slot]].newest_use_;
      for (std::uint32_t use = old_nodes[slot].newest_use_; use != no_index;
           use = old_uses[use].older) {
        *link = moved(use);
        link = &uses[*link].older;
      }
      *link = no_index;
    }
  }

  /// Copies all live nodes from another storage, in order. Gives the new slot of each old one.
  constexpr std::vector<std::uint32_t> take_live_nodes(const Nodes& old_nodes,
                                                       const Uses& old_uses);

  Nodes nodes_;
  std::vector<Move> moves_;
  /// For each slot its newest entry in `moves_`; empty until a node is moved.
  std::vector<std::uint32_t> latest_move_;
  Node<D>* insertion_point_ = nullptr;
  std::uint32_t live_count_ = 0;
};

template <class D>
constexpr std::vector<std::uint32_t> Store<D>::compact() {
  Nodes old_nodes;
  Uses old_uses;
  old_nodes.swap(nodes_);
  old_uses.swap(uses);
  const std::uint32_t anchor = insertion_point_->slot_;
  add_root();
  live_count_ = 0;
  std::vector<std::uint32_t> new_slot = take_live_nodes(old_nodes, old_uses);
  moves_.clear();
  latest_move_.clear();
  insertion_point_ = &nodes_[new_slot[anchor]];
  first_id += old_nodes.size() - 1;
  ++version;
  return new_slot;
}

template <class D>
constexpr std::vector<std::uint32_t> Store<D>::copy_from(const Store& other) {
  names = other.names;
  texts = other.texts;
  shapes = other.shapes;
  functions = other.functions;
  for (std::uint32_t i = 0; i < other.values.size(); ++i) values.emplace_back(other.values[i]);
  return take_live_nodes(other.nodes_, other.uses);
}

template <class D>
constexpr std::vector<std::uint32_t> Store<D>::take_live_nodes(const Nodes& old_nodes,
                                                               const Uses& old_uses) {
  std::vector<std::uint32_t> new_slot(old_nodes.size(), no_index);
  new_slot[root] = root;
  std::uint32_t count = 1;
  for (std::uint32_t slot = old_nodes[root].next_; slot != root; slot = old_nodes[slot].next_) {
    new_slot[slot] = count++;
  }
  for (std::uint32_t slot = old_nodes[root].next_; slot != root; slot = old_nodes[slot].next_) {
    const Node<D>& from = old_nodes[slot];
    Node<D>& node = nodes_.emplace_back(Key{}, *this, new_slot[slot], from.op_, from.type());
    node.flags_ = from.flags_ & Node<D>::user_named_flag;
    node.shape_ = from.shape_;
    node.target_ = from.target_;
    node.base_ = from.base_;
    node.number_ = from.number_;
    node.operands_ = uses.size();
    for (std::uint32_t i = 0; i < shapes.leaves(from.shape_); ++i) {
      Use& use = uses.emplace_back(old_uses[from.operands_ + i]);
      use.user = node.slot_;
      if (!use.is_literal()) use.def = new_slot[use.def];
    }
    link_before(node, nodes_[root]);
    ++live_count_;
  }
  relink_uses(old_nodes, old_uses, new_slot);
  return new_slot;
}

}  // namespace calque::detail
