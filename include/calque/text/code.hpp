// The code of a graph: the Python text that torch.fx generates for it.
#pragma once

#include <calque/ir/graph.hpp>
#include <calque/ir/last_uses.hpp>

#include <string>
#include <string_view>

namespace calque {

namespace detail {

/// A function's name in generated text: `__main___f`, `lowp_f`, its dotted spelling, or `len` for
/// `builtins.len`.
inline std::string printed_callee(const FunctionInfo& info) {
  constexpr std::string_view builtins = "builtins.";
  if (info.name.starts_with(builtins)) return std::string(info.name.substr(builtins.size()));
  std::string text = dotted_name(info);
  if (info.name.find('.') != info.name.npos) return text;
  for (char& c : text) {
    if (c == '.') c = '_';
  }
  return text;
}

/// Writes one graph as text. Linear, without recursion.
template <class D>
class CodePrinter {
 public:
  CodePrinter(const Graph<D>& graph, Rules rules)
      : graph_(graph), rules_(rules), last_uses_(graph), names_(rules) {}

  std::string print() {
    choose_names();
    print_head();
    const std::size_t body = text_.size();
    print_renames();
    for (const Node<D>& node : graph_.nodes()) {
      if (!node.is_placeholder()) print_statement(node);
    }
    if (text_.size() == body) text_ += "    pass\n";
    return std::move(text_);
  }

 private:
  /// What a callee or constant is printed as belongs to it; a node or parameter of that name takes
  /// the next number.
  void choose_names() {
    for (const Node<D>& node : graph_.nodes()) {
      reserve_constants(node);
      if (!node.is_call() || node.function().info().kind == FunctionKind::infix) continue;
      if (node.op() == Opcode::call_method) continue;
      reserve_root(printed_callee(node.function().info()));
    }
    if (!first_is_self()) names_.reserve("self");
    for (const Node<D>& node : graph_.nodes()) {
      if (!node.is_output()) printed_[node] = names_.create(node.name());
    }
    bool first = true;
    for (const Node<D>& node : graph_.nodes()) {
      if (node.is_placeholder()) parameter_[node] = parameter_name(node, first);
      first = false;
    }
  }

  /// Reserves the first part of what is printed: `torch` of `torch.relu`.
  void reserve_root(std::string_view printed) {
    std::size_t end = 0;
    while (end < printed.size() && NameTable::is_legal(printed.substr(0, end + 1))) ++end;
    if (end > 0) names_.reserve(printed.substr(0, end));
  }
  void reserve_constants(const Node<D>& node) {
    for (const OperandRef<D> operand : node.operands()) {
      if (operand.is_node()) continue;
      const Literal<D> literal = operand.literal();
      if (literal.kind() == LiteralKind::symbol) reserve_root(literal.text());
      if (literal.kind() == LiteralKind::ellipsis) names_.reserve("Ellipsis");
      if (literal.kind() == LiteralKind::real_double) reserve_real(literal.template as<double>());
      if (literal.kind() == LiteralKind::real_float) reserve_real(literal.template as<float>());
    }
    for (const std::uint32_t token : node.store().tokens(node.shape())) {
      if (kind_of(token) == Token::slice) names_.reserve("slice");
    }
  }

  void reserve_real(double value) {
    if (value != value) names_.reserve("nan");
    else if (value - value != 0) names_.reserve("inf");
  }

  bool first_is_self() const {
    return graph_.size() > 0 && graph_.nodes().begin()->is_placeholder() &&
           graph_.nodes().begin()->target() == "self";
  }

  /// A parameter keeps the name that its author gave it, unless that would hide another name.
  std::string parameter_name(const Node<D>& node, bool is_first) {
    const std::string_view wanted = node.target();
    const std::string printed = printed_name(node);
    if (!NameTable::is_legal(wanted) || is_python_keyword(wanted)) return printed;
    if (wanted == printed || (wanted == "self" && !is_first)) return printed;
    return names_.reserve(wanted) ? std::string(wanted) : printed;
  }

  void print_head() {
    text_ += "def forward(";
    bool first = true;
    for (const Node<D>& node : graph_.nodes()) {
      if (!node.is_placeholder()) continue;
      if (first && node.target() != "self") text_ += "self, ";
      else if (!first) text_ += ", ";
      first = false;
      text_ += parameter_[node];
      if (node.operand_count() == 0) continue;
      text_ += " = ";
      print_value(node.args()[0]);
    }
    if (first) text_ += "self";
    text_ += "):\n";
  }

  void print_renames() {
    for (const Node<D>& node : graph_.nodes()) {
      if (!node.is_placeholder()) continue;
      const std::string name = printed_name(node);
      if (parameter_[node] != name) text_ += "    " + name + " = " + parameter_[node] + "\n";
    }
  }

  void print_statement(const Node<D>& node) {
    text_ += "    ";
    if (node.is_output()) {
      text_ += "return ";
      print_value(node.args()[0]);
      text_ += '\n';
      return;
    }
    print_name(node);
    text_ += " = ";
    switch (node.op()) {
      case Opcode::get_attr: print_path("self", node.target()); break;
      case Opcode::call_module:
        print_path("self", node.target());
        print_arguments(node, 0);
        break;
      case Opcode::call_method: print_method(node); break;
      default: print_call(node); break;
    }
    print_clears(node);
    text_ += '\n';
  }

