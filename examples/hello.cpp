// The program of the README: trace, look, open one call, run.
// [hello]
#include <calque/calque.hpp>
#include <cstdio>

namespace shapes {  // composite operations are ordinary generic functions
inline constexpr auto square = calque::wrap<"shapes::square">([](auto x) { return x * x; });
inline constexpr auto norm2 = calque::wrap<"shapes::norm2", "x", "y">([](auto x, auto y) {
  auto xx = square(x);  // named, so that every compiler records the same order
  auto yy = square(y);
  return xx + yy;
});
}  // namespace shapes

int main() {
  auto program = [](auto x, auto y) { return sqrt(shapes::norm2(x, y)); };
  auto traced = calque::symbolic_trace<double>(program, {"x", "y"});
  std::printf("%s", traced.code().c_str());  // one call for norm2

  for (auto& node : traced.graph().nodes())  // open norm2, keep what it is made of
    if (node.calls(shapes::norm2)) calque::inline_call(node);
  std::printf("%s%g\n", traced.code().c_str(), traced(3.0, 4.0));
}
// [/hello]
