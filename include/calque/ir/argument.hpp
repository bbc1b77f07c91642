// Arguments: operands, and how they nest into tuples, lists, dicts, slices and keywords.
//
// Inside a graph the operands of a node lie flat and the nesting is a shape shared by all calls of
// the same form; here is what users build and read.
#pragma once

#include <calque/ir/detail/shape.hpp>
#include <calque/ir/error.hpp>
#include <calque/ir/literal.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace calque {

/// One leaf of an argument: a node of the graph, or a literal.
template <class D>
struct Operand {
  Node<D>* node = nullptr;
  Literal<D> literal = {};

  constexpr Operand() = default;
  constexpr Operand(Node<D>& n) : node(&n) {}
  constexpr Operand(Literal<D> l) : literal(l) {}
  template <class T>
    requires(detail::is_scalar_literal<T> || std::is_same_v<T, None>)
  constexpr Operand(T value) : literal(value) {}
  constexpr Operand(std::string_view text) : literal(text) {}
  constexpr Operand(const char* text) : literal(std::string_view(text)) {}
  constexpr Operand(Ellipsis e) : literal(e) {}
  constexpr Operand(Symbol symbol) : literal(symbol) {}

  constexpr bool is_node() const { return node != nullptr; }
  friend constexpr bool operator==(const Operand&, const Operand&) = default;
};

/// An argument list as the caller builds it: positional arguments, then keywords, each a leaf or a
/// tuple, list, dict or slice of arguments. It owns its shape and the texts of nothing: literals
/// follow the rule of Literal, keyword names live with the caller.
template <class D>
class Arguments {
 public:
  constexpr Arguments() = default;
  constexpr Arguments(std::initializer_list<Operand<D>> operands) {
    for (const Operand<D>& operand : operands) add(operand);
  }

  constexpr Arguments& add(Operand<D> operand) {
    return operands_.push_back(operand), shape_.push_back(detail::leaf_token()), *this;
  }
  /// Appends the arguments of `items` as one argument: a tuple, a list, a dict whose keys and
  /// values are `items` in turn, a slice of a start, a stop and a step. Keys are literals. Refused:
  /// items that do not come out even.
  constexpr Arguments& add_tuple(const Arguments& items) {
    return nest(detail::Token::tuple, items);
  }
  constexpr Arguments& add_list(const Arguments& items) { return nest(detail::Token::list, items); }
  constexpr Arguments& add_dict(const Arguments& items) { return nest(detail::Token::dict, items); }
  constexpr Arguments& add_slice(const Arguments& bounds) {
    return nest(detail::Token::slice, bounds);
  }
  /// Names the argument that is added next. Keywords come after all positional arguments.
  constexpr Arguments& keyword(std::string_view name) {
    shape_.push_back(detail::make_token(detail::Token::keyword,
                                        static_cast<std::uint32_t>(keywords_.size())));
    return keywords_.push_back(name), *this;
  }
  /// Appends all arguments of another list.
  constexpr Arguments& append(const Arguments& more) {
    for (const std::uint32_t token : more.shape_) {
      if (detail::kind_of(token) == detail::Token::keyword) {
        keyword(more.keywords_[detail::count_of(token)]);
      } else {
        shape_.push_back(token);
      }
    }
    operands_.insert(operands_.end(), more.operands_.begin(), more.operands_.end());
    return *this;
  }

  /// The raw parts: a leaf without its token, a token without its leaf.
  constexpr void add_leaf(Operand<D> operand) { operands_.push_back(operand); }
  constexpr void add_token(std::uint32_t token) { shape_.push_back(token); }

  constexpr Arguments& nest(detail::Token kind, const Arguments& items) {
    const std::uint32_t count = detail::top_level_count(items.shape_);
    if (kind == detail::Token::dict && count % 2 != 0) {
      detail::fail<GraphError>("a dict needs a value for each of its keys");
    }
    if (kind == detail::Token::slice && count != 3) {
      detail::fail<GraphError>("a slice has three parts: start, stop and step");
    }
    shape_.push_back(detail::make_token(kind, count));
    return append(items);
  }

  constexpr std::span<const Operand<D>> operands() const { return operands_; }
  constexpr std::span<const std::uint32_t> shape() const { return shape_; }
  constexpr std::span<const std::string_view> keywords() const { return keywords_; }

 private:
  std::vector<Operand<D>> operands_;
  std::vector<std::uint32_t> shape_;
  std::vector<std::string_view> keywords_;
};

}  // namespace calque
