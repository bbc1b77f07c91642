// Comparing whole printed graphs, so that a failure shows what happened.
#pragma once

#include <calque/ir/graph.hpp>
#include <calque/text/code.hpp>
#include <calque/text/listing.hpp>

#include "support/catch.hpp"

#include <string>
#include <string_view>

namespace support {

/// A raw string without its first newline and without what stands in front of its last line.
inline std::string trimmed(std::string_view text) {
  if (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return std::string(text);
}

template <class D>
void expect_listing(const calque::Graph<D>& graph, std::string_view expected) {
  CHECK(calque::listing(graph) == trimmed(expected));
}

template <class D>
void expect_code(const calque::Graph<D>& graph, std::string_view expected) {
  CHECK(calque::code(graph) == trimmed(expected));
}

/// The text of the `E` that `action` throws.
template <class E, class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace support
