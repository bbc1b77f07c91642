#include <calque/run/interpreter.hpp>

#include <calque/ir/equality.hpp>
#include <calque/ir/verify.hpp>
#include <calque/passes/canonical_order.hpp>
#include <calque/passes/dead_code.hpp>
#include <calque/passes/inline.hpp>
#include <calque/trace/math.hpp>
#include <calque/trace/operators.hpp>
#include <calque/trace/tracer.hpp>
#include <calque/trace/wrap.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/placeholder.hpp"

#include <algorithm>
#include <bit>
#include <exception>

using calque::Arguments;
using calque::ExecutionError;
using calque::Graph;
using calque::Interpreter;
using calque::None;
using calque::Untyped;
using support::error_of;
using support::placeholder_with_default;
using support::trimmed;

namespace {

struct Math : calque::types<double, bool> {};

using Args = Arguments<double>;
using Values = std::vector<double>;
using S = calque::Proxy<double>;

constexpr auto doubled = calque::method<"doubled">([](const auto& x) { return x * 2.0; });

constexpr auto explode = calque::primitive<"interpreter_test::explode">([](const auto& x) {
  if (x > 1.0) throw std::out_of_range("x is too big");
  return x;
});

constexpr auto throw_number = calque::primitive<"interpreter_test::throw_number">([](double x) {
  if (x > 1.0) throw 7;
  return x;
});

constexpr auto affine =
    calque::wrap<"interpreter_test::affine", "x", calque::param<"offset", 0.25>>(
        [](auto x, auto offset) {
          auto scaled = x * 1.5;
          return scaled + offset;
        });

constexpr auto twice_affine = calque::wrap<"interpreter_test::twice_affine">([](auto x, auto y) {
  auto inner = affine(x);
  auto outer = affine(inner, y);
  return inner - outer;
});

constexpr auto run_inner = calque::primitive<"interpreter_test::run_inner">([](double x) {
  Graph<double> inner;
  auto& input = inner.placeholder("a");
  inner.output({inner.call_function(calque::function_of<double, double>(explode), {input})});
  return Interpreter<double>(inner).run(Values{x})[0];
});

template <class... A, class F>
const calque::Function<double>& fn(const F& callable) {
  return calque::function_of<double, A...>(callable);
}

Values run(const Graph<double>& graph, const Values& inputs) {
  return Interpreter<double>(graph).run(inputs);
}

/// A chain of nodes, each the sum of the two before it.
Graph<double> sums_of_two(std::size_t count) {
  Graph<double> graph;
  auto* older = &graph.placeholder("x");
  auto* newer = &graph.placeholder("y");
  for (std::size_t i = 0; i < count; ++i) {
    auto& sum = graph.call_function(fn<double, double>(calque::operators::add), {*older, *newer});
    older = std::exchange(newer, &sum);
  }
  graph.output({*newer});
  return graph;
}

/// Notes how many values are kept whenever a node is about to run.
struct CountingInterpreter : Interpreter<double> {
  using Interpreter<double>::Interpreter;
  double run_node(const Node& node) override {
    most = std::max(most, live_values());
    last = live_values();
    return Interpreter<double>::run_node(node);
  }
  std::size_t most = 0;
  std::size_t last = 0;
};

/// A value that knows how many there are.
struct Counted {
  static inline int alive = 0;
  static inline int most_alive = 0;

  explicit Counted(double number) : value(number) { count(); }
  Counted() : Counted(0.0) {}
  Counted(const Counted& other) : Counted(other.value) {}
  Counted& operator=(const Counted&) = default;
  ~Counted() { --alive; }

  static void count() { most_alive = std::max(most_alive, ++alive); }
  friend Counted operator+(const Counted& a, const Counted& b) {
    return Counted(a.value + b.value);
  }

