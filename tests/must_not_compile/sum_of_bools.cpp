// expect: the result type of this operation is not in the domain
#include <calque/trace/operators.hpp>

// In C++ the sum of two bools is an int.
struct Math : calque::types<double, bool> {};
auto count(calque::Proxy<bool, Math> p, calque::Proxy<bool, Math> q) { return p + q; }
