// A growing array whose elements never move: references to them stay valid while it grows.
#pragma once

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
  constexpr ChunkedArray() = default;
  ChunkedArray(const ChunkedArray&) = delete;
  ChunkedArray& operator=(const ChunkedArray&) = delete;
  constexpr ~ChunkedArray() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      for (std::uint32_t i = 0; i < size_; ++i) std::destroy_at(&(*this)[i]);
    }
    for (T* chunk : chunks_) std::allocator<T>().deallocate(chunk, ChunkSize);
  }

  constexpr std::uint32_t size() const { return size_; }
  constexpr T& operator[](std::uint32_t i) { return chunks_[i / ChunkSize][i % ChunkSize]; }
  constexpr const T& operator[](std::uint32_t i) const {
    return chunks_[i / ChunkSize][i % ChunkSize];
  }

  template <class... Args>
  constexpr T& emplace_back(Args&&... args) {
    if (size_ % ChunkSize == 0 && size_ / ChunkSize == chunks_.size()) add_chunk();
    T* const place = &chunks_[size_ / ChunkSize][size_ % ChunkSize];
    std::construct_at(place, std::forward<Args>(args)...);
    ++size_;
    return *place;
  }

  constexpr void swap(ChunkedArray& other) {
    chunks_.swap(other.chunks_);
    std::swap(size_, other.size_);
  }

 private:
  constexpr void add_chunk() {
    chunks_.push_back(nullptr);
    chunks_.back() = std::allocator<T>().allocate(ChunkSize);
  }

  std::vector<T*> chunks_;
  std::uint32_t size_ = 0;
};

}  // namespace calque::detail
