// The verifier: whether a graph keeps the invariants that every pass relies on.
//
//  1. A node's neighbours in the order know it: `a.next() == b` exactly if `b.prev() == a`.
//  2. Every operand is a live node of this graph, or a literal.
//  3. A value is defined before it is used.
//  4. The users of a value are exactly the nodes that have it among their operands; the uses by one
//     user are neighbours in the list.
//  5. Names are unique.
//  6. There is at most one output, and it is the last node.
//  7. A call's arguments are what its function takes, in number, names and types; the one argument
//     of a parameter is its default, that of an output its result.
//  8. What was recorded for the opened call of a function that is declared pure is pure itself.
//  9. The opened calls that a node came from end with one that its author wrote.
// 10. Where numbers are kept for `is_before`, they grow along the order.
//
// What construction already forbids is not checked again. The verifier survives any graph: broken
// links end a walk, they are not followed for ever.
#pragma once

#include <calque/ir/graph.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace calque {

/// One broken invariant. The node lives as long as its graph.
template <class D>
struct Finding {
  const Node<D>* node;
  /// Which of the numbered invariants.
  int invariant;
  std::string text;
};

namespace detail {

template <class D>
class Verifier {
 public:
  explicit Verifier(const Graph<D>& graph) : graph_(graph), store_(graph.store()) {}

  std::vector<Finding<D>> run() {
    check_order();
    for (const Node<D>* node : nodes_) check_operands(*node);
    for (const Node<D>* node : nodes_) check_users(*node);
    for (const Node<D>* node : nodes_) check_arguments(*node);
    if (store_.site_count() > 0) {
      for (const Node<D>* node : nodes_) check_provenance(*node);
    }
    if (is_in_order_ && store_.has_order_labels()) check_order_labels();
    check_names();
    check_output();
    return std::move(findings_);
  }

 private:
  void find(const Node<D>& node, int invariant, std::string text) {
    findings_.push_back({&node, invariant, "%" + node.name() + " " + text});
  }

  void check_order() {
    is_in_order_ = false;
    const Node<D>* previous = nullptr;
    position_.assign(store_.slot_count(), 0);
    for (const Node<D>& node : graph_.nodes()) {
      if (nodes_.size() == graph_.size()) {
        find(node, 1, "is linked beyond the number of nodes");
        return;
      }
      if (node.prev() != previous) find(node, 1, "does not know the node before it");
      nodes_.push_back(&node);
      position_[node.slot()] = static_cast<std::uint32_t>(nodes_.size());
      previous = &node;
    }
    if (nodes_.size() < graph_.size()) {
      const Node<D>& last = nodes_.empty() ? store_.at(Store<D>::root) : *nodes_.back();
      findings_.push_back({&last, 1, "the order ends before all nodes have been seen"});
    }
    is_in_order_ = findings_.empty();
  }

  void check_operands(const Node<D>& node) {
    for (std::uint32_t i = 0; i < node.operand_count(); ++i) {
      const Node<D>* const input = node.operand(i).node;
      if (input == nullptr) continue;
      if (input->is_erased()) {
        find(node, 2, "uses %" + input->name() + ", which is erased");
      } else if (position_[input->slot()] >= position_[node.slot()]) {
        find(node, 3, "uses %" + input->name() + " before it is defined");
      }
    }
  }

  void check_users(const Node<D>& node) {
    std::uint32_t last_user = no_index;
    std::size_t left = store_.uses.size() + std::size_t{1};
    for (std::uint32_t use = node.newest_use(); use != no_index; use = store_.uses[use].older) {
      if (--left == 0) return find(node, 4, "has a list of uses without an end");
      const Use& u = store_.uses[use];
      if (u.def != node.slot()) return find(node, 4, "has a use of another value in its list");
      const Node<D>& user = store_.at(u.user);
      if (user.is_erased()) find(node, 4, "has an erased user, %" + user.name());
      if (u.user != last_user) {
        if (listed_.get(user) == node.slot()) {
          find(node, 4, "has the uses by %" + user.name() + " apart from each other");
        }
        listed_[user] = node.slot();
      }
      last_user = u.user;
      ++listed_uses_[user];
    }
  }

  void check_arguments(const Node<D>& node) {
    if (!node.is_call()) {
      const std::size_t positional = node.args().size();
      const bool is_leaf = node.is_placeholder() || node.op() == Opcode::get_attr;
      if (is_leaf && positional > 1) find(node, 7, "has more arguments than a default");
      if (node.is_output() && positional != 1) find(node, 7, "has not one result");
      return;
    }
    const Function<D>& function = node.function();
    if (node.type() != function.result_type) find(node, 7, "has not the type of what it calls");
    if (takes_operands(function, node)) return;
    const auto ignore = [](std::size_t, const Operand<D>&) {};
    const auto problem = bind_arguments(function, node.args(), node.kwargs(), ignore);
    if (!problem) return;
    const Operand<D> given = argument_of(function, problem, node.args(), node.kwargs());
    const std::string sentence = calque::detail::explain(function, problem, given);
    find(node, 7, "is a wrong call: " + sentence.substr(0, sentence.find('\n')));
  }

