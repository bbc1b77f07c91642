// expect: a wrapped function keeps no state: pass what it needs as an argument
#include <calque/trace/wrap.hpp>

int state = 2;
auto scale = calque::wrap<"scale">([factor = state](auto x) { return x * factor; });
