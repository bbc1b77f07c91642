// Graph: a program as data, to be looked at and changed.
#pragma once

#include <calque/ir/detail/checks.hpp>
#include <calque/ir/detail/store.hpp>
#include <calque/ir/insert_point.hpp>
#include <calque/ir/node_list.hpp>
#include <calque/ir/node_map.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace calque {

/// Choices that a graph keeps for its whole life.
struct GraphOptions {
  /// Whose rules names and text follow.
  Rules rules = Rules::newest;
};

/// A copy of a graph, with the node of the copy for each node of the original.
template <class D>
struct GraphCopy {
  Graph<D> graph;
  NodeMap<Node<D>*> nodes;
};

/// A program as a list of nodes in an order in which they can run.
///
/// The graph owns its nodes; `Node<D>&` stays valid until the graph is destroyed or compacted. A
/// graph moves without moving a node (what is left can only be assigned to or destroyed), and
/// copies only by name: `clone()`. Distinct graphs may be used from distinct threads; a const graph
/// may be read from many.
///
/// Every edit checks before it touches: one that throws has changed nothing.
template <class D>
class Graph {
 public:
  constexpr explicit Graph(GraphOptions options = {}) {
    store_ = std::allocator<Store>().allocate(1);
    std::construct_at(store_, options.rules);
  }
  constexpr Graph(Graph&& other) noexcept : store_(std::exchange(other.store_, nullptr)) {
    CALQUE_ASSERT(store_ == nullptr || &other != &store_->handle);
  }
  constexpr Graph& operator=(Graph&& other) noexcept {
    CALQUE_ASSERT(store_ == nullptr || this != &store_->handle);
    CALQUE_ASSERT(other.store_ == nullptr || &other != &other.store_->handle);
    std::swap(store_, other.store_);
    // So that whoever remembers a version of this graph sees that it is another program now.
    if (store_ != nullptr && other.store_ != nullptr) store_->outgrow(other.store_->version());
    return *this;
  }
  constexpr ~Graph() {
    if (store_ == nullptr || this == &store_->handle) return;
    std::destroy_at(store_);
    std::allocator<Store>().deallocate(store_, 1);
  }

  // --- reading ---

  /// The nodes in order; see NodeList for what may happen while one walks them.
  constexpr auto nodes() { return NodeList<D, false, detail::Direction::forward>(*store_); }
  constexpr auto nodes() const { return NodeList<D, true, detail::Direction::forward>(*store_); }
  constexpr auto reversed_nodes() {
    return NodeList<D, false, detail::Direction::backward>(*store_);
  }
  constexpr auto reversed_nodes() const {
    return NodeList<D, true, detail::Direction::backward>(*store_);
  }
  /// How many nodes there are; erased ones do not count.
  constexpr std::size_t size() const { return store_->live_count(); }
  /// Grows with every edit.
  constexpr std::uint64_t version() const { return store_->version(); }
  constexpr Rules rules() const { return store_->names.rules(); }
  /// The last node, if it is an output; else null.
  constexpr Node<D>* output_node() const {
    const std::uint32_t slot = store_->first(detail::Direction::backward).slot;
    Node<D>& last = store_->at(slot);
    return slot != detail::Store<D>::root && last.is_output() ? &last : nullptr;
  }

  /// The node of an id, erased ones included. Refused: an id that no node of the graph has.
  constexpr Node<D>& node(NodeId id) const {
    const std::uint32_t slot = id.value - store_->first_id + 1;
    if (slot == 0 || slot >= store_->slot_count()) detail::refuse_id(id.value);
    return store_->at(slot);
  }

