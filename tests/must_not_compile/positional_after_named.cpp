// expect: positional arguments come before named ones
#include <calque/trace/operators.hpp>

using namespace calque::literals;
inline constexpr auto sum = calque::wrap<"sum", "a", "b">([](auto a, auto b) { return a + b; });
auto call(calque::Proxy<double> x) { return sum("a"_a = x, 2.0); }
