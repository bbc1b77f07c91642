// What tracing cannot see, and the texts that say so.
#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

using namespace calque;
using support::error_of;

namespace trace_limits_test {

struct Math : types<double, bool> {};

inline constexpr auto doubled = wrap<"trace_limits_test::doubled">([](auto x) { return x + x; });
inline constexpr auto label = wrap<"trace_limits_test::label">([](auto x, auto text) {
  return x * static_cast<double>(text);
});
inline constexpr auto branching = wrap<"trace_limits_test::branching">([](auto x) {
  auto negative = x < 0.0;
  auto flipped = -x;
  return negative ? flipped : x;
});

}  // namespace trace_limits_test

using namespace trace_limits_test;

TEST_CASE("a branch on a traced bool is refused with its node", "[trace][limits]") {
  const auto f = [](auto x) {
    auto doubled_x = x * 2.0;
    auto less = doubled_x < 1.0;
    if (less) return x;
    return doubled_x;
  };
  CHECK(error_of<TraceError>([&] { symbolic_trace<Math>(f); }) ==
        "cannot branch on %lt: it has no value while tracing\n"
        "note: use where(condition, a, b), or override Tracer::to_bool\n"
        "      %x   = placeholder[target=x]\n"
        "      %mul = call_function[target=mul](%x, 2.0)\n"
        "   -> %lt  = call_function[target=lt](%mul, 1.0)");
}

TEST_CASE("a branch on an Untyped value is refused with its node", "[trace][limits]") {
  const auto f = [](auto x) {
    if (x) return x;
    return x;
  };
  CHECK(error_of<TraceError>([&] { symbolic_trace<Untyped>(f); }) ==
        "cannot branch on %x: it has no value while tracing\n"
        "note: use where(condition, a, b), or override Tracer::to_bool\n"
        "   -> %x = placeholder[target=x]");
}

TEST_CASE("the logical operators are branches", "[trace][limits]") {
  const std::string text =
      "cannot branch on %p: it has no value while tracing\n"
      "note: use where(condition, a, b), or override Tracer::to_bool\n"
      "   -> %p = placeholder[target=p]";
  const auto traced = [](const auto& f) {
    return error_of<TraceError>([&] { symbolic_trace<Math>(f, inputs<bool>("p")); });
  };
  CHECK(traced([](auto p) { return p && true; }) == text);
  CHECK(traced([](auto p) { return p || false; }) == text);
  CHECK(traced([](auto p) { return !p; }) == text);
  CHECK(traced([](auto p) { return p ? 1.0 : 2.0; }) == text);
}

TEST_CASE("a branch inside a composite is refused when the call is opened", "[trace][limits]") {
  auto traced = symbolic_trace<Math>([](auto x) { return branching(x); });
  Node<Math>& call = *traced.graph().output_node()->operand(0).node;
  const std::string before = listing(traced.graph());
  CHECK(error_of<TraceError>([&] { inline_call(call); }) ==
        "cannot branch on %lt: it has no value while tracing\n"
        "note: use where(condition, a, b), or override Tracer::to_bool\n"
        "note: %lt comes from trace_limits_test::branching (%branching)\n"
        "      %x         = placeholder[target=x]\n"
        "   -> %lt        = call_function[target=lt](%x, 0.0)\n"
        "      %neg       = call_function[target=neg](%x)\n"
        "      %branching = call_function[target=trace_limits_test::branching](%x)\n"
        "      %output    = output[target=output](%branching)");
  CHECK(listing(traced.graph()) == before);
}

TEST_CASE("two graphs in one operation are refused at that operation", "[trace][limits]") {
  Graph<double> first;
  Graph<double> second;
  const Proxy<double> x(first.placeholder("x"));
  const Proxy<double> y(second.placeholder("y"));
  const GraphAppendingTracer<double> outer(first);
  const GraphAppendingTracer<double> inner(second);
  CHECK(error_of<TraceError>([&] { (void)(x + y); }) ==
        "cannot record add: %x and %y belong to two graphs");
  CHECK(error_of<TraceError>([&] { (void)hypot(y, x); }) ==
        "cannot record torch.hypot: %y and %x belong to two graphs");
  Proxy<double> sum = x;
  CHECK(error_of<TraceError>([&] { sum += y; }) ==
        "cannot record add: %x and %y belong to two graphs");
  CHECK(first.size() == 1);
  CHECK(second.size() == 1);
}

