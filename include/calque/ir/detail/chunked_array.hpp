// A growing array whose elements never move: references to them stay valid while it grows.
#pragma once

#include <calque/config.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace calque::detail {

/// Owns its elements in chunks of `ChunkSize`. Adding is O(1) and moves nothing; only destruction
/// ends an element's life. Works in constant evaluation, where memory must come from an allocator.
template <class T, std::uint32_t ChunkSize>
class ChunkedArray {
  static_assert((ChunkSize & (ChunkSize - 1)) == 0, "a chunk holds a power of two of elements");

 public:
  static constexpr std::uint32_t chunk_size = ChunkSize;

  constexpr ChunkedArray() = default;
  ChunkedArray(const ChunkedArray&) = delete;
  ChunkedArray& operator=(const ChunkedArray&) = delete;
  constexpr ~ChunkedArray() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      for (std::uint32_t i = 0; i < size(); ++i) std::destroy_at(&(*this)[i]);
    }
    for (T* chunk : chunks_) std::allocator<T>().deallocate(chunk, ChunkSize);
  }

  constexpr std::uint32_t size() const { return capacity_ - room_; }
  constexpr T& operator[](std::uint32_t i) { return chunks_[i / ChunkSize][i % ChunkSize]; }
  constexpr const T& operator[](std::uint32_t i) const {
    return chunks_[i / ChunkSize][i % ChunkSize];
  }

  template <class... Args>
  constexpr T& emplace_back(Args&&... args) {
    if (room_ == 0) add_chunk();
    std::construct_at(next_, std::forward<Args>(args)...);
    --room_;
    return *next_++;
  }

  /// Adds `count` elements that lie side by side and that the caller then assigns; null, and
  /// nothing added, if the current chunk has no room for them.
  constexpr T* extend(std::uint32_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (room_ < count || std::is_constant_evaluated()) return nullptr;
    T* const first = next_;
    next_ += count;
    room_ -= count;
    return first;
  }

  constexpr void swap(ChunkedArray& other) {
    chunks_.swap(other.chunks_);
    std::swap(next_, other.next_);
    std::swap(room_, other.room_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  CALQUE_COLD constexpr void add_chunk() {
    chunks_.push_back(nullptr);
    next_ = chunks_.back() = std::allocator<T>().allocate(ChunkSize);
    room_ += ChunkSize;
    capacity_ += ChunkSize;
  }

  std::vector<T*> chunks_;
  T* next_ = nullptr;
  /// How many elements the last chunk has room for.
  std::uint32_t room_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace calque::detail
