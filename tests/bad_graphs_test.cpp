// Every edit that is refused, with its whole text, and every finding of the verifier.
#include <calque/ir/verify.hpp>
#include <calque/trace/operators.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <bit>

using calque::GraphError;
using calque::Opcode;
using support::error_of;
using support::expect_listing;
using support::f;
using support::g;
using support::h;
using support::Math;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

constexpr calque::ParameterType double_type{.type = {0},
                                            .literal = calque::LiteralKind::real_double};

constexpr std::array<calque::ParameterInfo, 3> scale_parameters{{
    {.name = "x"},
    {.name = "factor",
     .has_default = true,
     .default_kind = calque::LiteralKind::real_double,
     .default_bits = std::bit_cast<std::uint64_t>(2.0)},
    {.name = "bias", .has_default = true, .default_kind = calque::LiteralKind::integer},
}};
constexpr calque::FunctionInfo scale_info{.name = "lowp::scale", .parameters = scale_parameters};
constexpr std::array<calque::ParameterType, 3> scale_types{{
    double_type,
    double_type,
    {.type = {}, .literal = calque::LiteralKind::integer},
}};
constexpr calque::Function<Math> scale{.described = &scale_info,
                                       .parameter_types = scale_types,
                                       .result_type = {0},
                                       .arity = 3};

constexpr calque::FunctionInfo less_info{.name = "less"};
constexpr std::array<calque::ParameterType, 2> less_types{double_type, double_type};
constexpr calque::Function<Math> less{.described = &less_info,
                                      .parameter_types = less_types,
                                      .result_type = {1},
                                      .arity = 2};

constexpr calque::FunctionInfo negate_info{.name = "negate"};
constexpr std::array<calque::ParameterType, 1> negate_types{double_type};
constexpr calque::Function<Math> negate{.described = &negate_info,
                                        .parameter_types = negate_types,
                                        .result_type = {0},
                                        .arity = 1};

using MathGraph = calque::Graph<Math>;
using MathArguments = calque::Arguments<Math>;

/// Asks for every name that the graph has once more: what comes out shows all name counters.
template <class D>
void record_each_name_again(calque::Graph<D>& graph) {
  std::vector<std::string> names;
  for (const calque::Node<D>& node : graph.nodes()) names.push_back(node.name());
  for (const std::string& name : names) {
    graph.placeholder(name);
    graph.placeholder(name + "_1");
    graph.placeholder(name);
  }
  for (const char* name : {"f", "g", "h", "scale", "less", "negate", "output", "wanted"}) {
    graph.placeholder(name);
  }
}

/// The text with which `edit` is refused, after checking that it has left the graph as it was.
template <class D, class Edit>
std::string refusal(calque::Graph<D>& graph, const Edit& edit) {
  const std::string listing = calque::listing(graph);
  const std::uint64_t version = graph.version();
  auto copy = graph.clone().graph;
  std::string text = error_of<GraphError>(edit);
  CHECK(calque::listing(graph) == listing);
  CHECK(graph.version() == version);
  CHECK(calque::verify(graph).empty());
  auto& next = graph.placeholder("next");
  auto& next_of_copy = copy.placeholder("next");
  CHECK(graph.nodes().size() == copy.nodes().size());
  graph.erase_node(next);
  copy.erase_node(next_of_copy);
  record_each_name_again(graph);
  record_each_name_again(copy);
  CHECK(calque::listing(graph) == calque::listing(copy));
  return text;
}

template <class D>
std::string findings_of(const calque::Graph<D>& graph) {
  std::string text;
  for (const auto& finding : calque::verify(graph)) {
    text += std::to_string(finding.invariant) + ": " + finding.text + "\n";
  }
  return text;
}

}  // namespace

// Erasing.

TEST_CASE("erase_node refuses a node that one node still uses", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& add = graph.call_function(f, {x, 1});
  graph.output({add});
  CHECK(refusal(graph, [&] { graph.erase_node(add); }) ==
        "cannot erase %f: 1 node still uses it (%output)\n"
        "note: call replace_all_uses_with first\n"
        "      %x      = placeholder[target=x]\n"
        "   -> %f      = call_function[target=f](%x, 1)\n"
        "      %output = output[target=output](%f)");
  CHECK_FALSE(add.is_erased());
}