  /// The nodes of an opcode, in order; those with a target, as `node.target()` tells it; the calls
  /// of a Function or wrapped function. O(nodes).
  constexpr std::vector<Node<D>*> find_nodes(Opcode op) {
    return nodes_where([&](const Node<D>& node) { return node.op() == op; });
  }
  constexpr std::vector<Node<D>*> find_nodes(Opcode op, std::string_view target) {
    return nodes_where([&](const Node<D>& node) {
      return node.op() == op && node.target() == target;
    });
  }
  template <DescribesFunction F>
  constexpr std::vector<Node<D>*> find_nodes(const F& function) {
    return nodes_where([&](const Node<D>& node) { return node.calls(function); });
  }

  // --- adding nodes, at the insertion point ---

  /// The one way in: all others make the NodeSpec. Refused: an operand of another graph or an
  /// erased one, arguments that the function does not take.
  constexpr Node<D>& create_node(const NodeSpec<D>& spec);

  /// A parameter of the program, of the domain's first type unless another is given.
  constexpr Node<D>& placeholder(std::string_view name, TypeIndex type = {0}) {
    return create_leaf(Opcode::placeholder, name, type);
  }
  /// The same with a default: one literal.
  constexpr Node<D>& placeholder(std::string_view name, TypeIndex type,
                                 const Literal<D>& default_value) {
    const NodeDetails details{name, {}, {}, {}};
    const Operand<D> operands[] = {default_value};
    return create_node({Opcode::placeholder, type, operands, details});
  }
  constexpr Node<D>& get_attr(std::string_view path, TypeIndex type = {0}) {
    return create_leaf(Opcode::get_attr, path, type);
  }
  /// A call of a function; a method's becomes a call_method node, its object the first argument.
  constexpr Node<D>& call_function(const Function<D>& function, const Arguments<D>& arguments,
                                   std::string_view name = {}) {
    const NodeDetails details{{}, name, arguments.shape(), arguments.keywords()};
    return create_node({function, arguments.operands(), &details});
  }
  constexpr Node<D>& call_module(std::string_view path, const Arguments<D>& arguments,
                                 TypeIndex type = {0}) {
    const NodeDetails details{path, {}, arguments.shape(), arguments.keywords()};
    return create_node({Opcode::call_module, type, arguments.operands(), details});
  }
  /// The result of the program: a leaf, or a tuple or list of results.
  constexpr Node<D>& output(const Arguments<D>& result) {
    const NodeDetails details{"output", {}, result.shape(), result.keywords()};
    return create_node({Opcode::output, {}, result.operands(), details});
  }

  /// While the guard lives new nodes go directly before `node`, in the order of their creation.
  constexpr InsertPoint<D> inserting_before(Node<D>& node) {
    check_owned(node, "insert before");
    return InsertPoint<D>(*store_, node);
  }
  /// The same, directly after `node`.
  ///
  ///   Given:    %a = f()   %d = g()
  ///   Execute:  auto here = graph.inserting_after(a); call b, then c
  ///   Result:   %a = f()   %b = b()   %c = c()   %d = g()
  constexpr InsertPoint<D> inserting_after(Node<D>& node) {
    check_owned(node, "insert after");
    Node<D>* const next = node.next();
    return InsertPoint<D>(*store_, next == nullptr ? store_->at(detail::Store<D>::root) : *next);
  }

  // --- removing ---

  /// Takes a node out. Refused: a node that still has users, one of another graph, an erased one.
  /// The node stays readable until `compact()`; its name is not given again.
  constexpr void erase_node(Node<D>& node) {
    check_owned(node, "erase");
    if (node.has_users()) detail::refuse_erasing(node);
    store_->erase(node);
  }

  /// Gives back the memory of erased nodes. Ends every reference to a node, every walk, proxy and
  /// insertion guard of this graph; nodes get fresh ids. Gives the node for each former node.
  constexpr NodeMap<Node<D>*> compact();

  // --- copying ---

  /// A graph equal to this one, names and name counters included, without its erased nodes.
  constexpr GraphCopy<D> clone() const;

