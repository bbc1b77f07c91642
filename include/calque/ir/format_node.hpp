// One node as a line of torch.fx's `print(graph)`, and the excerpt that error messages end with.
#pragma once

#include <calque/ir/literal_text.hpp>
#include <calque/ir/node.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace calque {

namespace detail {

constexpr std::string_view opening_text(Token aggregate) {
  switch (aggregate) {
    case Token::list: return "[";
    case Token::dict: return "{";
    case Token::slice: return "slice(";
    default: return "(";
  }
}

/// How `append_argument` writes its leaves.
enum class ArgumentStyle : std::uint8_t {
  /// `print(graph)`: `%x`, and strings without quotes.
  listing,
  /// `return` lines of it: `x`.
  plain,
};

/// Writes an argument without recursion: `write_leaf(operand, in_slice)` for leaves, brackets for
/// the rest.
template <class D, class WriteLeaf>
void append_nested(std::string& text, const ArgumentView<D>& argument,
                   const WriteLeaf& write_leaf) {
  if (argument.is_leaf()) return write_leaf(argument.operand(), false);
  struct Open {
    Token kind;
    std::size_t size;
    std::size_t left;
  };
  std::vector<Open> open;
  std::size_t open_slices = 0;
  const auto enter = [&](Token kind, std::size_t size) {
    text += opening_text(kind);
    open_slices += kind == Token::slice;
    open.push_back({kind, size, size});
  };
  const auto close_finished = [&] {
    while (!open.empty() && open.back().left == 0) {
      const Token kind = open.back().kind;
      if (kind == Token::tuple && open.back().size == 1) text += ',';
      text += kind == Token::list ? ']' : kind == Token::dict ? '}' : ')';
      open_slices -= kind == Token::slice;
      open.pop_back();
    }
  };
  const auto next_element = [&] {
    const bool is_value = open.back().kind == Token::dict && open.back().left % 2 != 0;
    if (open.back().left != open.back().size) text += is_value ? ": " : ", ";
    --open.back().left;
  };
  const bool flat = argument.tokens().empty();
  std::uint32_t leaf = 0;
  enter(argument.kind(), argument.size());
  close_finished();
  for (std::size_t at = 0; at < (flat ? argument.leaf_count() : argument.tokens().size()); ++at) {
    next_element();
    const std::uint32_t token = flat ? leaf_token() : argument.tokens()[at];
    if (is_aggregate(token)) enter(kind_of(token), count_of(token));
    else write_leaf(argument.leaf(leaf++), open_slices > 0);
    close_finished();
  }
}

template <class D>
void append_argument(std::string& text, const ArgumentView<D>& argument, ArgumentStyle style) {
  append_nested(text, argument, [&](const Operand<D>& leaf, bool in_slice) {
    // torch.fx prints a slice with Python's repr of its parts.
    const bool is_listing = style == ArgumentStyle::listing && !in_slice;
    if (leaf.is_node()) {
      if (is_listing) text += '%';
      text += leaf.node->name();
    } else if (leaf.literal.kind() == LiteralKind::text && is_listing) {
      text += leaf.literal.text();
    } else {
      append_literal(text, leaf.literal);
    }
  });
}

/// A function's qualified name with dots: `operator.add`, `__main__.f`, `lowp.f`, `torch.relu`.
inline std::string dotted_name(const FunctionInfo& info) {
  if (info.kind == FunctionKind::method) return std::string(info.name);
  if (info.kind == FunctionKind::infix) return "operator." + std::string(info.name);
  std::string text;
  if (info.name.find('.') == info.name.npos && info.name.find(':') == info.name.npos) {
    text = "__main__.";
  }
  for (std::size_t i = 0; i < info.name.size(); ++i) {
    if (info.name.substr(i, 2) == "::") text += '.', ++i;
    else text += info.name[i];
  }
  return text;
}

template <class D>
std::string target_text(const Node<D>& node) {
  return node.is_call() ? dotted_name(node.function().info()) : std::string(node.target());
}

}  // namespace detail

