// expect: this operation does not exist for values of these types
#include <calque/trace/operators.hpp>

auto remainder(calque::Proxy<double> x, calque::Proxy<double> y) { return x % y; }