  double value;
};

int most_alive_in_chain(std::size_t length) {
  Graph<Counted> graph;
  const auto& add = calque::function_of<Counted, Counted, Counted>(calque::operators::add);
  auto* last = &graph.placeholder("x");
  for (std::size_t i = 0; i < length; ++i) last = &graph.call_function(add, {*last, *last});
  graph.output({*last});
  const std::vector<Counted> inputs(1, Counted(1.0));
  const int before = Counted::alive;
  Counted::most_alive = before;
  (void)Interpreter<Counted>(graph).run(inputs);
  CHECK(Counted::alive == before);
  return Counted::most_alive - before;
}

}  // namespace

TEST_CASE("the interpreter runs the nodes in order", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& difference = graph.call_function(fn<double, double>(calque::operators::sub), {x, y});
  auto& method = graph.call_function(fn<double>(doubled), {difference});
  auto& half = graph.call_function(fn<double, double>(calque::operators::mul), {0.25, method});
  graph.output({half});
  CHECK(run(graph, {5.0, 2.0}) == Values{1.5});
}

TEST_CASE("keywords and defaults are bound to parameters when a call runs", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& defaulted = graph.call_function(fn<double, double>(affine), {x});
  Args named;
  named.keyword("offset").add(1.0).keyword("x").add(defaulted);
  auto& swapped = graph.call_function(fn<double, double>(affine), named);
  graph.output(Args().add_tuple({defaulted, swapped}));
  CHECK(run(graph, {2.0}) == Values{3.25, 5.875});
}

TEST_CASE("each opcode has a method that may be overridden", "[run][interpreter]") {
  struct Logging : Interpreter<double> {
    using Interpreter<double>::Interpreter;
    double placeholder(const Node& node) override {
      log += "placeholder " + node.name() + "\n";
      return Interpreter<double>::placeholder(node) + 1.0;
    }
    double get_attr(const Node& node) override {
      log += "get_attr " + std::string(node.target()) + "\n";
      return 10.0;
    }
    double call_function(const Node& node, const calque::Call<double>& call) override {
      log += "call_function " + std::string(node.target()) + "\n";
      return Interpreter<double>::call_function(node, call) + call.get<double>(1);
    }
    double call_method(const Node& node, const calque::Call<double>& call) override {
      log += "call_method " + std::string(node.target()) + "\n";
      return Interpreter<double>::call_method(node, call) + 100.0;
    }
    double call_module(const Node& node) override {
      log += "call_module " + std::string(node.target()) + "\n";
      return value(node.args()[0].node()) + 1000.0;
    }
    Values output(const Node& node) override {
      log += "output\n";
      Values results = Interpreter<double>::output(node);
      results.push_back(-1.0);
      return results;
    }
    std::string log;
  };

  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& weight = graph.get_attr("weight");
  auto& sum = graph.call_function(fn<double, double>(calque::operators::add), {x, weight});
  auto& method = graph.call_function(fn<double>(doubled), {sum});
  auto& through = graph.call_module("layer", {method});
  graph.output({through});

  Logging interpreter(graph);
  CHECK(interpreter.run(Values{1.0}) == Values{1144.0, -1.0});
  CHECK(interpreter.log == trimmed(R"(
placeholder x
get_attr weight
call_function add
call_method doubled
call_module layer
output
)"));
}

TEST_CASE("an overridden placeholder may ignore the inputs", "[run][interpreter]") {
  struct Constant : Interpreter<double> {
    using Interpreter<double>::Interpreter;
    double placeholder(const Node&) override { return 3.0; }
  };
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  graph.output({x});
  CHECK(Constant(graph).run(Values{1.0}) == Values{3.0});
}

TEST_CASE("an interpreter may run again", "[run][interpreter]") {
  const Graph<double> graph = sums_of_two(5);
  Interpreter<double> interpreter(graph);
  CHECK(interpreter.run(Values{1.0, 1.0}) == Values{13.0});
  CHECK_THROWS_AS(interpreter.run(Values{1.0}), ExecutionError);
  CHECK(interpreter.run(Values{2.0, 2.0}) == Values{26.0});
}

TEST_CASE("a value is freed after its last use", "[run][interpreter]") {
  const Graph<double> graph = sums_of_two(1000);
  CountingInterpreter interpreter(graph);
  (void)interpreter.run(Values{1e-300, 1e-300});
  CHECK(interpreter.most == 2);
}

TEST_CASE("a value that nobody uses is freed at once", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  graph.placeholder("unused");
  graph.call_function(fn<double>(doubled), {x});
  graph.call_function(fn<double>(doubled), {x});
  auto& last = graph.call_function(fn<double>(doubled), {x});
  graph.output({last});
  CountingInterpreter interpreter(graph);
  CHECK(interpreter.run(Values{1.0, 2.0}) == Values{2.0});
  CHECK(interpreter.most == 1);
}

TEST_CASE("values that the output needs are kept until the end", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn<double>(doubled), {x});
  auto& b = graph.call_function(fn<double>(doubled), {a});
  auto& c = graph.call_function(fn<double>(doubled), {b});
  graph.output(Args().add_tuple({a, c}));
  CountingInterpreter interpreter(graph);
  CHECK(interpreter.run(Values{1.0}) == Values{2.0, 8.0});
  CHECK(interpreter.last == 2);
}

