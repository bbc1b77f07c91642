// expect: the result of a traced callable is a proxy, a constant, or a tuple, array or vector
#include <calque/trace/tracer.hpp>

struct Other {};
auto trace() {
  return calque::Tracer<double>().trace([](auto) { return Other{}; });
}
