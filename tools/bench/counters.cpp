// counters > tools/bench/counters.json
//
// Writes the deterministic counters of counter_runs.hpp. Run it after a change of the numerics that
// changes them on purpose, and say in the commit what became better or worse.
#include "bench/counter_runs.hpp"

using namespace liefmu;

int main() {
  // One run per line, so that a difference reads well.
  const std::vector<bench::CounterRun> runs = bench::counterRuns();
  std::printf("{\n");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::printf("  \"%s\": %s%s\n", bench::name(runs[i]).c_str(),
                bench::countersOf(runs[i]).dump().c_str(), i + 1 < runs.size() ? "," : "");
    std::fflush(stdout);
  }
  std::printf("}\n");
}
