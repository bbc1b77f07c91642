// Refused edits are in bad_graphs_test.cpp.
#include <calque/ir/equality.hpp>
#include <calque/ir/graph.hpp>
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <memory>

using calque::Opcode;
using support::expect_listing;
using support::f;
using support::g;
using support::names_of;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

struct GraphTensor {
  int tag = 0;
};

constexpr calque::FunctionInfo tensor_info{.name = "tensor_op"};
constexpr calque::Function<GraphTensor> tensor_op{
    .described = &tensor_info, .result_type = {0}, .arity = calque::detail::any_arity};

/// x, y, a call with all kinds of arguments, an erased node, an output.
void fill(UntypedGraph& graph) {
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& dead = graph.call_function(g, {x, y});
  UntypedArguments arguments{x, 1, 2.5, "text", true, calque::None{}};
  arguments.add_tuple({y, x}).keyword("k").add_list({x});
  auto& call = graph.call_function(f, arguments);
  auto& wanted = graph.call_function(f, {y, call}, "wanted");
  graph.erase_node(dead);
  graph.output({wanted});
}

constexpr std::string_view filled = R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %f : [num_users=1] = call_function[target=__main__.f](args = (%x, 1, 2.5, text, True, None, (%y, %x)), kwargs = {k: [%x]})
    %wanted : [num_users=1] = call_function[target=__main__.f](args = (%y, %f), kwargs = {})
    return wanted
)";

}  // namespace

TEST_CASE("an empty graph is printed as one line", "[ir][graph]") {
  const UntypedGraph graph;
  expect_listing(graph, "graph():\n");
  CHECK(graph.size() == 0);
  CHECK(graph.output_node() == nullptr);
}

TEST_CASE("a graph keeps what is recorded into it", "[ir][graph]") {
  UntypedGraph graph;
  fill(graph);
  expect_listing(graph, filled);
  CHECK(graph.size() == 5);
  REQUIRE(graph.output_node() != nullptr);
  CHECK(graph.output_node()->name() == "output");
}

