// The functions that a graph calls, each once, with what their results are named after.
#pragma once

#include <calque/config.hpp>
#include <calque/ir/function.hpp>
#include <calque/ir/detail/snake_case.hpp>
#include <calque/ir/names.hpp>
#include <calque/ir/node.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace calque::detail {

template <class D>
class FunctionTable {
 public:
  constexpr const Function<D>& operator[](std::uint32_t index) const {
    return *entries_[index].function;
  }

  /// The index of a function, added if it is new. O(1) but in constant evaluation, which cannot
  /// hash an address and searches.
  constexpr std::uint32_t index_of(const Function<D>& function) {
    if (std::is_constant_evaluated()) return search(function);
    return find_or_add(function);
  }

  /// A function's index and a unique name for a result of it. Functions that were seen lately are
  /// found by address without a search.
  constexpr Label label_result(const Function<D>& function, NameTable& names) {
    if (std::is_constant_evaluated()) {
      const std::uint32_t index = search(function);
      return {index, make_name(index, names), 0};
    }
    Recent& recent = recent_[(std::bit_cast<std::uintptr_t>(&function) >> 4) % recent_.size()];
    if (recent.function != &function) {
      const std::uint32_t index = find_or_add(function);
      if (base(index, names) == no_base) return {index, make_name(index, names), 0};
      recent = {&function, index, base(index, names)};
    }
    return {recent.index, names.create(recent.base), 0};
  }

  /// A unique name for a result of the function.
  CALQUE_COLD constexpr Name make_name(std::uint32_t index, NameTable& names) {
    const std::uint32_t base = this->base(index, names);
    if (base != no_base) return names.create(base);
    const std::string_view name = without_dunder(entries_[index].function->info().base_name());
    return has_upper_case(name) ? names.create(snake_case(name)) : names.create(name);
  }

  /// The base of names made for a function; `no_base` if its own name is no base by itself.
  constexpr std::uint32_t base(std::uint32_t index, NameTable& names) {
    if (!entries_[index].has_base) find_base(entries_[index], names);
    return entries_[index].base;
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
    std::uint32_t base = no_base;
  };

  CALQUE_COLD static constexpr void find_base(Entry& entry, NameTable& names) {
    entry.has_base = true;
    const std::string_view name = without_dunder(entry.function->info().base_name());
    if (NameTable::is_legal(name) && split_name(name).number == Name::no_number) {
      entry.base = has_upper_case(name) ? names.base_of(snake_case(name)) : names.base_of(name);
    }
  }

  constexpr std::uint32_t add(const Function<D>& function) {
    entries_.push_back({&function});
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  constexpr std::uint32_t search(const Function<D>& function) {
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      if (is_equal(*entries_[i].function, function)) return i;
    }
    return add(function);
  }
  /// Functions of equal name and types are one record.
  static constexpr bool is_equal(const Function<D>& a, const Function<D>& b) {
    if (!same_function(a.info(), b.info()) || a.arity != b.arity ||
        a.result_type != b.result_type || a.parameter_types.size() != b.parameter_types.size()) {
      return false;
    }
    for (std::size_t i = 0; i < a.parameter_types.size(); ++i) {
      if (a.parameter_types[i] != b.parameter_types[i]) return false;
    }
    return true;
  }
  CALQUE_COLD constexpr std::uint32_t find_or_add(const Function<D>& function) {
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
  std::array<Recent, 32> recent_{};
  HashIndex index_;
};

}  // namespace calque::detail
