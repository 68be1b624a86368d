#include "cosim/signal_flow.hpp"

#include "linear_slave.hpp"

#include <gtest/gtest.h>

namespace liefmu {
namespace {

// Variables: 0 input, 1 output without, 2 output with direct dependency.
const VariableTable& table() {
  static const VariableTable shared = [] {
    VariableTable t;
    t.variables = {realVariable("u", Causality::input), realVariable("x", Causality::output),
                   realVariable("a", Causality::output, {0})};
    return t;
  }();
  return shared;
}

std::vector<ComponentInterface> components(std::size_t count) {
  std::vector<ComponentInterface> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back({std::string(1, char('a' + i)), &table()});
  return list;
}

Wire wire(std::size_t source, std::size_t output, std::size_t sink) {
  return {.source = source, .output = output, .sink = sink, .input = 0};
}

TEST(SignalFlow, WithoutDirectDependenciesOneRoundIsEnough) {
  const auto rounds = exchangeRounds(components(2), {wire(0, 1, 1), wire(1, 1, 0)});
  ASSERT_EQ(rounds.size(), 1U);
  EXPECT_EQ(rounds[0].sources, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(rounds[0].wires, (std::vector<std::size_t>{0, 1}));
}

TEST(SignalFlow, DirectDependenciesFollowOneAnother) {
  // b.a → c, a.a → b, d.x → a: to be passed on from the back.
  const auto rounds = exchangeRounds(components(4), {wire(1, 2, 2), wire(0, 2, 1), wire(3, 1, 0)});
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_EQ(rounds[0].wires, std::vector<std::size_t>{2});
  EXPECT_EQ(rounds[1].wires, std::vector<std::size_t>{1});
  EXPECT_EQ(rounds[2].wires, std::vector<std::size_t>{0});
  EXPECT_EQ(rounds[2].sources, std::vector<std::size_t>{1});
}

TEST(SignalFlow, AlgebraicLoopsAreNamed) {
  try {
    exchangeRounds(components(3), {wire(0, 2, 1), wire(1, 2, 2), wire(2, 2, 0)});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("a.a, c.a, b.a"), std::string::npos) << error.what();
  }
  // Cut by one output without direct dependency it is none.
  EXPECT_NO_THROW(exchangeRounds(components(3), {wire(0, 2, 1), wire(1, 2, 2), wire(2, 1, 0)}));
}

TEST(SignalFlow, StepsAreMadeAlongTheWires) {
  EXPECT_EQ(steppingOrder(components(3), {}), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(steppingOrder(components(3), {wire(2, 1, 1), wire(1, 1, 0)}),
            (std::vector<std::size_t>{2, 1, 0}));
  // A ring begins where the file does.
  EXPECT_EQ(steppingOrder(components(2), {wire(0, 1, 1), wire(1, 1, 0)}),
            (std::vector<std::size_t>{0, 1}));
}

TEST(SignalFlow, ADirectDependencyWeighsMore) {
  VariableTable memory;  // its output never depends directly on the input
  memory.variables = {realVariable("u", Causality::input), realVariable("x", Causality::output)};
  const std::vector<ComponentInterface> ring = {{"direct", &table()}, {"memory", &memory}};
  EXPECT_EQ(steppingOrder(ring, {wire(0, 1, 1), wire(1, 1, 0)}), (std::vector<std::size_t>{1, 0}));
}

}  // namespace
}  // namespace liefmu