TEST_CASE("a long chain keeps no more objects alive than a short one", "[run][interpreter]") {
  const int short_chain = most_alive_in_chain(10);
  CHECK(short_chain > 0);
  CHECK(most_alive_in_chain(1000) == short_chain);
}

TEST_CASE("a failure names the node and shows the listing around it", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& big = graph.call_function(fn<double>(doubled), {x});
  auto& failing = graph.call_function(fn<double>(explode), {big});
  graph.output({failing});
  CHECK(run(graph, {0.25}) == Values{0.5});
  CHECK(error_of<ExecutionError>([&] { run(graph, {2.0}); }) ==
        R"(while executing %explode: x is too big
      %x       = placeholder[target=x]
      %doubled = call_method[target=doubled](%x)
   -> %explode = call_function[target=interpreter_test::explode](%doubled)
      %output  = output[target=output](%explode))");
}

TEST_CASE("the exception that caused a failure is nested in it", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  graph.output({graph.call_function(fn<double>(explode), {x})});
  std::string cause = "no nested exception";
  try {
    run(graph, {2.0});
  } catch (const std::nested_exception& failure) {
    try {
      failure.rethrow_nested();
    } catch (const std::out_of_range& error) {
      cause = error.what();
    }
  }
  CHECK(cause == "x is too big");
}

TEST_CASE("a failure of an inner graph names the outer node too", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  graph.output({graph.call_function(fn<double>(run_inner), {x})});
  CHECK(error_of<ExecutionError>([&] { run(graph, {2.0}); }) ==
        R"(while executing %run_inner: while executing %explode: x is too big
      %a       = placeholder[target=a]
   -> %explode = call_function[target=interpreter_test::explode](%a)
      %output  = output[target=output](%explode)
      %x         = placeholder[target=x]
   -> %run_inner = call_function[target=interpreter_test::run_inner](%x)
      %output    = output[target=output](%run_inner))");
}

TEST_CASE("a thrown value that is no exception class is wrapped with the node",
          "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  graph.output({graph.call_function(fn<double>(throw_number), {x})});
  int cause = 0;
  try {
    run(graph, {2.0});
  } catch (const std::nested_exception& failure) {
    try {
      failure.rethrow_nested();
    } catch (int number) {
      cause = number;
    }
  } catch (int) {
    FAIL_CHECK("the number itself was thrown");
  }
  CHECK(cause == 7);
}

