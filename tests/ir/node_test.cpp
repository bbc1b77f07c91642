// Refused edits are in bad_graphs_test.cpp.
#include <calque/ir/graph.hpp>
#include <calque/ir/equality.hpp>
#include <calque/ir/node.hpp>
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

using calque::GraphError;
using calque::Opcode;
using support::error_of;
using support::expect_listing;
using support::f;
using support::g;
using support::h;
using support::names_of;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using support::UntypedNode;

TEST_CASE("a node tells what it is", "[ir][node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& weight = graph.get_attr("layer.weight");
  auto& call = graph.call_function(f, {x, weight});
  auto& module = graph.call_module("layer", {call});
  auto& output = graph.output({module});
  CHECK(x.op() == Opcode::placeholder);
  CHECK(x.is_placeholder());
  CHECK(x.target() == "x");
  CHECK(weight.op() == Opcode::get_attr);
  CHECK(weight.name() == "layer_weight");
  CHECK(weight.target() == "layer.weight");
  CHECK(call.is_call());
  CHECK(call.calls(f));
  CHECK_FALSE(call.calls(g));
  CHECK(&call.function() == &f);
  CHECK(module.op() == Opcode::call_module);
  CHECK_FALSE(module.is_call());
  CHECK_FALSE(module.calls(f));
  CHECK(output.is_output());
  CHECK(output.type().is_none());
  CHECK(call.type().value == 0);
  CHECK(&call.graph().store() == &graph.store());
}

TEST_CASE("ids count nodes in the order of creation", "[ir][node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  graph.erase_node(y);
  auto& z = graph.placeholder("z");
  CHECK(x.id().value == 0);
  CHECK(y.id().value == 1);
  CHECK(z.id().value == 2);
  CHECK(x.id() < z.id());
}

TEST_CASE("purity is that of the function and nothing else is pure but get_attr", "[ir][node]") {
  static constexpr calque::FunctionInfo print_info{
      .name = "print", .effects = calque::effects::io.value};
  static constexpr auto print = support::untyped(print_info);
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK_FALSE(x.is_pure());
  CHECK(graph.get_attr("k").is_pure());
  CHECK(graph.call_function(f, {x}).is_pure());
  CHECK_FALSE(graph.call_function(print, {x}).is_pure());
  CHECK_FALSE(graph.call_module("m", {x}).is_pure());
  CHECK_FALSE(graph.output({x}).is_pure());
}

TEST_CASE("all_input_nodes has each node once in order of first use", "[ir][node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  UntypedArguments arguments{y, 1};
  arguments.add_tuple({x, y}).keyword("k").add(x);
  auto& call = graph.call_function(f, arguments);
  CHECK(call.operand_count() == 5);
  REQUIRE(call.all_input_nodes().size() == 2);
  CHECK(call.all_input_nodes()[0] == &y);
  CHECK(call.all_input_nodes()[1] == &x);
  CHECK(x.all_input_nodes().empty());
}

TEST_CASE("next and prev are the neighbours and null at the ends", "[ir][node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  CHECK(x.next() == &y);
  CHECK(y.prev() == &x);
  CHECK(x.prev() == nullptr);
  CHECK(y.next() == nullptr);
}

TEST_CASE("replace_all_uses_with makes all users use another node", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.call_function(f, {a});
  graph.call_function(g, {b, b});
  b.replace_all_uses_with(a);
  expect_listing(graph, R"(
graph():
    %a : [num_users=2] = placeholder[target=a]
    %f : [num_users=0] = call_function[target=__main__.f](args = (%a,), kwargs = {})
    %g : [num_users=0] = call_function[target=__main__.g](args = (%a, %a), kwargs = {})
)");
  CHECK(names_of(a.users()) == "f g");
}

TEST_CASE("replace_all_uses_with takes a literal", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  UntypedArguments arguments;
  arguments.add_list({a, 1}).keyword("k").add(a);
  graph.call_function(f, arguments);
  a.replace_all_uses_with(calque::Literal<Untyped>(2.5));
  expect_listing(graph, R"(
graph():
    %a : [num_users=0] = placeholder[target=a]
    %f : [num_users=0] = call_function[target=__main__.f](args = ([2.5, 1],), kwargs = {k: 2.5})
)");
}

TEST_CASE("replace_all_uses_with leaves the use by the replacement itself", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.call_function(f, {a});
  auto& wrapper = graph.call_function(g, {a, a});
  graph.call_function(h, {a});
  a.replace_all_uses_with(wrapper);
  CHECK(names_of(a.users()) == "g");
  CHECK(names_of(wrapper.users()) == "f h");
}

TEST_CASE("replace_all_uses_with itself changes nothing", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.call_function(f, {a});
  graph.call_function(g, {a});
  const std::uint64_t version = graph.version();
  a.replace_all_uses_with(a);
  CHECK(names_of(a.users()) == "f g");
  CHECK(graph.version() == version);
}

TEST_CASE("new users come behind those that the replacement had", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.placeholder("b");
  graph.call_function(f, {a});
  graph.call_function(f, {b, a});
  graph.call_function(f, {a});
  graph.call_function(f, {b});
  a.replace_all_uses_with(b);
  CHECK(names_of(b.users()) == "f_1 f_3 f f_2");
}

TEST_CASE("replace_input_with replaces an input wherever it stands", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.placeholder("b");
  auto& c = graph.call_function(g, {a, b, a});
  graph.call_function(f, {a});
  c.replace_input_with(a, b);
  expect_listing(graph, R"(
graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %g : [num_users=0] = call_function[target=__main__.g](args = (%b, %b, %b), kwargs = {})
    %f : [num_users=0] = call_function[target=__main__.f](args = (%a,), kwargs = {})
)");
}

