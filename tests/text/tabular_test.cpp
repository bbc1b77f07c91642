#include <calque/text/tabular.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

using support::f;

TEST_CASE("a table has a row for each node", "[text][tabular]") {
  support::UntypedGraph graph;
  auto& x = graph.placeholder("x");
  support::UntypedArguments arguments{x, "text"};
  auto& call = graph.call_function(f, arguments.keyword("axis").add(1).keyword("k").add(x));
  graph.output({call});
  CHECK(calque::tabular(graph) == support::trimmed(R"(
opcode         name    target      args         kwargs
-------------  ------  ----------  -----------  -------------------
placeholder    x       x           ()           {}
call_function  f       __main__.f  (x, 'text')  {'axis': 1, 'k': x}
output         output  output      (f,)         {}
)"));
}
