// The functions that a graph calls, each once, with what their results are named after.
#pragma once

#include <calque/ir/function.hpp>
#include <calque/ir/names.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace calque::detail {

/// torch.fx's snake_case: `PascalCase` becomes `pascal_case`.
constexpr std::string snake_case(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool upper = text[i] >= 'A' && text[i] <= 'Z';
    if (upper && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z') result += '_';
    result += upper ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
  }
  return result;
}

constexpr bool has_upper_case(std::string_view text) {
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') return true;
  }
  return false;
}

template <class D>
class FunctionTable {
 public:
  constexpr const Function<D>& operator[](std::uint32_t index) const {
    return *entries_[index].function;
  }

  /// The index of a function, added if it is new. O(1): a few recent ones are remembered by
  /// address, which constant evaluation cannot hash and where it searches.
  constexpr std::uint32_t index_of(const Function<D>& function) {
    if (std::is_constant_evaluated()) return search(function);
    Recent& recent = recent_[address_hash(function) % recent_.size()];
    if (recent.function != &function) recent = {&function, find_or_add(function)};
    return recent.index;
  }

  /// A unique name for a result of the function.
  constexpr Name make_name(std::uint32_t index, NameTable& names) {
    const std::uint32_t base = this->base(index, names);
    return base == no_base ? names.create(entries_[index].function->info().base_name())
                           : names.create(base);
  }

  /// The base of names made for a function; `no_base` if its own name is no base by itself.
  constexpr std::uint32_t base(std::uint32_t index, NameTable& names) {
    Entry& entry = entries_[index];
    if (!entry.has_base) {
      entry.has_base = true;
      const std::string_view name = entry.function->info().base_name();
      if (NameTable::is_legal(name) && split_name(name).number == Name::no_number) {
        entry.base = has_upper_case(name) ? names.base_of(snake_case(name)) : names.base_of(name);
      }
    }
    return entry.base;
  }

  static constexpr std::uint32_t no_base = 0xffffffffu;

 private:
  struct Entry {
    const Function<D>* function;
    std::uint32_t base = no_base;
    bool has_base = false;
  };
  struct Recent {
    const Function<D>* function = nullptr;
    std::uint32_t index = 0;
  };

  constexpr std::uint32_t add(const Function<D>& function) {
    entries_.push_back({&function});
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  constexpr std::uint32_t search(const Function<D>& function) {
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].function == &function) return i;
    }
    return add(function);
  }
  constexpr std::uint32_t find_or_add(const Function<D>& function) {
    const std::uint32_t known = index_.find(address_hash(function), [&](std::uint32_t i) {
      return entries_[i].function == &function;
    });
    if (known != HashIndex::none) return known;
    const std::uint32_t added = add(function);
    index_.insert(added, [&](std::uint32_t i) { return address_hash(*entries_[i].function); });
    return added;
  }
  static constexpr std::uint64_t address_hash(const Function<D>& function) {
    return mix(0, std::bit_cast<std::uintptr_t>(&function)) >> 20;
  }

  std::vector<Entry> entries_;
  std::array<Recent, 16> recent_{};
  HashIndex index_;
};

}  // namespace calque::detail
