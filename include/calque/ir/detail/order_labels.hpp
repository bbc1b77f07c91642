// Which of two nodes stands first, in O(1).
//
// While nodes are only appended, their slots say it and nothing is kept. The first node that is put
// anywhere else makes a label for each node, a number that grows along the order. A node put
// between two others takes a label between theirs; where there is none left, the smallest stretch
// of labels around it that is sparse enough is spread out evenly: O(log n) a node, amortized (M. A.
// Bender et al., Two Simplified Algorithms for Maintaining Order in a List, 2002).
#pragma once

#include <calque/config.hpp>
#include <calque/ir/node.hpp>

#include <cstdint>
#include <vector>

namespace calque::detail {

class OrderLabels {
 public:
  /// Whether slots are in order.
  constexpr bool empty() const { return labels_.empty(); }
  constexpr void clear() { labels_.clear(); }

  constexpr bool is_before(std::uint32_t a, std::uint32_t b) const {
    return empty() ? a < b : labels_[a] < labels_[b];
  }

  /// Labels every node of a list whose root is slot 0. `neighbour(slot, direction)` is the next
  /// slot.
  template <class Neighbour>
  constexpr void label_all(std::uint32_t slots, const Neighbour& neighbour) {
    labels_.resize(slots, 0);
    std::uint32_t count = 0;
    // Bounded, so that an order that was broken on purpose ends as well.
    for (std::uint32_t slot = neighbour(0, Direction::forward); slot != 0 && count < slots;
         slot = neighbour(slot, Direction::forward)) {
      ++count;
    }
    spread(neighbour(0, Direction::forward), count, 0, end, neighbour);
  }

  /// Labels a node that has been linked into the list.
  template <class Neighbour>
  constexpr void label(std::uint32_t slot, const Neighbour& neighbour) {
    if (slot == labels_.size()) labels_.push_back(0);
    else if (slot > labels_.size()) labels_.resize(slot + 1, 0);
    const std::uint32_t prev = neighbour(slot, Direction::backward);
    const std::uint32_t next = neighbour(slot, Direction::forward);
    const std::uint64_t low = prev == 0 ? 0 : labels_[prev];
    const std::uint64_t high = next == 0 ? end : labels_[next];
    if (next == 0 && high - low > 2 * stride) {
      labels_[slot] = low + stride;
    } else {
      labels_[slot] = low + (high - low) / 2;
      if (high - low < 2) make_room(slot, neighbour);
    }
  }

 private:
  static constexpr std::uint64_t end = std::uint64_t{1} << 62;
  /// Between nodes that are appended at the end.
  static constexpr std::uint64_t stride = std::uint64_t{1} << 20;

  template <class Neighbour>
  constexpr void make_room(std::uint32_t slot, const Neighbour& neighbour) {
    std::uint32_t first = slot;
    std::uint32_t last = slot;
    std::uint32_t count = 1;
    double most = 1;
    for (std::uint64_t size = 2; size <= end; size *= 2) {
      const std::uint64_t begin = labels_[slot] / size * size;
      const auto extend = [&](std::uint32_t& edge, Direction direction) {
        for (std::uint32_t next = neighbour(edge, direction);
             next != 0 && labels_[next] / size * size == begin; next = neighbour(edge, direction)) {
          edge = next;
          ++count;
        }
      };
      extend(first, Direction::backward);
      extend(last, Direction::forward);
      most *= 1.4;
      if (count < most || size == end) return spread(first, count, begin, size, neighbour);
    }
  }

  template <class Neighbour>
  constexpr void spread(std::uint32_t first, std::uint32_t count, std::uint64_t begin,
                        std::uint64_t size, const Neighbour& neighbour) {
    const std::uint64_t step = size / (std::uint64_t{count} + 1);
    for (std::uint32_t slot = first; count > 0; --count) {
      labels_[slot] = begin += step;
      slot = neighbour(slot, Direction::forward);
    }
  }

  std::vector<std::uint64_t> labels_;
};

}  // namespace calque::detail
