// expect: this callable takes several counts of arguments: give their names, {"x", "y"}
#include <calque/trace/operators.hpp>
#include <calque/trace/tracer.hpp>

using Number = calque::Proxy<double>;
auto trace() {
  return calque::Tracer<double>().trace([](Number x, Number y = 2.0) { return x + y; });
}
