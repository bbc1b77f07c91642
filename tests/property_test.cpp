// Random edits of random graphs, compared after each with a model that is too simple to be wrong.
#include <calque/ir/equality.hpp>
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

using support::f;
using support::Untyped;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

/// What the model knows of an operand: the name of a node, or a number.
using ModelOperand = std::pair<std::string, int>;

/// A graph as names: which operands each node has, in which order the nodes stand, and who uses a
/// value in which order.
struct Model {
  std::vector<std::string> order;
  std::map<std::string, std::vector<ModelOperand>> operands;
  std::map<std::string, std::vector<std::string>> users;

  std::size_t position(const std::string& name) const {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), name) - order.begin());
  }
  bool uses(const std::string& user, const std::string& value) const {
    for (const ModelOperand& operand : operands.at(user)) {
      if (operand.first == value) return true;
    }
    return false;
  }

  void create(const std::string& name, const std::vector<ModelOperand>& inputs, std::size_t at) {
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), name);
    operands[name] = inputs;
    users[name];
    for (const ModelOperand& input : inputs) add_user(input.first, name);
  }
  /// Its uses become the last ones of its inputs.
  void set_operands(const std::string& name, const std::vector<ModelOperand>& inputs) {
    for (const ModelOperand& old : operands[name]) {
      if (!old.first.empty()) std::erase(users[old.first], name);
    }
    operands[name] = inputs;
    for (const ModelOperand& input : inputs) add_user(input.first, name);
  }
  void erase(const std::string& name) {
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(position(name)));
    for (auto& [value, list] : users) std::erase(list, name);
    operands.erase(name);
    users.erase(name);
  }
  void move(const std::string& name, std::size_t to) {
    const std::size_t from = position(name);
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(from < to ? to - 1 : to), name);
  }
  /// `user` uses `with` wherever it has used `value`.
  void replace(const std::string& user, const std::string& value, const ModelOperand& with) {
    if (!uses(user, value) || with.first == value) return;
    for (ModelOperand& operand : operands[user]) {
      if (operand.first == value) operand = with;
    }
    std::erase(users[value], user);
    add_user(with.first, user);
  }
  void replace_all(const std::string& value, const ModelOperand& with) {
    const std::vector<std::string> all = users[value];
    for (const std::string& user : all) {
      if (user != with.first) replace(user, value, with);
    }
  }

 private:
  void add_user(const std::string& value, const std::string& user) {
    if (value.empty()) return;
    std::vector<std::string>& list = users[value];
    if (std::find(list.begin(), list.end(), user) == list.end()) list.push_back(user);
  }
};

/// The same of a graph, read through its public members.
Model model_of(const UntypedGraph& graph) {
  Model model;
  for (const UntypedNode& node : graph.nodes()) {
    model.order.push_back(node.name());
    auto& operands = model.operands[node.name()];
    for (std::uint32_t i = 0; i < node.operand_count(); ++i) {
      const auto operand = node.operand(i);
      if (operand.is_node()) operands.push_back({operand.node->name(), 0});
      else operands.push_back({"", operand.literal.as<int>()});
    }
    auto& users = model.users[node.name()];
    for (const UntypedNode& user : node.users()) users.push_back(user.name());
  }
  return model;
}

std::string difference(const Model& model, const UntypedGraph& graph) {
  const Model actual = model_of(graph);
  if (actual.order != model.order) return "order";
  if (actual.operands != model.operands) return "operands";
  if (actual.users != model.users) return "users";
  std::vector<std::string> reversed;
  for (const UntypedNode& node : graph.reversed_nodes()) reversed.push_back(node.name());
  std::reverse(reversed.begin(), reversed.end());
  if (reversed != model.order) return "reversed order";
  for (const UntypedNode& node : graph.nodes()) {
    const auto& users = model.users.at(node.name());
    if (node.users().size() != users.size()) return "number of users of " + node.name();
    if (node.has_users() == users.empty()) return "has_users of " + node.name();
    std::vector<std::string> inputs;
    for (const ModelOperand& operand : model.operands.at(node.name())) {
      const bool is_new = std::find(inputs.begin(), inputs.end(), operand.first) == inputs.end();
      if (!operand.first.empty() && is_new) inputs.push_back(operand.first);
    }
    std::vector<std::string> actual_inputs;
    for (const UntypedNode* input : node.all_input_nodes()) actual_inputs.push_back(input->name());
    if (actual_inputs != inputs) return "inputs of " + node.name();
  }
  return "";
}

