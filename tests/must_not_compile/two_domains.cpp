// expect: the proxies of one operation belong to two domains
#include <calque/trace/operators.hpp>

struct Math : calque::types<double, bool> {};
auto add(calque::Proxy<double> x, calque::Proxy<double, Math> y) { return x + y; }
