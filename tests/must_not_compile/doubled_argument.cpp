// expect: a wrapped function is given one of its arguments twice
#include <calque/trace/operators.hpp>

using namespace calque::literals;
inline constexpr auto sum = calque::wrap<"sum", "a", "b">([](auto a, auto b) { return a + b; });
auto call(calque::Proxy<double> x) { return sum(x, "a"_a = 2.0); }
