// Hashes and the open-addressing index that the tables of a graph share. Usable at compile time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace calque::detail {

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash ^ (hash >> 32);
}

/// Finds entries of a table by content: it keeps only their indices, the table keeps the entries.
/// Nothing is ever removed.
class HashIndex {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  /// The index of the entry for which `same(index)` holds, or `none`.
  template <class Same>
  constexpr std::uint32_t find(std::uint64_t hash, Same same) const {
    if (slots_.empty()) return none;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash & mask; slots_[i] != none; i = (i + 1) & mask) {
      if (same(slots_[i])) return slots_[i];
    }
    return none;
  }

  /// Adds an entry that is not there yet; `hash_of(index)` gives the hash of an older entry.
  template <class HashOf>
  constexpr void insert(std::uint32_t index, HashOf hash_of) {
    if (2 * (count_ + 1) > slots_.size()) {
      std::vector<std::uint32_t> old(slots_.empty() ? 8 : 2 * slots_.size(), none);
      old.swap(slots_);
      for (const std::uint32_t entry : old) {
        if (entry != none) place(entry, hash_of(entry));
      }
    }
    place(index, hash_of(index));
    ++count_;
  }

 private:
  constexpr void place(std::uint32_t index, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i] != none) i = (i + 1) & mask;
    slots_[i] = index;
  }

  std::vector<std::uint32_t> slots_;
  std::size_t count_ = 0;
};

}  // namespace calque::detail
