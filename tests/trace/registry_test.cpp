#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;

namespace registry_test {

inline constexpr auto composite = wrap<"registry_test::composite">([](auto x) { return x; });
inline constexpr auto primitive_one = primitive<"registry_test.primitive_one">([](auto x) {
  return x;
});
inline constexpr auto as_method = method<"registry_test_method">([](auto x) { return x; });

struct OneCallable {
  template <class X>
  constexpr auto operator()(X x) const {
    return x;
  }
};
struct OtherCallable : OneCallable {};

inline constexpr auto same_a = wrap<"registry_test::same">(OneCallable{});
inline constexpr auto same_b = wrap<"registry_test::same", "x">(OneCallable{});
inline constexpr auto doubled_a = wrap<"registry_test::doubled">(OneCallable{});
inline constexpr auto doubled_b = wrap<"registry_test::doubled", "x">(OtherCallable{});

}  // namespace registry_test

using namespace registry_test;

TEST_CASE("every wrapped function is found by its qualified name", "[trace][registry]") {
  CHECK(find_function("registry_test::composite") == &composite.info());
  CHECK(find_function("registry_test.primitive_one") == &primitive_one.info());
  CHECK(find_function("registry_test_method") == &as_method.info());
  CHECK(find_function("torch.sin") == &math::sin.info());
  CHECK(find_function("add") == &operators::add.info());
}

TEST_CASE("a name that nobody bears gives null", "[trace][registry]") {
  CHECK(find_function("registry_test::absent") == nullptr);
  CHECK(find_function("composite") == nullptr);
  CHECK(find_function("") == nullptr);
}

TEST_CASE("one callable may be wrapped twice under one name", "[trace][registry]") {
  const FunctionInfo* found = find_function("registry_test::same");
  REQUIRE(found != nullptr);
  CHECK((found == &same_a.info() || found == &same_b.info()));
}

TEST_CASE("a name that two callables bear is refused and both are named", "[trace][registry]") {
  const std::string text =
      support::error_of<TraceError>([] { (void)find_function("registry_test::doubled"); });
  const std::string one = "\n  registry_test::OneCallable";
  const std::string other = "\n  registry_test::OtherCallable";
  const std::string head = "two functions are wrapped as registry_test::doubled:";
  // Enrolment has no order.
  CHECK((text == head + one + other || text == head + other + one));
}

TEST_CASE("for_each_function visits every enrolled function once", "[trace][registry]") {
  int composites = 0;
  int doubled = 0;
  for_each_function([&](const FunctionInfo& info) {
    composites += info.name == "registry_test::composite";
    doubled += info.name == "registry_test::doubled";
  });
  CHECK(composites == 1);
  CHECK(doubled == 2);
}
