// The limit: each job on a bare vector of 16-byte records, without names, use lists or types. A
// pass rebuilds the vector. Compiled by itself: beside the product's code, compilers stop inlining
// push_back, and the limit would be twice as slow as it can be.
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

struct Record {
  std::uint32_t op;
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t flags;
};
static_assert(sizeof(Record) == 16);

enum : std::uint32_t { add, sub, mul, div, input, constant, call };

using Records = std::vector<Record>;

/// xorshift64*
class Random {
 public:
  explicit Random(std::uint64_t seed) { state_ += seed; }
  std::uint32_t below(std::uint32_t bound) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const std::uint64_t bits = state_ * 0x2545F4914F6CDD1Du;
    return static_cast<std::uint32_t>(((bits >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_ = 0x9E3779B97F4A7C15u;
};

/// x = x * 1.0001 + 0.5, n / 2 times.
void limit_chain(Records& records, std::uint32_t n);

/// Each node takes two uniformly random earlier ones; add, sub, mul, div in turn.
void limit_dag(Records& records, std::uint32_t n);

std::uint64_t limit_walk(const Records& records);

/// A dead chain that hangs on a live one: half of the nodes are dead.
Records half_dead(std::uint32_t n);

Records limit_dead_code(const Records& records);

/// Every fourth operation is replaced by its first operand, in one rebuilding.
Records limit_replace(const Records& records);

/// n / 4 calls, one after another.
Records calls(std::uint32_t n);

/// Every call becomes (a * b + a) - b.
Records limit_inline(const Records& records);

}  // namespace bench
