#include <calque/module/graph_module.hpp>

#include <calque/module/symbolic_trace.hpp>
#include <calque/passes/dead_code.hpp>
#include <calque/passes/inline.hpp>
#include <calque/trace/math.hpp>
#include <calque/trace/operators.hpp>
#include <calque/trace/wrap.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <tuple>
#include <type_traits>

using calque::ExecutionError;
using calque::GraphModule;
using support::error_of;
using support::trimmed;

namespace {

struct Math : calque::types<double, bool> {};

using S = calque::Proxy<double>;
using Values = std::vector<double>;

constexpr auto scale = calque::wrap<"graph_module_test::scale">([](auto x) { return x * 3.0; });

GraphModule<double> scaled_sum() {
  return calque::symbolic_trace<double>(
      [](S x, S y) {
        auto scaled = scale(x);
        return scaled + y;
      },
      {"x", "y"});
}

/// Lets the program return its first input alone.
void return_first_input(GraphModule<double>& module) {
  auto& graph = module.graph();
  auto& output = *graph.output_node();
  output.replace_input_with(output.args()[0].node(), *graph.nodes().begin());
}

constexpr std::string_view stale =
    "the graph has changed since the module was compiled\nnote: call recompile()";

}  // namespace

TEST_CASE("a module is called like a function", "[module]") {
  GraphModule<double> module = scaled_sum();
  CHECK(module(2.0, 1.0) == 7.0);
  const GraphModule<double>& fixed = module;
  CHECK(fixed(2.0, 1.0) == 7.0);
  CHECK(fixed(0.5, 1.0) == 2.5);
}

TEST_CASE("arguments of a call become values of the domain", "[module]") {
  GraphModule<double> module = scaled_sum();
  CHECK(module(2, 1.5f) == 7.5);
}

TEST_CASE("a module of several types takes and gives their values", "[module]") {
  using Number = calque::Proxy<double, Math>;
  using Truth = calque::Proxy<bool, Math>;
  GraphModule<Math> module = calque::symbolic_trace<Math>(
      [](Number x, Truth p) { return calque::where(p, x, 0.5); },
      calque::inputs<double, bool>("x", "p"));
  CHECK(std::get<double>(module(2.0, true)) == 2.0);
  CHECK(std::get<double>(module(2, false)) == 0.5);
  CHECK(std::get<double>(module(calque::value_t<Math>(4.0), true)) == 4.0);
  CHECK(error_of<ExecutionError>([&] { module(2.0, 1.0); }) ==
        R"(while executing %p: input is a double, not a bool
      %x      = placeholder[target=x]
   -> %p      = placeholder[target=p]
      %where  = call_function[target=torch.where](%p, %x, 0.5)
      %output = output[target=output](%where))");
}

TEST_CASE("a call with a wrong number of arguments is refused", "[module]") {
  GraphModule<double> module = scaled_sum();
  CHECK(error_of<ExecutionError>([&] { module(1.0); }) == "the graph takes 2 inputs, not 1");
  CHECK(error_of<ExecutionError>([&] { module(1.0, 2.0, 3.0); }) ==
        "the graph takes 2 inputs, not 3");
}

TEST_CASE("run gives several results one after another", "[module]") {
  GraphModule<double> module = calque::symbolic_trace<double>(
      [](S x, S y) {
        auto sum = x + y;
        return std::tuple(sum, std::vector<S>{x, y});
      },
      {"x", "y"});
  CHECK(module.run(Values{1.0, 2.0}) == Values{3.0, 1.0, 2.0});
  CHECK(std::as_const(module).run(Values{1.0, 2.0}) == Values{3.0, 1.0, 2.0});
}

TEST_CASE("a call refuses a program that has not one result", "[module]") {
  GraphModule<double> two =
      calque::symbolic_trace<double>([](S x) { return std::tuple(x, x); }, {"x"});
  CHECK(error_of<ExecutionError>([&] { two(1.0); }) ==
        "the program has 2 results, not one\nnote: call run(inputs)");
  GraphModule<double> none{calque::Graph<double>()};
  CHECK(error_of<ExecutionError>([&] { none(); }) ==
        "the program has 0 results, not one\nnote: call run(inputs)");
}

