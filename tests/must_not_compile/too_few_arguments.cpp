// expect: a wrapped function is called with too few arguments: one without a default is missing
#include <calque/trace/operators.hpp>

inline constexpr auto sum = calque::wrap<"sum", "a", "b">([](auto a, auto b) { return a + b; });
auto call(calque::Proxy<double> x) { return sum(x); }
