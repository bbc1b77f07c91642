// expect: write the literals in the operands' type, or declare narrowing
#include <calque/trace/operators.hpp>

auto halve(calque::Proxy<float> x) { return x * 0.5; }
