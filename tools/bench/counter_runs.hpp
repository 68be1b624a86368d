// The work of a set of runs in numbers that do not depend on the computer's speed: steps,
// iterations, matrices. tools/bench/counters.json keeps them; a test compares, so that every change
// of the numerics shows what it costs or saves.
#pragma once

#include "bench/mechanism.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace liefmu::bench {

struct CounterRun {
  const char* model;
  const char* group;
  IntegratorSettings settings;
  double stop;
};

inline std::vector<CounterRun> counterRuns() {
  std::vector<CounterRun> runs;
  for (const char* group : {"r3so3", "se3"}) {
    for (const Formulation formulation : {Formulation::index3, Formulation::stabilizedIndex2}) {
      for (const int order : {0, 2, 4, 6}) {
        runs.push_back({"heavy_top", group, fixedSteps(order, formulation, 1e-3), 0.5});
      }
    }
    for (const double tolerance : {1e-4, 1e-7}) {
      for (const int order : {0, 5}) {
        const IntegratorSettings settings =
            variableSteps(order, Formulation::stabilizedIndex2, tolerance);
        runs.push_back({"heavy_top", group, settings, 0.5});
        runs.push_back({"chain_10", group, settings, 0.5});
        runs.push_back({"gyroscope", group, settings, 0.2});
        runs.push_back({"double_pendulum_bushing", group, settings, 0.2});
      }
    }
  }
  return runs;
}

// "heavy_top r3so3 BLieDF4 index3 h=0.001"
inline std::string name(const CounterRun& run) {
  const IntegratorSettings& s = run.settings;
  const bool fixed = s.stepControl == StepControl::fixed;
  char number[32];
  std::snprintf(number, sizeof number, "%g", fixed ? s.stepSize : s.relativeTolerance);
  return std::string(run.model) + ' ' + run.group + ' ' +
         methodName(s.method == Method::generalizedAlpha ? 0 : s.order) + ' ' +
         name(s.formulation) + (fixed ? " h=" : " tolerance=") + number;
}

inline nlohmann::ordered_json countersOf(const CounterRun& run) {
  const Mechanism mechanism = load(run.model, run.group);
  Integrator integrator(*mechanism.system, run.settings);
  integrator.initialize(0.0, mechanism.q, mechanism.v);
  advance(integrator, run.stop);
  const Statistics& statistics = integrator.statistics();
  return {{"steps", statistics.steps},
          {"rejectedSteps", statistics.rejectedSteps},
          {"convergenceFailures", statistics.convergenceFailures},
          {"newtonIterations", statistics.newtonIterations},
          {"linearizations", statistics.linearizations},
          {"factorizations", statistics.factorizations}};
}

}  // namespace liefmu::bench
