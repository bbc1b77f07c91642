// The six kinds of node. They are closed: a new operation is a new Function, never a new opcode.
#pragma once

#include <cstdint>
#include <string_view>

namespace calque {

enum class Opcode : std::uint8_t {
  placeholder,
  get_attr,
  call_function,
  call_method,
  call_module,
  output,
};

constexpr std::string_view to_text(Opcode op) {
  switch (op) {
    case Opcode::placeholder: return "placeholder";
    case Opcode::get_attr: return "get_attr";
    case Opcode::call_function: return "call_function";
    case Opcode::call_method: return "call_method";
    case Opcode::call_module: return "call_module";
    case Opcode::output: return "output";
  }
  return "unknown";
}

}  // namespace calque
