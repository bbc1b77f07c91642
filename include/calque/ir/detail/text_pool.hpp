// Interned texts: the names, targets and string literals of one graph, each stored once.
#pragma once

#include <calque/ir/detail/hash.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace calque::detail {

/// Owns the characters. A view given out stays valid until the pool is destroyed.
class TextPool {
 public:
  constexpr TextPool() = default;
  constexpr TextPool(const TextPool& other) {
    for (const std::string_view text : other.texts_) intern(text);
  }
  constexpr TextPool& operator=(TextPool other) noexcept {
    texts_.swap(other.texts_);
    std::swap(index_, other.index_);
    return *this;
  }
  constexpr ~TextPool() {
    for (const std::string_view text : texts_) {
      if (!text.empty()) std::allocator<char>().deallocate(owned(text), text.size());
    }
  }

  constexpr std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }
  constexpr std::string_view operator[](std::uint32_t symbol) const { return texts_[symbol]; }

  /// The symbol of a text, `HashIndex::none` if it was never interned.
  constexpr std::uint32_t find(std::string_view text) const {
    return index_.find(hash_text(text), [&](std::uint32_t i) { return texts_[i] == text; });
  }

  constexpr std::uint32_t intern(std::string_view text) {
    const std::uint32_t known = find(text);
    if (known != HashIndex::none) return known;
    const std::uint32_t symbol = size();
    texts_.push_back(copy(text));
    index_.insert(symbol, [&](std::uint32_t i) { return hash_text(texts_[i]); });
    return symbol;
  }

 private:
  static constexpr std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* const place = std::allocator<char>().allocate(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) std::construct_at(place + i, text[i]);
    return {place, text.size()};
  }
  static constexpr char* owned(std::string_view text) { return const_cast<char*>(text.data()); }

  std::vector<std::string_view> texts_;
  HashIndex index_;
};

}  // namespace calque::detail
