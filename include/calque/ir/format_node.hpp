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

/// Writes an argument without recursion: `write_leaf(operand, in_slice)` for leaves, brackets for the
/// rest.
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

/// The listing around a node, with an arrow at it.
template <class D>
std::string excerpt(const Node<D>& node) {
  constexpr std::size_t lines_around = 3;
  std::vector<const Node<D>*> shown{&node};
  const Node<D>* before = node.prev();
  for (std::size_t i = 0; i < lines_around && before != nullptr; ++i, before = before->prev()) {
    shown.insert(shown.begin(), before);
  }
  const Node<D>* after = node.next();
  for (std::size_t i = 0; i < lines_around && after != nullptr; ++i, after = after->next()) {
    shown.push_back(after);
  }
  std::size_t width = 0;
  for (const Node<D>* line : shown) {
    const std::size_t size = line->name().size() + 1;
    if (size > width) width = size;
  }
  std::string text;
  for (const Node<D>* line : shown) {
    text += line == &node ? "\n   -> " : "\n      ";
    text += short_line(*line, width);
  }
  return text;
}

/// The whole text of an error about a node.
template <class D>
std::string explain(std::string message, std::string_view note, const Node<D>& node) {
  if (!note.empty()) (message += "\nnote: ") += note;
  return message + excerpt(node);
}

}  // namespace detail

}  // namespace calque
