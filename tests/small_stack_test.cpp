// Nothing the library does to a graph takes a stack that grows with it: a long chain is built,
// changed, printed, run and destroyed in a thread with a small stack.
#include <calque/calque.hpp>
#include <calque/module/read.hpp>

#include "support/catch.hpp"

#include <exception>
#include <functional>
#include <pthread.h>

namespace {

using Graph = calque::Graph<double>;
using Node = calque::Node<double>;
using S = calque::Proxy<double>;

constexpr std::size_t stack_size = 256 * 1024;
constexpr std::size_t chain_length = 300'000;
constexpr std::size_t composite_every = 10;
constexpr std::size_t composite_count = chain_length / composite_every;

constexpr auto affine = calque::wrap<"small_stack_test::affine">([](auto x) {
  auto scaled = x * 0.5;
  return scaled + 1.0;
});

/// A chain of chain_length calls, every tenth one of a composite.
struct Chain {
  S operator()(S x) const {
    for (std::size_t i = 0; i < chain_length; ++i) {
      if (i % composite_every == 0) x = affine(x);
      else x = x + 0.25;
    }
    return x;
  }
};

double plain_result(double x) {
  for (std::size_t i = 0; i < chain_length; ++i) {
    x = i % composite_every == 0 ? x * 0.5 + 1.0 : x + 0.25;
  }
  return x;
}

calque::GraphModule<double> make_chain() {
  return calque::symbolic_trace<double>(Chain{}, {"x"});
}

struct Job {
  std::function<void()> work;
  std::exception_ptr failure;
};

void* run_job(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

/// Runs `work` in a thread with a stack of stack_size, and passes on what it throws.
void with_small_stack(std::function<void()> work) {
  Job job{std::move(work), nullptr};
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, stack_size) == 0);
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, run_job, &job) == 0);
  REQUIRE(pthread_join(thread, nullptr) == 0);
  REQUIRE(pthread_attr_destroy(&attributes) == 0);
  if (job.failure) std::rethrow_exception(job.failure);
}

std::size_t lines(const std::string& text) {
  std::size_t count = 0;
  for (const char c : text) count += c == '\n';
  return count;
}

}  // namespace

TEST_CASE("a long chain is built, run and destroyed on a small stack", "[stack]") {
  std::size_t size = 0;
  double result = 0.0;
  with_small_stack([&] {
    auto traced = make_chain();
    size = traced.graph().size();
    result = traced(3.0);
  });
  CHECK(size == chain_length + 2);
  CHECK(result == plain_result(3.0));
}

TEST_CASE("the code of a long chain is printed on a small stack", "[stack]") {
  std::size_t code_lines = 0;
  with_small_stack([&] { code_lines = lines(make_chain().code()); });
  CHECK(code_lines == chain_length + 2);
}

TEST_CASE("the listing of a long chain is printed on a small stack", "[stack]") {
  std::size_t listing_lines = 0;
  with_small_stack([&] { listing_lines = lines(calque::listing(make_chain().graph())); });
  CHECK(listing_lines == chain_length + 3);
}

TEST_CASE("a long chain is linted on a small stack", "[stack]") {
  std::size_t findings = 0;
  with_small_stack([&] {
    const auto traced = make_chain();
    findings = calque::verify(traced.graph()).size();
    calque::lint(traced.graph());
  });
  CHECK(findings == 0);
}

TEST_CASE("the composites of a long chain are opened on a small stack", "[stack]") {
  std::size_t opened = 0;
  std::size_t size = 0;
  double result = 0.0;
  with_small_stack([&] {
    auto traced = make_chain();
    opened =
        calque::inline_calls(traced.graph(), [](const Node& call) { return call.calls(affine); });
    size = traced.graph().size();
    result = traced(3.0);
  });
  CHECK(opened == composite_count);
  CHECK(size == chain_length + composite_count + 2);
  CHECK(result == plain_result(3.0));
}

