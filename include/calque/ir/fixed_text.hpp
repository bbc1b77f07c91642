// A text as a template argument: the names that `wrap<"name">` and `param<"x">` take.
#pragma once

#include <cstddef>
#include <string_view>

namespace calque {

template <std::size_t Size>
struct FixedText {
  char characters[Size]{};

  constexpr FixedText(const char (&text)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) characters[i] = text[i];
  }
  constexpr std::string_view view() const { return {characters, Size - 1}; }
};

}  // namespace calque
