// The benchmarks: each job beside the same job on a bare vector of records, in one process.
//
//   calque_bench [--only SUBSTRING] [--n N]
#include "heap.hpp"
#include "limit.hpp"
#include "measure.hpp"

#include <calque/calque.hpp>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace bench {
namespace {

using calque::Graph;
using calque::GraphAppendingTracer;
using Number = calque::Proxy<double>;

/// A graph with an active tracer, as a user has it in hand while recording.
struct Recording {
  Graph<double> graph;
  GraphAppendingTracer<double> tracer{graph};
};

[[gnu::noinline]] void record_chain(Recording& recording, std::uint32_t n) {
  Number x(recording.graph.placeholder("x"));
  for (std::uint32_t i = 0; i < n / 2; ++i) {
    x = x * 1.0001;
    x = x + 0.5;
  }
}

[[gnu::noinline]] void record_dag(Recording& recording, std::uint32_t n) {
  const Graph<double>& graph = recording.graph;
  Random random(1);
  for (int i = 0; i < 8; ++i) recording.graph.placeholder("x");
  for (std::uint32_t i = 8; i < n + 8; ++i) {
    const Number a(graph.node({random.below(i)}));
    const Number b(graph.node({random.below(i)}));
    switch (i & 3u) {
      case add: a + b; break;
      case sub: a - b; break;
      case mul: a* b; break;
      default: a / b; break;
    }
  }
}

Graph<double> chain_graph(std::size_t n) {
  Recording recording;
  record_chain(recording, static_cast<std::uint32_t>(n));
  return std::move(recording.graph);
}

void build_chain(std::uint32_t n) {
  compare(
      "build_chain", n, n, "ns/node",
      [&] {
        return time_of([] { return Recording(); }, [&](Recording& r) { record_chain(r, n); });
      },
      [&] { return time_of([] { return Records(); }, [&](Records& r) { limit_chain(r, n); }); });
}

void build_dag(std::uint32_t n) {
  compare(
      "build_dag", n, n, "ns/node",
      [&] { return time_of([] { return Recording(); }, [&](Recording& r) { record_dag(r, n); }); },
      [&] { return time_of([] { return Records(); }, [&](Records& r) { limit_dag(r, n); }); });
}

[[gnu::noinline]] std::uint64_t walk_graph(const Graph<double>& graph) {
  std::uint64_t sum = 0;
  for (const auto& node : graph.nodes()) {
    sum += static_cast<std::uint64_t>(node.op()) * 31u;
    for (const auto operand : node.operands()) {
      sum ^= operand.is_node() ? operand.id().value : operand.literal_bits();
    }
  }
  return sum;
}

void walk(std::uint32_t n) {
  Recording recording;
  record_chain(recording, n);
  Records records;
  limit_chain(records, n);
  const int times = static_cast<int>(4000000 / n) + 1;
  std::uint64_t sum = 0;
  const auto repeat = [&](const auto& job) {
    return time_of([] { return 0; }, [&](int) {
      for (int i = 0; i < times; ++i) {
        sum += job();
        keep(sum);
      }
    });
  };
  compare(
      "walk", n, static_cast<double>(n) * times, "ns/node",
      [&] { return repeat([&] { return walk_graph(recording.graph); }); },
      [&] { return repeat([&] { return limit_walk(records); }); });
}

Graph<double> half_dead_graph(std::uint32_t n) {
  Graph<double> graph;
  GraphAppendingTracer<double> tracer(graph);
  Number live(graph.placeholder("x"));
  Number dead(graph.placeholder("y"));
  for (std::uint32_t i = 0; i < n / 2; ++i) {
    live = live * 1.0001;
    dead = dead + live;
  }
  const Number result = live * 1.0001;
  graph.output({result.node()});
  return graph;
}

void dce_half(std::uint32_t n) {
  const Records records = half_dead(n);
  compare(
      "dce_half", n, n, "ns/node",
      [&] {
        return time_of([&] { return half_dead_graph(n); },
                       [](Graph<double>& graph) { calque::eliminate_dead_code(graph); });
      },
      [&] {
        Records result;
        return time_of([&] { return 0; }, [&](int) { result = limit_dead_code(records); });
      });
}

constexpr auto three_operations = calque::wrap<"bench::three_operations">([](auto a, auto b) {
  const auto product = a * b;
  const auto sum = product + a;
  return sum - b;
});

Graph<double> graph_of_calls(std::uint32_t n) {
  Graph<double> graph;
  GraphAppendingTracer<double> tracer(graph);
  Number x(graph.placeholder("x"));
  const Number y(graph.placeholder("y"));
  for (std::uint32_t i = 0; i < n / 4; ++i) x = three_operations(x, y);
  graph.output({x.node()});
  return graph;
}

void inline_quarter(std::uint32_t n) {
  const Records records = calls(n);
  compare(
      "inline_quarter", n, n / 4, "ns/site",
      [&] {
        return time_of([&] { return graph_of_calls(n); },
                       [](Graph<double>& graph) {
                         for (auto& node : graph.nodes()) {
                           if (node.calls(three_operations)) calque::inline_call(node);
                         }
                       });
      },
      [&] {
        Records result;
        return time_of([&] { return 0; }, [&](int) { result = limit_inline(records); });
      });
}

void rauw_erase_every4(std::uint32_t n) {
  Records records;
  limit_chain(records, n);
  const auto replace = [](Graph<double>& graph) {
    std::uint32_t i = 0;
    for (auto& node : graph.nodes()) {
      if (!node.is_call() || i++ % 4 != 3) continue;
      node.replace_all_uses_with(node.operand(0));
      graph.erase_node(node);
    }
  };
  compare(
      "rauw_erase_every4", n, n / 4, "ns/replaced",
      [&] { return time_of([&] { return chain_graph(n); }, replace); },
      [&] {
        Records result;
        return time_of([&] { return 0; }, [&](int) { result = limit_replace(records); });
      });
}

void graph_copy(std::uint32_t n) {
  const Graph<double> graph = chain_graph(n);
  Records records;
  limit_chain(records, n);
  compare(
      "graph_copy", n, n, "ns/node",
      [&] {
        return time_of([] { return Graph<double>(); },
                       [&](Graph<double>& copy) {
                         calque::NodeMap<calque::Node<double>*> copies;
                         copy.graph_copy(graph, copies);
                       });
      },
      [&] {
        return time_of([] { return Records(); }, [&](Records& copy) { copy = records; });
      });
}

double lint_time(std::size_t n) {
  return time_of([n] { return chain_graph(n); },
                 [](const Graph<double>& graph) { calque::lint(graph); });
}

double build_and_lint_time(std::size_t n) {
  return time_of([] { return 0; }, [n](int) { calque::lint(chain_graph(n)); });
}

double same_names_time(std::size_t n) {
  return time_of([] { return calque::NameTable(); }, [n](calque::NameTable& names) {
    for (std::size_t i = 0; i < n; ++i) keep(names.create("add"));
  });
}

/// Each explicit low number is followed by an automatic one.
double low_names_time(std::size_t n) {
  return time_of([] { return calque::NameTable(); }, [n](calque::NameTable& names) {
    for (std::size_t i = 0; i < n; i += 2) {
      keep(names.create("add_" + std::to_string(i)));
      keep(names.create("add"));
    }
  });
}

double find_nodes_time(std::size_t n) {
  return time_of([n] { return chain_graph(n); }, [](Graph<double>& graph) {
    keep(graph.find_nodes(calque::operators::mul));
  });
}

using RecordJob = void (*)(Recording& recording, std::uint32_t n);

/// Live bytes a node after recording, each against a record's sixteen.
void live(std::string_view name, std::uint32_t n, RecordJob record) {
  const std::size_t before = live_bytes();
  Recording recording;
  record(recording, n);
  const double bytes = static_cast<double>(live_bytes() - before) / n;
  row(name, n, bytes, "bytes/node", bytes / sizeof(Record), "limit");
}

/// The most bytes a node while recording, against the live ones afterwards.
void peak(std::string_view name, std::uint32_t n, RecordJob record) {
  const std::size_t before = live_bytes();
  reset_peak();
  Recording recording;
  record(recording, n);
  const double most = static_cast<double>(peak_bytes() - before) / n;
  const double left = static_cast<double>(live_bytes() - before) / n;
  row(name, n, most, "bytes/node", most / left, "live");
}

struct Job {
  std::string_view name;
  void (*run)(std::uint32_t n);
};

constexpr Job jobs[] = {
    {"build_chain", build_chain},
    {"build_dag", build_dag},
    {"walk", walk},
    {"dce_half", dce_half},
    {"inline_quarter", inline_quarter},
    {"rauw_erase_every4", rauw_erase_every4},
    {"graph_copy", graph_copy},
    {"lint", [](std::uint32_t n) { scaling("lint", n, "ns/node", lint_time); }},
    {"build_and_lint",
     [](std::uint32_t n) { scaling("build_and_lint", n, "ns/node", build_and_lint_time); }},
    {"names_same_base",
     [](std::uint32_t n) { scaling("names_same_base", n, "ns/name", same_names_time); }},
    {"names_low_numbers",
     [](std::uint32_t n) { scaling("names_low_numbers", n, "ns/name", low_names_time); }},
    {"find_nodes", [](std::uint32_t n) { scaling("find_nodes", n, "ns/node", find_nodes_time); }},
    {"bytes_per_node_chain",
     [](std::uint32_t n) { live("bytes_per_node_chain", n, record_chain); }},
    {"bytes_per_node", [](std::uint32_t n) { live("bytes_per_node", n, record_dag); }},
    {"peak_bytes_per_node_chain",
     [](std::uint32_t n) { peak("peak_bytes_per_node_chain", n, record_chain); }},
    {"peak_bytes_per_node", [](std::uint32_t n) { peak("peak_bytes_per_node", n, record_dag); }},
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  std::string_view only;
  std::vector<std::uint32_t> sizes{100000, 1000000};
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--only") == 0) only = argv[i + 1];
    if (std::strcmp(argv[i], "--n") == 0) {
      sizes = {static_cast<std::uint32_t>(std::strtoul(argv[i + 1], nullptr, 10))};
    }
  }
  bench::warm_heap();
  std::puts("metric,n,value,unit,ratio,to");
  for (const bench::Job& job : bench::jobs) {
    if (job.name.find(only) == job.name.npos) continue;
    for (const std::uint32_t n : sizes) job.run(n);
  }
}