  /// Adds a copy of a node, of this graph or another one, at the insertion point: `map(input)`
  /// gives what its inputs become, a node of this graph or a literal; without a map the inputs
  /// themselves. It takes the original's name, or the next free one. Refused as `create_node`
  /// refuses.
  template <class Map>
  constexpr Node<D>& node_copy(const Node<D>& node, const Map& map) {
    std::vector<std::uint32_t> sites;
    return copy_node(node, map, sites, [](const Node<D>&) -> Node<D>* { return nullptr; });
  }
  constexpr Node<D>& node_copy(const Node<D>& node) {
    return node_copy(node, [](Node<D>& input) -> Node<D>& { return input; });
  }

  /// Adds copies of all nodes of another graph but its output, and gives what its output returned,
  /// as one argument; none if there is no output. `copies` holds the copy of each node; a node that
  /// has an entry already is not copied, so that inputs can be bound. One that throws has changed
  /// neither the graph nor `copies`.
  ///
  ///   NodeMap<Node<D>*> copies;
  ///   copies[parameter] = &argument;
  ///   Arguments<D> result = graph.graph_copy(body, copies);
  constexpr Arguments<D> graph_copy(const Graph& from, NodeMap<Node<D>*>& copies);

  /// What `node.graph()` refers to: a handle that lives in the storage itself and owns nothing, so
  /// that the reference stays valid when the graph is moved.
  constexpr Graph(detail::StoreKey<D>, detail::Store<D>& store)
      : store_(&store) {}
  constexpr detail::Store<D>& store() const { return *store_; }

 private:
  using Store = detail::Store<D>;

  template <class Wanted>
  constexpr std::vector<Node<D>*> nodes_where(const Wanted& wanted) {
    std::vector<Node<D>*> found;
    for (Node<D>& node : nodes()) {
      if (wanted(node)) found.push_back(&node);
    }
    return found;
  }
  template <class Map, class CopyOf>
  constexpr Node<D>& copy_node(const Node<D>& node, const Map& map,
                               std::vector<std::uint32_t>& sites, const CopyOf& copy_of);
  constexpr Node<D>& create_unchecked(const NodeSpec<D>& spec);
  constexpr Node<D>& create_leaf(Opcode op, std::string_view target, TypeIndex type) {
    const NodeDetails details{target, {}, {}, {}};
    return create_node({op, type, {}, details});
  }
  constexpr void check_owned(const Node<D>& node, std::string_view what) const {
    if (&node.store() != store_ || node.is_erased()) detail::refuse_foreign(*this, node, what);
  }

  static constexpr NodeMap<Node<D>*> node_map(const std::vector<std::uint32_t>& new_slot,
                                              Store& store);

  Store* store_ = nullptr;
};

namespace detail {

/// Rolls a graph back to where it was, unless `commit()` was called: nodes made since become
/// erased, names and version are as before. Only nodes may have been added meanwhile.
template <class D>
class Rollback {
 public:
  constexpr explicit Rollback(Graph<D>& graph)
      : store_(&graph.store()),
        slots_(store_->slot_count()),
        sites_(store_->site_count()),
        version_(store_->version()) {
    store_->names.begin();
  }
  Rollback(const Rollback&) = delete;
  Rollback& operator=(const Rollback&) = delete;
  constexpr ~Rollback() {
    if (store_ == nullptr) return;
    store_->erase_since(slots_);
    store_->drop_sites_since(sites_);
    store_->names.commit();
    store_->restore_version(version_);
  }
  constexpr void commit() {
    store_->names.commit();
    store_ = nullptr;
  }

 private:
  Store<D>* store_;
  std::uint32_t slots_;
  std::uint32_t sites_;
  std::uint64_t version_;
};

/// While it lives new nodes come from an opened call.
template <class D>
class SiteScope {
 public:
  constexpr SiteScope(Store<D>& store, std::uint32_t site)
      : store_(store), former_(std::exchange(store.current_site, site)) {}
  SiteScope(const SiteScope&) = delete;
  SiteScope& operator=(const SiteScope&) = delete;
  constexpr ~SiteScope() { store_.current_site = former_; }

