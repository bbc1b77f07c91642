#include <calque/calque.hpp>

#include "support/catch.hpp"

#include <string>

using calque::Graph;
using calque::Operand;
using calque::operators::add;

TEST_CASE("operands are read in place, nodes and literals alike", "[ir][operand_list]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& sum = graph.call_function(calque::function_of<double, double, double>(add),
                                  {x, Operand<double>(2.5)});
  const auto operands = sum.operands();
  REQUIRE(operands.size() == 2);
  CHECK(operands[0].is_node());
  CHECK(&operands[0].node() == &x);
  CHECK(operands[0].id() == x.id());
  CHECK_FALSE(operands[1].is_node());
  CHECK(operands[1].literal().as<double>() == 2.5);
  CHECK(operands[1].literal_bits() == calque::Literal<double>(2.5).bits());
  std::string kinds;
  for (const auto operand : operands) kinds += operand.is_node() ? 'n' : 'l';
  CHECK(kinds == "nl");
}
