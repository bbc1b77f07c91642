#include <calque/ir/error.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

#include <type_traits>

TEST_CASE("every error is a calque::Error and a runtime_error", "[ir][error]") {
  STATIC_CHECK(std::is_base_of_v<std::runtime_error, calque::Error>);
  STATIC_CHECK(std::is_base_of_v<calque::Error, calque::GraphError>);
  STATIC_CHECK(std::is_base_of_v<calque::Error, calque::TraceError>);
  STATIC_CHECK(std::is_base_of_v<calque::Error, calque::ExecutionError>);
}

TEST_CASE("fail throws the error it is asked for with the whole text", "[ir][error]") {
  CHECK(support::error_of<calque::TraceError>(
            [] { calque::detail::fail<calque::TraceError>("first\nnote: second"); }) ==
        "first\nnote: second");
}