 private:
  Store<D>& store_;
  std::uint32_t former_;
};

}  // namespace detail

template <class D>
constexpr Node<D>& Graph<D>::create_node(const NodeSpec<D>& spec) {
  if (store_->slot_count() >= Store::max_slots) detail::refuse_full_graph();
  return spec.is_checked() ? store_->create(spec) : create_unchecked(spec);
}

template <class D>
constexpr Node<D>& Graph<D>::create_unchecked(const NodeSpec<D>& spec) {
  detail::check_spec(*store_, spec);
  // A value is copied into the graph before anything else: copying it may throw.
  std::vector<Operand<D>> pooled;
  for (const Operand<D>& operand : spec.operands()) pooled.push_back(store_->pooled(operand));
  return store_->create(spec.with_operands(pooled));
}

template <class D>
constexpr NodeMap<Node<D>*> Graph<D>::compact() {
  return node_map(store_->compact(), *store_);
}

template <class D>
constexpr GraphCopy<D> Graph<D>::clone() const {
  Graph copy(GraphOptions{rules()});
  auto nodes = node_map(copy.store_->copy_from(*store_), *copy.store_);
  return {std::move(copy), std::move(nodes)};
}

template <class D>
constexpr NodeMap<Node<D>*> Graph<D>::node_map(const std::vector<std::uint32_t>& new_slot,
                                               Store& store) {
  NodeMap<Node<D>*> nodes;
  for (std::uint32_t slot = 1; slot < new_slot.size(); ++slot) {
    if (new_slot[slot] != detail::no_index) nodes.at_slot(slot) = &store.at(new_slot[slot]);
  }
  return nodes;
}

// --- edits of a node ---

template <class D>
template <class Map, class CopyOf>
constexpr Node<D>& Graph<D>::copy_node(const Node<D>& node, const Map& map,
                                       std::vector<std::uint32_t>& sites, const CopyOf& copy_of) {
  Arguments<D> all = map_arg(node.args(), map);
  all.append(map_arg(node.kwargs(), map));
  std::vector<char> name;
  node.store().names.append_to(name, node.unique_name());
  const NodeDetails details{
      node.target(), {name.data(), name.size()}, all.shape(), all.keywords()};
  Node<D>& copy =
      node.is_call() ? create_node(NodeSpec<D>(node.function(), all.operands(), &details))
                     : create_node(NodeSpec<D>(node.op(), node.type(), all.operands(), details));
  store_->take_naming(copy, node);
  store_->meta.copy(node.store().meta, node.slot(), copy.slot());
  if (const std::uint32_t site = node.store().origin_of(node); site != 0) {
    const bool is_own = &node.store() == store_;
    store_->set_origin(copy, is_own ? site : store_->copy_site(node.store(), site, sites, copy_of));
  }
  return copy;
}

template <class D>
constexpr Arguments<D> Graph<D>::graph_copy(const Graph& from, NodeMap<Node<D>*>& copies) {
  detail::Rollback<D> rollback(*this);
  NodeMap<Node<D>*> made = copies;
  Arguments<D> result;
  const auto copy_of = [&](Node<D>& input) -> Node<D>& {
    Node<D>* const copy = made.get(input);
    if (copy == nullptr) detail::refuse_uncopied(input);
    return *copy;
  };
  const auto known_copy = [&](const Node<D>& node) { return made.get(node); };
  std::vector<std::uint32_t> sites;
  std::size_t left = from.size();
  for (const Node<D>& node : from.nodes()) {
    if (left-- == 0) break;
    if (node.is_output()) result = map_arg(node.args(), copy_of);
    else if (made.get(node) == nullptr) made[node] = &copy_node(node, copy_of, sites, known_copy);
  }
  rollback.commit();
  std::swap(copies, made);
  return result;
}

}  // namespace calque

#include <calque/ir/detail/node_edits.hpp>
