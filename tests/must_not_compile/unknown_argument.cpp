// expect: a wrapped function is called with the name of a parameter that it does not have
#include <calque/trace/operators.hpp>

using namespace calque::literals;
inline constexpr auto sum = calque::wrap<"sum", "a", "b">([](auto a, auto b) { return a + b; });
auto call(calque::Proxy<double> x) { return sum(x, x, "c"_a = 2.0); }
