// What went wrong in public in libraries of this kind, each with the right result.
#include <calque/calque.hpp>
#include <calque/module/read.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <limits>
#include <set>
#include <string>

using calque::GraphError;
using calque::None;
using support::error_of;
using support::expect_code;
using support::f;
using support::g;
using support::names_of;
using support::Untyped;
using support::UntypedArguments;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

namespace op = calque::operators;

template <class F>
UntypedNode& call(UntypedGraph& graph, const F& function, const UntypedArguments& arguments,
                  std::string_view name = {}) {
  return graph.call_function(calque::function_of<Untyped>(function), arguments, name);
}

const calque::Function<Untyped>& library_function(std::string_view name) {
  return calque::runtime_function(name, calque::FunctionKind::primitive);
}

/// Printing, reading and printing again gives the same text and the same graph.
void expect_fixed_point(const UntypedGraph& graph) {
  const std::string text = calque::code(graph);
  INFO(text);
  const auto read = calque::read(text);
  CHECK(calque::code(read) == text);
  CHECK(calque::structurally_equal(graph, read));
}

}  // namespace

TEST_CASE("Graph mutation: replace_all_uses_with when the new node reads the old one", "[cases]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& n = call(graph, op::neg, {x});
  auto& r = graph.call_function(f, {x}, "r");
  graph.output({r});
  x.replace_all_uses_with(n);
  n.replace_all_uses_with(n);
  calque::lint(graph);
  CHECK(names_of(x.users()) == "neg");
  CHECK(names_of(n.users()) == "r");
  expect_code(graph, R"(
def forward(self, x):
    neg = -x;  x = None
    r = __main___f(neg);  neg = None
    return r
)");
}

TEST_CASE("Graph mutation: insertion point after a node reverses a sequence", "[cases]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& output = graph.output({x});
  auto& anchor = graph.placeholder("anchor");
  x.append(anchor);
  {
    auto outer = graph.inserting_after(anchor);
    auto& a = graph.call_function(f, {x}, "a");
    {
      auto inner = graph.inserting_before(x);
      graph.placeholder("first");
    }
    auto& b = graph.call_function(f, {a}, "b");
    graph.erase_node(anchor);
    output.set_args({graph.call_function(f, {b}, "c")});
  }
  calque::lint(graph);
  CHECK(names_of(graph.nodes()) == "first x a b c output");
}

TEST_CASE("Printing: operator text without parentheses for negative or numeric operands",
          "[cases]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& power = call(graph, op::pow, {-2, x});
  auto& square = call(graph, op::pow, {call(graph, op::neg, {x}), 2});
  auto& difference = call(graph, op::sub, {x, -1});
  auto& real = graph.call_function(calque::runtime_function("real", calque::FunctionKind::method),
                                   {5});
  auto& product = call(graph, op::mul, {call(graph, op::add, {x, 1}), y});
  graph.output(UntypedArguments().add_tuple({power, square, difference, real, product}));
  expect_code(graph, R"(
def forward(self, x, y):
    pow_1 = (-2) ** x
    neg = -x
    pow_2 = neg ** 2;  neg = None
    sub = x - -1
    real = (5).real()
    add = x + 1;  x = None
    mul = add * y;  add = y = None
    return (pow_1, pow_2, sub, real, mul)
)");
  expect_fixed_point(graph);
}