TEST_CASE("erase_node refuses a node that two nodes still use", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x, x});
  graph.call_function(g, {first, x});
  CHECK(refusal(graph, [&] { graph.erase_node(x); }) ==
        "cannot erase %x: 2 nodes still use it (%f, %g)\n"
        "note: call replace_all_uses_with first\n"
        "   -> %x = placeholder[target=x]\n"
        "      %f = call_function[target=f](%x, %x)\n"
        "      %g = call_function[target=g](%f, %x)");
}

TEST_CASE("erase_node names five of seven users and shows three nodes around",
          "[ir][graph][errors]") {
  UntypedGraph graph;
  graph.placeholder("w");
  auto& x = graph.placeholder("x");
  for (int i = 0; i < 7; ++i) graph.call_function(f, {x});
  CHECK(refusal(graph, [&] { graph.erase_node(x); }) ==
        "cannot erase %x: 7 nodes still use it (%f, %f_1, %f_2, %f_3, %f_4, ...)\n"
        "note: call replace_all_uses_with first\n"
        "      %w   = placeholder[target=w]\n"
        "   -> %x   = placeholder[target=x]\n"
        "      %f   = call_function[target=f](%x)\n"
        "      %f_1 = call_function[target=f](%x)\n"
        "      %f_2 = call_function[target=f](%x)");
}

TEST_CASE("erase_node names all of five users", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  for (int i = 0; i < 5; ++i) graph.call_function(f, {x});
  CHECK(refusal(graph, [&] { graph.erase_node(x); }) ==
        "cannot erase %x: 5 nodes still use it (%f, %f_1, %f_2, %f_3, %f_4)\n"
        "note: call replace_all_uses_with first\n"
        "   -> %x   = placeholder[target=x]\n"
        "      %f   = call_function[target=f](%x)\n"
        "      %f_1 = call_function[target=f](%x)\n"
        "      %f_2 = call_function[target=f](%x)");
}

TEST_CASE("erase_node refuses a node that was erased before", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.call_function(f, {x});
  graph.erase_node(dead);
  CHECK(refusal(graph, [&] { graph.erase_node(dead); }) == "cannot erase %f: it is erased already");
}

TEST_CASE("erase_node refuses a node of another graph", "[ir][graph][errors]") {
  UntypedGraph graph;
  graph.placeholder("x");
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { graph.erase_node(foreign); }) ==
        "cannot erase %y: it belongs to another graph");
  CHECK_FALSE(foreign.is_erased());
}

// Insertion points.

TEST_CASE("inserting_before refuses a node of another graph", "[ir][graph][errors]") {
  UntypedGraph graph;
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { const auto here = graph.inserting_before(foreign); }) ==
        "cannot insert before %y: it belongs to another graph");
}

TEST_CASE("inserting_after refuses a node of another graph", "[ir][graph][errors]") {
  UntypedGraph graph;
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { const auto here = graph.inserting_after(foreign); }) ==
        "cannot insert after %y: it belongs to another graph");
}

TEST_CASE("inserting_before refuses an erased node", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.erase_node(x);
  CHECK(refusal(graph, [&] { const auto here = graph.inserting_before(x); }) ==
        "cannot insert before %x: it is erased already");
}

TEST_CASE("inserting_after refuses an erased node", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.erase_node(x);
  CHECK(refusal(graph, [&] { const auto here = graph.inserting_after(x); }) ==
        "cannot insert after %x: it is erased already");
}

// Creating.

TEST_CASE("call_function refuses an argument of another graph", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { graph.call_function(f, {x, foreign}, "wanted"); }) ==
        "cannot use %y as an argument of f: it belongs to another graph\n"
        "note: copy it into this graph first");
  CHECK_FALSE(foreign.has_users());
  CHECK_FALSE(x.has_users());
}

TEST_CASE("call_function refuses an erased argument", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.placeholder("dead");
  graph.erase_node(dead);
  CHECK(refusal(graph, [&] { graph.call_function(f, {x, dead}, "wanted"); }) ==
        "cannot use %dead as an argument of f: it is erased");
  CHECK_FALSE(x.has_users());
}

TEST_CASE("call_function looks for foreign nodes inside tuples and keywords",
          "[ir][graph][errors]") {
  UntypedGraph graph;
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  UntypedArguments in_tuple;
  in_tuple.add_tuple({1, foreign});
  UntypedArguments in_keyword;
  in_keyword.keyword("k").add(foreign);
  const std::string text = "cannot use %y as an argument of f: it belongs to another graph\n"
                           "note: copy it into this graph first";
  CHECK(refusal(graph, [&] { graph.call_function(f, in_tuple); }) == text);
  CHECK(refusal(graph, [&] { graph.call_function(f, in_keyword); }) == text);
}