/// One graph, its model, and edits that choose their places at random. Values are always used
/// behind their definition, so that the graph stays sound.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {
    for (int i = 0; i < 3; ++i) {
      const std::string name = graph_.placeholder("x").name();
      model_.create(name, {}, model_.order.size());
    }
  }

  /// What was done.
  std::string edit() {
    switch (below(20)) {
      case 0:
      case 1: return erase();
      case 2: return replace_all_uses();
      case 3:
      case 4: return replace_input();
      case 5: return prepend();
      case 6: return append();
      case 7: return below(8) == 0 ? compact() : wrap();
      case 8: return below(4) == 0 ? clone() : create();
      case 9:
      case 10: return set_arguments();
      case 11: return update_argument();
      case 12: return copy();
      case 13: return below(4) == 0 ? remember() : undo();
      default: return create();
    }
  }
  std::string difference() const { return ::difference(model_, graph_); }
  std::size_t findings() const { return calque::verify(graph_).size(); }

 private:
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  UntypedNode& at(std::size_t position) {
    auto it = graph_.nodes().begin();
    for (; position > 0; --position) ++it;
    return *it;
  }
  std::size_t any() { return below(model_.order.size()); }
  /// An operand for a node that stands at `position`: a node before it, most often a near or a much
  /// used one, or a number.
  std::size_t before(std::size_t position) {
    return below(3) == 0 ? below(std::min<std::size_t>(position, 3)) : below(position);
  }

  std::string create() {
    const std::size_t position = below(3) == 0 ? 1 + any() : model_.order.size();
    calque::Arguments<Untyped> arguments;
    std::vector<ModelOperand> operands;
    for (std::size_t count = below(5); count > 0; --count) {
      if (below(4) == 0) {
        const int number = static_cast<int>(below(100));
        arguments.add(number);
        operands.push_back({"", number});
      } else {
        UntypedNode& input = at(before(position));
        arguments.add(input);
        operands.push_back({input.name(), 0});
      }
    }
    std::string name;
    if (position == model_.order.size()) {
      name = graph_.call_function(f, arguments).name();
    } else if (below(2) == 0) {
      const auto here = graph_.inserting_before(at(position));
      name = graph_.call_function(f, arguments).name();
    } else {
      const auto here = graph_.inserting_after(at(position - 1));
      name = graph_.call_function(f, arguments).name();
    }
    model_.create(name, operands, position);
    return "create " + name;
  }

  std::string set_arguments() {
    const std::size_t position = any();
    UntypedNode& node = at(position);
    if (position == 0 || node.is_placeholder()) return "nothing";
    calque::Arguments<Untyped> arguments;
    std::vector<ModelOperand> operands;
    for (std::size_t count = below(6); count > 0; --count) {
      UntypedNode& input = at(before(position));
      arguments.add(input);
      operands.push_back({input.name(), 0});
    }
    node.set_args(arguments);
    model_.set_operands(node.name(), operands);
    return "set the arguments of " + node.name();
  }

  std::string update_argument() {
    const std::size_t position = any();
    UntypedNode& node = at(position);
    if (position == 0 || node.operand_count() == 0) return "nothing";
    const std::size_t i = below(node.operand_count());
    UntypedNode& input = at(before(position));
    auto operands = model_.operands[node.name()];
    operands[i] = {input.name(), 0};
    node.update_arg(i, input);
    model_.set_operands(node.name(), operands);
    return "update an argument of " + node.name();
  }

  std::string copy() {
    const UntypedNode& node = at(any());
    const std::string name = graph_.node_copy(node).name();
    model_.create(name, model_.operands[node.name()], model_.order.size());
    return "copy " + node.name();
  }

  /// Keeps a clone, and goes back to it later.
  std::string remember() {
    kept_graph_ = graph_.clone().graph;
    kept_model_ = model_;
    return "remember";
  }
  std::string undo() {
    if (kept_model_.order.empty()) return "nothing";
    graph_ = kept_graph_.clone().graph;
    model_ = kept_model_;
    return "undo";
  }

  std::string erase() {
    UntypedNode& node = at(any());
    const std::string name = node.name();
    if (model_.order.size() < 4) return "nothing";
    if (!model_.users[name].empty()) {
      CHECK_THROWS_AS(graph_.erase_node(node), calque::GraphError);
      return "refuse to erase " + name;
    }
    graph_.erase_node(node);
    model_.erase(name);
    return "erase " + name;
  }

  std::string replace_all_uses() {
    const std::size_t position = any();
    UntypedNode& node = at(position);
    if (below(6) == 0) {
      node.replace_all_uses_with(calque::Literal<Untyped>(7));
      model_.replace_all(node.name(), {"", 7});
      return "replace all uses of " + node.name() + " with 7";
    }
    UntypedNode& with = at(below(position + 1));
    node.replace_all_uses_with(with);
    model_.replace_all(node.name(), {with.name(), 0});
    return "replace all uses of " + node.name() + " with " + with.name();
  }

  /// Replaces a value by a node that uses it.
  std::string wrap() {
    UntypedNode& node = at(any());
    const auto here = graph_.inserting_after(node);
    UntypedNode& wrapper = graph_.call_function(f, {node, 1, node});
    const std::size_t position = model_.position(node.name()) + 1;
    model_.create(wrapper.name(), {{node.name(), 0}, {"", 1}, {node.name(), 0}}, position);
    node.replace_all_uses_with(wrapper);
    model_.replace_all(node.name(), {wrapper.name(), 0});
    return "wrap " + node.name() + " in " + wrapper.name();
  }

  std::string replace_input() {
    const std::size_t position = any();
    UntypedNode& node = at(position);
    const auto inputs = node.all_input_nodes();
    if (inputs.empty()) return "nothing";
    UntypedNode& old_input = *inputs[below(inputs.size())];
    const std::string text = "replace input " + old_input.name() + " of " + node.name();
    if (below(5) == 0) {
      node.replace_input_with(old_input, 9);
      model_.replace(node.name(), old_input.name(), {"", 9});
      return text + " with 9";
    }
    UntypedNode& new_input = at(before(position));
    node.replace_input_with(old_input, new_input);
    model_.replace(node.name(), old_input.name(), {new_input.name(), 0});
    return text + " with " + new_input.name();
  }

  /// The places, as gaps in the order, where a node may stand among its inputs and users.
  std::pair<std::size_t, std::size_t> room(const std::string& name) const {
    std::size_t first = 0;
    for (const ModelOperand& operand : model_.operands.at(name)) {
      if (!operand.first.empty()) first = std::max(first, model_.position(operand.first) + 1);
    }
    std::size_t last = model_.order.size();
    for (const std::string& user : model_.users.at(name)) {
      last = std::min(last, model_.position(user));
    }
    return {first, last};
  }

  std::string prepend() {
    UntypedNode& node = at(any());
    const auto [first, last] = room(node.name());
    const std::size_t gap = first + below(last - first + 1);
    if (gap == model_.order.size()) return "nothing";
    UntypedNode& anchor = at(gap);
    anchor.prepend(node);
    model_.move(node.name(), gap);
    return "prepend " + node.name() + " to " + anchor.name();
  }

  std::string append() {
    UntypedNode& node = at(any());
    const auto [first, last] = room(node.name());
    const std::size_t gap = first + below(last - first + 1);
    if (gap == 0) return "nothing";
    UntypedNode& anchor = at(gap - 1);
    anchor.append(node);
    model_.move(node.name(), gap);
    return "append " + node.name() + " to " + anchor.name();
  }

  std::string compact() {
    graph_.compact();
    return "compact";
  }

  /// Goes on with a copy.
  std::string clone() {
    auto copy = graph_.clone();
    CHECK(calque::structurally_equal(graph_, copy.graph));
    for (const UntypedNode& node : graph_.nodes()) {
      UntypedNode* const twin = copy.nodes.get(node);
      REQUIRE(twin != nullptr);
      CHECK(twin->name() == node.name());
    }
    graph_ = std::move(copy.graph);
    return "clone";
  }

  std::mt19937 engine_;
  UntypedGraph graph_;
  Model model_;
  UntypedGraph kept_graph_;
  Model kept_model_;
};