TEST_CASE("code is the text of the graph as it is now", "[module]") {
  GraphModule<double> module = scaled_sum();
  CHECK(module.code() == trimmed(R"(
def forward(self, x, y):
    scale = graph_module_test_scale(x);  x = None
    add = scale + y;  scale = y = None
    return add
)"));
  return_first_input(module);
  CHECK(module.is_stale());
  CHECK(module.code() == trimmed(R"(
def forward(self, x, y):
    scale = graph_module_test_scale(x)
    add = scale + y;  scale = y = add = None
    return x
)"));
}

TEST_CASE("a module that may change recompiles itself after an edit", "[module]") {
  GraphModule<double> module = scaled_sum();
  CHECK_FALSE(module.is_stale());
  return_first_input(module);
  CHECK(module.is_stale());
  CHECK(module(2.0, 1.0) == 2.0);
  CHECK_FALSE(module.is_stale());
  calque::eliminate_dead_code(module.graph());
  CHECK(module.is_stale());
  CHECK(module.run(Values{2.0, 1.0}) == Values{2.0});
  CHECK_FALSE(module.is_stale());
}

TEST_CASE("a const module refuses to run old code", "[module]") {
  GraphModule<double> module = scaled_sum();
  const GraphModule<double>& fixed = module;
  return_first_input(module);
  CHECK(error_of<ExecutionError>([&] { fixed(2.0, 1.0); }) == stale);
  CHECK(error_of<ExecutionError>([&] { fixed.run(Values{2.0, 1.0}); }) == stale);
  module.recompile();
  CHECK_FALSE(module.is_stale());
  CHECK(fixed(2.0, 1.0) == 2.0);
}

TEST_CASE("every kind of edit makes a module stale", "[module]") {
  GraphModule<double> module = scaled_sum();
  auto& graph = module.graph();
  const auto expect_stale = [&] {
    CHECK(module.is_stale());
    module.recompile();
    CHECK(std::as_const(module)(2.0, 1.0) == 7.0);
  };
  auto& x = *graph.nodes().begin();
  auto& y = *x.next();
  auto& call = *y.next();
  {
    auto here = graph.inserting_before(call);
    graph.call_function(call.function(), {x}, "unused");
  }
  expect_stale();
  auto& unused = *call.prev();
  unused.replace_input_with(x, y);
  expect_stale();
  call.append(unused);
  expect_stale();
  graph.erase_node(unused);
  expect_stale();
  calque::inline_call(call);
  expect_stale();
  graph.compact();
  expect_stale();
}

TEST_CASE("a module whose graph was replaced runs the new one", "[module]") {
  GraphModule<double> module =
      calque::symbolic_trace<double>([](S x, S y) {
        auto product = x * y;
        return product * x;
      }, {"x", "y"});
  GraphModule<double> other =
      calque::symbolic_trace<double>([](S x, S y) {
        auto sum = x + x;
        return sum + y;
      }, {"x", "y"});
  module.graph() = std::move(other.graph());
  CHECK(module.is_stale());
  CHECK(module(2.0, 1.0) == 5.0);
}

TEST_CASE("a moved module keeps its nodes", "[module]") {
  GraphModule<double> original = scaled_sum();
  auto& node = *original.graph().output_node();
  GraphModule<double> moved = std::move(original);
  CHECK(moved.graph().output_node() == &node);
  CHECK_FALSE(moved.is_stale());
  CHECK(std::as_const(moved)(2.0, 1.0) == 7.0);

  GraphModule<double> assigned =
      calque::symbolic_trace<double>([](S x) { return x; }, {"x"});
  assigned = std::move(moved);
  CHECK(assigned.graph().output_node() == &node);
  CHECK(std::as_const(assigned)(2.0, 1.0) == 7.0);
  calque::inline_calls(assigned.graph(), [](const auto& call) { return call.calls(scale); });
  CHECK(assigned(2.0, 1.0) == 7.0);
  CHECK(assigned.code() == trimmed(R"(
def forward(self, x, y):
    mul = x * 3.0;  x = None
    add = mul + y;  mul = y = None
    return add
)"));
}

TEST_CASE("a module is moved and never copied", "[module]") {
  STATIC_CHECK_FALSE(std::is_copy_constructible_v<GraphModule<double>>);
  STATIC_CHECK_FALSE(std::is_copy_assignable_v<GraphModule<double>>);
  STATIC_CHECK(std::is_move_constructible_v<GraphModule<double>>);
  STATIC_CHECK(std::is_move_assignable_v<GraphModule<double>>);
}

TEST_CASE("a const module may be called from many threads", "[module][threads]") {
  const GraphModule<double> module = calque::symbolic_trace<double>(
      [](S x, S y) {
        for (int i = 0; i < 20; ++i) {
          auto scaled = scale(x);
          auto wave = sin(scaled);
          x = wave + y;
        }
        return x;
      },
      {"x", "y"});
  constexpr std::size_t thread_count = 4;
  constexpr int calls = 200;
  const auto compute = [&](Values& results) {
    for (int i = 0; i < calls; ++i) results.push_back(module(0.01 * i, 0.5));
  };
  Values expected;
  compute(expected);
  std::array<Values, thread_count> results;
  std::vector<std::thread> threads;
  for (Values& own : results) threads.emplace_back([&] { compute(own); });
  for (std::thread& thread : threads) thread.join();
  for (const Values& own : results) CHECK(own == expected);
}

TEST_CASE("distinct graphs may be used from distinct threads", "[module][threads]") {
  constexpr std::size_t thread_count = 4;
  const auto work = [](std::string& text) {
    for (int round = 0; round < 20; ++round) {
      GraphModule<double> module = calque::symbolic_trace<double>(
          [](S x, S y) {
            for (int i = 0; i < 10; ++i) {
              auto scaled = scale(x);
              auto unused = scaled - y;
              (void)unused;
              x = scaled + y;
            }
            return x;
          },
          {"x", "y"});
      calque::inline_calls(module.graph(), [](const auto& node) { return node.calls(scale); });
      calque::eliminate_dead_code(module.graph());
      module.graph().compact();
      text = module.code() + std::to_string(module(1.0, 2.0));
    }
  };
  std::string expected;
  work(expected);
  std::array<std::string, thread_count> texts;
  std::vector<std::thread> threads;
  for (std::string& text : texts) threads.emplace_back([&] { work(text); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : texts) CHECK(text == expected);
}