TEST_CASE("a value of an outer trace is refused in an inner one", "[trace][limits]") {
  const auto f = [](auto x) {
    const auto inner = [&](auto y) { return x * y; };
    (void)Tracer<double>().trace(inner);
    return x;
  };
  CHECK(error_of<TraceError>([&] { symbolic_trace<double>(f, {"x"}); }) ==
        "cannot record mul: %x and %x belong to two graphs");
}

TEST_CASE("a result of another graph is refused", "[trace][limits]") {
  Graph<double> other;
  const Proxy<double> stranger(other.placeholder("stranger"));
  CHECK(error_of<GraphError>([&] {
          symbolic_trace<double>([&](auto) { return stranger; }, {"x"});
        }) ==
        "cannot use %stranger as an argument of output: it belongs to another graph\n"
        "note: copy it into this graph first");
}

TEST_CASE("a proxy that outlives its trace cannot be recorded with", "[trace][limits]") {
  Proxy<double> kept;
  const auto graph = Tracer<double>().trace([&](auto x) {
    kept = x * 2.0;
    return kept;
  });
  const std::string note =
      "\nnote: proxies end with their trace; make a GraphAppendingTracer to go on";
  CHECK(error_of<TraceError>([&] { (void)(kept + 1.0); }) ==
        "cannot record add of %mul: no tracer is active for its graph" + note);
  CHECK(error_of<TraceError>([&] { (void)sin(kept); }) ==
        "cannot record torch.sin of %mul: no tracer is active for its graph" + note);
  CHECK(error_of<TraceError>([&] { (void)doubled(kept); }) ==
        "cannot record trace_limits_test::doubled of %mul: no tracer is active for its graph" +
            note);
  CHECK(graph.size() == 3);
}

TEST_CASE("a branch without an active tracer is refused", "[trace][limits]") {
  Graph<Math> graph;
  const Proxy<bool, Math> p(graph.placeholder("p", type_index<Math, bool>));
  CHECK(error_of<TraceError>([&] { (void)static_cast<bool>(p); }) ==
        "cannot record bool of %p: no tracer is active for its graph\n"
        "note: proxies end with their trace; make a GraphAppendingTracer to go on");
}

TEST_CASE("a failed trace leaves no tracer active for an outer graph", "[trace][limits]") {
  Graph<double> graph;
  const Proxy<double> x(graph.placeholder("x"));
  try {
    const GraphAppendingTracer<double> tracer(graph);
    throw 1;
  } catch (int) {
  }
  CHECK(error_of<TraceError>([&] { (void)-x; }) ==
        "cannot record neg of %x: no tracer is active for its graph\n"
        "note: proxies end with their trace; make a GraphAppendingTracer to go on");
}

TEST_CASE("a constant has no node", "[trace][limits]") {
  const std::string text =
      "cannot name a node for a constant proxy: it belongs to no graph yet\n"
      "note: use it in an operation with a traced value first";
  CHECK(error_of<TraceError>([] { (void)Proxy<double>(2.0).node(); }) == text);
  CHECK(error_of<TraceError>([] { (void)Proxy<Math>(Proxy<double, Math>(2.0)).node(); }) == text);
}

TEST_CASE("a value is not read as one of another type", "[trace][limits]") {
  Graph<Math> graph;
  GraphAppendingTracer<Math> tracer(graph);
  const Proxy<Math> dynamic = tracer.proxy(graph.placeholder("x"));
  const std::string text =
      "cannot read %x of type double as bool\n"
      "   -> %x = placeholder[target=x]";
  CHECK(error_of<TraceError>([&] { (void)as<bool>(dynamic); }) == text);
  CHECK(error_of<TraceError>([&] { (void)Proxy<bool, Math>(dynamic.node()); }) == text);
}

TEST_CASE("a value is refused where a function was recorded with a literal", "[trace][limits]") {
  Graph<double> graph;
  Node<double>& x = graph.placeholder("x");
  const Function<double>& function = function_of<double, double, int>(label);
  CHECK(error_of<GraphError>([&] { graph.call_function(function, {x, x}); }) ==
        "cannot call trace_limits_test::label: argument 1 is %x of type double, not int\n"
        "note: 2 arguments are expected, without names");
  CHECK(graph.size() == 1);
}

TEST_CASE("constants of an Untyped program cannot be computed", "[trace][limits]") {
  const Proxy<Untyped> one(1);
  const Proxy<Untyped> two(2);
  CHECK(error_of<TraceError>([&] { (void)(one + two); }) ==
        "cannot compute add of constants: the Untyped domain has no values");
}