/// The environment may ask for one seed: CALQUE_SEED=17.
std::pair<std::uint32_t, std::uint32_t> seeds(std::uint32_t last) {
  const char* const wanted = std::getenv("CALQUE_SEED");
  if (wanted == nullptr) return {1, last};
  const auto seed = static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10));
  return {seed, seed};
}

}  // namespace

TEST_CASE("random edits agree with a naive model and keep every invariant", "[ir][property]") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    for (int step = 0; step < 400; ++step) {
      const std::string done = random.edit();
      const std::string difference = random.difference();
      CAPTURE(seed, step, done);
      REQUIRE(difference == "");
      REQUIRE(random.findings() == 0);
    }
  }
}

TEST_CASE("2,000 sequences of edits keep every invariant and end as the model says",
          "[ir][property]") {
  const auto [first, last] = seeds(2000);
  for (std::uint32_t seed = first; seed <= last; ++seed) {
    Random random(seed);
    for (int step = 0; step < 25; ++step) {
      const std::string done = random.edit();
      CAPTURE(seed, step, done);
      REQUIRE(random.findings() == 0);
    }
    CAPTURE(seed);
    REQUIRE(random.difference() == "");
  }
}

TEST_CASE("uses removed one by one at random leave the others in order", "[ir][property]") {
  // Long lists of uses, where uses near the end and far from it are unlinked in different ways.
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    std::mt19937 engine(seed);
    UntypedGraph graph;
    auto& x = graph.placeholder("x");
    auto& y = graph.placeholder("y");
    std::vector<UntypedNode*> at_x;
    std::vector<UntypedNode*> at_y;
    for (int i = 0; i < 60; ++i) at_x.push_back(&graph.call_function(f, {x, i, x}));
    for (int step = 0; step < 400; ++step) {
      auto& from = engine() % 2 == 0 ? at_x : at_y;
      auto& to = &from == &at_x ? at_y : at_x;
      if (from.empty()) continue;
      const auto chosen = from.begin() + static_cast<std::ptrdiff_t>(engine() % from.size());
      if (&from == &at_x) (*chosen)->replace_input_with(x, y);
      else (*chosen)->replace_input_with(y, x);
      to.push_back(*chosen);
      from.erase(chosen);
      std::vector<UntypedNode*> users_of_x;
      for (auto& user : x.users()) users_of_x.push_back(&user);
      std::vector<UntypedNode*> users_of_y;
      for (auto& user : y.users()) users_of_y.push_back(&user);
      REQUIRE(users_of_x == at_x);
      REQUIRE(users_of_y == at_y);
      REQUIRE(calque::verify(graph).empty());
    }
  }
}

