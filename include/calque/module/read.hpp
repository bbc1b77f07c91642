// Reading code back: from the text that `code` prints to a graph.
#pragma once

#include <calque/ir/graph.hpp>
#include <calque/module/detail/text_cursor.hpp>
#include <calque/module/runtime_function.hpp>
#include <calque/text/code.hpp>
#include <calque/trace/operators.hpp>

#include <charconv>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

namespace calque {

namespace detail {

/// The operators that are printed infix.
inline std::vector<const Function<Untyped>*> infix_functions() {
  const auto all = [](const auto&... callable) {
    return std::vector<const Function<Untyped>*>{&function_of<Untyped>(callable)...};
  };
  namespace op = operators;
  return all(op::add, op::sub, op::mul, op::truediv, op::mod, op::floordiv, op::pow, op::matmul,
             op::and_, op::or_, op::xor_, op::lshift, op::rshift, op::lt, op::le, op::gt, op::ge,
             op::eq, op::ne, op::getitem, op::neg, op::pos, op::invert);
}

/// Reads one text. Without recursion: arguments may nest as deep as they like.
class CodeReader {
 public:
  CodeReader(std::string_view text, Rules rules)
      : in_(text), graph_({.rules = rules}), infix_(infix_functions()) {}

  Graph<Untyped> read() {
    read_head();
    create_parameters();
    while (!in_.at_end()) {
      const std::size_t begin = in_.position();
      try {
        read_statement();
      } catch (const GraphError& error) {
        const std::string_view text = error.what();
        in_.fail_at(begin, std::string(text.substr(0, text.find('\n'))));
      }
    }
    return std::move(graph_);
  }

 private:
  using Nodes = std::unordered_map<std::string_view, Node<Untyped>*>;

  /// One parameter as the head declares it, and the value that the body calls it.
  struct Parameter {
    std::string_view target;
    std::string_view name;
    std::size_t place = 0;
    std::vector<Operand<Untyped>> leaves;
    std::vector<std::uint32_t> tokens;
  };

  /// Arguments while they are read. Texts are kept: literals refer to them.
  struct Values {
    std::vector<Operand<Untyped>> leaves;
    std::vector<std::uint32_t> tokens;
    std::vector<std::string_view> keywords;
  };

  void read_head() {
    in_.expect("def forward(");
    bool is_first = true;
    while (!in_.accept(")")) {
      if (!is_first) in_.expect(", ");
      Parameter parameter;
      parameter.place = in_.position();
      parameter.target = parameter.name = in_.name();
      if (in_.accept(" = ")) {
        Values value;
        read_value(value);
        parameter.leaves = std::move(value.leaves);
        parameter.tokens = std::move(value.tokens);
      }
      if (!is_first || parameter.target != "self") parameters_.push_back(std::move(parameter));
      is_first = false;
    }
    in_.expect(":\n");
  }

  /// The lines `    x_1 = x` at the head of the body name parameters; they come before all others.
  void create_parameters() {
    while (read_rename()) {
    }
    for (const Parameter& p : parameters_) {
      const NodeDetails details{p.target, p.name, p.tokens, {}};
      const NodeSpec<Untyped> placeholder(Opcode::placeholder, {0}, p.leaves, details);
      define(p.name, graph_.create_node(placeholder), p.place);
    }
  }
  bool read_rename() {
    TextCursor ahead = in_;
    if (!ahead.accept("    ") || !ahead.at_name()) return false;
    const std::string_view name = ahead.name();
    if (!ahead.accept(" = ") || !ahead.at_name()) return false;
    const std::string_view target = ahead.name();
    if (!ahead.accept("\n")) return false;
    for (Parameter& parameter : parameters_) {
      if (parameter.target != target) continue;
      parameter.name = name;
      in_ = ahead;
      return true;
    }
    return false;
  }

  void read_statement() {
    in_.expect("    ");
    if (in_.accept("pass\n")) return;
    if (in_.accept("return ")) {
      Values result;
      read_value(result);
      in_.expect("\n");
      const NodeDetails details{"output", {}, result.tokens, {}};
      graph_.create_node(NodeSpec<Untyped>(Opcode::output, {}, result.leaves, details));
      if (!in_.at_end()) in_.fail("expected the end");
      return;
    }
    const std::size_t begin = in_.position();
    const std::string_view name = in_.name();
    in_.expect(" = ");
    Node<Untyped>& node = read_operation(name);
    read_clears();
    in_.expect("\n");
    define(name, node, begin);
  }

