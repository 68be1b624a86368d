// The deterministic counters against the committed baseline. A difference is no failure of the
// numerics: it says that the work of a run has changed. If that is meant, write the baseline anew:
// build/counters > tools/bench/counters.json
#include "bench/counter_runs.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace liefmu {
namespace {

TEST(Counters, AreThoseOfTheBaseline) {
#ifdef __FMA__
  GTEST_SKIP() << "the baseline holds for x86-64 without fused multiply-add";
#endif
  std::ifstream file(LIEFMU_SOURCE_DIR "/tools/bench/counters.json");
  ASSERT_TRUE(file);
  const auto baseline = nlohmann::ordered_json::parse(file);
  const std::vector<bench::CounterRun> runs = bench::counterRuns();
  EXPECT_EQ(baseline.size(), runs.size());
  for (const bench::CounterRun& run : runs) {
    const std::string name = bench::name(run);
    ASSERT_TRUE(baseline.contains(name)) << name;
    EXPECT_EQ(bench::countersOf(run), baseline[name]) << name;
  }
}

}  // namespace
}  // namespace liefmu
