// expect: the arguments of this operation are proxies of two domains
#include <calque/trace/operators.hpp>

struct Math : calque::types<double, bool> {};
auto add(calque::Proxy<double> x, calque::Proxy<double, Math> y) { return x + y; }
