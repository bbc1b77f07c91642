// expect: a proxy has no value while tracing: it cannot be cast to a number
#include <calque/trace/operators.hpp>

double value(calque::Proxy<double> x) { return static_cast<double>(x); }