TEST_CASE("too few and too many inputs are refused", "[run][interpreter]") {
  const Graph<double> two = sums_of_two(1);
  CHECK(error_of<ExecutionError>([&] { run(two, {}); }) == "the graph takes 2 inputs, not 0");
  CHECK(error_of<ExecutionError>([&] { run(two, {1.0}); }) == "the graph takes 2 inputs, not 1");
  CHECK(error_of<ExecutionError>([&] { run(two, {1.0, 2.0, 3.0}); }) ==
        "the graph takes 2 inputs, not 3");
  Graph<double> one;
  one.placeholder("x");
  CHECK(error_of<ExecutionError>([&] { run(one, {}); }) == "the graph takes 1 input, not 0");
  CHECK(error_of<ExecutionError>([&] {
          run(one, {1.0, 2.0});
        }) == "the graph takes 1 input, not 2");
}

TEST_CASE("an input of a wrong type is refused", "[run][interpreter]") {
  Graph<Math> graph;
  auto& x = graph.placeholder("x");
  auto& p = graph.placeholder("p", calque::type_index<Math, bool>);
  graph.output(Arguments<Math>().add_tuple({x, p}));
  Interpreter<Math> interpreter(graph);
  using Value = calque::value_t<Math>;
  const std::vector<Value> right{1.5, true};
  CHECK(interpreter.run(right) == right);
  const std::vector<Value> wrong{1.5, 2.5};
  CHECK(error_of<ExecutionError>([&] { interpreter.run(wrong); }) ==
        R"(while executing %p: input is a double, not a bool
      %x      = placeholder[target=x]
   -> %p      = placeholder[target=p]
      %output = output[target=output]((%x, %p)))");
}

TEST_CASE("values of several types flow through one graph", "[run][interpreter]") {
  calque::Tracer<Math> tracer;
  using Number = calque::Proxy<double, Math>;
  const Graph<Math> graph = tracer.trace(
      [](Number x, Number y) {
        auto less = x < y;
        auto chosen = calque::where(less, x, y);
        return std::tuple(chosen, less);
      },
      {"x", "y"});
  using Value = calque::value_t<Math>;
  Interpreter<Math> interpreter(graph);
  CHECK(interpreter.run(std::vector<Value>{1.0, 2.0}) == std::vector<Value>{1.0, true});
  CHECK(interpreter.run(std::vector<Value>{3.0, 2.0}) == std::vector<Value>{2.0, false});
}

TEST_CASE("an untyped program has nothing to run", "[run][interpreter]") {
  Graph<Untyped> graph;
  auto& x = graph.placeholder("x");
  const auto& add = calque::function_of<Untyped>(calque::operators::add);
  graph.output({graph.call_function(add, {x, 1})});
  const std::vector<Untyped> inputs(1);
  CHECK(error_of<ExecutionError>([&] { Interpreter<Untyped>(graph).run(inputs); }) ==
        R"(while executing %add: add has nothing to run: the Untyped domain has no values
      %x      = placeholder[target=x]
   -> %add    = call_function[target=add](%x, 1)
      %output = output[target=output](%add))");
}

TEST_CASE("a bare graph has no attributes and no modules", "[run][interpreter]") {
  Graph<double> attribute;
  attribute.output({attribute.get_attr("layer.weight")});
  CHECK(error_of<ExecutionError>([&] { run(attribute, {}); }) ==
        R"(while executing %layer_weight: the graph has no attribute layer.weight
   -> %layer_weight = get_attr[target=layer.weight]
      %output       = output[target=output](%layer_weight))");
  Graph<double> module;
  module.output({module.call_module("layer", {1.0})});
  CHECK(error_of<ExecutionError>([&] { run(module, {}); }) ==
        R"(while executing %layer: the graph has no module layer
   -> %layer  = call_module[target=layer](1.0)
      %output = output[target=output](%layer))");
}

TEST_CASE("a parameter that gets no input takes its default", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& y = placeholder_with_default(graph, "y", Args{2.5});
  auto& z = placeholder_with_default(graph, "z", Args{3});
  graph.output(Args().add_tuple({x, y, z}));
  CHECK(run(graph, {1.0}) == Values{1.0, 2.5, 3.0});
  CHECK(run(graph, {1.0, 4.0}) == Values{1.0, 4.0, 3.0});
  CHECK(run(graph, {1.0, 4.0, 5.0}) == Values{1.0, 4.0, 5.0});
}