TEST_CASE("output refuses a node of another graph", "[ir][graph][errors]") {
  UntypedGraph graph;
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { graph.output({foreign}); }) ==
        "cannot use %y as an argument of output: it belongs to another graph\n"
        "note: copy it into this graph first");
}

TEST_CASE("call_module refuses an erased argument", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.erase_node(x);
  CHECK(refusal(graph, [&] { graph.call_module("sub.layer", {x}); }) ==
        "cannot use %x as an argument of sub.layer: it is erased");
}

TEST_CASE("call_function refuses an output as an argument", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& output = graph.output({x});
  CHECK(refusal(graph, [&] { graph.call_function(f, {x, output}); }) ==
        "cannot use %output as an argument of f: an output has no value");
}

TEST_CASE("output refuses several results side by side", "[ir][graph][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(refusal(graph, [&] { graph.output({x, x}); }) ==
        "cannot add this output node: it needs one result\nnote: make several one tuple or list");
}

// Arguments of typed functions.

TEST_CASE("call_function refuses a node of a wrong type", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  auto& c = graph.placeholder("c", calque::TypeIndex{1});
  CHECK(refusal(graph, [&] { graph.call_function(scale, {x, c, 3}, "wanted"); }) ==
        "cannot call lowp::scale: argument factor is %c of type bool, not double\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
}

TEST_CASE("call_function refuses a literal of a wrong type", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(refusal(graph, [&] { graph.call_function(scale, {x, 3, 3}); }) ==
        "cannot call lowp::scale: argument factor is a literal int, not double\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
  CHECK(refusal(graph, [&] { graph.call_function(less, {x, "text"}); }) ==
        "cannot call less: argument 1 is a literal text, not double\n"
        "note: 2 arguments are expected, without names");
}

TEST_CASE("call_function refuses a node where a literal of another type is due",
          "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(refusal(graph, [&] { graph.call_function(scale, {x, 2.0, x}); }) ==
        "cannot call lowp::scale: argument bias is %x of type double, not int\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
}

TEST_CASE("call_function names the type of a wrong value of the domain", "[ir][binding][errors]") {
  MathGraph graph;
  const calque::value_t<Math> truth = true;
  CHECK(refusal(graph,
                [&] { graph.call_function(negate, {calque::Literal<Math>(&truth)}); }) ==
        "cannot call negate: argument 0 is a literal bool, not double\n"
        "note: 1 argument is expected, without a name");
}

TEST_CASE("call_function refuses a wrong type behind a keyword", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  auto& c = graph.placeholder("c", calque::TypeIndex{1});
  MathArguments arguments{x};
  arguments.keyword("bias").add(1).keyword("factor").add(c);
  CHECK(refusal(graph, [&] { graph.call_function(scale, arguments); }) ==
        "cannot call lowp::scale: argument factor is %c of type bool, not double\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
}

TEST_CASE("call_function refuses too many arguments", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(refusal(graph, [&] { graph.call_function(scale, {x, 1.0, 1, x}); }) ==
        "cannot call lowp::scale: 4 positional arguments for 3 parameters\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
  CHECK(refusal(graph, [&] { graph.call_function(negate, {x, x}); }) ==
        "cannot call negate: 2 positional arguments for 1 parameter\n"
        "note: 1 argument is expected, without a name");
}

TEST_CASE("call_function refuses a missing argument", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(refusal(graph, [&] { graph.call_function(scale, {}); }) ==
        "cannot call lowp::scale: argument x is missing\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
  CHECK(refusal(graph, [&] { graph.call_function(less, {x}); }) ==
        "cannot call less: argument 1 is missing\n"
        "note: 2 arguments are expected, without names");
}

TEST_CASE("call_function refuses an unknown keyword", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  MathArguments arguments{x};
  arguments.keyword("alpha").add(2.0);
  CHECK(refusal(graph, [&] { graph.call_function(scale, arguments); }) ==
        "cannot call lowp::scale: there is no parameter alpha\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
  CHECK(refusal(graph, [&] { graph.call_function(negate, arguments); }) ==
        "cannot call negate: there is no parameter alpha\n"
        "note: 1 argument is expected, without a name");
}

TEST_CASE("call_function refuses an argument by place and by keyword", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  MathArguments arguments{x, 1.0};
  arguments.keyword("factor").add(2.0);
  CHECK(refusal(graph, [&] { graph.call_function(scale, arguments); }) ==
        "cannot call lowp::scale: argument factor is given twice\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
}

TEST_CASE("call_function refuses a keyword given twice", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  MathArguments arguments{x};
  arguments.keyword("bias").add(1).keyword("bias").add(2);
  CHECK(refusal(graph, [&] { graph.call_function(scale, arguments); }) ==
        "cannot call lowp::scale: argument bias is given twice\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
}

TEST_CASE("call_function of a typed function refuses a tuple", "[ir][binding][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  MathArguments tuple;
  tuple.add_tuple({x});
  MathArguments keyword{x};
  keyword.keyword("factor").add_list({x, x});
  CHECK(refusal(graph, [&] { graph.call_function(scale, tuple); }) ==
        "cannot call lowp::scale: argument x is a tuple or list, not one value\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
  CHECK(refusal(graph, [&] { graph.call_function(scale, keyword); }) ==
        "cannot call lowp::scale: argument factor is a tuple or list, not one value\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)");
}

// Replacing.

TEST_CASE("replace_all_uses_with refuses a node of another graph", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { x.replace_all_uses_with(foreign); }) ==
        "cannot replace the uses of %x: %y belongs to another graph");
}

TEST_CASE("replace_all_uses_with refuses an erased node", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.placeholder("dead");
  graph.call_function(f, {x});
  graph.erase_node(dead);
  CHECK(refusal(graph, [&] { x.replace_all_uses_with(dead); }) ==
        "cannot replace the uses of %x: %dead is erased");
  CHECK(refusal(graph, [&] { dead.replace_all_uses_with(x); }) ==
        "cannot replace the uses of %dead: it is erased");
  CHECK(refusal(graph, [&] { dead.replace_all_uses_with(calque::Literal<Untyped>(1)); }) ==
        "cannot replace the uses of %dead: it is erased");
}

TEST_CASE("replace_all_uses_with refuses a node that one of the users does not take",
          "[ir][node][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& c = graph.placeholder("c", calque::TypeIndex{1});
  auto& output = graph.output({x});
  auto& call = graph.call_function(scale, {y, x, 1});
  output.prepend(call);
  CHECK(refusal(graph, [&] { x.replace_all_uses_with(c); }) ==
        "cannot call lowp::scale: argument factor is %c of type bool, not double\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)\n"
        "      %x      = placeholder[target=x]\n"
        "      %y      = placeholder[target=y]\n"
        "      %c      = placeholder[target=c]\n"
        "   -> %scale  = call_function[target=lowp::scale](%y, %x, 1)\n"
        "      %output = output[target=output](%x)");
}

TEST_CASE("replace_all_uses_with refuses a literal that one of the users does not take",
          "[ir][node][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  MathArguments arguments{2.0};
  arguments.keyword("bias").add(1).keyword("factor").add(x);
  graph.call_function(scale, arguments);
  CHECK(refusal(graph, [&] { x.replace_all_uses_with(calque::Literal<Math>(2)); }) ==
        "cannot call lowp::scale: argument factor is a literal int, not double\n"
        "note: the parameters are (x, factor = 2.0, bias = 0)\n"
        "      %x     = placeholder[target=x]\n"
        "   -> %scale = call_function[target=lowp::scale](2.0, bias = 1, factor = %x)");
}

TEST_CASE("replace_input_with refuses a node that would use itself", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  CHECK(refusal(graph, [&] { call.replace_input_with(x, call); }) ==
        "cannot replace an input of %f: it would use itself\n"
        "note: give it a node that stands before it\n"
        "      %x = placeholder[target=x]\n"
        "   -> %f = call_function[target=f](%x)");
}

TEST_CASE("replace_input_with refuses a node of another graph", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { call.replace_input_with(x, foreign); }) ==
        "cannot replace an input of %f: %y belongs to another graph");
}

TEST_CASE("replace_input_with refuses erased nodes", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  auto& dead = graph.call_function(g, {x});
  graph.erase_node(dead);
  CHECK(refusal(graph, [&] { call.replace_input_with(x, dead); }) ==
        "cannot replace an input of %f: %g is erased");
  CHECK(refusal(graph, [&] { dead.replace_input_with(x, 1); }) ==
        "cannot replace an input of %g: it is erased");
}

TEST_CASE("replace_input_with changes no operand if one of them does not fit",
          "[ir][node][errors]") {
  MathGraph graph;
  auto& x = graph.placeholder("x");
  auto& c = graph.placeholder("c", calque::TypeIndex{1});
  auto& call = graph.call_function(less, {x, x});
  CHECK(refusal(graph, [&] { call.replace_input_with(x, c); }) ==
        "cannot call less: argument 0 is %c of type bool, not double\n"
        "note: 2 arguments are expected, without names\n"
        "      %x    = placeholder[target=x]\n"
        "      %c    = placeholder[target=c]\n"
        "   -> %less = call_function[target=less](%x, %x)");
}

TEST_CASE("replace_input_with leaves a node alone that does not have the input", "[ir][node]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& call = graph.call_function(f, {x});
  const std::uint64_t version = graph.version();
  call.replace_input_with(y, 1);
  CHECK(graph.version() == version);
  expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=0] = placeholder[target=y]
    %f : [num_users=0] = call_function[target=__main__.f](args = (%x,), kwargs = {})
)");
}

// Moving.

TEST_CASE("prepend and append refuse a node of another graph", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  CHECK(refusal(graph, [&] { x.prepend(foreign); }) ==
        "cannot move %y: it belongs to another graph");
  CHECK(refusal(graph, [&] { x.append(foreign); }) ==
        "cannot move %y: it belongs to another graph");
  CHECK(support::names_of(other.nodes()) == "y");
}

TEST_CASE("prepend and append refuse an erased node", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.placeholder("dead");
  graph.erase_node(dead);
  CHECK(refusal(graph, [&] { x.prepend(dead); }) == "cannot move %dead: it is erased");
  CHECK(refusal(graph, [&] { x.append(dead); }) == "cannot move %dead: it is erased");
}

TEST_CASE("prepend and append refuse an erased place", "[ir][node][errors]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.placeholder("dead");
  graph.erase_node(dead);
  CHECK(refusal(graph, [&] { dead.prepend(x); }) ==
        "cannot move a node before %dead: it is erased");
  CHECK(refusal(graph, [&] { dead.append(x); }) == "cannot move a node after %dead: it is erased");
}

// What the verifier finds. Graph refuses most of it, so some graphs are broken through their store.

TEST_CASE("verify finds a node that does not know the node before it", "[ir][verify]") {
  UntypedGraph graph;
  graph.placeholder("a");
  auto& b = graph.placeholder("b");
  graph.placeholder("c");
  UntypedGraph other;
  other.placeholder("p");
  auto& q = other.placeholder("q");
  // The store takes the foreign node's links for its own.
  graph.store().move_before(q, b);
  CHECK(findings_of(graph) == "1: %b does not know the node before it\n");
}

TEST_CASE("verify finds an order that runs in a circle", "[ir][verify]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  graph.placeholder("b");
  graph.placeholder("c");
  UntypedGraph other;
  auto& p = other.placeholder("p");
  other.placeholder("q");
  auto& r = other.placeholder("r");
  p.prepend(r);
  // With the foreign node's links the order becomes a, b, c, b, ...
  graph.store().move_before(p, a);
  CHECK(findings_of(graph) ==
        "1: %a does not know the node before it\n"
        "1: %b does not know the node before it\n"
        "1: %b is linked beyond the number of nodes\n");
}

TEST_CASE("verify finds a node beyond the number of nodes", "[ir][verify]") {
  UntypedGraph graph;
  auto& a = graph.placeholder("a");
  auto& b = graph.placeholder("b");
  graph.placeholder("c");
  graph.erase_node(b);
  graph.store().move_before(b, a);
  CHECK(findings_of(graph) == "1: %c is linked beyond the number of nodes\n");
}

TEST_CASE("verify finds an erased operand", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x, x});
  graph.store().erase(x);
  CHECK(findings_of(graph) ==
        "2: %f uses %x, which is erased\n"
        "2: %f uses %x, which is erased\n"
        "4: %f is not listed as a user of all that it uses\n");
}

TEST_CASE("verify finds a use before the definition", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  call.append(x);
  CHECK(findings_of(graph) == "3: %f uses %x before it is defined\n");
}

TEST_CASE("verify finds a node that uses itself", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  graph.store().set_operand(call, 0, call);
  CHECK(findings_of(graph) == "3: %f uses %f before it is defined\n");
}

TEST_CASE("verify finds a list of uses without an end", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  graph.store().uses[x.newest_use()].older = x.newest_use();
  CHECK(findings_of(graph) == "4: %x has a list of uses without an end\n");
}

TEST_CASE("verify finds a use of another value in a list", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  graph.call_function(f, {x});
  graph.call_function(g, {y});
  graph.store().uses[x.newest_use()].older = y.newest_use();
  CHECK(findings_of(graph) == "4: %x has a use of another value in its list\n");
}

TEST_CASE("verify finds an erased user", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {1});
  graph.erase_node(call);
  graph.store().set_operand(call, 0, x);
  CHECK(findings_of(graph) == "4: %x has an erased user, %f\n");
}

