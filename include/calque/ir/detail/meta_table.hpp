// Meta: values that tools keep with nodes, one table for each type; none while nobody keeps any.
#pragma once

#include <calque/ir/detail/chunked_array.hpp>

#include <cstdint>
#include <vector>

namespace calque::detail {

/// Its address stands for a type.
template <class T>
inline constexpr char meta_key = 0;

/// The values of one type, by slot.
class MetaColumn {
 public:
  constexpr explicit MetaColumn(const char* key) : key_(key) {}
  MetaColumn(const MetaColumn&) = delete;
  MetaColumn& operator=(const MetaColumn&) = delete;
  constexpr virtual ~MetaColumn() {}

  constexpr const char* key() const { return key_; }
  constexpr virtual MetaColumn* make_empty() const = 0;
  /// Copies the value of a slot of `from`, a column of the same type, if it has one.
  constexpr virtual void copy(const MetaColumn& from, std::uint32_t from_slot,
                              std::uint32_t to_slot) = 0;

 private:
  const char* key_;
};

template <class T>
class MetaColumnOf final : public MetaColumn {
 public:
  constexpr MetaColumnOf() : MetaColumn(&meta_key<T>) {}
  constexpr ~MetaColumnOf() override {}

  constexpr T* find(std::uint32_t slot) {
    const std::uint32_t place = slot < places_.size() ? places_[slot] : 0;
    return place == 0 ? nullptr : &values_[place - 1];
  }
  constexpr T& at(std::uint32_t slot) {
    if (T* const found = find(slot)) return *found;
    return add(slot, T());
  }
  constexpr void erase(std::uint32_t slot) {
    if (slot < places_.size()) places_[slot] = 0;
  }

  constexpr MetaColumn* make_empty() const override { return new MetaColumnOf(); }
  constexpr void copy(const MetaColumn& from, std::uint32_t from_slot,
                      std::uint32_t to_slot) override {
    // The column is not changed by being looked at.
    auto& typed = const_cast<MetaColumnOf&>(static_cast<const MetaColumnOf&>(from));
    if (const T* const value = typed.find(from_slot)) add(to_slot, T(*value));
  }

 private:
  constexpr T& add(std::uint32_t slot, T value) {
    if (places_.size() <= slot) places_.resize(slot + 1, 0);
    T& kept = values_.emplace_back(std::move(value));
    places_[slot] = values_.size();
    return kept;
  }

  /// For each slot the number of its value, from 1 on; 0 for none.
  std::vector<std::uint32_t> places_;
  ChunkedArray<T, 64> values_;
};

class MetaTable {
 public:
  constexpr MetaTable() = default;
  MetaTable(const MetaTable&) = delete;
  MetaTable& operator=(const MetaTable&) = delete;
  constexpr ~MetaTable() {
    for (const MetaColumn* column : columns_) delete column;
  }

  template <class T>
  constexpr MetaColumnOf<T>* find() const {
    return static_cast<MetaColumnOf<T>*>(find(&meta_key<T>));
  }
  template <class T>
  constexpr MetaColumnOf<T>& get() {
    if (MetaColumnOf<T>* const found = find<T>()) return *found;
    columns_.push_back(nullptr);
    auto* const made = new MetaColumnOf<T>();
    columns_.back() = made;
    return *made;
  }

  /// Copies what `from` keeps for a slot.
  constexpr void copy(const MetaTable& from, std::uint32_t from_slot, std::uint32_t to_slot) {
    for (std::size_t i = 0; i < from.columns_.size(); ++i) {
      const MetaColumn* const column = from.columns_[i];
      if (column != nullptr) twin(*column).copy(*column, from_slot, to_slot);
    }
  }

  constexpr bool empty() const { return columns_.empty(); }
  constexpr void swap(MetaTable& other) { columns_.swap(other.columns_); }

 private:
  constexpr MetaColumn* find(const char* key) const {
    for (MetaColumn* column : columns_) {
      if (column != nullptr && column->key() == key) return column;
    }
    return nullptr;
  }
  constexpr MetaColumn& twin(const MetaColumn& column) {
    if (MetaColumn* const found = find(column.key())) return *found;
    columns_.push_back(nullptr);
    columns_.back() = column.make_empty();
    return *columns_.back();
  }

  /// Null where memory ran out.
  std::vector<MetaColumn*> columns_;
};

}  // namespace calque::detail
