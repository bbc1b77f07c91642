#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using support::expect_code;
using support::expect_listing;

namespace tracer_base_test {

inline constexpr auto twice = wrap<"tracer_base_test::twice">([](auto x) { return x + x; });
inline constexpr auto thrice = wrap<"tracer_base_test::thrice">([](auto x) {
  auto two = twice(x);
  return two + x;
});

struct Math : types<double, bool> {};

/// Records multiplications by two as additions.
struct StrengthReducing : Tracer<double> {
  Node& create_node(const NodeSpec& spec) override {
    if (spec.calls(operators::mul) && spec.args()[1].is_literal() &&
        spec.args()[1].literal() == Literal<double>(2.0)) {
      Node& x = spec.args()[0].node();
      return graph().call_function(function_of<double, double, double>(operators::add), {x, x});
    }
    return TracerBase::create_node(spec);
  }
};

/// Opens `twice`, and keeps everything else.
struct Opening : Tracer<double> {
  bool is_leaf_function(const Function& function) const override { return function != twice; }
};

/// Drops multiplications by one: the proxy of the operand stands for the product.
struct Simplifying : Tracer<double> {
  Proxy<double> create_proxy(const NodeSpec& spec) override {
    if (spec.calls(operators::mul) && spec.args()[1].is_literal() &&
        spec.args()[1].literal() == Literal<double>(1.0)) {
      return proxy(spec.args()[0].node());
    }
    return TracerBase::create_proxy(spec);
  }
};

/// Answers zero for every sine, without a node.
struct Folding : Tracer<double> {
  Proxy<double> create_proxy(const NodeSpec& spec) override {
    if (spec.calls(math::sin)) return Proxy<double>(0.0);
    return TracerBase::create_proxy(spec);
  }
};

struct Deciding : Tracer<Math> {
  explicit Deciding(bool answer) : answer_(answer) {}
  bool to_bool(const Proxy<Math>& condition) override {
    asked.push_back(condition.node().name());
    return answer_;
  }
  std::vector<std::string> asked;

 private:
  bool answer_;
};

struct Counting : Tracer<double> {
  Node& create_node(const NodeSpec& spec) override {
    ++created;
    return TracerBase::create_node(spec);
  }
  int created = 0;
};

}  // namespace tracer_base_test

using namespace tracer_base_test;

TEST_CASE("create_node sees every node of a trace", "[trace][tracer_base]") {
  Counting tracer;
  const auto graph = tracer.trace([](auto x, auto y) {
    auto sum = x + y;
    return twice(sum);
  });
  CHECK(tracer.created == 5);
  CHECK(graph.size() == 5);
}

TEST_CASE("an overridden create_node records something else instead", "[trace][tracer_base]") {
  const auto graph = StrengthReducing().trace([](auto x) {
    auto kept = x * 3.0;
    return kept * 2.0;
  });
  expect_code(graph, R"(
def forward(self, x):
    mul = x * 3.0;  x = None
    add = mul + mul;  mul = None
    return add
)");
}

TEST_CASE("a function that is no leaf is traced through", "[trace][tracer_base]") {
  const auto graph = Opening().trace([](auto x) {
    auto two = twice(x);
    return thrice(two);
  });
  expect_code(graph, R"(
def forward(self, x):
    add = x + x;  x = None
    thrice = tracer_base_test_thrice(add);  add = None
    return thrice
)");
}

TEST_CASE("an overridden create_proxy may answer with an operand", "[trace][tracer_base]") {
  const auto graph = Simplifying().trace([](auto x) {
    auto same = x * 1.0;
    return same + 2.0;
  });
  expect_code(graph, R"(
def forward(self, x):
    add = x + 2.0;  x = None
    return add
)");
}

TEST_CASE("an overridden create_proxy may answer with a constant", "[trace][tracer_base]") {
  const auto graph = Folding().trace([](auto x) {
    auto zero = sin(x);
    auto one = zero + 1.0;
    return x * one;
  });
  expect_code(graph, R"(
def forward(self, x):
    mul = x * 1.0;  x = None
    return mul
)");
}

