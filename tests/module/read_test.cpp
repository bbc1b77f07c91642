#include <calque/ir/equality.hpp>
#include <calque/ir/verify.hpp>
#include <calque/module/read.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/expected_texts.hpp"
#include "support/hand_made.hpp"

#include <random>

using calque::ReadError;
using calque::Rules;
using support::error_of;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using support::UntypedNode;

namespace expected = support::expected;

namespace {

/// Reads a text that `code` printed and prints it again.
void expect_round_trip(std::string_view text, Rules rules) {
  const auto graph = calque::read(text, rules);
  CHECK(calque::verify(graph).empty());
  CHECK(calque::code(graph) == text);
}

/// Prints a graph, reads it, and compares both.
void expect_round_trip(const UntypedGraph& graph) {
  const std::string text = calque::code(graph);
  INFO(text);
  const auto copy = calque::read(text);
  CHECK(calque::code(copy) == text);
  CHECK(calque::structurally_equal(graph, copy));
}

/// A graph with every kind of node and argument, chosen at random.
class RandomGraph {
 public:
  explicit RandomGraph(std::uint32_t seed) : random_(seed) {}

  UntypedGraph make() {
    for (const char* name : {"x", "y"}) nodes_.push_back(&graph_.placeholder(name));
    for (int i = 0; i < 12; ++i) nodes_.push_back(&node());
    graph_.output(argument(3));
    return std::move(graph_);
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  UntypedNode& any_node() { return *nodes_[below(nodes_.size())]; }

  UntypedNode& node() {
    switch (below(6)) {
      case 0: return graph_.get_attr("rest.0.weight");
      case 1: return graph_.call_module("block.1", arguments());
      case 2: return binary(calque::operators::sub);
      case 3: return binary(calque::operators::getitem);
      case 4: return graph_.call_function(method(), arguments());
      default: return graph_.call_function(function(), arguments());
    }
  }
  template <class F>
  UntypedNode& binary(const F& f) {
    return graph_.call_function(calque::function_of<Untyped>(f), {any_node(), literal()});
  }
  static const calque::Function<Untyped>& function() {
    return calque::runtime_function("torch.nn.relu", calque::FunctionKind::primitive);
  }
  static const calque::Function<Untyped>& method() {
    return calque::runtime_function("view", calque::FunctionKind::method);
  }

  UntypedArguments arguments() {
    UntypedArguments result{any_node()};
    for (std::size_t i = below(3); i > 0; --i) result.append(argument(2));
    if (below(2) == 0) result.keyword("dim").append(argument(1));
    return result;
  }
  UntypedArguments argument(int depth) {
    UntypedArguments result;
    if (depth == 0 || below(3) == 0) return result.add(leaf());
    UntypedArguments items;
    const std::size_t kind = below(4);
    const std::size_t count = kind == 3 ? 3 : below(4);
    for (std::size_t i = 0; i < count; ++i) {
      if (kind == 2) items.add(literal());
      items.append(argument(depth - 1));
    }
    switch (kind) {
      case 0: return result.add_tuple(items);
      case 1: return result.add_list(items);
      case 2: return result.add_dict(items);
      default: return result.add_slice(items);
    }
  }
  calque::Operand<Untyped> leaf() {
    if (below(2) == 0) return any_node();
    return literal();
  }
  calque::Operand<Untyped> literal() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    switch (below(12)) {
      case 0: return calque::None{};
      case 1: return true;
      case 2: return -7;
      case 3: return 1234567890123456789;
      case 4: return 0.1;
      case 5: return -1e-300;
      case 6: return -infinity;
      case 7: return std::numeric_limits<double>::quiet_NaN();
      case 8: return "a 'quoted'\n\x01 text";
      case 9: return calque::Symbol{"torch.float32"};
      case 10: return calque::ellipsis;
      default: return -0.0;
    }
  }

  std::mt19937 random_;
  UntypedGraph graph_;
  std::vector<UntypedNode*> nodes_;
};

}  // namespace

TEST_CASE("what was printed is read and printed alike", "[module][read]") {
  for (const std::string_view text :
       {expected::seed_leaf_calls, expected::seed_inline_sigmoid, expected::seed_inline_all,
        expected::arithmetic, expected::comparisons, expected::bit_operators,
        expected::reserved_names, expected::returns_constant, expected::literals,
        expected::nested_arguments, expected::getitem_and_slices, expected::torch_functions,
        expected::methods_with_arguments, expected::multi_result, expected::wrapped_builtin,
        expected::copy_graph_into}) {
    expect_round_trip(support::trimmed(text), Rules::torch_1_13);
  }
}

TEST_CASE("a graph of any kind is read back as it was", "[module][read]") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    expect_round_trip(RandomGraph(seed).make());
  }
}

