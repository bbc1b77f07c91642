// The heap as this program uses it: how many bytes are live, and how many were at most.
#pragma once

#include <cstddef>

namespace bench {

/// Bytes handed out by operator new and not given back, malloc's rounding and headers included.
std::size_t live_bytes();
/// The most that was live since `reset_peak()`.
std::size_t peak_bytes();
void reset_peak();

}  // namespace bench
