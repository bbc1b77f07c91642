// expect: this callable takes no 0 to 16 proxies of the domain's first type: give its inputs
#include <calque/trace/tracer.hpp>

struct Takes {
  int operator()(const char* text) const { return text[0]; }
};
auto trace() { return calque::Tracer<double>().trace(Takes{}); }
