#include <calque/ir/function.hpp>
#include <calque/ir/graph.hpp>

#include "support/catch.hpp"
#include "support/hand_made.hpp"

using calque::Effect;
using calque::FunctionInfo;
using calque::FunctionKind;

namespace {

constexpr FunctionInfo here{.name = "lowp::f"};
constexpr FunctionInfo there{.name = "lowp::f"};
constexpr FunctionInfo method{.name = "lowp::f", .kind = FunctionKind::method};
constexpr FunctionInfo other{.name = "other::f"};

struct Describes {
  const FunctionInfo* described;
  constexpr const FunctionInfo& info() const { return *described; }
};

}  // namespace

TEST_CASE("the base name is the last component", "[ir][function]") {
  CHECK(FunctionInfo{.name = "f"}.base_name() == "f");
  CHECK(FunctionInfo{.name = "a::b::f"}.base_name() == "f");
  CHECK(FunctionInfo{.name = "torch.relu"}.base_name() == "relu");
}

TEST_CASE("functions are one if they bear one qualified name", "[ir][function]") {
  CHECK(support::untyped(here) == support::untyped(here));
  CHECK(support::untyped(here) == support::untyped(there));
  CHECK_FALSE(support::untyped(here) == support::untyped(method));
  CHECK(support::untyped(here) != support::untyped(other));
}

TEST_CASE("a function and a callable are compared by what describes them", "[ir][function]") {
  const calque::Function<support::Untyped> function = support::untyped(there);
  CHECK(function == Describes{&here});
  CHECK(function != Describes{&other});
}

TEST_CASE("effects say what a call does besides its result", "[ir][function]") {
  CHECK(calque::Effects{}.is_pure());
  CHECK(calque::effects::pure.value.is_pure());
  CHECK(calque::effects::random.value == calque::Effects{Effect::random});
  CHECK(calque::effects::io.value == calque::Effects{Effect::io});
  CHECK(calque::effects::mutates<2>.value == calque::Effects{Effect::mutates, 2});
  CHECK_FALSE(calque::effects::mutates<0>.value.is_pure());
}

TEST_CASE("a call reads values before literals", "[ir][function]") {
  using Slot = calque::Slot<support::Math>;
  const calque::value_t<support::Math> value = 2.5;
  const std::array<Slot, 3> slots{Slot{{}, &value}, Slot{calque::Literal<support::Math>(4)},
                                  Slot{calque::Literal<support::Math>(true)}};
  const calque::Call<support::Math> call{slots};
  CHECK(call.size() == 3);
  CHECK(call.get<double>(0) == 2.5);
  CHECK(call.get<int>(1) == 4);
  CHECK(call.get<bool>(2));
  CHECK(call.operand(1).literal.is<int>());
}

TEST_CASE("a method is recorded as call_method and other functions as call_function",
          "[ir][function]") {
  static constexpr FunctionInfo relu_info{.name = "relu_", .kind = FunctionKind::method};
  static constexpr auto relu = support::untyped(relu_info);
  support::UntypedGraph graph;
  auto& x = graph.placeholder("x");
  CHECK(graph.call_function(relu, {x}).op() == calque::Opcode::call_method);
  CHECK(graph.call_function(support::f, {x}).op() == calque::Opcode::call_function);
}

TEST_CASE("results are named after the function in snake case", "[ir][function]") {
  static constexpr FunctionInfo pascal_info{.name = "ns::PascalCase"};
  static constexpr FunctionInfo caps_info{.name = "ALL_CAPS"};
  static constexpr FunctionInfo server_info{.name = "HTTPServer"};
  static constexpr FunctionInfo numbered_info{.name = "MyFn_2"};
  static constexpr FunctionInfo reserved_info{.name = "torch.sum"};
  static constexpr auto pascal = support::untyped(pascal_info);
  static constexpr auto caps = support::untyped(caps_info);
  static constexpr auto server = support::untyped(server_info);
  static constexpr auto numbered = support::untyped(numbered_info);
  static constexpr auto reserved = support::untyped(reserved_info);
  support::UntypedGraph graph;
  CHECK(graph.call_function(pascal, {}).name() == "pascal_case");
  CHECK(graph.call_function(pascal, {}).name() == "pascal_case_1");
  CHECK(graph.call_function(caps, {}).name() == "all_caps");
  CHECK(graph.call_function(server, {}).name() == "httpserver");
  CHECK(graph.call_function(numbered, {}).name() == "my_fn_2");
  CHECK(graph.call_function(numbered, {}).name() == "my_fn_3");
  CHECK(graph.call_function(reserved, {}).name() == "sum_1");
}
