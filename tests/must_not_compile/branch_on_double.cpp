// expect: a proxy has no value while tracing: compare it and use where(condition, a, b)
#include <calque/trace/operators.hpp>

int sign(calque::Proxy<double> x) {
  if (x) return 1;
  return 0;
}
