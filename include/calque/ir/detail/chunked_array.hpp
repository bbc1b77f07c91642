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
    for (T* chunk : chunks_) {
      if (chunk != nullptr) std::allocator<T>().deallocate(chunk, ChunkSize);
    }
  }

  constexpr std::uint32_t size() const { return size_; }
  constexpr T& operator[](std::uint32_t i) { return chunks_[i / ChunkSize][i % ChunkSize]; }
  constexpr const T& operator[](std::uint32_t i) const {
    return chunks_[i / ChunkSize][i % ChunkSize];
  }

  template <class... Args>
  constexpr T& emplace_back(Args&&... args) {
    if (size_ % ChunkSize == 0) add_chunk();
    std::construct_at(next_, std::forward<Args>(args)...);
    ++size_;
    return *next_++;
  }

  /// Adds `count` elements that lie side by side and that the caller then assigns; null, and
  /// nothing added, if the current chunk has no room for them or is not begun yet.
  constexpr T* extend(std::uint32_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    const std::uint32_t used = size_ % ChunkSize;
    if (used == 0 || count > ChunkSize - used || std::is_constant_evaluated()) return nullptr;
    size_ += count;
    return std::exchange(next_, next_ + count);
  }

  constexpr void swap(ChunkedArray& other) {
    chunks_.swap(other.chunks_);
    std::swap(next_, other.next_);
    std::swap(size_, other.size_);
  }

 private:
  /// Called when all chunks are full; again, if then memory ran out or making an element threw.
  CALQUE_COLD constexpr void add_chunk() {
    if (chunks_.size() == size_ / ChunkSize) chunks_.push_back(nullptr);
    T*& chunk = chunks_.back();
    if (chunk == nullptr) chunk = std::allocator<T>().allocate(ChunkSize);
    next_ = chunk;
  }

  std::vector<T*> chunks_;
  /// Where the next element goes, unless all chunks are full.
  T* next_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace calque::detail
