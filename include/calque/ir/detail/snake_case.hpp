// From the name of a target to what a node is named after.
#pragma once

#include <string>
#include <string_view>

namespace calque::detail {

/// torch.fx's snake_case: `PascalCase` becomes `pascal_case`.
constexpr std::string snake_case(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool upper = text[i] >= 'A' && text[i] <= 'Z';
    if (upper && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z') result += '_';
    result += upper ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
  }
  return result;
}

constexpr bool has_upper_case(std::string_view text) {
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') return true;
  }
  return false;
}

/// `__call__` names a node `call`.
constexpr std::string_view without_dunder(std::string_view text) {
  if (text.size() < 5 || !text.starts_with("__") || !text.ends_with("__")) return text;
  return text.substr(2, text.size() - 4);
}

}  // namespace calque::detail
