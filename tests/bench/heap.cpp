#include "heap.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace bench {
namespace {

std::size_t live = 0;
std::size_t peak = 0;
constexpr std::size_t header = sizeof(std::size_t);

void* allocate(std::size_t size) {
  void* const block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  live += malloc_usable_size(block) + header;
  if (live > peak) peak = live;
  return block;
}

void deallocate(void* block) {
  if (block != nullptr) live -= malloc_usable_size(block) + header;
  std::free(block);
}

}  // namespace

std::size_t live_bytes() { return live; }
std::size_t peak_bytes() { return peak; }
void reset_peak() { peak = live; }

}  // namespace bench

void* operator new(std::size_t size) { return bench::allocate(size); }
void* operator new[](std::size_t size) { return bench::allocate(size); }
void operator delete(void* block) noexcept { bench::deallocate(block); }
void operator delete[](void* block) noexcept { bench::deallocate(block); }
void operator delete(void* block, std::size_t) noexcept { bench::deallocate(block); }
void operator delete[](void* block, std::size_t) noexcept { bench::deallocate(block); }