/// The line of a node in `print(graph)`, without the indentation. O(operands + uses).
template <class D>
std::string format_node(const Node<D>& node, Rules rules) {
  std::string text;
  if (node.is_output()) {
    text = "return ";
    if (node.operand_count() > 0) {
      detail::append_argument(text, node.args()[0], detail::ArgumentStyle::plain);
    }
    return text;
  }
  ((text += '%') += node.name()) += rules == Rules::newest ? " : [num_users=" : " : [#users=";
  detail::append_integer(text, node.users().size());
  ((text += "] = ") += to_text(node.op())) += "[target=";
  text += detail::target_text(node);
  text += ']';
  if (node.is_placeholder()) {
    if (node.operand_count() == 0) return text;
    text += "(default=";
    detail::append_argument(text, node.args()[0], detail::ArgumentStyle::listing);
    return text += ')';
  }
  if (node.op() == Opcode::get_attr) return text;
  text += "(args = ";
  detail::append_argument(text, node.args(), detail::ArgumentStyle::listing);
  text += ", kwargs = {";
  bool first = true;
  for (const auto& [name, value] : node.kwargs()) {
    if (!first) text += ", ";
    first = false;
    (text += name) += ": ";
    detail::append_argument(text, value, detail::ArgumentStyle::listing);
  }
  return text += "})";
}

template <class D>
std::string format_node(const Node<D>& node) {
  return format_node(node, node.store().names.rules());
}

namespace detail {

/// A node as error messages show it: `%add_1 = call_function[target=add](%x, 1)`.
template <class D>
std::string short_line(const Node<D>& node, std::size_t width) {
  std::string text = "%";
  text += node.name();
  if (text.size() < width) text.resize(width, ' ');
  ((text += " = ") += to_text(node.op())) += "[target=";
  (text += node.target()) += ']';
  if (!node.is_call() && node.operand_count() == 0) return text;
  text += '(';
  bool first = true;
  for (const auto argument : node.args()) {
    if (!first) text += ", ";
    first = false;
    append_argument(text, argument, ArgumentStyle::listing);
  }
  for (const auto& [name, value] : node.kwargs()) {
    if (!first) text += ", ";
    first = false;
    (text += name) += " = ";
    append_argument(text, value, ArgumentStyle::listing);
  }
  return text += ')';
}

/// Lines of a listing with arrows at some; a null stands for lines left out.
template <class D>
class Excerpt {
 public:
  static constexpr std::size_t lines_around = 3;

  void add(const Node<D>* node, bool has_arrow) { lines_.push_back({node, has_arrow}); }
  std::string text() const {
    std::size_t width = 0;
    for (const Line& line : lines_) {
      const std::size_t size = line.node == nullptr ? 0 : line.node->name().size() + 1;
      if (size > width) width = size;
    }
    std::string text;
    for (const Line& line : lines_) {
      text += line.has_arrow ? "\n   -> " : "\n      ";
      text += line.node == nullptr ? "..." : short_line(*line.node, width);
    }
    return text;
  }
  std::size_t size() const { return lines_.size(); }

 private:
  struct Line {
    const Node<D>* node;
    bool has_arrow;
  };
  std::vector<Line> lines_;
};

/// The listing around a node, with an arrow at it.
template <class D>
std::string excerpt(const Node<D>& node) {
  const Node<D>* first = &node;
  std::size_t before = 0;
  while (before < Excerpt<D>::lines_around && first->prev() != nullptr) {
    first = first->prev();
    ++before;
  }
  Excerpt<D> excerpt;
  const std::size_t most = before + 1 + Excerpt<D>::lines_around;
  for (const Node<D>* line = first; line != nullptr && excerpt.size() < most; line = line->next()) {
    excerpt.add(line, line == &node);
  }
  return excerpt.text();
}

/// The opened calls that a node came from, from the inside out: `square (%square) in norm (%norm)`.
template <class D>
std::string origin_text(const Node<D>& node) {
  std::string text;
  for (Origin<D> origin = node.origin(); origin; origin = origin.parent()) {
    if (!text.empty()) text += " in ";
    text += origin.function().name();
    if (const std::string name = origin.name(); !name.empty()) ((text += " (%") += name) += ')';
  }
  return text;
}

/// The whole text of an error about a node.
template <class D>
std::string explain(std::string message, std::string_view note, const Node<D>& node) {
  if (!note.empty()) (message += "\nnote: ") += note;
  if (node.origin()) {
    (((message += "\nnote: %") += node.name()) += " comes from ") += origin_text(node);
  }
  return message + excerpt(node);
}

}  // namespace detail

}  // namespace calque
