// Library: a named set of wrapped functions, for those who choose by it what stays a call.
#pragma once

#include <calque/ir/fixed_text.hpp>
#include <calque/ir/function.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace calque {

template <std::size_t Size>
class Library {
 public:
  template <DescribesFunction... F>
  constexpr explicit Library(std::string_view name, const F&... functions)
      : name_(name), functions_{&functions.info()...} {}

  constexpr std::string_view name() const { return name_; }
  constexpr const std::array<const FunctionInfo*, Size>& functions() const { return functions_; }

  /// O(size).
  template <DescribesFunction F>
  constexpr bool contains(const F& function) const {
    for (const FunctionInfo* info : functions_) {
      if (same_function(*info, function.info())) return true;
    }
    return false;
  }

 private:
  std::string_view name_;
  std::array<const FunctionInfo*, Size> functions_;
};

/// `inline constexpr auto lowp = library<"lowp">(sigmoid_lowp, add_lowp);`
template <FixedText Name, DescribesFunction... F>
constexpr Library<sizeof...(F)> library(const F&... functions) {
  return Library<sizeof...(F)>(Name.view(), functions...);
}

}  // namespace calque
