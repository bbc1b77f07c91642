// Placeholders with a default, which no tracer makes yet.
#pragma once

#include <calque/ir/graph.hpp>

#include <string_view>

namespace support {

/// Adds a parameter of the domain's first type. `value` is one argument.
template <class D>
calque::Node<D>& placeholder_with_default(calque::Graph<D>& graph, std::string_view name,
                                          const calque::Arguments<D>& value) {
  calque::NodeDetails details;
  details.target = name;
  details.shape = value.shape();
  return graph.create_node(
      calque::NodeSpec<D>(calque::Opcode::placeholder, {0}, value.operands(), details));
}

}  // namespace support