TEST_CASE("a long chain is copied, compacted and compared on a small stack", "[stack]") {
  std::size_t size = 0;
  bool equal = false;
  with_small_stack([&] {
    auto traced = make_chain();
    calque::inline_calls(traced.graph(), [](const Node& call) { return call.calls(affine); });
    Graph copy = traced.graph().clone().graph;
    copy.compact();
    size = copy.size();
    equal = calque::structurally_equal(traced.graph(), copy);
    calque::lint(copy);
  });
  CHECK(size == chain_length + composite_count + 2);
  CHECK(equal);
}

TEST_CASE("a long chain is put into canonical order on a small stack", "[stack]") {
  double result = 0.0;
  with_small_stack([&] {
    auto traced = make_chain();
    calque::canonical_order(traced.graph());
    calque::lint(traced.graph());
    result = traced(3.0);
  });
  CHECK(result == plain_result(3.0));
}

TEST_CASE("a long dead chain is removed on a small stack", "[stack]") {
  std::size_t before = 0;
  std::size_t after = 0;
  with_small_stack([&] {
    auto traced = make_chain();
    Graph& graph = traced.graph();
    Node& output = *graph.output_node();
    output.replace_input_with(output.args()[0].node(), *graph.nodes().begin());
    before = graph.size();
    calque::eliminate_dead_code(graph);
    after = graph.size();
  });
  CHECK(before == chain_length + 2);
  CHECK(after == 2);
}

namespace {

using UntypedGraph = calque::Graph<calque::Untyped>;
using UntypedNode = calque::Node<calque::Untyped>;
using UntypedArguments = calque::Arguments<calque::Untyped>;

/// Sends a graph through everything that looks at all of it; says what went wrong.
std::string through_everything(UntypedGraph& graph) {
  calque::lint(graph);
  const auto clone = graph.clone();
  UntypedGraph copy;
  calque::NodeMap<UntypedNode*> copies;
  copy.output(copy.graph_copy(graph, copies));
  const std::string text = calque::code(graph);
  auto read = calque::read(text);
  if (!calque::structurally_equal(graph, clone.graph)) return "the clone differs";
  if (!calque::structurally_equal(graph, copy)) return "the copy differs";
  if (!calque::structurally_equal(graph, read)) return "what was read differs";
  if (calque::structural_hash(graph) != calque::structural_hash(read)) return "the hashes differ";
  if (calque::code(read) != text) return "the text differs";
  calque::topological_sort(graph);
  calque::canonical_order(graph);
  calque::canonical_order(read);
  if (!calque::structurally_equal(graph, read)) return "the canonical orders differ";
  graph.compact();
  return calque::listing(graph).empty() ? "nothing is listed" : "";
}

constexpr calque::FunctionKind primitive = calque::FunctionKind::primitive;

}  // namespace

TEST_CASE("arguments nested 5,000 deep go through everything on a small stack", "[stack]") {
  std::string failure = "not run";
  with_small_stack([&] {
    std::string text = "def forward(self, x):\n    f = lib.f(";
    text.append(5000, '[').append("x").append(5000, ']');
    auto graph = calque::read(text + ");  x = None\n    return f\n");
    failure = through_everything(graph);
  });
  CHECK(failure == "");
}

TEST_CASE("an output of 100,000 parts goes through everything on a small stack", "[stack]") {
  std::string failure = "not run";
  with_small_stack([&] {
    UntypedGraph graph;
    auto& x = graph.placeholder("x");
    auto& call = graph.call_function(calque::runtime_function("lib.f", primitive), {x});
    UntypedArguments parts;
    for (int i = 0; i < 100000; ++i) parts.add(call);
    graph.output(UntypedArguments().add_tuple(parts));
    failure = through_everything(graph);
  });
  CHECK(failure == "");
}

TEST_CASE("a chain of 300,000 goes through everything on a small stack", "[stack]") {
  std::string failure = "not run";
  with_small_stack([&] {
    UntypedGraph graph;
    UntypedNode* value = &graph.placeholder("x");
    const auto& f = calque::runtime_function("lib.f", primitive);
    for (std::size_t i = 0; i < chain_length; ++i) value = &graph.call_function(f, {*value, 1});
    graph.output({*value});
    failure = through_everything(graph);
  });
  CHECK(failure == "");
}
