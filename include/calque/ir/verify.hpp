// The verifier: whether a graph keeps the invariants that every pass relies on.
//
//  1. A node's neighbours in the order know it: `a.next() == b` exactly if `b.prev() == a`.
//  2. Every operand is a live node of this graph, or a literal.
//  3. A value is defined before it is used.
//  4. The users of a value are exactly the nodes that have it among their operands; the uses by one
//     user are neighbours in the list.
//  5. Names are unique.
//  6. There is at most one output, and it is the last node.
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
    check_names();
    check_output();
    return std::move(findings_);
  }

 private:
  void find(const Node<D>& node, int invariant, std::string text) {
    findings_.push_back({&node, invariant, "%" + node.name() + " " + text});
  }

  void check_order() {
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
  /// For each slot its place in the order, from 1 on; 0 for what is not in it.
  std::vector<std::uint32_t> position_;
  NodeMap<std::uint32_t> listed_;
  NodeMap<std::uint32_t> listed_uses_;
  HashIndex named_;
  std::vector<Finding<D>> findings_;
};

}  // namespace detail

/// All broken invariants of a graph; empty for a sound one. O(operands).
template <class D>
std::vector<Finding<D>> verify(const Graph<D>& graph) {
  return detail::Verifier<D>(graph).run();
}

/// Throws a GraphError that holds everything `verify` finds.
template <class D>
void lint(const Graph<D>& graph) {
  const auto findings = verify(graph);
  if (findings.empty()) return;
  std::string text = findings.front().text;
  for (std::size_t i = 1; i < findings.size(); ++i) (text += '\n') += findings[i].text;
  detail::fail<GraphError>(detail::explain(text, "", *findings.front().node));
}

}  // namespace calque
