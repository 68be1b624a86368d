// What the benchmark programs share: a ready-made model, assembled; settings; a run that must not
// fail; CPU time. What is measured, and how it is printed, is each program's own business.
#pragma once

#include "integrate/integrator.hpp"
#include "liefmu/model_source.hpp"
#include "model/assembly.hpp"
#include "model/multibody.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string>

namespace liefmu::bench {

// A model at its assembled initial values.
struct Mechanism {
  std::unique_ptr<Multibody> system;
  Vector q;
  Vector v;
};

inline Mechanism load(const std::string& model, const std::string& group = "") {
  const ModelSource source = loadModel(model, group);
  Multibody allEquations(*source.model);
  Assembly assembly = assemble(allEquations, 0.0);
  return {std::make_unique<Multibody>(*source.model, assembly.keptRows), std::move(assembly.q),
          std::move(assembly.v)};
}

inline std::string name(Formulation formulation) {
  switch (formulation) {
    case Formulation::index3:
      return "index3";
    case Formulation::stabilizedIndex2:
      return "stabilizedIndex2";
    case Formulation::projectedIndex1:
      break;
  }
  return "projectedIndex1";
}

// Order 0 stands for generalized-α.
inline std::string methodName(int order) {
  return order == 0 ? "generalizedAlpha" : "BLieDF" + std::to_string(order);
}

inline IntegratorSettings variableSteps(int order, Formulation formulation, double tolerance) {
  IntegratorSettings settings;
  settings.method = order == 0 ? Method::generalizedAlpha : Method::bliedf;
  settings.order = order == 0 ? 2 : order;
  settings.formulation = formulation;
  settings.relativeTolerance = settings.absoluteTolerance = tolerance;
  return settings;
}

inline IntegratorSettings fixedSteps(int order, Formulation formulation, double h) {
  IntegratorSettings settings = variableSteps(order, formulation, 1e-6);
  settings.stepControl = StepControl::fixed;
  settings.stepSize = h;
  return settings;
}

[[noreturn]] inline void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

// A benchmark of a failed run means nothing.
inline void advance(Integrator& integrator, double tEnd) {
  if (const AdvanceReport report = integrator.advance(tEnd); !report.ok()) fail(report.message);
}

inline double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least CPU time of several repetitions, in seconds: what other processes add is left out as
// far as possible.
template<class Run>
double leastTime(const Run& run) {
  constexpr double kTotal = 0.1;  // s
  constexpr int kMostRepetitions = 50;
  double least = std::numeric_limits<double>::infinity();
  double total = 0.0;
  for (int i = 0; i < kMostRepetitions && (i < 2 || total < kTotal); ++i) {
    const double start = cpuSeconds();
    run();
    const double time = cpuSeconds() - start;
    least = std::min(least, time);
    total += time;
  }
  return least;
}

}  // namespace liefmu::bench
