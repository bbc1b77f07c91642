// expect: a wrapped function is called with too many arguments
#include <calque/trace/operators.hpp>

inline constexpr auto twice = calque::wrap<"twice", "x">([](auto x) { return x + x; });
auto call(calque::Proxy<double> x) { return twice(x, 2.0); }
