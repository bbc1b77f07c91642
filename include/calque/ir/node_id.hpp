// NodeId: the dense number of a node in its graph.
#pragma once

#include <compare>
#include <cstdint>

namespace calque {

/// The order of creation, never used twice: for side tables, hashing and printing.
struct NodeId {
  std::uint32_t value = 0;

  friend constexpr bool operator==(NodeId, NodeId) = default;
  friend constexpr auto operator<=>(NodeId, NodeId) = default;
};

}  // namespace calque