TEST_CASE("a graph of torch 1.13 names and prints as that version did", "[ir][graph]") {
  UntypedGraph graph({.rules = calque::Rules::torch_1_13});
  graph.placeholder("x_5");
  graph.placeholder("x_5");
  expect_listing(graph, R"(
graph():
    %x_5 : [#users=0] = placeholder[target=x_5]
    %x_6 : [#users=0] = placeholder[target=x_5]
)");
  CHECK(graph.clone().graph.rules() == calque::Rules::torch_1_13);
}

TEST_CASE("an erased node loses its uses and keeps its name", "[ir][graph]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.call_function(f, {x, x});
  graph.erase_node(dead);
  CHECK(dead.is_erased());
  CHECK_FALSE(x.has_users());
  CHECK(graph.size() == 1);
  CHECK(graph.call_function(f, {x}).name() == "f_1");
}

TEST_CASE("a clone is equal and independent", "[ir][graph]") {
  UntypedGraph graph;
  fill(graph);
  auto copy = graph.clone();
  expect_listing(copy.graph, filled);
  CHECK(calque::structurally_equal(graph, copy.graph));
  CHECK(calque::verify(copy.graph).empty());
  auto& x = *copy.graph.nodes().begin();
  x.replace_all_uses_with(calque::Literal<Untyped>(0));
  copy.graph.erase_node(x);
  expect_listing(graph, filled);
}

TEST_CASE("a clone gives the copy of each live node", "[ir][graph]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.placeholder("dead");
  auto& call = graph.call_function(f, {x});
  graph.erase_node(dead);
  const auto copy = graph.clone();
  CHECK(copy.nodes.get(dead) == nullptr);
  REQUIRE(copy.nodes.get(call) != nullptr);
  CHECK(&copy.nodes.get(call)->args()[0].node() == copy.nodes.get(x));
  CHECK(&copy.nodes.get(x)->store() == &copy.graph.store());
}

TEST_CASE("a clone counts names on as the original does", "[ir][graph]") {
  UntypedGraph graph;
  auto& dead = graph.placeholder("x");
  graph.placeholder("x_7");
  graph.erase_node(dead);
  auto copy = graph.clone().graph;
  for (const char* name : {"x", "x_7", "x", "x_1", "f"}) {
    CHECK(graph.placeholder(name).name() == copy.placeholder(name).name());
  }
}

TEST_CASE("a clone keeps the order of users", "[ir][graph]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& first = graph.call_function(f, {y});
  graph.call_function(f, {x});
  first.replace_input_with(y, x);
  const auto copy = graph.clone();
  CHECK(names_of(x.users()) == "f_1 f");
  CHECK(names_of(copy.nodes.get(x)->users()) == "f_1 f");
}

TEST_CASE("a clone outlives its original with texts and values", "[ir][graph]") {
  auto graph = std::make_unique<calque::Graph<GraphTensor>>();
  {
    const GraphTensor tensor{42};
    const std::string text = "a text that does not fit into a small string";
    graph->call_function(tensor_op, {calque::Literal<GraphTensor>(&tensor),
                                     std::string_view(text)});
  }
  const auto copy = graph->clone().graph;
  graph.reset();
  const auto& call = *copy.nodes().begin();
  CHECK(call.operand(0).literal.value().tag == 42);
  CHECK(call.operand(1).literal.text() == "a text that does not fit into a small string");
}

TEST_CASE("compact keeps everything but erased nodes", "[ir][graph]") {
  UntypedGraph graph;
  fill(graph);
  graph.compact();
  expect_listing(graph, filled);
  CHECK(calque::verify(graph).empty());
  graph.compact();
  expect_listing(graph, filled);
}

TEST_CASE("compact of an empty graph and of one with erased nodes alone", "[ir][graph]") {
  UntypedGraph graph;
  graph.compact();
  CHECK(graph.size() == 0);
  graph.erase_node(graph.placeholder("x"));
  graph.compact();
  CHECK(graph.size() == 0);
  graph.placeholder("x");
  CHECK(names_of(graph.nodes()) == "x_1");
}

TEST_CASE("a graph is moved without moving a node", "[ir][graph]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedGraph moved(std::move(graph));
  CHECK(&*moved.nodes().begin() == &x);
  UntypedGraph assigned;
  assigned.placeholder("y");
  assigned = std::move(moved);
  CHECK(&*assigned.nodes().begin() == &x);
  CHECK(&x.graph().store() == &assigned.store());
}

TEST_CASE("call_function names the node as it is told", "[ir][graph]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(graph.call_function(f, {x}, "mine").name() == "mine");
  CHECK(graph.call_function(f, {x}, "mine").name() == "mine_1");
  CHECK(graph.call_function(f, {x}, "x").name() == "x_1");
  CHECK(graph.call_function(f, {x}, "sum").name() == "sum_1");
}

TEST_CASE("a rollback takes back nodes, names and version", "[ir][graph]") {
  UntypedGraph graph;
  fill(graph);
  auto untouched = graph.clone().graph;
  const std::uint64_t version = graph.version();
  const UntypedNode* made = nullptr;
  {
    const calque::detail::Rollback<Untyped> rollback(graph);
    const auto here = graph.inserting_before(*graph.output_node());
    auto& x = *graph.nodes().begin();
    auto& first = graph.call_function(f, {x});
    graph.call_function(f, {first, first, x});
    graph.call_function(g, {first}, "named");
    made = &first;
  }
  CHECK(made->is_erased());
  expect_listing(graph, filled);
  CHECK(graph.version() == version);
  CHECK(calque::verify(graph).empty());
  for (const char* name : {"f", "g", "named", "x", "wanted"}) {
    CHECK(graph.placeholder(name).name() == untouched.placeholder(name).name());
  }
}

TEST_CASE("a committed rollback keeps the nodes", "[ir][graph]") {
  UntypedGraph graph;
  {
    calque::detail::Rollback<Untyped> rollback(graph);
    graph.placeholder("x");
    rollback.commit();
  }
  CHECK(names_of(graph.nodes()) == "x");
  CHECK(graph.placeholder("x").name() == "x_1");
}

TEST_CASE("a chain of 100000 nodes is built, printed, cloned, compacted and destroyed",
          "[ir][graph]") {
  UntypedGraph graph;
  UntypedNode* last = &graph.placeholder("x");
  for (int i = 0; i < 100000; ++i) last = &graph.call_function(f, {*last, 1});
  graph.output({*last});
  CHECK(last->name() == "f_99999");
  auto copy = graph.clone().graph;
  CHECK(calque::structurally_equal(graph, copy));
  for (auto& node : copy.reversed_nodes()) {
    if (!node.has_users()) copy.erase_node(node);
  }
  CHECK(copy.size() == 0);
  graph.compact();
  CHECK(graph.size() == 100002);
  CHECK(graph.output_node()->operand(0).node->name() == "f_99999");
}

TEST_CASE("a node is copied into its own graph and into another one", "[ir][graph][copy]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments arguments{x, "text"};
  auto& call = graph.call_function(f, arguments.keyword("k").add(x), "chosen");
  graph.node_copy(call);
  UntypedGraph other;
  auto& y = other.placeholder("y");
  other.node_copy(call, [&](UntypedNode&) -> UntypedNode& { return y; });
  other.node_copy(call, [](UntypedNode&) { return calque::Literal<Untyped>(1); });
  expect_listing(graph, R"(
graph():
    %x : [num_users=2] = placeholder[target=x]
    %chosen : [num_users=0] = call_function[target=__main__.f](args = (%x, text), kwargs = {k: %x})
    %chosen_1 : [num_users=0] = call_function[target=__main__.f](args = (%x, text), kwargs = {k: %x})
)");
  expect_listing(other, R"(
graph():
    %y : [num_users=1] = placeholder[target=y]
    %chosen : [num_users=0] = call_function[target=__main__.f](args = (%y, text), kwargs = {k: %y})
    %chosen_1 : [num_users=0] = call_function[target=__main__.f](args = (1, text), kwargs = {k: 1})
)");
}

TEST_CASE("a graph is copied into another one with its inputs bound", "[ir][graph][copy]") {
  UntypedGraph body;
  auto& p = body.placeholder("p");
  auto& q = body.placeholder("q");
  auto& sum = body.call_function(f, {p, q});
  UntypedArguments result;
  body.output(result.add_tuple({sum, 1}));
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  calque::NodeMap<UntypedNode*> copies;
  copies[p] = &x;
  graph.output(graph.graph_copy(body, copies));
  CHECK(copies.get(sum)->name() == "f");
  CHECK(copies.get(q)->name() == "q");
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %q : [num_users=1] = placeholder[target=q]
    %f : [num_users=1] = call_function[target=__main__.f](args = (%x, %q), kwargs = {})
    return (f, 1)
)");
}

TEST_CASE("a graph is copied into itself once", "[ir][graph][copy]") {
  UntypedGraph graph;
  graph.placeholder("x");
  calque::NodeMap<UntypedNode*> copies;
  CHECK(graph.graph_copy(graph, copies).operands().empty());
  CHECK(support::names_of(graph.nodes()) == "x x_1");
}

TEST_CASE("a graph that is out of order is not copied at all", "[ir][graph][copy]") {
  UntypedGraph body;
  auto& x = body.placeholder("x");
  auto& first = body.call_function(f, {x});
  auto& second = body.call_function(f, {first});
  first.prepend(second);
  UntypedGraph graph;
  calque::NodeMap<UntypedNode*> copies;
  CHECK(support::error_of<calque::GraphError>([&] { graph.graph_copy(body, copies); }) ==
        R"(cannot copy a user of %f before %f itself
note: put the graph into order, or give the copy of this node
      %x   = placeholder[target=x]
      %f_1 = call_function[target=f](%f)
   -> %f   = call_function[target=f](%x))");
  CHECK(graph.size() == 0);
  CHECK(copies.get(x) == nullptr);
  CHECK(graph.placeholder("x").name() == "x");
}

TEST_CASE("nodes are found by opcode, target and function, in order", "[ir][graph]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.placeholder("y");
  auto& second = graph.call_function(f, {x});
  graph.call_function(g, {x});
  auto& first = graph.call_function(f, {x});
  graph.call_module("f", {x});
  second.prepend(first);
  const auto names = [](const std::vector<UntypedNode*>& nodes) {
    std::string text;
    for (const UntypedNode* node : nodes) text += node->name() + ' ';
    return text;
  };
  CHECK(names(graph.find_nodes(Opcode::placeholder)) == "x y ");
  CHECK(names(graph.find_nodes(Opcode::placeholder, "y")) == "y ");
  CHECK(names(graph.find_nodes(Opcode::call_function, "f")) == "f_1 f ");
  CHECK(names(graph.find_nodes(Opcode::call_module, "f")) == "f_2 ");
  CHECK(names(graph.find_nodes(f)) == "f_1 f ");
  CHECK(graph.find_nodes(Opcode::get_attr).empty());
  graph.erase_node(second);
  CHECK(names(graph.find_nodes(f)) == "f_1 ");
}
