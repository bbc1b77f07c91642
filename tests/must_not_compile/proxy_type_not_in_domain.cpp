// expect: the type of this proxy is not in its domain
#include <calque/trace/operators.hpp>

struct Math : calque::types<double, bool> {};
calque::Proxy<float, Math> x;