TEST_CASE("verify finds uses by one user that are not neighbours", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x, x});
  graph.call_function(g, {x});
  graph.call_function(h, {x});
  auto& uses = graph.store().uses;
  const std::uint32_t by_h = x.newest_use();
  const std::uint32_t by_g = uses[by_h].older;
  const std::uint32_t second_by_f = uses[by_g].older;
  const std::uint32_t first_by_f = uses[second_by_f].older;
  uses[by_h].older = second_by_f;
  uses[second_by_f].older = by_g;
  uses[by_g].older = first_by_f;
  CHECK(findings_of(graph) == "4: %x has the uses by %f apart from each other\n");
}

TEST_CASE("verify finds a user that is not listed", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  graph.call_function(g, {x});
  graph.store().uses[x.newest_use()].older = calque::detail::no_index;
  CHECK(findings_of(graph) == "4: %f is not listed as a user of all that it uses\n");
}

TEST_CASE("verify finds a name that two nodes have", "[ir][verify]") {
  UntypedGraph graph;
  graph.placeholder("x");
  graph.store().names.release_all();
  graph.placeholder("x");
  CHECK(findings_of(graph) == "5: %x is not the only one\n");
}

TEST_CASE("verify finds a node behind the output", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.output({x});
  graph.call_function(f, {x});
  CHECK(findings_of(graph) == "6: %output is an output but not the last node\n");
  CHECK(graph.output_node() == nullptr);
}