TEST_CASE("Printing: user parameter named like a constant or global", "[cases]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& inf = graph.placeholder("inf");
  graph.placeholder("torch");
  graph.placeholder("self");
  graph.placeholder("None_");
  graph.placeholder("getattr");
  auto& sum = call(graph, op::add, {x, inf});
  auto& product = call(graph, op::mul, {x, std::numeric_limits<double>::infinity()});
  auto& relu = graph.call_function(library_function("torch.relu"), {x});
  graph.output(UntypedArguments().add_tuple({sum, product, relu}));
  const std::string text = calque::code(graph);
  CHECK(text == support::trimmed(R"(
def forward(self, x, inf_1, torch_1, self_1, None_, getattr):
    none_ = None_
    getattr_1 = getattr
    add = x + inf_1;  inf_1 = None
    mul = x * inf
    relu = torch.relu(x);  x = None
    return (add, mul, relu)
)"));
  CHECK(calque::code(calque::read(text)) == text);
}

TEST_CASE("Naming: duplicate or suffixed names", "[cases]") {
  UntypedGraph graph;
  auto& first = graph.placeholder("add_1");
  graph.placeholder("x");
  graph.placeholder("x");
  for (int i = 0; i < 3; ++i) call(graph, op::add, {first, i});
  call(graph, op::add, {first, 3}, "add_0");
  std::vector<UntypedNode*> originals;
  for (UntypedNode& node : graph.nodes()) originals.push_back(&node);
  for (const UntypedNode* node : originals) graph.node_copy(*node);
  for (const char* wanted : {"class", "1a", "a-b", "a.b", "", "\xc3\xbc", "\xc3\xbc"}) {
    graph.call_function(f, {first}, wanted);
  }
  std::set<std::string> names;
  for (const UntypedNode& node : graph.nodes()) {
    CHECK(calque::NameTable::is_legal(node.name()));
    CHECK_FALSE(calque::detail::is_reserved_word(node.name()));
    CHECK(names.insert(node.name()).second);
  }
  const std::string text = calque::code(graph);
  const auto read = calque::read(text);
  std::set<std::string> read_names;
  for (const UntypedNode& node : read.nodes()) read_names.insert(node.name());
  CHECK(read_names == names);
  CHECK(text.starts_with("def forward(self, add_1, x, x_1, "));
}

TEST_CASE("Naming: quadratic unique-name search", "[cases]") {
  static constexpr auto body = calque::wrap<"cases_test::body">([](auto x) {
    for (int i = 0; i < 2000; ++i) x = x + 1.0;
    return x;
  });
  calque::Graph<double> graph;
  calque::GraphAppendingTracer<double> tracer(graph);
  calque::Proxy<double> x(graph.placeholder("x"));
  for (int i = 0; i < 200000; ++i) x = x + 1.0;
  for (int i = 0; i < 80; ++i) x = body(x);
  calque::inline_calls(graph, [](const auto& node) { return node.calls(body); });
  const auto& add = calque::function_of<double, double, double>(op::add);
  auto& last = *graph.reversed_nodes().begin();
  graph.call_function(add, {last, 1.0}, "add_150000");
  for (int i = 0; i < 10; ++i) graph.call_function(add, {last, 1.0});
  CHECK(calque::verify(graph).empty());
  CHECK(graph.size() == 200000 + 160000 + 12);
}

TEST_CASE("Graph mutation: erase rules and iteration while erasing", "[cases]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& used = graph.call_function(f, {x});
  auto& unused = graph.call_function(g, {used});
  CHECK(error_of<GraphError>([&] { graph.erase_node(used); }).starts_with(
      "cannot erase %f: 1 node still uses it (%g)"));
  graph.erase_node(unused);
  CHECK(error_of<GraphError>([&] { graph.erase_node(unused); }) ==
        "cannot erase %g: it is erased already");
  CHECK(graph.size() == 2);
  CHECK(unused.is_erased());
  graph.call_function(f, {x});
  std::string visited;
  for (UntypedNode& node : graph.nodes()) {
    visited += node.name() + ' ';
    if (node.is_placeholder()) {
      auto before = graph.inserting_before(node);
      graph.placeholder("before");
      auto after = graph.inserting_after(node);
      graph.call_function(g, {x}, "after");
    } else if (!node.has_users()) {
      graph.erase_node(node);
    }
  }
  CHECK(visited == "x after f f_1 ");
  CHECK(names_of(graph.nodes()) == "before x");
  for (int i = 0; i < 5; ++i) graph.call_function(f, {x});
  for (UntypedNode& node : graph.reversed_nodes()) {
    if (!node.is_placeholder()) graph.erase_node(node);
  }
  CHECK(names_of(graph.nodes()) == "before x");
  CHECK(error_of<GraphError>([&] { graph.call_function(f, {used}); }) ==
        "cannot use %f as an argument of f: it is erased");
}

TEST_CASE("Graph mutation: use lists with repeated operands", "[cases]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& a = call(graph, op::add, {x, x}, "a");
  CHECK(calque::format_node(x) == "%x : [num_users=1] = placeholder[target=x]");
  a.update_arg(0, y);
  CHECK(names_of(x.users()) == "a");
  a.update_arg(1, y);
  CHECK(names_of(x.users()) == "");
  CHECK(names_of(y.users()) == "a");
  UntypedArguments nested;
  nested.add_list({x, x}).keyword("k").add_tuple({x, 1});
  auto& b = graph.call_function(f, nested, "b");
  CHECK(calque::format_node(x) == "%x : [num_users=1] = placeholder[target=x]");
  b.update_kwarg("k", 1);
  CHECK(names_of(x.users()) == "b");
  b.replace_input_with(x, y);
  CHECK(names_of(x.users()) == "");
  CHECK(names_of(y.users()) == "a b");
  calque::lint(graph);
}

TEST_CASE("Printing: deletion list and unused results", "[cases]") {
  UntypedGraph graph;
  auto& d = graph.placeholder("d");
  auto& e = graph.placeholder("e");
  graph.placeholder("never");
  graph.call_function(calque::runtime_function("copy_", calque::FunctionKind::method), {d, e},
                      "c");
  auto& v = graph.call_function(f, {e}, "v");
  UntypedArguments twice{v, v};
  auto& used = graph.call_function(g, twice.add_list({v, d}), "used");
  graph.output({used});
  expect_code(graph, R"(
def forward(self, d, e, never):
    c = d.copy_(e);  c = None
    v = __main___f(e);  e = None
    used = __main___g(v, v, [v, d]);  v = d = None
    return used
)");
}

TEST_CASE("Printing: constants in text", "[cases]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr long most = std::numeric_limits<long>::max();
  constexpr long least = std::numeric_limits<long>::min();
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  UntypedArguments all{infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                       1e-05,    1e300,     -0.0,
                       most,     least,     true,
                       None{},   "it's \"q\"\n"};
  all.add_tuple({1}).add_tuple({}).add_list({}).add_dict({});
  all.add_dict(UntypedArguments{"a"}.add_list({x})).add_slice({None{}, -1, 2});
  all.add(calque::ellipsis).add(calque::Symbol{"torch.float32"});
  all.add(calque::Symbol{"device(type='cuda', index=0)"}).add(calque::Symbol{"torch.relu"});
  graph.output({graph.call_function(f, all)});
  expect_code(graph, R"(
def forward(self, x):
    f = __main___f(inf, -inf, nan, 1e-05, 1e+300, -0.0, 9223372036854775807, -9223372036854775808, True, None, 'it\'s "q"\n', (1,), (), [], {}, {'a': [x]}, slice(None, -1, 2), Ellipsis, torch.float32, device(type='cuda', index=0), torch.relu);  x = None
    return f
)");
  expect_fixed_point(graph);
}

TEST_CASE("Order: side-effect order under topological sort", "[cases]") {
  static constexpr auto any = [](const auto& x) { return x; };
  static constexpr auto seed = calque::primitive<"cases_test::seed">(any, calque::effects::io);
  static constexpr auto rand = calque::primitive<"cases_test::rand">(any, calque::effects::random);
  static constexpr auto print = calque::primitive<"cases_test::print">(any, calque::effects::io);
  UntypedGraph graph;
  call(graph, seed, {1});
  auto& a = call(graph, rand, {0}, "a");
  call(graph, seed, {2});
  auto& b = call(graph, rand, {0}, "b");
  auto& negative = call(graph, op::neg, {b});
  call(graph, print, {a});
  graph.output(UntypedArguments().add_tuple({negative, a}));
  // A use that stands before its value, so that sorting has something to do.
  graph.nodes().begin()->prepend(negative);
  calque::topological_sort(graph);
  calque::eliminate_dead_code(graph);
  CHECK(names_of(graph.nodes()) == "seed a seed_1 b neg print_1 output");
  calque::canonical_order(graph);
  std::string order;
  for (const UntypedNode& node : graph.nodes()) {
    if (!node.is_pure()) (order += node.name()) += ' ';
  }
  CHECK(order == "seed a seed_1 b print_1 output ");
}

TEST_CASE("Copy: copies are independent", "[cases]") {
  const auto original = calque::symbolic_trace<double>(
      [](auto x) { return x * 2.0 + 1.0; }, {.rules = calque::Rules::torch_1_13});
  auto& node = const_cast<calque::Node<double>&>(*original.graph().nodes().begin());
  node.meta<std::string>() = "original";
  const std::string text = original.code();
  auto copy = original.graph().clone();
  CHECK(copy.graph.rules() == calque::Rules::torch_1_13);
  auto& twin = *copy.nodes[node];
  CHECK(*twin.find_meta<std::string>() == "original");
  twin.meta<std::string>() = "copy";
  calque::Node<double>& mul = *twin.next();
  mul.replace_all_uses_with(twin);
  copy.graph.erase_node(mul);
  CHECK(original.code() == text);
  CHECK(calque::code(original.graph()) == text);
  CHECK(*node.find_meta<std::string>() == "original");
}