TEST_CASE("a default that is no value of the domain is refused when it is needed",
          "[run][interpreter]") {
  Graph<double> graph;
  auto& x = placeholder_with_default(graph, "x", Args{"a"});
  graph.output({x});
  CHECK(run(graph, {1.0}) == Values{1.0});
  CHECK(error_of<ExecutionError>([&] { run(graph, {}); }) ==
        R"(while executing %x: 'a' is no value of the domain
   -> %x      = placeholder[target=x](a)
      %output = output[target=output](%x))");
}

TEST_CASE("literal results become values of the domain", "[run][interpreter]") {
  Graph<double> graph;
  graph.output(Args().add_tuple({1.5, 7, true, 0.25f}));
  CHECK(run(graph, {}) == Values{1.5, 7.0, 1.0, 0.25});
  Graph<double> none;
  none.output({None{}});
  CHECK(error_of<ExecutionError>([&] { run(none, {}); }) ==
        R"(while executing %output: None is no value of the domain
   -> %output = output[target=output](None))");
}

TEST_CASE("nested results come out one after another", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  Args inner{y};
  inner.add_list({x, 3.0}).add_tuple({});
  graph.output(Args().add_list(Args{x}.add_tuple(inner).add_list({y})));
  CHECK(run(graph, {1.0, 2.0}) == Values{1.0, 2.0, 1.0, 3.0, 2.0});
}

TEST_CASE("a graph without an output has no results", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  graph.call_function(fn<double>(doubled), {x});
  CHECK(run(graph, {1.0}).empty());
  CHECK(run(Graph<double>(), {}).empty());
}

TEST_CASE("a value that is used too early is refused", "[run][interpreter]") {
  Graph<double> graph;
  auto& x = graph.placeholder("x");
  auto& a = graph.call_function(fn<double>(doubled), {x});
  auto& b = graph.call_function(fn<double>(doubled), {a});
  graph.output({b});
  a.prepend(b);
  CHECK(error_of<ExecutionError>([&] { run(graph, {1.0}); }) ==
        R"(while executing %doubled: its value is not there
note: lint the graph: it may be used too early
      %x         = placeholder[target=x]
      %doubled_1 = call_method[target=doubled](%doubled)
   -> %doubled   = call_method[target=doubled](%x)
      %output    = output[target=output](%doubled_1))");
}

// --- Properties: what a pass does to a graph leaves every result as it was, bit for bit.

namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::size_t>(state_ % bound);
  }
  double number() { return (static_cast<double>(below(2001)) - 1000.0) / 64.0; }

 private:
  std::uint64_t state_;
};

constexpr std::size_t input_count = 3;

/// A random graph of arithmetic, composites and methods. Many of its values are never used.
Graph<double> random_graph(Random& random) {
  namespace ops = calque::operators;
  Graph<double> graph;
  std::vector<calque::Node<double>*> nodes;
  for (std::size_t i = 0; i < input_count; ++i) nodes.push_back(&graph.placeholder("x"));
  const auto node = [&]() -> calque::Node<double>& {
    const std::size_t recent = std::min<std::size_t>(nodes.size(), 12);
    return *nodes[nodes.size() - 1 - random.below(recent)];
  };
  const auto operand = [&]() -> calque::Operand<double> {
    if (random.below(5) == 0) return random.number();
    return node();
  };
  const auto add_binary = [&](const calque::Function<double>& function) {
    const auto a = operand();
    const auto b = operand();
    return &graph.call_function(function, {a, b});
  };
  const auto add_node = [&] {
    switch (random.below(10)) {
      case 0: return add_binary(fn<double, double>(ops::add));
      case 1: return add_binary(fn<double, double>(ops::sub));
      case 2: return add_binary(fn<double, double>(ops::mul));
      case 3: return add_binary(fn<double, double>(ops::truediv));
      case 4: return &graph.call_function(fn<double>(ops::neg), {node()});
      case 5: return &graph.call_function(fn<double>(calque::math::sin), {operand()});
      case 6: return &graph.call_function(fn<double>(doubled), {operand()});
      case 7: return &graph.call_function(fn<double, double>(affine), {operand()});
      case 8: {
        Args named;
        named.keyword("offset").add(operand());
        named.keyword("x").add(operand());
        return &graph.call_function(fn<double, double>(affine), named);
      }
      default: return add_binary(fn<double, double>(twice_affine));
    }
  };
  const std::size_t count = 10 + random.below(80);
  for (std::size_t i = 0; i < count; ++i) nodes.push_back(add_node());
  Args results{node()};
  results.add_list({node(), operand()}).add(node());
  graph.output(Args().add_tuple(results));
  return graph;
}

