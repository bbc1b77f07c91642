#include <calque/calque.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"

namespace {

constexpr auto draw = calque::primitive<"body_effects_test::draw">([](double x) { return x; },
                                                                   calque::effects::random);
constexpr auto noisy = calque::wrap<"body_effects_test::noisy">([](auto x) { return draw(x); });
constexpr auto honest = calque::wrap<"body_effects_test::honest">([](auto x) { return draw(x); },
                                                                  calque::effects::random);

/// Traces through everything that has a body.
struct Opening : calque::Tracer<double> {
  bool is_leaf_function(const Function&) const override { return false; }
};

}  // namespace

TEST_CASE("tracing through a composite that is declared pure refuses its impure call",
          "[ir][body_effects]") {
  CHECK(support::error_of<calque::GraphError>([] {
          Opening().trace([](auto x) { return noisy(x); }, {"x"});
        }) ==
        "cannot open a call of body_effects_test::noisy: it is declared pure, but its body calls "
        "body_effects_test::draw\n"
        "note: declare its effect: wrap<...>(f, effects::io)\n"
        "note: %draw comes from body_effects_test::noisy\n"
        "      %x    = placeholder[target=x]\n"
        "   -> %draw = call_function[target=body_effects_test::draw](%x)");
}

TEST_CASE("a composite that declares its effect is traced through", "[ir][body_effects]") {
  const auto graph = Opening().trace([](auto x) { return honest(x); }, {"x"});
  support::expect_code(graph, R"(
def forward(self, x):
    draw = body_effects_test_draw(x);  x = None
    return draw
)");
}
