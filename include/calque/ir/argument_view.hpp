// Reading arguments: the nested view of a node's flat operands.
#pragma once

#include <calque/ir/argument.hpp>
#include <calque/ir/detail/shape.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace calque {

namespace detail {

/// Where the operands of a view come from: a graph, or an array that a caller holds.
template <class D>
class OperandSource {
 public:
  constexpr OperandSource(const Store<D>& store, std::uint32_t first)
      : store_(&store), first_(first) {}
  constexpr OperandSource(const Operand<D>* operands, const std::string_view* keywords)
      : operands_(operands), keywords_(keywords) {}

  constexpr Operand<D> operand(std::uint32_t i) const {
    return store_ != nullptr ? store_->operand(first_ + i) : operands_[i];
  }
  constexpr std::string_view keyword(std::uint32_t symbol) const {
    return store_ != nullptr ? store_->texts[symbol] : keywords_[symbol];
  }

 private:
  const Store<D>* store_ = nullptr;
  std::uint32_t first_ = 0;
  const Operand<D>* operands_ = nullptr;
  const std::string_view* keywords_ = nullptr;
};

}  // namespace detail

/// One argument: a node, a literal, or a tuple, list, dict or slice of arguments. `node.args()` is
/// the tuple of the positional ones. The elements of a dict are its keys and values in turn, those
/// of a slice its start, stop and step. Valid until the node is edited or its graph destroyed.
template <class D>
class ArgumentView {
 public:
  using Source = detail::OperandSource<D>;

  /// A view of elements side by side: `tokens` in prefix order (empty: `leaves` plain leaves).
  constexpr ArgumentView(Source source, std::span<const std::uint32_t> tokens, std::uint32_t leaf,
                         std::uint32_t leaves, detail::Token kind)
      : source_(source), tokens_(tokens), leaf_(leaf), leaves_(leaves), kind_(kind) {}

  constexpr bool is_leaf() const { return kind_ == detail::Token::leaf; }
  constexpr bool is_tuple() const { return kind_ == detail::Token::tuple; }
  constexpr bool is_list() const { return kind_ == detail::Token::list; }
  constexpr bool is_dict() const { return kind_ == detail::Token::dict; }
  constexpr bool is_slice() const { return kind_ == detail::Token::slice; }
  constexpr detail::Token kind() const { return kind_; }
  constexpr bool is_node() const { return is_leaf() && operand().is_node(); }
  constexpr bool is_literal() const { return is_leaf() && !operand().is_node(); }
  /// The leaf. The caller knows that it is one.
  constexpr Operand<D> operand() const { return source_.operand(leaf_); }
  constexpr Node<D>& node() const { return *operand().node; }
  constexpr Literal<D> literal() const { return operand().literal; }

  class Iterator;
  constexpr Iterator begin() const { return Iterator(*this); }
  constexpr Iterator end() const { return Iterator(*this, tokens_.size(), leaves_); }
  /// How many elements there are. O(n).
  constexpr std::size_t size() const {
    return tokens_.empty() ? leaves_ : detail::top_level_count(tokens_);
  }
  constexpr bool empty() const { return size() == 0; }
  /// The element `i`. O(i) where arguments nest.
  constexpr ArgumentView operator[](std::size_t i) const {
    auto it = begin();
    for (; i > 0; --i) ++it;
    return *it;
  }

  /// All tokens below, in prefix order; empty where all elements are leaves.
  constexpr std::span<const std::uint32_t> tokens() const { return tokens_; }
  constexpr std::uint32_t leaf_count() const { return leaves_; }
  constexpr Operand<D> leaf(std::uint32_t i) const { return source_.operand(leaf_ + i); }

 private:
  Source source_;
  std::span<const std::uint32_t> tokens_;
  std::uint32_t leaf_;
  std::uint32_t leaves_;
  detail::Token kind_;
};

template <class D>
class ArgumentView<D>::Iterator {
 public:
  constexpr explicit Iterator(const ArgumentView& whole) : whole_(&whole) {}
  constexpr Iterator(const ArgumentView& whole, std::size_t token, std::uint32_t leaf)
      : whole_(&whole), token_(token), leaf_(leaf) {}

  constexpr ArgumentView operator*() const {
    const std::uint32_t first = whole_->leaf_ + leaf_;
    const auto tokens = whole_->tokens_;
    if (tokens.empty() || tokens[token_] == detail::leaf_token()) {
      return {whole_->source_, {}, first, 1, detail::Token::leaf};
    }
    const detail::Extent extent = detail::extent_of(tokens, token_);
    return {whole_->source_, tokens.subspan(token_ + 1, extent.end - token_ - 1), first,
            extent.leaves, detail::kind_of(tokens[token_])};
  }
  constexpr Iterator& operator++() {
    if (whole_->tokens_.empty()) return ++leaf_, *this;
    const detail::Extent extent = detail::extent_of(whole_->tokens_, token_);
    token_ = extent.end;
    leaf_ += extent.leaves;
    return *this;
  }
  constexpr bool operator==(const Iterator& other) const {
    return token_ == other.token_ && leaf_ == other.leaf_;
  }

 private:
  const ArgumentView* whole_;
  std::size_t token_ = 0;
  std::uint32_t leaf_ = 0;
};

