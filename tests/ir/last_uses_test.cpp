#include <calque/ir/last_uses.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using support::f;
using support::g;
using support::h;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

std::string ending_at(const calque::LastUses<support::Untyped>& last_uses,
                      const UntypedNode& user) {
  std::string text;
  last_uses.for_each_ending_at(user, [&](const UntypedNode& value) { text += value.name() + ' '; });
  return text;
}

}  // namespace

TEST_CASE("the last use is the last in the order of nodes", "[ir][last_uses]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  auto& second = graph.call_function(g, {x, first});
  auto& output = graph.output({second});
  const calque::LastUses last_uses(graph);
  CHECK_FALSE(last_uses.is_last_use(x, first));
  CHECK(last_uses.is_last_use(x, second));
  CHECK(last_uses.is_last_use(first, second));
  CHECK(last_uses.is_last_use(second, output));
}

TEST_CASE("a value without users has no last use", "[ir][last_uses]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {1});
  const calque::LastUses last_uses(graph);
  CHECK_FALSE(last_uses.is_last_use(x, call));
  CHECK(ending_at(last_uses, call) == "");
  CHECK(ending_at(last_uses, x) == "");
}

TEST_CASE("values that end at a node are visited once in operand order", "[ir][last_uses]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& z = graph.placeholder("z");
  auto& twice = graph.call_function(f, {z, z});
  auto& several = graph.call_function(g, {y, 1, x, y, twice});
  auto& pair = graph.call_function(h, {several, several});
  const calque::LastUses last_uses(graph);
  CHECK(ending_at(last_uses, twice) == "z ");
  CHECK(ending_at(last_uses, several) == "y x f ");
  CHECK(ending_at(last_uses, pair) == "g ");
}

TEST_CASE("a value used by a later node does not end earlier", "[ir][last_uses]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& early = graph.call_function(f, {x, y});
  auto& middle = graph.call_function(g, {y, x, x});
  graph.call_function(h, {y});
  const calque::LastUses last_uses(graph);
  CHECK(ending_at(last_uses, early) == "");
  CHECK(ending_at(last_uses, middle) == "x ");
}
