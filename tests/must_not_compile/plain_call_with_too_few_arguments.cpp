// expect: a wrapped function is called with too few arguments: one without a default is missing
#include <calque/trace/wrap.hpp>

inline constexpr auto sum = calque::wrap<"sum", "a", "b">([](auto a, auto b) { return a + b; });
double call() { return sum(2.0); }
