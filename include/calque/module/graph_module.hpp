// GraphModule: a graph that can be called.
#pragma once

#include <calque/run/interpreter.hpp>
#include <calque/text/code.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace calque {

/// A callable program. It owns its graph, which may be edited at will: a call notices that the
/// graph has changed since the last `recompile()` and recompiles first, or refuses where it is
/// const. A const module may be called from many threads.
template <class D>
class GraphModule {
 public:
  explicit GraphModule(Graph<D> graph) : graph_(std::move(graph)), last_uses_(graph_) {
    recompile();
  }

  Graph<D>& graph() { return graph_; }
  const Graph<D>& graph() const { return graph_; }

  /// The graph as torch.fx prints it.
  std::string code() const { return calque::code(graph_); }

  /// Prepares the graph as it is now for calls. O(operands).
  void recompile() {
    last_uses_ = LastUses<D>(graph_);
    compiled_version_ = graph_.version();
    compiled_store_ = &graph_.store();
  }
  /// Whether the graph has changed since it was prepared.
  bool is_stale() const {
    return compiled_store_ != &graph_.store() || compiled_version_ != graph_.version();
  }

  /// The result of a program that has one. Arguments are values of the domain's types, or convert
  /// to its first. Throws an ExecutionError.
  template <class... A>
  value_t<D> operator()(const A&... inputs) {
    if (is_stale()) recompile();
    return std::as_const(*this)(inputs...);
  }
  template <class... A>
  value_t<D> operator()(const A&... inputs) const {
    const std::vector<value_t<D>> values{to_value(inputs)...};
    std::vector<value_t<D>> results = run(values);
    if (results.size() != 1) {
      std::string text = "the program has ";
      detail::append_integer(text, results.size());
      detail::fail<ExecutionError>(text + " results, not one\nnote: call run(inputs)");
    }
    return std::move(results.front());
  }

  /// The results of a program, one after another whatever their nesting.
  std::vector<value_t<D>> run(std::span<const value_t<D>> inputs) {
    if (is_stale()) recompile();
    return std::as_const(*this).run(inputs);
  }
  std::vector<value_t<D>> run(std::span<const value_t<D>> inputs) const {
    if (is_stale()) {
      detail::fail<ExecutionError>(
          "the graph has changed since the module was compiled\nnote: call recompile()");
    }
    return Interpreter<D>(graph_, last_uses_).run(inputs);
  }

 private:
  template <class A>
  static value_t<D> to_value(const A& input) {
    if constexpr (std::is_same_v<A, value_t<D>>) return input;
    else if constexpr (holds_type<D, A>) return value_t<D>(input);
    else return value_t<D>(static_cast<first_type_t<D>>(input));
  }

  Graph<D> graph_;
  LastUses<D> last_uses_;
  std::uint64_t compiled_version_ = 0;
  const detail::Store<D>* compiled_store_ = nullptr;
};

}  // namespace calque
