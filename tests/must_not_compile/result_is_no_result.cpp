// expect: what is traced is a proxy, a constant, or a tuple, array, vector, list, dict or slice
#include <calque/trace/tracer.hpp>

struct Other {};
auto trace() {
  return calque::Tracer<double>().trace([](auto) { return Other{}; });
}
