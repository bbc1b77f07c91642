// Tracing, editing, inlining and cleaning up in constant evaluation. Nothing here waits for the
// run: to compile is to pass.
#include <calque/ir/equality.hpp>
#include <calque/ir/structural_hash.hpp>
#include <calque/passes/canonical_order.hpp>
#include <calque/passes/dead_code.hpp>
#include <calque/passes/inline.hpp>
#include <calque/passes/topological_sort.hpp>
#include <calque/trace/math.hpp>
#include <calque/trace/tracer.hpp>

#include "support/catch.hpp"

using namespace calque;
using namespace calque::literals;

namespace constexpr_test {

struct Math : types<double, bool> {};

inline constexpr auto scale = wrap<"constexpr_test::scale", "x", param<"factor", 2.0>>(
    [](auto x, auto factor) { return x * factor; });
inline constexpr auto clamp = wrap<"constexpr_test::clamp">([](auto x) {
  auto unused = x + 7.0;
  (void)unused;
  auto high = x > 1.0;
  return where(high, 1.0, x);
});
inline constexpr auto outer = wrap<"constexpr_test::outer">([](auto x) {
  auto scaled = scale(x, "factor"_a = 3.0);
  return clamp(scaled);
});
inline constexpr auto note = primitive<"constexpr_test::note">([](auto x) { return x; },
                                                               effects::io);
inline constexpr auto opened = library<"opened">(outer, scale);

struct Program {
  template <class X, class Y>
  constexpr auto operator()(const X& x, const Y& y) const {
    auto a = outer(x);
    auto dead = y - 1.0;
    (void)dead;
    return a + y;
  }
};

/// Whether the targets of a graph's nodes are these, one by one.
template <class D, std::size_t N>
constexpr bool has_targets(const Graph<D>& graph, const std::string_view (&expected)[N]) {
  std::size_t at = 0;
  for (const Node<D>& node : graph.nodes()) {
    if (at == N || node.target() != expected[at]) return false;
    ++at;
  }
  return at == N;
}

template <class D, class F>
constexpr Node<D>* call_of(Graph<D>& graph, const F& f) {
  for (Node<D>& node : graph.nodes()) {
    if (node.calls(f)) return &node;
  }
  return nullptr;
}

/// Traces, opens one call, opens the composites of a library, removes what is dead.
template <class D>
constexpr bool whole_chain() {
  Tracer<D> tracer;
  Graph<D> graph = tracer.trace(Program{}, {"x", "y"});
  if (!has_targets(graph, {"x", "y", "constexpr_test::outer", "sub", "add", "output"})) return false;
  inline_call(*call_of(graph, outer));
  if (!has_targets(graph, {"x", "y", "constexpr_test::scale", "constexpr_test::clamp", "sub", "add",
                           "output"})) {
    return false;
  }
  inline_call(*call_of(graph, clamp));
  if (!has_targets(graph, {"x", "y", "constexpr_test::scale", "add", "gt", "torch.where", "sub",
                           "add", "output"})) {
    return false;
  }
  if (!eliminate_dead_code(graph) || eliminate_dead_code(graph)) return false;
  if (!has_targets(graph,
                   {"x", "y", "constexpr_test::scale", "gt", "torch.where", "add", "output"})) {
    return false;
  }
  if (inline_calls(graph, opened) != 1) return false;
  return has_targets(graph, {"x", "y", "mul", "gt", "torch.where", "add", "output"});
}

/// A domain of one type has no comparisons: its program is arithmetic alone.
constexpr bool one_type() {
  Graph<double> graph = Tracer<double>().trace([](auto x) {
    auto scaled = scale(x);
    auto dead = scaled + 1.0;
    (void)dead;
    return -scaled;
  });
  if (!has_targets(graph, {"x", "constexpr_test::scale", "add", "neg", "output"})) return false;
  inline_call(*call_of(graph, scale));
  eliminate_dead_code(graph);
  if (!has_targets(graph, {"x", "mul", "neg", "output"})) return false;
  const Node<double>& mul = *call_of(graph, operators::mul);
  return mul.operand(1).literal == Literal<double>(2.0);
}

constexpr bool constants_compute() {
  using S = Proxy<double, Math>;
  S acc{};
  acc += 0.5;
  acc *= S(3);
  const auto less = acc < 2.0;
  return acc.is_constant() && acc.constant() == 1.5 && static_cast<bool>(less);
}

constexpr bool parameters_of_two_types() {
  const Graph<Math> graph = Tracer<Math>().trace(
      [](auto x, auto p) {
        auto y = -x;
        return where(p, x, y);
      },
      inputs<double, bool>("x", "p"));
  const Node<Math>& result = *graph.output_node()->operand(0).node;
  return has_targets(graph, {"x", "p", "neg", "torch.where", "output"}) &&
         result.operand(0).node->type() == type_index<Math, bool> &&
         result.type() == type_index<Math, double>;
}

constexpr bool results_nest() {
  const Graph<double> graph = Tracer<double>().trace([](auto x, auto y) {
    return std::tuple(x, std::array{y, x}, 2.0);
  });
  const auto result = graph.output_node()->args()[0];
  return result.is_tuple() && result.size() == 3 && result[1].is_list() && result[1].size() == 2 &&
         &result[1][1].node() == &result[0].node() && result[2].literal() == Literal<double>(2.0);
}

// g++ 12 refuses the implicit destructor of a derived tracer in constant evaluation, so each of
// these writes its own.
struct Opening : Tracer<Math> {
  constexpr ~Opening() override {}
  constexpr bool is_leaf_function(const Function& function) const override {
    return !opened.contains(function);
  }
};

constexpr bool tracing_through() {
  Opening tracer;
  const Graph<Math> graph = tracer.trace(Program{}, {"x", "y"});
  return has_targets(graph, {"x", "y", "mul", "constexpr_test::clamp", "sub", "add", "output"});
}

struct Replacing : Tracer<double> {
  constexpr ~Replacing() override {}
  constexpr Node& create_node(const NodeSpec& spec) override {
    if (!spec.calls(operators::mul)) return TracerBase::create_node(spec);
    return graph().call_function(function_of<double, double, double>(operators::add),
                                 {spec.args()[0].node(), spec.args()[0].node()});
  }
};

constexpr bool overriding_create_node() {
  Replacing tracer;
  const Graph<double> graph = tracer.trace([](auto x) { return x * 2.0; });
  return has_targets(graph, {"x", "add", "output"});
}

struct Deciding : Tracer<Math> {
  constexpr ~Deciding() override {}
  constexpr bool to_bool(const Proxy<Math>&) override { return false; }
};

constexpr bool deciding_branches() {
  Deciding tracer;
  const Graph<Math> graph = tracer.trace([](auto x) {
    auto less = x < 1.0;
    if (less) return x + 1.0;
    return x - 1.0;
  });
  return has_targets(graph, {"x", "lt", "sub", "output"});
}

constexpr bool appending() {
  Graph<double> graph = Tracer<double>().trace([](auto x) { return x + 1.0; });
  Node<double>& sum = *call_of(graph, operators::add);
  {
    const auto here = graph.inserting_before(sum);
    const GraphAppendingTracer<double> tracer(graph);
    Node<double>& x = *sum.operand(0).node;
    const Proxy<double> square = Proxy<double>(x) * Proxy<double>(x);
    sum.replace_input_with(x, square);
  }
  {
    const auto here = graph.inserting_after(sum);
    const GraphAppendingTracer<double> tracer(graph);
    const Proxy<double> negative = -Proxy<double>(sum);
    sum.replace_all_uses_with(negative.node());
  }
  return has_targets(graph, {"x", "mul", "add", "neg", "output"}) &&
         graph.output_node()->operand(0).node->target() == "neg";
}

// At namespace scope: clang 14 crashes on `"factor"_a` in a lambda inside a constexpr function.
inline constexpr auto scaling_by_name = [](auto x, auto y) {
  auto a = scale("factor"_a = y, "x"_a = x);
  return scale(a);
};

constexpr bool keywords_and_defaults() {
  Graph<double> graph = Tracer<double>().trace(scaling_by_name);
  const Node<double>& named = *call_of(graph, scale);
  std::size_t count = 0;
  for (const auto& [name, value] : named.kwargs()) {
    if (name != (count == 0 ? "factor" : "x") || !value.is_node()) return false;
    ++count;
  }
  if (count != 2 || !named.args().empty()) return false;
  if (inline_calls(graph, opened) != 2) return false;
  const Node<double>& second = *graph.output_node()->operand(0).node;
  const Node<double>& first = *second.operand(0).node;
  return has_targets(graph, {"x", "x_1", "mul", "mul", "output"}) &&
         first.operand(0).node->target() == "x" && first.operand(1).node->target() == "x_1" &&
         second.operand(1).literal == Literal<double>(2.0);
}

constexpr bool cloning() {
  Graph<Math> graph = Tracer<Math>().trace(Program{}, {"x", "y"});
  auto [copy, twins] = graph.clone();
  if (!structurally_equal(graph, copy)) return false;
  Node<Math>& call = *call_of(graph, outer);
  if (twins[call] == nullptr || !twins[call]->calls(outer) || twins[call] == &call) return false;
  inline_call(*twins[call]);
  return !structurally_equal(graph, copy) && call.calls(outer) && !call.is_erased();
}

constexpr bool compacting() {
  Graph<Math> graph = Tracer<Math>().trace(Program{}, {"x", "y"});
  inline_calls(graph, opened);
  eliminate_dead_code(graph);
  const auto before = graph.clone();
  const std::size_t size = graph.size();
  graph.compact();
  return graph.size() == size && structurally_equal(graph, before.graph);
}

constexpr bool ordering() {
  const auto one = [](auto x, auto y) {
    auto a = x + 1.0;
    auto b = y * 2.0;
    return a - b;
  };
  const auto other = [](auto x, auto y) {
    auto b = y * 2.0;
    auto a = x + 1.0;
    return a - b;
  };
  Graph<double> first = Tracer<double>().trace(one);
  Graph<double> second = Tracer<double>().trace(other);
  if (structurally_equal(first, second)) return false;
  canonical_order(first);
  canonical_order(second);
  return structurally_equal(first, second) &&
         has_targets(first, {"x", "x_1", "add", "mul", "sub", "output"});
}

constexpr bool moving() {
  Graph<double> graph = Tracer<double>().trace([](auto x) { return x + 1.0; });
  Node<double>* const sum = call_of(graph, operators::add);
  Graph<double> moved = std::move(graph);
  if (call_of(moved, operators::add) != sum) return false;
  Graph<double> assigned;
  assigned = std::move(moved);
  return call_of(assigned, operators::add) == sum &&
         has_targets(assigned, {"x", "add", "output"});
}

constexpr bool moving_nodes() {
  Graph<double> graph = Tracer<double>().trace([](auto x, auto y) {
    auto a = x + 1.0;
    auto b = y * 2.0;
    return a - b;
  });
  Node<double>& add = *call_of(graph, operators::add);
  Node<double>& mul = *call_of(graph, operators::mul);
  add.prepend(mul);
  if (!has_targets(graph, {"x", "x_1", "mul", "add", "sub", "output"})) return false;
  add.append(mul);
  return has_targets(graph, {"x", "x_1", "add", "mul", "sub", "output"});
}

constexpr bool erasing_while_walking() {
  Graph<double> graph = Tracer<double>().trace([](auto x) {
    auto a = x + 1.0;
    auto b = a * 2.0;
    auto c = b - a;
    (void)c;
    return a;
  });
  std::size_t visited = 0;
  for (Node<double>& node : graph.reversed_nodes()) {
    ++visited;
    if (node.is_call() && !node.has_users()) graph.erase_node(node);
  }
  return visited == 5 && has_targets(graph, {"x", "add", "output"});
}

constexpr bool walking_users() {
  Graph<double> graph = Tracer<double>().trace([](auto x) {
    auto a = x * x;
    auto b = -x;
    auto c = a + b;
    return c - x;
  });
  Node<double>& x = *graph.nodes().begin();
  constexpr std::string_view expected[] = {"mul", "neg", "sub"};
  std::size_t at = 0;
  for (const Node<double>& user : x.users()) {
    if (at == 3 || user.target() != expected[at]) return false;
    ++at;
  }
  Node<double>& a = *call_of(graph, operators::mul);
  Node<double>& b = *call_of(graph, operators::neg);
  a.replace_all_uses_with(b);
  return at == 3 && x.users().size() == 3 && a.users().empty() && b.users().size() == 1;
}

constexpr bool effects_stay() {
  Graph<double> graph = Tracer<double>().trace([](auto x) {
    auto a = note(x);
    auto b = x + 1.0;
    (void)a;
    (void)b;
    return x;
  });
  eliminate_dead_code(graph);
  return has_targets(graph, {"x", "constexpr_test::note", "output"});
}

constexpr bool setting_arguments() {
  Graph<Untyped> graph;
  Node<Untyped>& x = graph.placeholder("x");
  Node<Untyped>& y = graph.placeholder("y");
  Node<Untyped>& call = graph.call_function(function_of<Untyped>(operators::add), {x, 1});
  call.update_arg(1, y);
  call.update_kwarg("alpha", Arguments<Untyped>().add_list({x, Ellipsis()}));
  call.insert_arg(0, Arguments<Untyped>().add_slice({None{}, y, 2}));
  const bool is_set = call.operand_count() == 7 && call.args()[0].is_slice() &&
                      call.args().size() == 3 && call.kwargs().size() == 1;
  call.set_arguments({y, y});
  return is_set && !x.has_users() && call.operand_count() == 2 && y.users().size() == 1;
}

/// Copies a program whose calls were opened into another graph, with what is kept with its nodes.
constexpr bool copying_into() {
  Graph<Math> graph = Tracer<Math>().trace(Program{}, {"x", "y"});
  inline_calls(graph, opened);
  Node<Math>& mul = *call_of(graph, operators::mul);
  mul.meta<int>() = 7;
  Graph<Math> other;
  NodeMap<Node<Math>*> copies;
  other.output(other.graph_copy(graph, copies));
  const Node<Math>& copy = *copies[mul];
  return structurally_equal(graph, other) && structural_hash(graph) == structural_hash(other) &&
         copy.find_meta<int>() != nullptr && *copy.find_meta<int>() == 7 &&
         copy.origin().function() == scale && copy.origin().parent().function() == outer &&
         copy.unique_name().number == mul.unique_name().number;
}

constexpr bool sorting() {
  Graph<Math> graph = Tracer<Math>().trace(Program{}, {"x", "y"});
  Node<Math>& first = *graph.nodes().begin();
  Node<Math>& call = *call_of(graph, outer);
  first.prepend(call);
  const bool is_moved = call.is_before(first);
  topological_sort(graph);
  return is_moved && first.is_before(call) &&
         has_targets(graph, {"x", "constexpr_test::outer", "y", "sub", "add", "output"});
}

/// The sizes of a traced program, as template arguments: what a compile-time program needs.
template <std::size_t Nodes>
struct Sized {
  static constexpr std::size_t nodes = Nodes;
};
constexpr std::size_t traced_size() {
  return Tracer<Math>().trace(Program{}, {"x", "y"}).size();
}

static_assert(whole_chain<Math>());
static_assert(whole_chain<Untyped>());
static_assert(one_type());
static_assert(constants_compute());
static_assert(parameters_of_two_types());
static_assert(results_nest());
static_assert(tracing_through());
static_assert(overriding_create_node());
static_assert(deciding_branches());
static_assert(appending());
static_assert(keywords_and_defaults());
static_assert(cloning());
static_assert(compacting());
static_assert(ordering());
static_assert(moving());
static_assert(moving_nodes());
static_assert(erasing_while_walking());
static_assert(walking_users());
static_assert(effects_stay());
static_assert(setting_arguments());
static_assert(copying_into());
static_assert(sorting());
static_assert(Sized<traced_size()>::nodes == 6);

}  // namespace constexpr_test

TEST_CASE("what holds in constant evaluation holds at run time", "[constexpr]") {
  using namespace constexpr_test;
  CHECK(whole_chain<Math>());
  CHECK(whole_chain<Untyped>());
  CHECK(one_type());
  CHECK(constants_compute());
  CHECK(parameters_of_two_types());
  CHECK(results_nest());
  CHECK(tracing_through());
  CHECK(overriding_create_node());
  CHECK(deciding_branches());
  CHECK(appending());
  CHECK(keywords_and_defaults());
  CHECK(cloning());
  CHECK(compacting());
  CHECK(ordering());
  CHECK(moving());
  CHECK(moving_nodes());
  CHECK(erasing_while_walking());
  CHECK(walking_users());
  CHECK(effects_stay());
  CHECK(setting_arguments());
  CHECK(copying_into());
  CHECK(sorting());
}
