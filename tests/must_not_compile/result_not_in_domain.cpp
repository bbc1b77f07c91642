// expect: the result type of this operation is not in the domain: add it to the domain's types
#include <calque/trace/operators.hpp>

auto compare(calque::Proxy<double> x, calque::Proxy<double> y) { return x < y; }