  /// `;  x = y = None`: which values are no longer needed follows from the rest.
  void read_clears() {
    if (!in_.accept(";  ")) return;
    while (!in_.accept("None")) {
      in_.name();
      in_.expect(" = ");
    }
  }

  void define(std::string_view name, Node<Untyped>& node, std::size_t place) {
    if (!nodes_.emplace(name, &node).second) in_.fail_at(place, "this name is defined twice");
  }

  // --- operations ---

  Node<Untyped>& read_operation(std::string_view name) {
    if (const FunctionInfo* unary = unary_operator()) {
      in_.advance();
      Values value;
      read_value(value);
      return call(*function_named(unary->name, FunctionKind::infix), value, name);
    }
    if (in_.at_name() && !is_value_ahead()) return read_callee(name);
    Values values;
    read_value(values);
    return read_after_value(values, name);
  }

  /// `-x`, but not the number -1 in `-1 + x`.
  const FunctionInfo* unary_operator() const {
    const char sign = in_.peek();
    if (sign != '-' && sign != '+' && sign != '~') return nullptr;
    TextCursor ahead = in_;
    ahead.advance();
    if (sign == '-' && (ahead.at_digit() || ahead.accept("inf"))) {
      skip_number(ahead);
      if (ahead.peek() == ' ') return nullptr;
    }
    for (const Function<Untyped>* function : infix_) {
      const FunctionInfo& info = function->info();
      const bool is_unary = info.name == "neg" || info.name == "pos" || info.name == "invert";
      if (is_unary && info.symbol[0] == sign) return &info;
    }
    return nullptr;
  }
  static void skip_number(TextCursor& cursor) {
    bool is_real = false;
    cursor.number(is_real);
  }

  /// Whether the name here is a value, not something that is called.
  bool is_value_ahead() const {
    TextCursor ahead = in_;
    const std::string_view first = ahead.name();
    return nodes_.contains(first) || first == "True" || first == "False" || first == "None" ||
           first == "inf" || first == "nan" || first == "Ellipsis";
  }

  /// `f(...)`, `self.path`, `self.path(...)`, `getattr(x, "odd name")(...)`.
  Node<Untyped>& read_callee(std::string_view name) {
    std::size_t open = 0;
    while (in_.accept("getattr(")) ++open;
    Values values;
    if (in_.accept("self")) return read_member(keep(read_path(open)), name);
    if (open > 0) {
      read_value(values);
      const std::string_view method = keep(read_path(open));
      in_.expect("(");
      read_arguments(values);
      return call(runtime_function(method, FunctionKind::method), values, name);
    }
    const std::size_t begin = in_.position();
    in_.name();
    while (in_.accept(".")) in_.name();
    const std::string_view callee = in_.since(begin);
    in_.expect("(");
    read_arguments(values);
    const auto [known, is_new] = callees_.try_emplace(callee, nullptr);
    if (is_new) known->second = &function_of_callee(callee);
    return call(*known->second, values, name);
  }

  /// The path behind a value, `.a.b`, with `open` uses of getattr around its parts.
  std::string read_path(std::size_t open) {
    std::string path;
    const auto add = [&](std::string_view atom) {
      if (!path.empty()) path += '.';
      path += atom;
    };
    while (true) {
      if (open > 0 && in_.accept(", ")) {
        add(in_.quoted());
        in_.expect(")");
        --open;
      } else if (in_.accept(".")) {
        add(in_.name());
      } else {
        break;
      }
    }
    if (path.empty() || open > 0) in_.fail("expected a path");
    return path;
  }

  Node<Untyped>& read_member(std::string_view path, std::string_view name) {
    Values values;
    const bool is_call = in_.accept("(");
    if (is_call) read_arguments(values);
    const NodeDetails details{path, name, values.tokens, values.keywords};
    return graph_.create_node(NodeSpec<Untyped>(
        is_call ? Opcode::call_module : Opcode::get_attr, {0}, values.leaves, details));
  }

  /// `x + y`, `x[i]`, `x.method(...)`.
  Node<Untyped>& read_after_value(Values& values, std::string_view name) {
    if (in_.accept("[")) {
      read_value(values);
      in_.expect("]");
      return call(*function_named("getitem", FunctionKind::infix), values, name);
    }
    if (in_.peek() == '.') {
      const std::string_view method = keep(read_path(0));
      in_.expect("(");
      read_arguments(values);
      return call(runtime_function(method, FunctionKind::method), values, name);
    }
    const std::size_t begin = in_.position();
    in_.expect(" ");
    const std::size_t symbol_begin = in_.position();
    while (in_.peek() != ' ' && in_.peek() != '\n' && !in_.at_end()) in_.advance();
    const std::string_view symbol = in_.since(symbol_begin);
    for (const Function<Untyped>* function : infix_) {
      const FunctionInfo& info = function->info();
      if (info.symbol != symbol || info.name == "neg" || info.name == "pos") continue;
      in_.expect(" ");
      read_value(values);
      return call(*function, values, name);
    }
    in_.fail_at(begin, "expected an operation");
  }

