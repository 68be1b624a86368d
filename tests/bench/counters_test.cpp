// The counters of work against the committed baseline. A difference is no failure of the numerics:
// it says that the work of a run has changed. If that is meant, write the baseline anew:
// build/counters > tools/bench/counters.json
#include "bench/counter_runs.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace liefmu {
namespace {

// Mathematical libraries of other machines round differently, which may shift a step or two.
constexpr double kShare = 0.02;

TEST(Counters, AreThoseOfTheBaseline) {
  std::ifstream file(LIEFMU_SOURCE_DIR "/tools/bench/counters.json");
  ASSERT_TRUE(file);
  const auto baseline = nlohmann::ordered_json::parse(file);
  const std::vector<bench::CounterRun> runs = bench::counterRuns();
  EXPECT_EQ(baseline.size(), runs.size());
  for (const bench::CounterRun& run : runs) {
    const std::string name = bench::name(run);
    ASSERT_TRUE(baseline.contains(name)) << name;
    const nlohmann::ordered_json counters = bench::countersOf(run);
    for (const auto& [counter, value] : counters.items()) {
      const auto expected = baseline[name].at(counter).get<double>();
      EXPECT_NEAR(value.get<double>(), expected, 2.0 + kShare * expected)
          << name << ": " << counter;
    }
  }
}

}  // namespace
}  // namespace liefmu
