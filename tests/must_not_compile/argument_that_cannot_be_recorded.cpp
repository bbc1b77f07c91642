// expect: an argument is neither of a type of the domain nor a literal
#include <calque/trace/operators.hpp>

struct Other {};
inline constexpr auto pick = calque::primitive<"pick">([](auto x, Other) { return x; });
auto call(calque::Proxy<double> x) { return pick(x, Other{}); }