TEST_CASE("verify finds a second output", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.output({x});
  graph.output({x});
  CHECK(findings_of(graph) ==
        "6: %output is an output but not the last node\n6: %output_1 is a second output\n");
}

TEST_CASE("lint throws everything that verify finds and shows all places", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& first = graph.call_function(f, {x});
  auto& second = graph.call_function(g, {y, first});
  graph.output({x});
  graph.output_node()->append(first);
  CHECK(error_of<GraphError>([&] { calque::lint(graph); }) ==
        "%g uses %f before it is defined\n"
        "%output is an output but not the last node\n"
        "      %x      = placeholder[target=x]\n"
        "      %y      = placeholder[target=y]\n"
        "   -> %g      = call_function[target=g](%y, %f)\n"
        "   -> %output = output[target=output](%x)\n"
        "      %f      = call_function[target=f](%x)");
  second.prepend(first);
  CHECK(error_of<GraphError>([&] { calque::lint(graph); }) == "nothing was thrown");
}

TEST_CASE("lint leaves out the lines between distant findings", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  for (int i = 0; i < 12; ++i) graph.call_function(f, {x});
  auto& first = *graph.nodes().begin()->next();
  auto& last = *graph.reversed_nodes().begin();
  first.replace_input_with(x, last);
  CHECK(error_of<GraphError>([&] { calque::lint(graph); }) ==
        "%f uses %f_11 before it is defined\n"
        "      %x   = placeholder[target=x]\n"
        "   -> %f   = call_function[target=f](%f_11)\n"
        "      %f_1 = call_function[target=f](%x)\n"
        "      %f_2 = call_function[target=f](%x)\n"
        "      %f_3 = call_function[target=f](%x)\n"
        "      ...");
}