TEST_CASE("replace_input_with takes a literal of any kind", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& call = graph.call_function(f, {a, a});
  call.replace_input_with(a, "text");
  expect_listing(graph, R"(
graph():
    %a : [num_users=0] = placeholder[target=a]
    %f : [num_users=0] = call_function[target=__main__.f](args = (text, text), kwargs = {})
)");
}

TEST_CASE("replace_input_with the same input changes nothing", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& first = graph.call_function(f, {a});
  graph.call_function(g, {a});
  first.replace_input_with(a, a);
  CHECK(names_of(a.users()) == "f g");
}

TEST_CASE("prepend moves a node directly before another", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.call_function(f, {});
  graph.call_function(g, {});
  auto& c = graph.call_function(h, {});
  a.prepend(c);
  CHECK(names_of(graph.nodes()) == "h f g");
  CHECK(names_of(graph.reversed_nodes()) == "g f h");
}

TEST_CASE("append moves a node directly after another", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.call_function(f, {});
  auto& b = graph.call_function(g, {});
  auto& c = graph.call_function(h, {});
  a.append(c);
  CHECK(names_of(graph.nodes()) == "f h g");
  b.append(a);
  CHECK(names_of(graph.nodes()) == "h g f");
}

TEST_CASE("every edit gives the graph a new version", "[ir][node]") {
  UntypedGraph graph;
  std::vector<std::uint64_t> versions{graph.version()};
  const auto note = [&] { versions.push_back(graph.version()); };
  auto& x = graph.placeholder("x");
  note();
  auto& y = graph.placeholder("y");
  note();
  auto& call = graph.call_function(f, {x});
  note();
  call.replace_input_with(x, y);
  note();
  y.replace_all_uses_with(x);
  note();
  x.prepend(y);
  note();
  graph.erase_node(y);
  note();
  graph.compact();
  note();
  for (std::size_t i = 1; i < versions.size(); ++i) CHECK(versions[i] > versions[i - 1]);
}

TEST_CASE("arguments are replaced one by one, inserted and added", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.placeholder("b");
  UntypedArguments arguments{a, 1};
  auto& call = graph.call_function(f, arguments.keyword("k").add(b));
  call.update_arg(1, b);
  call.update_kwarg("k", "text");
  call.update_kwarg("new", UntypedArguments().add_tuple({a, 2}));
  call.insert_arg(0, UntypedArguments().add_slice({a, 1, calque::None{}}));
  call.insert_arg(3, calque::None{});
  call.insert_arg(1, calque::ellipsis);
  expect_listing(graph, R"(
graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %f : [num_users=0] = call_function[target=__main__.f](args = (slice(a, 1, None), Ellipsis, %a, %b, None), kwargs = {k: text, new: (%a, 2)})
)");
  CHECK(calque::verify(graph).empty());
  call.set_args({7});
  CHECK(names_of(b.users()) == "");
  CHECK(names_of(a.users()) == "f");
  call.set_kwargs({});
  CHECK_FALSE(a.has_users());
  CHECK(calque::format_node(call) ==
        "%f : [num_users=0] = call_function[target=__main__.f](args = (7,), kwargs = {})");
}

TEST_CASE("who gets new arguments becomes the last user of its inputs", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& first = graph.call_function(f, {a, a});
  graph.call_function(f, {a});
  first.set_args({1, a, a, a});
  CHECK(names_of(a.users()) == "f_1 f");
  CHECK(calque::verify(graph).empty());
  first.set_args({a});
  graph.compact();
  CHECK(calque::verify(graph).empty());
}

TEST_CASE("arguments that cannot be set are refused and change nothing", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& call = graph.call_function(f, {a});
  auto& output = graph.output({call});
  UntypedGraph other;
  auto& foreign = other.placeholder("foreign");
  const auto before = graph.clone();
  CHECK(error_of<GraphError>([&] { call.update_arg(1, a); }) ==
        "cannot update an argument of %f: there is no place 1 among its 1 positional arguments");
  CHECK(error_of<GraphError>([&] { call.insert_arg(2, a); }) ==
        "cannot insert an argument into %f: there is no place 2 among its 1 positional arguments");
  CHECK(error_of<GraphError>([&] { call.set_args({foreign}); }) ==
        "cannot set the arguments of %f: %foreign belongs to another graph");
  CHECK(error_of<GraphError>([&] { call.update_kwarg("k", UntypedArguments{1, 2}); }) ==
        "cannot set an argument of %f: not one argument is given");
  CHECK(error_of<GraphError>([&] { output.set_args({1, 2}); }) ==
        "cannot add this output node: it needs one result\nnote: make several one tuple or list");
  CHECK(error_of<GraphError>([&] { a.set_args({1, 2}); }) ==
        "cannot add this placeholder node: its one argument is the default, without nodes");
  CHECK(error_of<GraphError>([&] { call.update_arg(0, call); }) == R"(cannot replace an input of %f: it would use itself
note: give it a node that stands before it
      %a      = placeholder[target=a]
   -> %f      = call_function[target=f](%a)
      %output = output[target=output](%f))");
  CHECK(calque::structurally_equal(graph, before.graph));
  CHECK(calque::verify(graph).empty());
}

TEST_CASE("uses are replaced for the users that a filter chooses", "[ir][node]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.placeholder("b");
  auto& first = graph.call_function(f, {a, a});
  auto& second = graph.call_function(f, {a});
  a.replace_all_uses_with(b, [&](const UntypedNode& user) { return &user == &first; });
  CHECK(names_of(a.users()) == "f_1");
  CHECK(names_of(b.users()) == "f");
  a.replace_all_uses_with(second, [](const UntypedNode&) { return true; });
  CHECK(names_of(a.users()) == "f_1");
}