TEST_CASE("random erasing and moving during a walk visits what the promises say",
          "[ir][property][iteration]") {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 engine(seed);
    UntypedGraph graph;
    std::vector<UntypedNode*> all;
    for (int i = 0; i < 12; ++i) all.push_back(&graph.placeholder("x"));
    const bool reversed = seed % 2 == 0;
    std::vector<UntypedNode*> visited;
    const auto step_at = [&](UntypedNode& node) {
      REQUIRE_FALSE(node.is_erased());
      visited.push_back(&node);
      for (int edits = 0; edits < 3; ++edits) {
        UntypedNode& chosen = engine() % 3 == 0 ? node : *all[engine() % all.size()];
        UntypedNode& anchor = *all[engine() % all.size()];
        if (chosen.is_erased() || anchor.is_erased()) continue;
        if (engine() % 3 == 0) graph.erase_node(chosen);
        // Moves go behind the walk, so that nothing is seen twice.
        else if (reversed) graph.reversed_nodes().begin()->append(chosen);
        else graph.nodes().begin()->prepend(chosen);
      }
    };
    if (reversed) {
      for (auto& node : graph.reversed_nodes()) step_at(node);
    } else {
      for (auto& node : graph.nodes()) step_at(node);
    }
    std::vector<UntypedNode*> once = visited;
    std::sort(once.begin(), once.end());
    CAPTURE(seed);
    REQUIRE(std::adjacent_find(once.begin(), once.end()) == once.end());
    REQUIRE(calque::verify(graph).empty());
    std::vector<UntypedNode*> forward;
    for (auto& node : graph.nodes()) forward.push_back(&node);
    std::vector<UntypedNode*> backward;
    for (auto& node : graph.reversed_nodes()) backward.insert(backward.begin(), &node);
    REQUIRE(forward == backward);
    REQUIRE(forward.size() == graph.size());
  }
}