/// The keyword arguments of a call, in the order they were written.
template <class D>
class KeywordsView {
 public:
  struct Keyword {
    std::string_view name;
    ArgumentView<D> value;
  };

  constexpr KeywordsView(detail::OperandSource<D> source, std::span<const std::uint32_t> tokens,
                         std::uint32_t leaf)
      : source_(source), tokens_(tokens), leaf_(leaf) {}

  class Iterator {
   public:
    constexpr Iterator(const KeywordsView& whole, std::size_t token, std::uint32_t leaf)
        : whole_(&whole), token_(token), leaf_(leaf) {}
    constexpr Keyword operator*() const {
      const auto tokens = whole_->tokens_;
      const detail::Extent extent = detail::extent_of(tokens, token_);
      const std::uint32_t token = tokens[token_ + 1];
      return {whole_->source_.keyword(detail::count_of(tokens[token_])),
              {whole_->source_, tokens.subspan(token_ + 2, extent.end - token_ - 2), leaf_,
               extent.leaves, detail::kind_of(token)}};
    }
    constexpr Iterator& operator++() {
      const detail::Extent extent = detail::extent_of(whole_->tokens_, token_);
      token_ = extent.end;
      leaf_ += extent.leaves;
      return *this;
    }
    constexpr bool operator==(const Iterator& other) const { return token_ == other.token_; }

   private:
    const KeywordsView* whole_;
    std::size_t token_;
    std::uint32_t leaf_;
  };

  constexpr Iterator begin() const { return Iterator(*this, 0, leaf_); }
  constexpr Iterator end() const { return Iterator(*this, tokens_.size(), 0); }
  constexpr bool empty() const { return tokens_.empty(); }
  constexpr std::size_t size() const { return detail::top_level_count(tokens_); }
  constexpr Operand<D> leaf(std::uint32_t i) const { return source_.operand(leaf_ + i); }

 private:
  detail::OperandSource<D> source_;
  std::span<const std::uint32_t> tokens_;
  std::uint32_t leaf_;
};

namespace detail {

template <class D>
struct SplitArguments {
  ArgumentView<D> positional;
  KeywordsView<D> keywords;
};

/// Splits a call's shape into its positional part and its keywords.
template <class D>
constexpr SplitArguments<D> split_arguments(OperandSource<D> source, std::uint32_t leaves,
                                            std::span<const std::uint32_t> tokens) {
  std::size_t at = 0;
  std::uint32_t leaf = 0;
  while (at < tokens.size() && kind_of(tokens[at]) != Token::keyword) {
    const Extent extent = extent_of(tokens, at);
    at = extent.end;
    leaf += extent.leaves;
  }
  const std::uint32_t positional = tokens.empty() ? leaves : leaf;
  return {{source, tokens.first(at), 0, positional, Token::tuple},
          {source, tokens.subspan(at), positional}};
}

/// For copying arguments as they are.
inline constexpr auto same_leaf = [](const auto& leaf) { return leaf; };

/// Copies the leaves and tokens of a view into an argument list, the leaves through `map`.
template <class D, class Map>
constexpr void copy_elements(const ArgumentView<D>& view, const Map& map, Arguments<D>& result) {
  for (std::uint32_t i = 0; i < view.leaf_count(); ++i) {
    result.add_leaf(map(view.leaf(i)));
    if (view.tokens().empty() && !view.is_leaf()) result.add_token(leaf_token());
  }
  for (const std::uint32_t token : view.tokens()) result.add_token(token);
}

/// Appends one argument, its leaves through `map`.
template <class D, class Map>
constexpr void copy_argument(const ArgumentView<D>& argument, const Map& map,
                             Arguments<D>& result) {
  const auto size = argument.is_leaf() ? 0 : static_cast<std::uint32_t>(argument.size());
  result.add_token(make_token(argument.kind(), size));
  copy_elements(argument, map, result);
}

template <class D, class Map>
constexpr void copy_keywords(const KeywordsView<D>& kwargs, const Map& map, Arguments<D>& result) {
  for (const auto& [name, value] : kwargs) copy_argument(value, map, result.keyword(name));
}

}  // namespace detail

/// The same arguments with every leaf replaced by what `map(leaf)` gives. Iterative, O(leaves).
template <class D, class Map>
constexpr Arguments<D> map_aggregate(const ArgumentView<D>& args, const Map& map) {
  Arguments<D> result;
  if (args.is_leaf()) result.add_token(detail::leaf_token());
  detail::copy_elements(args, map, result);
  return result;
}
template <class D, class Map>
constexpr Arguments<D> map_aggregate(const KeywordsView<D>& kwargs, const Map& map) {
  Arguments<D> result;
  detail::copy_keywords(kwargs, map, result);
  return result;
}

/// The same arguments with every node replaced by what `map(node)` gives: a node, a proxy or a
/// literal. Iterative, O(leaves). `Args` is an ArgumentView or a KeywordsView.
template <class Args, class Map>
constexpr auto map_arg(const Args& args, const Map& map) {
  using Leaf = decltype(args.leaf(0));
  return map_aggregate(args, [&](const Leaf& leaf) {
    return leaf.is_node() ? Leaf(map(*leaf.node)) : leaf;
  });
}

}  // namespace calque