TEST_CASE("names, defaults and renamed parameters are read back", "[module][read]") {
  expect_round_trip(R"(def forward(self, x, mul = (1, 'two'), lambda_1 = None):
    mul_1 = mul
    add = -x;  x = None
    mul_2 = mul_1 * -1;  mul_1 = None
    abs_1 = abs(mul_2);  mul_2 = None
    neg = -lambda_1;  lambda_1 = neg = None
    neg_1 = -inf - add;  neg_1 = None
    pow_1 = (-2) ** add;  add = pow_1 = None
    getattr_1 = getattr(abs_1, "odd name")(1);  abs_1 = getattr_1 = None
    get = getattr(getattr(self.rest, "0"), "1").scale
    return {'result': get, 1: [get, (get,)]}
)",
                    Rules::newest);
  expect_round_trip("def forward(self):\n    pass\n", Rules::newest);
}

TEST_CASE("a function that is enrolled keeps its effects", "[module][read]") {
  static constexpr auto print =
      calque::primitive<"read_test::print">([](double x) { return x; }, calque::effects::io);
  static constexpr auto twice = calque::wrap<"read_test::twice">([](auto x) { return x + x; });
  const auto graph = calque::read(R"(def forward(self, x):
    print_1 = read_test_print(x);  print_1 = None
    twice = read_test_twice(x);  twice = None
    other = read_test_other(x);  x = None
    return other
)");
  auto node = graph.nodes().begin();
  CHECK((++node)->calls(print));
  CHECK(node->function().info().effects.effect == calque::Effect::io);
  CHECK((++node)->calls(twice));
  CHECK(node->is_pure());
  CHECK((++node)->function().info().effects.effect == calque::Effect::unknown);
}

TEST_CASE("a function that was read outlives the graph it was read for", "[module][read]") {
  UntypedGraph copy;
  {
    const auto graph = calque::read("def forward(self, x):\n    f = lib.f(x)\n    return f\n");
    calque::NodeMap<UntypedNode*> copies;
    copy.output(copy.graph_copy(graph, copies));
  }
  support::expect_code(copy, R"(
def forward(self, x):
    f = lib.f(x);  x = None
    return f
)");
}

TEST_CASE("a text that code does not print is refused, with its place", "[module][read]") {
  const auto refusal = [](std::string_view text) {
    return error_of<ReadError>([&] { (void)calque::read(text); });
  };
  CHECK(refusal("") == "line 1: expected `def forward(`\n\n^");
  CHECK(refusal("def forward(self, x):\n    y = f(x, z)\n") ==
        "line 2: this name is not defined\n    y = f(x, z)\n             ^");
  CHECK(refusal("def forward(self, x):\n    x = f(x)\n") ==
        "line 2: this name is defined twice\n    x = f(x)\n    ^");
  CHECK(refusal("def forward(self, x, x):\n    return x\n") ==
        "line 1: this name is defined twice\ndef forward(self, x, x):\n                     ^");
  CHECK(refusal("def forward(self, x):\n    y = lib.f(k = 1, x)\n") ==
        "line 2: cannot call lib.f: a positional argument stands behind a keyword\n"
        "    y = lib.f(k = 1, x)\n^");
  CHECK(refusal("def forward(self, x):\n    return x\n    return x\n") ==
        "line 3: expected the end\n    return x\n^");
  CHECK(refusal("def forward(self, x):\n    y = x <> 1\n") ==
        "line 2: expected an operation\n    y = x <> 1\n         ^");
  CHECK(refusal("def forward(self, x):\n    y = f([x, 1)\n") ==
        "line 2: expected `]`\n    y = f([x, 1)\n               ^");
  CHECK(refusal("def forward(self, x):\n    y = f('x)\n") ==
        "line 2: expected the end of a string\n    y = f('x)\n             ^");
  CHECK(refusal("def forward(self, x):\n    y = f('\\q')\n") ==
        "line 2: this escape is not known\n    y = f('\\q')\n            ^");
  CHECK(refusal("def forward(self, x):\n    y = f(99999999999999999999)\n") ==
        "line 2: this number is too large\n    y = f(99999999999999999999)\n          ^");
  CHECK(refusal("def forward(self, x):\n    return x") ==
        "line 2: expected `end of line`\n    return x\n            ^");
}

TEST_CASE("arguments may nest thousands of levels deep", "[module][read]") {
  constexpr std::size_t levels = 5000;
  std::string text = "def forward(self, x):\n    f = lib.f(";
  text.append(levels, '[');
  text += 'x';
  text.append(levels, ']');
  text += ");  x = None\n    return f\n";
  expect_round_trip(text, Rules::newest);
}