  Node<Untyped>& call(const Function<Untyped>& function, const Values& values,
                      std::string_view name) {
    const NodeDetails details{{}, name, values.tokens, values.keywords};
    return graph_.create_node(NodeSpec<Untyped>(function, values.leaves, &details));
  }

  const Function<Untyped>* function_named(std::string_view name, FunctionKind kind) const {
    for (const Function<Untyped>* function : infix_) {
      if (function->name() == name && kind == FunctionKind::infix) return function;
    }
    return nullptr;
  }

  /// What is printed as `callee`: an enrolled function, or the plainest name that prints so.
  const Function<Untyped>& function_of_callee(std::string_view callee) {
    constexpr std::string_view main = "__main___";
    constexpr std::string_view operator_module = "operator.";
    if (callee.starts_with(operator_module)) {
      const auto* known = function_named(callee.substr(operator_module.size()),
                                         FunctionKind::infix);
      if (known != nullptr) return *known;
    }
    const FunctionInfo* found = nullptr;
    for_each_function([&](const FunctionInfo& info) {
      const bool is_called = info.kind == FunctionKind::composite ||
                             info.kind == FunctionKind::primitive;
      if (is_called && printed_callee(info) == callee) found = &info;
    });
    if (found != nullptr) return runtime_function(found->name, found->kind);
    if (callee.starts_with(main)) callee.remove_prefix(main.size());
    else if (callee.find('.') == callee.npos) callee = keep("builtins." + std::string(callee));
    return runtime_function(callee, FunctionKind::primitive);
  }

  // --- arguments ---

  /// Everything up to the closing parenthesis.
  void read_arguments(Values& values) {
    for (bool is_first = true; !in_.accept(")"); is_first = false) {
      if (!is_first) in_.expect(", ");
      if (const std::string_view keyword = keyword_ahead(); !keyword.empty()) {
        const auto number = static_cast<std::uint32_t>(values.keywords.size());
        values.tokens.push_back(make_token(Token::keyword, number));
        values.keywords.push_back(keyword);
      }
      read_value(values);
    }
  }
  std::string_view keyword_ahead() {
    if (!in_.at_name()) return {};
    TextCursor ahead = in_;
    const std::string_view name = ahead.name();
    if (!ahead.accept(" = ")) return {};
    in_ = ahead;
    return name;
  }

  /// An aggregate that is being read: where its token stands, and what closes it.
  struct Open {
    std::size_t token;
    Token kind;
    std::uint32_t count = 0;
    bool has_comma = false;
  };

  void read_value(Values& values) {
    std::vector<Open> open;
    do {
      if (begin_aggregate(values, open)) {
        close_aggregates(values, open, false);
        continue;
      }
      read_leaf(values);
      close_aggregates(values, open, true);
    } while (!open.empty());
  }

  bool begin_aggregate(Values& values, std::vector<Open>& open) {
    Token kind = Token::leaf;
    if (in_.accept("(")) kind = Token::tuple;
    else if (in_.accept("[")) kind = Token::list;
    else if (in_.accept("{")) kind = Token::dict;
    else if (in_.accept("slice(")) kind = Token::slice;
    else return false;
    open.push_back({values.tokens.size(), kind});
    values.tokens.push_back(make_token(kind, 0));
    return true;
  }

  /// Counts the element that has been read and closes what ends here; else stands at the next one.
  void close_aggregates(Values& values, std::vector<Open>& open, bool has_element) {
    while (!open.empty()) {
      Open& top = open.back();
      top.count += has_element;
      if (has_element && accept_separator(top)) return;
      if (!in_.accept(closing(top.kind))) {
        if (has_element) in_.fail("expected `" + std::string(closing(top.kind)) + "`");
        return;
      }
      const bool is_parenthesized = top.kind == Token::tuple && top.count == 1 && !top.has_comma;
      if (is_parenthesized) {
        values.tokens.erase(values.tokens.begin() + static_cast<std::ptrdiff_t>(top.token));
      } else {
        values.tokens[top.token] = make_token(top.kind, top.count);
      }
      open.pop_back();
      has_element = true;
    }
  }
  bool accept_separator(Open& top) {
    if (top.kind == Token::dict && top.count % 2 != 0) {
      in_.expect(": ");
      return true;
    }
    if (!in_.accept(",")) return false;
    top.has_comma = true;
    return in_.accept(" ");
  }
  static std::string_view closing(Token kind) {
    return kind == Token::list ? "]" : kind == Token::dict ? "}" : ")";
  }

