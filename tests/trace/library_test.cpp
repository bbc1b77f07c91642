#include <calque/calque.hpp>

#include "support/catch.hpp"

using namespace calque;

namespace library_test {

inline constexpr auto f = wrap<"library_test::f">([](auto x) { return x + 1.0; });
inline constexpr auto g = primitive<"library_test::g">([](auto x) { return x; });
inline constexpr auto h = wrap<"library_test::h">([](auto x) { return x * 2.0; });
inline constexpr auto some = library<"some">(f, g);
inline constexpr auto none = library<"none">();

}  // namespace library_test

namespace {

// The same function by name and kind, of another type.
constexpr auto f_elsewhere = calque::wrap<"library_test::f", "x">([](auto x) { return x + 1.0; });

}  // namespace

using namespace library_test;

TEST_CASE("a library has a name and the functions it was made of", "[trace][library]") {
  STATIC_CHECK(some.name() == "some");
  STATIC_CHECK(some.functions().size() == 2);
  STATIC_CHECK(some.functions()[0] == &f.info());
  STATIC_CHECK(some.functions()[1] == &g.info());
}

TEST_CASE("a library contains its functions and no others", "[trace][library]") {
  STATIC_CHECK(some.contains(f));
  STATIC_CHECK(some.contains(g));
  CHECK_FALSE(some.contains(h));
  CHECK_FALSE(some.contains(operators::add));
}

TEST_CASE("a library contains what bears the same qualified name", "[trace][library]") {
  CHECK(some.contains(f_elsewhere));
}

TEST_CASE("an empty library contains nothing", "[trace][library]") {
  STATIC_CHECK(none.functions().empty());
  CHECK_FALSE(none.contains(f));
}

TEST_CASE("a library contains the function that a node calls", "[trace][library]") {
  const auto graph = Tracer<double>().trace([](auto x) {
    auto y = f(x);
    return h(y);
  });
  std::string members;
  for (const auto& node : graph.nodes()) {
    if (node.is_call() && some.contains(node.function())) members += node.name();
  }
  CHECK(members == "f");
}
