// expect: a proxy has no elements while tracing: it cannot be iterated over
#include <calque/trace/operators.hpp>

int count(calque::Proxy<double> x) {
  int n = 0;
  for (const auto& element : x) {
    (void)element;
    ++n;
  }
  return n;
}
