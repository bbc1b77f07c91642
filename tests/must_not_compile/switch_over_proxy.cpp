// expect: error: switch
#include <calque/trace/operators.hpp>

int choose(calque::Proxy<int> x) {
  switch (x) {
    case 0: return 1;
    default: return 0;
  }
}
