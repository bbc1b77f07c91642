// Eight threads trace, edit, run and print graphs of their own while they read one shared const
// graph that nobody has walked before. Built with the thread sanitizer, whose report is a failure.
#include <calque/calque.hpp>
#include <calque/module/read.hpp>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

using Number = calque::Proxy<double>;
using Graph = calque::Graph<double>;
using Node = calque::Node<double>;

constexpr auto square = calque::wrap<"square">([](auto x) { return x * x; });
constexpr auto norm = calque::wrap<"norm", "x", calque::param<"bias", 0.5>>(
    [](auto x, auto bias) { return square(x) + bias; });

struct Program {
  Number operator()(Number x, Number y) const {
    Number sum = norm(x);
    for (int i = 0; i < 50; ++i) sum = sum + square(y) * x;
    return sum;
  }
};

Graph trace() { return calque::Tracer<double>().trace(Program(), {"x", "y"}); }

/// Everything that can be read, as one text.
std::string read_all(const Graph& graph) {
  std::string text = calque::code(graph) + calque::listing(graph) + calque::tabular(graph);
  const Node* before = nullptr;
  for (const Node& node : graph.nodes()) {
    text += node.name();
    for (const Node& user : node.users()) text += user.name();
    for (const auto argument : node.args()) text += argument.is_node() ? 'n' : 'l';
    if (before != nullptr && !before->is_before(node)) text += "out of order";
    before = &node;
  }
  for (const Node& node : graph.reversed_nodes()) text += node.name();
  text += std::to_string(calque::verify(graph).size());
  const auto copy = graph.clone();
  return text + (calque::structurally_equal(copy.graph, graph) ? "equal" : "unequal");
}

std::string edit_all() {
  Graph graph = trace();
  calque::inline_calls(graph, [](const Node& node) { return node.calls(norm); });
  calque::inline_calls(graph, [](const Node& node) { return node.calls(square); });
  calque::eliminate_dead_code(graph);
  calque::canonical_order(graph);
  graph.compact();
  calque::lint(graph);
  const auto from_text = calque::read("def forward(self, x):\n    f = lib.f(x)\n    return f\n");
  return read_all(graph) + calque::code(from_text);
}

}  // namespace

int main() {
  constexpr int count = 8;
  Graph original = trace();
  // A node that was moved, so that labels keep the order.
  Node& first = *original.nodes().begin();
  first.prepend(*first.next());
  const Graph& shared = original;
  std::vector<std::string> texts(count);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&shared, &text = texts[static_cast<std::size_t>(i)]] {
      for (int round = 0; round < 3; ++round) text = edit_all() + read_all(shared);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : texts) {
    if (text == texts[0]) continue;
    std::puts("two threads have read different texts");
    return 1;
  }
  return 0;
}