/// The bits of the results, every NaN as one.
std::vector<std::uint64_t> bits_of(const Graph<double>& graph, const Values& inputs) {
  std::vector<std::uint64_t> bits;
  for (const double result : run(graph, inputs)) {
    bits.push_back(std::isnan(result) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(result));
  }
  return bits;
}

/// Says whether `change` leaves the results of random graphs as they were, and how many nodes the
/// changed graphs have together.
template <class Change>
std::size_t expect_same_results(const Change& change) {
  std::size_t nodes = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed * 0x9e3779b97f4a7c15u);
    const Graph<double> original = random_graph(random);
    Graph<double> changed = original.clone().graph;
    change(changed);
    calque::lint(changed);
    nodes += changed.size();
    for (int run = 0; run < 4; ++run) {
      const Values inputs{random.number(), random.number(), random.number()};
      if (bits_of(original, inputs) == bits_of(changed, inputs)) continue;
      FAIL("seed " << seed << "\n" << calque::listing(original) << calque::listing(changed));
    }
  }
  return nodes;
}

const auto any_call = [](const calque::Node<double>&) { return true; };

}  // namespace

TEST_CASE("a clone computes what the original computes", "[run][interpreter][property]") {
  expect_same_results([](Graph<double>&) {});
}

TEST_CASE("removing dead code changes no result", "[run][interpreter][property]") {
  const std::size_t before = expect_same_results([](Graph<double>&) {});
  const std::size_t after =
      expect_same_results([](Graph<double>& graph) { calque::eliminate_dead_code(graph); });
  CHECK(after < before);
}

TEST_CASE("opening calls changes no result", "[run][interpreter][property]") {
  const std::size_t before = expect_same_results([](Graph<double>&) {});
  const std::size_t after = expect_same_results([](Graph<double>& graph) {
    calque::inline_calls(graph, any_call);
    for (const auto& node : graph.nodes()) {
      REQUIRE_FALSE((node.calls(affine) || node.calls(twice_affine)));
    }
  });
  CHECK(after > before);
}

TEST_CASE("canonical order changes no result", "[run][interpreter][property]") {
  expect_same_results([](Graph<double>& graph) { calque::canonical_order(graph); });
}

TEST_CASE("compacting changes no result", "[run][interpreter][property]") {
  expect_same_results([](Graph<double>& graph) {
    calque::inline_calls(graph, any_call);
    calque::eliminate_dead_code(graph);
    const std::string before = calque::listing(graph);
    graph.compact();
    REQUIRE(calque::listing(graph) == before);
  });
}

TEST_CASE("all passes one after another change no result", "[run][interpreter][property]") {
  expect_same_results([](Graph<double>& graph) {
    calque::eliminate_dead_code(graph);
    calque::inline_calls(graph, any_call);
    graph.compact();
    calque::canonical_order(graph);
    graph = graph.clone().graph;
    calque::eliminate_dead_code(graph);
    graph.compact();
  });
}
