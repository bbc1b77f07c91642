#include <calque/ir/fixed_text.hpp>

#include "support/catch.hpp"

namespace {

template <calque::FixedText text>
constexpr std::string_view text_of() {
  return text.view();
}

}  // namespace

TEST_CASE("a fixed text is a template argument without the final zero", "[ir][fixed_text]") {
  CHECK(text_of<"lowp::f">() == "lowp::f");
  CHECK(text_of<"">() == "");
  CHECK(text_of<"a\0b">().size() == 3);
}