  void print_call(const Node<D>& node) {
    const FunctionInfo& info = node.function().info();
    const auto args = node.args();
    if (info.kind == FunctionKind::infix && node.kwargs().empty()) {
      if (args.size() == 2) return print_binary(info.symbol, args);
      if (args.size() == 1) {
        text_ += info.symbol;
        return print_value(args[0]);
      }
    }
    text_ += info.kind == FunctionKind::infix ? "operator." + std::string(info.name)
                                              : printed_callee(info);
    print_arguments(node, 0);
  }

  void print_binary(std::string_view symbol, const ArgumentView<D>& args) {
    if (symbol == "[]") {
      print_receiver(args[0]);
      text_ += '[';
      print_value(args[1]);
      text_ += ']';
      return;
    }
    // torch.fx forgets that -2 ** x is -(2 ** x).
    if (symbol == "**" && is_number(args[0]) && begins_with_minus(args[0])) {
      print_in_parentheses(args[0]);
    } else {
      print_value(args[0]);
    }
    ((text_ += ' ') += symbol) += ' ';
    print_value(args[1]);
  }

  void print_method(const Node<D>& node) {
    const auto args = node.args();
    if (args.empty()) {
      text_ += node.target();
      return print_arguments(node, 0);
    }
    const std::size_t begin = text_.size();
    print_receiver(args[0]);
    const std::string receiver = text_.substr(begin);
    text_.resize(begin);
    print_path(receiver, node.target());
    print_arguments(node, 1);
  }

  /// A number in front of a dot or bracket needs parentheses.
  void print_receiver(const ArgumentView<D>& argument) {
    if (is_number(argument)) print_in_parentheses(argument);
    else print_value(argument);
  }

  static bool is_number(const ArgumentView<D>& argument) {
    return argument.is_literal() && argument.literal().kind() < LiteralKind::ellipsis &&
           !argument.literal().is_none();
  }
  static bool begins_with_minus(const ArgumentView<D>& argument) {
    std::string text;
    append_literal(text, argument.literal());
    return text[0] == '-';
  }
  void print_in_parentheses(const ArgumentView<D>& argument) {
    text_ += '(';
    print_value(argument);
    text_ += ')';
  }

  /// `self.a.b`, with getattr around a part that is no identifier: `getattr(self.rest, "0").scale`.
  void print_path(std::string_view root, std::string_view path) {
    std::string text(root);
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t dot = path.find('.', begin);
      const std::size_t end = dot == path.npos ? path.size() : dot;
      const std::string_view atom = path.substr(begin, end - begin);
      if (NameTable::is_legal(atom) && !is_python_keyword(atom)) (text += '.') += atom;
      else text = "getattr(" + text + ", " + in_double_quotes(atom) + ")";
      begin = end + 1;
    }
    text_ += text;
  }

  static std::string in_double_quotes(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '\n') {
        quoted += "\\n";
        continue;
      }
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    return quoted += '"';
  }

  void print_arguments(const Node<D>& node, std::size_t skipped) {
    text_ += '(';
    bool first = true;
    for (const auto argument : node.args()) {
      if (skipped > 0) {
        --skipped;
        continue;
      }
      if (!first) text_ += ", ";
      first = false;
      print_value(argument);
    }
    for (const auto& [name, value] : node.kwargs()) {
      if (!first) text_ += ", ";
      first = false;
      (text_ += name) += " = ";
      print_value(value);
    }
    text_ += ')';
  }

  void print_value(const ArgumentView<D>& argument) {
    append_nested(text_, argument, [&](const Operand<D>& leaf, bool) {
      if (leaf.is_node()) print_name(*leaf.node);
      else append_literal(text_, leaf.literal);
    });
  }

  void print_name(const Node<D>& node) { names_.append_to(text_, printed_.get(node)); }
  std::string printed_name(const Node<D>& node) const {
    std::string name;
    names_.append_to(name, printed_.get(node));
    return name;
  }

  /// `;  a = b = None` after the last use of values; by the newest rules a value without users is
  /// cleared after its own statement.
  void print_clears(const Node<D>& node) {
    bool any = false;
    const auto clear = [&](const Node<D>& dead) {
      if (!any) text_ += ";  ";
      any = true;
      print_name(dead);
      text_ += " = ";
    };
    last_uses_.for_each_ending_at(node, clear);
    if (rules_ == Rules::newest && !node.has_users()) clear(node);
    if (any) text_ += "None";
  }

  const Graph<D>& graph_;
  Rules rules_;
  LastUses<D> last_uses_;
  NameTable names_;
  NodeMap<Name> printed_;
  NodeMap<std::string> parameter_;
  std::string text_;
};

}  // namespace detail

/// The graph as torch.fx prints it, from `def forward` on. O(operands).
template <class D>
std::string code(const Graph<D>& graph, Rules rules) {
  return detail::CodePrinter<D>(graph, rules).print();
}

/// The same by the graph's own rules.
template <class D>
std::string code(const Graph<D>& graph) {
  return code(graph, graph.rules());
}

}  // namespace calque