  void read_leaf(Values& values) {
    values.tokens.push_back(leaf_token());
    values.leaves.push_back(leaf());
  }

  Operand<Untyped> leaf() {
    if (in_.peek() == '\'' || in_.peek() == '"') return keep(in_.quoted());
    const bool is_negative = in_.accept("-");
    if (in_.at_digit()) return number(is_negative);
    const std::size_t begin = in_.position();
    const std::string_view name = in_.name();
    if (is_negative && name != "inf") in_.fail_at(begin, "expected a number");
    if (is_negative) return -infinity;
    if (const auto found = nodes_.find(name); found != nodes_.end()) return *found->second;
    if (name == "inf") return infinity;
    if (name == "nan") return nan;
    if (name == "True") return true;
    if (name == "False") return false;
    if (name == "None") return None{};
    if (name == "Ellipsis") return ellipsis;
    return symbol(begin);
  }

  /// `torch.float32`, `device(type='cpu')`: kept as it is spelled.
  Operand<Untyped> symbol(std::size_t begin) {
    while (in_.accept(".")) in_.name();
    if (in_.accept("(")) {
      for (std::size_t depth = 1; depth > 0;) {
        if (in_.at_end() || in_.peek() == '\n') in_.fail("expected `)`");
        if (in_.peek() == '\'' || in_.peek() == '"') {
          in_.quoted();
          continue;
        }
        if (in_.peek() == '(') ++depth;
        if (in_.peek() == ')') --depth;
        in_.advance();
      }
    } else if (in_.since(begin).find('.') == std::string_view::npos) {
      in_.fail_at(begin, "this name is not defined");
    }
    return Symbol{in_.since(begin)};
  }

  Operand<Untyped> number(bool is_negative) {
    const std::size_t begin = in_.position();
    bool is_real = false;
    const std::string_view digits = in_.number(is_real);
    const char* const end = digits.data() + digits.size();
    if (is_real) {
      double value = 0;
      if (std::from_chars(digits.data(), end, value).ptr != end) {
        in_.fail_at(begin, "this number cannot be read");
      }
      return is_negative ? -value : value;
    }
    std::uint64_t value = 0;
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ptr != end || read.ec != std::errc{}) {
      in_.fail_at(begin, "this number is too large");
    }
    return integer(value, is_negative, begin);
  }
  /// Of the type that C++ gives such a number: the first of int and long that holds it.
  Operand<Untyped> integer(std::uint64_t value, bool is_negative, std::size_t begin) const {
    constexpr std::uint64_t int_end = std::uint64_t{1} << 31;
    constexpr std::uint64_t long_end = std::uint64_t{1} << 63;
    if (is_negative) {
      if (value > long_end) in_.fail_at(begin, "this number is too large");
      const auto negative = static_cast<std::int64_t>(0 - value);
      if (value > int_end) return static_cast<long>(negative);
      return static_cast<int>(negative);
    }
    if (value < int_end) return static_cast<int>(value);
    if (value < long_end) return static_cast<long>(value);
    return static_cast<unsigned long>(value);
  }

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

  TextCursor in_;
  Graph<Untyped> graph_;
  std::vector<const Function<Untyped>*> infix_;
  std::vector<Parameter> parameters_;
  Nodes nodes_;
  /// Looking a callee up takes a search: once is enough.
  std::unordered_map<std::string_view, const Function<Untyped>*> callees_;
  std::deque<std::string> texts_;
};

}  // namespace detail

/// The graph that `code` printed as `text`, in the Untyped domain. Its nodes are called as the text
/// calls them; printed again it gives the same text. Functions are found by what they are printed
/// as: enrolled ones keep their effects, all others become ones with unknown effects. Whole numbers
/// are read as int or, where they are too large, as long, real ones as double. Refused with a
/// ReadError: whatever `code` does not print. O(text).
inline Graph<Untyped> read(std::string_view text, Rules rules = Rules::newest) {
  return detail::CodeReader(text, rules).read();
}

}  // namespace calque