TEST_CASE("verify finds a wrong call", "[ir][verify]") {
  calque::Graph<support::Math> graph;
  auto& x = graph.placeholder("x");
  auto& p = graph.placeholder("p", {1});
  const auto& add = calque::function_of<support::Math>(calque::operators::add);
  auto& sum = graph.call_function(add, {x, x});
  graph.store().set_operand(sum, 1, p);
  CHECK(findings_of(graph) ==
        "7: %add is a wrong call: cannot call add: argument 1 is %p of type bool, not double\n");
  graph.store().set_operands(sum, std::vector<calque::Operand<support::Math>>{x}, {});
  CHECK(findings_of(graph) == "7: %add is a wrong call: cannot call add: argument 1 is missing\n");
}

TEST_CASE("verify finds what has more arguments than it may", "[ir][verify]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& output = graph.output({x});
  const std::vector<calque::Operand<Untyped>> two{1, 2};
  graph.store().set_operands(x, two, {});
  graph.store().set_operands(output, two, {});
  CHECK(findings_of(graph) ==
        "7: %x has more arguments than a default\n7: %output has not one result\n");
}

TEST_CASE("verify finds an impure call that came from one declared pure", "[ir][verify]") {
  static constexpr auto twice = calque::wrap<"twice">([](auto x) { return x + x; });
  static constexpr auto print =
      calque::primitive<"print">([](double x) { return x; }, calque::effects::io);
  calque::Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(calque::function_of<double>(twice), {x});
  auto& impure = graph.call_function(calque::function_of<double>(print), {x});
  graph.store().set_origin(impure, graph.store().add_site(call));
  CHECK(findings_of(graph) ==
        "8: %print_1 is not pure, but comes from twice, which is declared pure\n");
}

