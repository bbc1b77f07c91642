// The texts of what binding refuses are in bad_graphs_test.cpp.
#include <calque/ir/binding.hpp>
#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

#include <bit>

using support::Math;

namespace {

constexpr std::array<calque::ParameterInfo, 3> bound_parameters{{
    {.name = "x"},
    {.name = "factor",
     .has_default = true,
     .default_kind = calque::LiteralKind::real_double,
     .default_bits = std::bit_cast<std::uint64_t>(2.0)},
    {.name = "bias",
     .has_default = true,
     .default_kind = calque::LiteralKind::integer,
     .default_bits = 7},
}};
constexpr calque::FunctionInfo bound_info{.name = "bound", .parameters = bound_parameters};
constexpr std::array<calque::ParameterType, 3> bound_types{{
    {.type = {0}, .literal = calque::LiteralKind::real_double},
    {.type = {0}, .literal = calque::LiteralKind::real_double},
    {.type = {}, .literal = calque::LiteralKind::integer},
}};
constexpr calque::Function<Math> bound{.described = &bound_info,
                                       .parameter_types = bound_types,
                                       .result_type = {0},
                                       .arity = 3};

using MathArguments = calque::Arguments<Math>;

/// The arguments of a call in the order of the parameters.
std::string slots_of(const calque::Node<Math>& call) {
  std::string text;
  for (const auto& slot : calque::detail::bound_slots(call)) {
    if (!text.empty()) text += ", ";
    if (slot.operand.is_node()) text += slot.operand.node->name();
    else calque::append_literal(text, slot.operand.literal);
  }
  return text;
}

}  // namespace

TEST_CASE("positional arguments are bound in order", "[ir][binding]") {
  calque::Graph<Math> graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  CHECK(slots_of(graph.call_function(bound, {x, y, 3})) == "x, y, 3");
}

TEST_CASE("an omitted argument is not stored and is bound to its default", "[ir][binding]") {
  calque::Graph<Math> graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(bound, {x});
  CHECK(call.operand_count() == 1);
  CHECK(slots_of(call) == "x, 2.0, 7");
}

TEST_CASE("keywords are bound by name in any order", "[ir][binding]") {
  calque::Graph<Math> graph;
  auto& x = graph.placeholder("x");
  MathArguments arguments;
  arguments.keyword("bias").add(1).keyword("x").add(x).keyword("factor").add(0.5);
  CHECK(slots_of(graph.call_function(bound, arguments)) == "x, 0.5, 1");
}

TEST_CASE("a default may lie between a place and a keyword", "[ir][binding]") {
  calque::Graph<Math> graph;
  auto& x = graph.placeholder("x");
  MathArguments arguments{x};
  arguments.keyword("bias").add(1);
  CHECK(slots_of(graph.call_function(bound, arguments)) == "x, 2.0, 1");
}

TEST_CASE("edits are bound like new calls", "[ir][binding]") {
  calque::Graph<Math> graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  MathArguments arguments{x};
  arguments.keyword("factor").add(x);
  auto& call = graph.call_function(bound, arguments);
  call.replace_input_with(x, y);
  CHECK(slots_of(call) == "y, y, 7");
  y.replace_all_uses_with(calque::Literal<Math>(1.5));
  CHECK(slots_of(call) == "1.5, 1.5, 7");
}

TEST_CASE("an untyped function is bound to whatever it is given", "[ir][binding]") {
  support::UntypedGraph graph;
  auto& x = graph.placeholder("x");
  const auto slots = calque::detail::bound_slots(graph.call_function(support::f, {x, 1, x, "t"}));
  REQUIRE(slots.size() == 4);
  CHECK(slots[2].operand.node == &x);
  CHECK(slots[3].operand.literal.text() == "t");
}
