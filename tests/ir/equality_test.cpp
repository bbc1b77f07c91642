#include <calque/ir/equality.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using calque::structurally_equal;
using support::f;
using support::g;
using support::UntypedArguments;
using support::UntypedGraph;

namespace {

/// Whether two graphs of one call with these arguments are equal.
bool equal_calls(const UntypedArguments& a, const UntypedArguments& b) {
  UntypedGraph one;
  UntypedGraph other;
  one.call_function(f, a);
  other.call_function(f, b);
  return structurally_equal(one, other);
}

UntypedArguments keyword(std::string_view name, calque::Operand<support::Untyped> value) {
  UntypedArguments arguments;
  arguments.keyword(name).add(value);
  return arguments;
}

}  // namespace

TEST_CASE("graphs with the same nodes are equal whatever their names", "[ir][equality]") {
  UntypedGraph a;
  UntypedGraph b;
  auto& x = a.placeholder("x");
  a.output({a.call_function(f, {x, 1}, "one_name")});
  auto& unused = b.placeholder("unused");
  b.erase_node(unused);
  auto& also_x = b.placeholder("x");
  b.output({b.call_function(f, {also_x, 1}, "another")});
  CHECK(structurally_equal(a, b));
  CHECK(structurally_equal(UntypedGraph(), UntypedGraph()));
}

TEST_CASE("graphs of different length, opcode or target differ", "[ir][equality]") {
  UntypedGraph none;
  UntypedGraph parameter;
  parameter.placeholder("x");
  UntypedGraph other_parameter;
  other_parameter.placeholder("y");
  UntypedGraph attribute;
  attribute.get_attr("x");
  UntypedGraph call_f;
  call_f.call_function(f, {});
  UntypedGraph call_g;
  call_g.call_function(g, {});
  CHECK_FALSE(structurally_equal(none, parameter));
  CHECK_FALSE(structurally_equal(parameter, none));
  CHECK_FALSE(structurally_equal(parameter, other_parameter));
  CHECK_FALSE(structurally_equal(parameter, attribute));
  CHECK_FALSE(structurally_equal(call_f, call_g));
}

TEST_CASE("graphs whose types differ differ", "[ir][equality]") {
  calque::Graph<support::Math> numbers;
  calque::Graph<support::Math> truths;
  numbers.placeholder("x", calque::TypeIndex{0});
  truths.placeholder("x", calque::TypeIndex{1});
  CHECK_FALSE(structurally_equal(numbers, truths));
}

TEST_CASE("graphs that wire other nodes differ", "[ir][equality]") {
  UntypedGraph a;
  UntypedGraph b;
  auto& ax = a.placeholder("x");
  auto& ay = a.placeholder("y");
  auto& bx = b.placeholder("x");
  auto& by = b.placeholder("y");
  a.call_function(f, {ax, ay});
  b.call_function(f, {by, bx});
  CHECK_FALSE(structurally_equal(a, b));
}

TEST_CASE("literals are compared by type and bits", "[ir][equality]") {
  CHECK(equal_calls({1, "t"}, {1, "t"}));
  CHECK_FALSE(equal_calls({1}, {1.0}));
  CHECK_FALSE(equal_calls({1}, {2}));
  CHECK_FALSE(equal_calls({0.0}, {-0.0}));
  CHECK_FALSE(equal_calls({"t"}, {"u"}));
  CHECK_FALSE(equal_calls({1}, {1, 1}));
}

TEST_CASE("nesting is compared", "[ir][equality]") {
  UntypedArguments tuple;
  tuple.add_tuple({1, 2});
  UntypedArguments list;
  list.add_list({1, 2});
  UntypedArguments split;
  split.add_tuple({1}).add(2);
  CHECK(equal_calls(tuple, tuple));
  CHECK_FALSE(equal_calls(tuple, list));
  CHECK_FALSE(equal_calls(tuple, split));
  CHECK_FALSE(equal_calls(tuple, {1, 2}));
}

TEST_CASE("keywords are compared by name", "[ir][equality]") {
  CHECK(equal_calls(keyword("k", 1), keyword("k", 1)));
  CHECK_FALSE(equal_calls(keyword("k", 1), keyword("l", 1)));
  CHECK_FALSE(equal_calls(keyword("k", 1), keyword("k", 2)));
  CHECK_FALSE(equal_calls(keyword("k", 1), {1}));
}

TEST_CASE("functions of one qualified name are one", "[ir][equality]") {
  static constexpr calque::FunctionInfo again_info{.name = "f"};
  static constexpr auto again = support::untyped(again_info);
  UntypedGraph a;
  UntypedGraph b;
  a.call_function(f, {});
  b.call_function(again, {});
  CHECK(structurally_equal(a, b));
}
