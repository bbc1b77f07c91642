// expect: this callable takes several counts of arguments: give their names, {"x", "y"}
#include <calque/trace/operators.hpp>
#include <calque/trace/tracer.hpp>

auto trace() {
  return calque::Tracer<double>().trace([](auto... x) { return (0.0 + ... + x); });
}