  /// The common case, without a search: one operand for each parameter.
  static bool takes_operands(const Function<D>& function, const Node<D>& node) {
    if (function.arity == any_arity) return true;
    if (!ShapeTable::is_flat(node.shape()) || node.operand_count() != function.arity) return false;
    for (std::uint32_t i = 0; i < function.arity; ++i) {
      if (!accepts(function, i, node.operand(i))) return false;
    }
    return true;
  }

  void check_provenance(const Node<D>& node) {
    std::uint32_t site = store_.origin_of(node);
    std::uint32_t child = store_.site_count() + 1;
    for (; site != 0; child = site, site = store_.site(site).parent) {
      if (site >= child) return find(node, 9, "comes from a call that comes from itself");
      const Function<D>& composite = store_.functions[store_.site(site).function];
      if (composite.is_pure() && node.is_call() && !node.is_pure()) {
        return find(node, 8, "is not pure, but comes from " + std::string(composite.name()) +
                                 ", which is declared pure");
      }
    }
  }

  void check_order_labels() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      if (store_.is_before(*nodes_[i - 1], *nodes_[i])) continue;
      find(*nodes_[i], 10, "has not a larger number than the node before it");
    }
  }

  void check_names() {
    for (const Node<D>* node : nodes_) {
      check_listed_uses(*node);
      const auto hash = [&](std::uint32_t i) {
        const Name name = nodes_[i]->unique_name();
        return mix(mix(0, name.base), name.number);
      };
      const Name name = node->unique_name();
      const auto is_same = [&](std::uint32_t i) { return nodes_[i]->unique_name() == name; };
      const std::uint32_t at = position_[node->slot()] - 1;
      if (named_.find(hash(at), is_same) != HashIndex::none) find(*node, 5, "is not the only one");
      else named_.insert(at, hash);
    }
  }

  void check_listed_uses(const Node<D>& node) {
    std::uint32_t nodes_used = 0;
    for (std::uint32_t i = 0; i < node.operand_count(); ++i) {
      nodes_used += node.operand(i).is_node();
    }
    if (listed_uses_.get(node) != nodes_used) {
      find(node, 4, "is not listed as a user of all that it uses");
    }
  }

  void check_output() {
    bool seen = false;
    for (const Node<D>* node : nodes_) {
      if (!node->is_output()) continue;
      if (seen) find(*node, 6, "is a second output");
      else if (node != nodes_.back()) find(*node, 6, "is an output but not the last node");
      seen = true;
    }
  }

  const Graph<D>& graph_;
  const Store<D>& store_;
  std::vector<const Node<D>*> nodes_;
  /// Whether the order itself is sound.
  bool is_in_order_ = true;
  /// For each slot its place in the order, from 1 on; 0 for what is not in it.
  std::vector<std::uint32_t> position_;
  NodeMap<std::uint32_t> listed_;
  NodeMap<std::uint32_t> listed_uses_;
  HashIndex named_;
  std::vector<Finding<D>> findings_;
};

/// The listing around all findings; of a large one the first lines.
template <class D>
std::string excerpt(const Graph<D>& graph, const std::vector<Finding<D>>& findings) {
  constexpr std::size_t most_lines = 100;
  NodeMap<unsigned char> is_found;
  for (const Finding<D>& finding : findings) is_found[*finding.node] = 1;
  std::vector<const Node<D>*> order;
  for (const Node<D>& node : graph.nodes()) {
    if (order.size() == graph.size()) break;
    order.push_back(&node);
  }
  Excerpt<D> excerpt;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < order.size() && excerpt.size() < most_lines; ++i) {
    if (is_found.get(*order[i]) == 0) continue;
    const std::size_t around = Excerpt<D>::lines_around;
    const std::size_t begin = i < shown + around ? shown : i - around;
    if (begin > shown) excerpt.add(nullptr, false);
    for (shown = begin; shown < order.size() && shown <= i + around; ++shown) {
      excerpt.add(order[shown], is_found.get(*order[shown]) != 0);
    }
  }
  if (shown < order.size()) excerpt.add(nullptr, false);
  return excerpt.text();
}

}  // namespace detail

/// All broken invariants of a graph; empty for a sound one. O(operands).
template <class D>
std::vector<Finding<D>> verify(const Graph<D>& graph) {
  return detail::Verifier<D>(graph).run();
}

/// Throws a GraphError that holds everything `verify` finds, and the listing around the places.
template <class D>
void lint(const Graph<D>& graph) {
  const auto findings = verify(graph);
  if (findings.empty()) return;
  std::string text;
  for (const Finding<D>& finding : findings) (text += finding.text) += '\n';
  text.pop_back();
  detail::fail<GraphError>(text + detail::excerpt(graph, findings));
}

}  // namespace calque