TEST_CASE("an overridden to_bool decides a branch and is asked with the condition",
          "[trace][tracer_base]") {
  const auto f = [](auto x) {
    auto positive = x > 0.0;
    if (positive) return x + 1.0;
    return x - 1.0;
  };
  Deciding yes(true);
  expect_code(yes.trace(f), R"(
def forward(self, x):
    gt = x > 0.0;  gt = None
    add = x + 1.0;  x = None
    return add
)");
  CHECK(yes.asked == std::vector<std::string>{"gt"});
  Deciding no(false);
  expect_code(no.trace(f), R"(
def forward(self, x):
    gt = x > 0.0;  gt = None
    sub = x - 1.0;  x = None
    return sub
)");
}

TEST_CASE("logical operators ask to_bool and short-circuit as in C++", "[trace][tracer_base]") {
  Deciding tracer(false);
  const auto graph = tracer.trace([](auto x, auto y) {
    auto a = x > 0.0;
    auto b = y > 0.0;
    return a && b ? x : y;
  });
  CHECK(tracer.asked == std::vector<std::string>{"gt"});
  CHECK(graph.output_node()->operand(0).node->name() == "x_1");
}

TEST_CASE("a GraphAppendingTracer records at the insertion point", "[trace][tracer_base]") {
  auto graph = Tracer<double>().trace([](auto x) {
    auto sum = x + 1.0;
    return sum;
  });
  Node<double>& sum = *graph.output_node()->operand(0).node;
  {
    const auto here = graph.inserting_before(sum);
    const GraphAppendingTracer<double> tracer(graph);
    Node<double>& x = *sum.operand(0).node;
    const Proxy<double> root = sqrt(Proxy<double>(x));
    sum.replace_input_with(x, root);
  }
  expect_code(graph, R"(
def forward(self, x):
    sqrt = torch.sqrt(x);  x = None
    add = sqrt + 1.0;  sqrt = None
    return add
)");
}

TEST_CASE("the innermost of nested tracers of one graph counts", "[trace][tracer_base]") {
  struct Marking : GraphAppendingTracer<double> {
    using GraphAppendingTracer::GraphAppendingTracer;
    Node& create_node(const NodeSpec& spec) override {
      ++created;
      return TracerBase::create_node(spec);
    }
    int created = 0;
  };
  Graph<double> graph;
  const Proxy<double> x(graph.placeholder("x"));
  Marking outer(graph);
  (void)(x + 1.0);
  CHECK(outer.created == 1);
  {
    Marking inner(graph);
    (void)(x + 2.0);
    CHECK(outer.created == 1);
    CHECK(inner.created == 1);
  }
  (void)(x + 3.0);
  CHECK(outer.created == 2);
}

TEST_CASE("tracers of two graphs are active side by side", "[trace][tracer_base]") {
  Graph<double> first;
  Graph<double> second;
  const Proxy<double> x(first.placeholder("x"));
  const Proxy<double> y(second.placeholder("y"));
  const GraphAppendingTracer<double> outer(first);
  const GraphAppendingTracer<double> inner(second);
  (void)(x + 1.0);
  (void)(y * 2.0);
  expect_listing(first, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %add : [num_users=0] = call_function[target=operator.add](args = (%x, 1.0), kwargs = {})
)");
  expect_listing(second, R"(
graph():
    %y : [num_users=1] = placeholder[target=y]
    %mul : [num_users=0] = call_function[target=operator.mul](args = (%y, 2.0), kwargs = {})
)");
}

TEST_CASE("a graph may be moved while a tracer is active for it", "[trace][tracer_base]") {
  Graph<double> graph;
  Graph<double> moved;
  const Proxy<double> x(graph.placeholder("x"));
  const GraphAppendingTracer<double> tracer(graph);
  moved = std::move(graph);
  (void)(x + 1.0);
  CHECK(moved.size() == 2);
  CHECK(&tracer.graph().store() == &moved.store());
}

TEST_CASE("a trace inside a trace of another graph records into its own", "[trace][tracer_base]") {
  std::string inner_code;
  const auto graph = Tracer<double>().trace([&](auto x) {
    const auto inner = Tracer<double>().trace([](auto y) { return y * 2.0; });
    inner_code = code(inner);
    return x + 1.0;
  });
  CHECK(inner_code == support::trimmed(R"(
def forward(self, x):
    mul = x * 2.0;  x = None
    return mul
)"));
  expect_code(graph, R"(
def forward(self, x):
    add = x + 1.0;  x = None
    return add
)");
}