TEST_CASE("verify finds an opened call that came from itself", "[ir][verify]") {
  static constexpr auto twice = calque::wrap<"twice">([](auto x) { return x + x; });
  calque::Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(calque::function_of<double>(twice), {x});
  graph.store().set_origin(call, 1);
  graph.store().add_site(call);
  CHECK(findings_of(graph) == "9: %twice comes from a call that comes from itself\n");
}

TEST_CASE("call_function refuses arguments that are no argument list", "[ir][graph][errors]") {
  calque::Graph<Untyped> graph;
  calque::Node<Untyped>& x = graph.placeholder("x");
  const auto refusal = [&](const UntypedArguments& arguments) {
    return error_of<GraphError>([&] { graph.call_function(f, arguments); });
  };
  CHECK(refusal(UntypedArguments().keyword("k").add(x).add(x)) ==
        "cannot call f: a positional argument stands behind a keyword");
  CHECK(refusal(UntypedArguments().add(x).keyword("k")) == "cannot call f: a keyword has no value");
  CHECK(refusal(UntypedArguments().keyword("k").keyword("l").add(x)) ==
        "cannot call f: a keyword has no value");
  CHECK(refusal(UntypedArguments().keyword("k").add(x).keyword("k").add(x)) ==
        "cannot call f: argument k is given twice");
  CHECK(graph.size() == 1);
}

TEST_CASE("output refuses keywords and having no result", "[ir][graph][errors]") {
  calque::Graph<Untyped> graph;
  calque::Node<Untyped>& x = graph.placeholder("x");
  const std::string refusal =
      "cannot add this output node: it needs one result\nnote: make several one tuple or list";
  CHECK(error_of<GraphError>([&] { graph.output({}); }) == refusal);
  CHECK(error_of<GraphError>([&] {
          graph.output(UntypedArguments{x}.keyword("k").add(x));
        }) == refusal);
}

TEST_CASE("create_node refuses a call of nothing", "[ir][graph][errors]") {
  calque::Graph<Untyped> graph;
  const calque::NodeDetails details{"f", {}, {}, {}};
  CHECK(error_of<GraphError>([&] {
          graph.create_node({calque::Opcode::call_function, {0}, {}, details});
        }) == "cannot add this call_function node: it needs a function");
}

TEST_CASE("an output is no operand", "[ir][graph][errors]") {
  calque::Graph<Untyped> graph;
  calque::Node<Untyped>& x = graph.placeholder("x");
  calque::Node<Untyped>& c = graph.call_function(f, {x});
  calque::Node<Untyped>& out = graph.output({c});
  CHECK(error_of<GraphError>([&] { graph.call_function(f, {out}); }) ==
        "cannot use %output as an argument of f: an output has no value");
  CHECK(error_of<GraphError>([&] { x.replace_all_uses_with(out); }) ==
        "cannot replace the uses of %x: %output is an output and has no value");
  CHECK(error_of<GraphError>([&] { c.replace_input_with(x, out); }) ==
        "cannot replace an input of %f: %output is an output and has no value");
}
