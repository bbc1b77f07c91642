#include <calque/ir/opcode.hpp>

#include "support/catch.hpp"

using calque::Opcode;
using calque::to_text;

TEST_CASE("opcodes are written as torch.fx writes them", "[ir][opcode]") {
  CHECK(to_text(Opcode::placeholder) == "placeholder");
  CHECK(to_text(Opcode::get_attr) == "get_attr");
  CHECK(to_text(Opcode::call_function) == "call_function");
  CHECK(to_text(Opcode::call_method) == "call_method");
  CHECK(to_text(Opcode::call_module) == "call_module");
  CHECK(to_text(Opcode::output) == "output");
}
