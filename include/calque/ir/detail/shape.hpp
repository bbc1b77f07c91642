// Shapes: how the flat operands of a call nest into tuples, lists and keywords.
//
// A shape is a sequence of tokens in prefix order: `leaf` stands for the next operand, `tuple n`
// and `list n` take the n elements that follow, `dict n` n elements that are keys and values in
// turn, `slice 3` a start, a stop and a step; `keyword s` names the element that follows. The shape
// of `f(x, (y, 1), k = z)` is: leaf, tuple 2, leaf, leaf, keyword k, leaf.
#pragma once

#include <calque/ir/detail/hash.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace calque::detail {

enum class Token : std::uint32_t { leaf, tuple, list, dict, slice, keyword };

inline constexpr std::uint32_t token_bits = 28;

constexpr std::uint32_t make_token(Token kind, std::uint32_t count) {
  return static_cast<std::uint32_t>(kind) << token_bits | count;
}
constexpr std::uint32_t leaf_token() { return make_token(Token::leaf, 0); }
constexpr Token kind_of(std::uint32_t token) { return static_cast<Token>(token >> token_bits); }
/// The number of elements of an aggregate, the symbol of a keyword.
constexpr std::uint32_t count_of(std::uint32_t token) {
  return token & ((std::uint32_t{1} << token_bits) - 1);
}

constexpr bool is_aggregate(std::uint32_t token) {
  return kind_of(token) != Token::leaf && kind_of(token) != Token::keyword;
}

/// One past the element that starts at token `at`, and how many leaves it has.
struct Extent {
  std::size_t end = 0;
  std::uint32_t leaves = 0;
};
constexpr Extent extent_of(std::span<const std::uint32_t> shape, std::size_t at) {
  std::uint32_t leaves = 0;
  for (std::size_t open = 1; open > 0; ++at) {
    if (kind_of(shape[at]) == Token::keyword) continue;
    --open;
    if (is_aggregate(shape[at])) open += count_of(shape[at]);
    else ++leaves;
  }
  return {at, leaves};
}

/// How many elements stand side by side at the top of a shape.
constexpr std::uint32_t top_level_count(std::span<const std::uint32_t> shape) {
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < shape.size(); at = extent_of(shape, at).end) ++count;
  return count;
}

/// The shapes of one graph, each stored once. The commonest of all, n positional leaves, is its own
/// number and takes no entry.
class ShapeTable {
 public:
  struct Shape {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint32_t leaves = 0;
    std::uint32_t positional = 0;
    std::uint32_t positional_end = 0;
    std::uint32_t positional_leaves = 0;
  };

  static constexpr std::uint32_t not_flat = 0x80000000u;
  static constexpr bool is_flat(std::uint32_t id) { return (id & not_flat) == 0; }

  constexpr std::uint32_t leaves(std::uint32_t id) const {
    return is_flat(id) ? id : shapes_[id - not_flat].leaves;
  }
  constexpr const Shape& operator[](std::uint32_t id) const { return shapes_[id - not_flat]; }
  constexpr std::span<const std::uint32_t> tokens(const Shape& shape) const {
    return std::span(tokens_).subspan(shape.begin, shape.size);
  }

  /// The number of a shape whose keyword tokens hold symbols of the graph.
  constexpr std::uint32_t intern(std::span<const std::uint32_t> tokens) {
    bool flat = true;
    for (const std::uint32_t token : tokens) flat = flat && token == leaf_token();
    if (flat) return static_cast<std::uint32_t>(tokens.size());
    const std::uint32_t known = index_.find(hash(tokens), [&](std::uint32_t i) {
      return equal(this->tokens(shapes_[i]), tokens);
    });
    if (known != HashIndex::none) return not_flat + known;
    shapes_.push_back(measure(tokens));
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    const auto added = static_cast<std::uint32_t>(shapes_.size() - 1);
    index_.insert(added, [&](std::uint32_t i) { return hash(this->tokens(shapes_[i])); });
    return not_flat + added;
  }

 private:
  constexpr Shape measure(std::span<const std::uint32_t> tokens) const {
    Shape shape;
    shape.begin = static_cast<std::uint32_t>(tokens_.size());
    shape.size = static_cast<std::uint32_t>(tokens.size());
    shape.positional_end = shape.size;
    for (std::size_t at = 0; at < tokens.size();) {
      if (kind_of(tokens[at]) == Token::keyword && shape.positional_end == shape.size) {
        shape.positional_end = static_cast<std::uint32_t>(at);
        shape.positional_leaves = shape.leaves;
      }
      const Extent extent = extent_of(tokens, at);
      shape.leaves += extent.leaves;
      at = extent.end;
      if (shape.positional_end == shape.size) ++shape.positional;
    }
    if (shape.positional_end == shape.size) shape.positional_leaves = shape.leaves;
    return shape;
  }
  static constexpr std::uint64_t hash(std::span<const std::uint32_t> tokens) {
    std::uint64_t result = tokens.size();
    for (const std::uint32_t token : tokens) result = mix(result, token);
    return result;
  }
  static constexpr bool equal(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

  std::vector<Shape> shapes_;
  std::vector<std::uint32_t> tokens_;
  HashIndex index_;
};

}  // namespace calque::detail
