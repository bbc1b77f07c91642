// The nodes of a graph as a table: torch.fx's `print_tabular`.
#pragma once

#include <calque/ir/graph.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace calque {

/// A row for each node: opcode, name, target, positional and keyword arguments. O(text).
template <class D>
std::string tabular(const Graph<D>& graph) {
  constexpr std::size_t columns = 5;
  using Row = std::array<std::string, columns>;
  std::vector<Row> rows{{"opcode", "name", "target", "args", "kwargs"}};
  std::array<std::size_t, columns> width{};
  for (std::size_t i = 0; i < columns; ++i) width[i] = rows[0][i].size() + 2;
  for (const Node<D>& node : graph.nodes()) {
    Row row{std::string(to_text(node.op())), node.name(), detail::target_text(node), "", "{"};
    detail::append_argument(row[3], node.args(), detail::ArgumentStyle::plain);
    for (const auto& [name, value] : node.kwargs()) {
      if (row[4].size() > 1) row[4] += ", ";
      detail::append_quoted(row[4], name);
      row[4] += ": ";
      detail::append_argument(row[4], value, detail::ArgumentStyle::plain);
    }
    row[4] += '}';
    for (std::size_t i = 0; i < columns; ++i) width[i] = std::max(width[i], row[i].size());
    rows.push_back(std::move(row));
  }
  Row rule;
  for (std::size_t i = 0; i < columns; ++i) rule[i].assign(width[i], '-');
  rows.insert(rows.begin() + 1, rule);
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < columns; ++i) {
      text += row[i];
      if (i + 1 < columns) text.append(width[i] - row[i].size() + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

}  // namespace calque
