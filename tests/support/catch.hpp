// What every test includes: Catch2, version 2 or 3 under the names of version 3, and the standard
// headers that tests use most. It is also the precompiled header of the test programs.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#else
#include <catch2/catch.hpp>

namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& text) { return Contains(text); }
}  // namespace Catch::Matchers

#define STATIC_CHECK(...) STATIC_REQUIRE(__VA_ARGS__)
#define STATIC_CHECK_FALSE(...) STATIC_REQUIRE_FALSE(__VA_ARGS__)

// Version 2 cannot skip: the test passes and says so.
#define SKIP(...)                  \
  do {                             \
    WARN("skipped: " __VA_ARGS__); \
    return;                        \
  } while (false)
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>
