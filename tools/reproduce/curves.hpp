// Error curves over the step size and over the work, their observed orders, and the words for
// findings about them.
#pragma once

#include "reproduce/experiment.hpp"

#include <string>
#include <vector>

namespace liefmu::reproduce {

struct Curve {
  std::string name;
  int order = 0;  // of the method, for the rounding noise
  bool index3 = false;
  std::vector<RunResult> runs;  // coarse to fine
};

// What is measured of a run.
struct Quantity {
  std::string label;  // for the axis
  double (*value)(const RunResult&) = nullptr;
  double multiplierNoise = 0.0;  // share of the rounding noise of λ in the index-3 form
  double floor = 0.0;            // rounding errors that pile up over a run
};
namespace quantity {
// Of the top in double precision; measured with k = 6 and small steps.
inline constexpr double kFloorQ = 1e-10;
inline constexpr double kFloorV = 1e-9;
inline const Quantity maxQ{"largest error of q", [](const RunResult& r) { return r.max.q; }, 0.0,
                           kFloorQ};
inline const Quantity maxV{"largest error of v", [](const RunResult& r) { return r.max.v; }, 0.0,
                           kFloorV};
inline const Quantity maxLambda{"largest error of λ",
                                [](const RunResult& r) { return r.max.lambda; }, 1.0};
inline const Quantity firstLambda{"error of λ in the first 10 steps",
                                  [](const RunResult& r) { return r.transient.lambda; }, 1.0};
inline const Quantity endQ{"error of q at the end", [](const RunResult& r) { return r.end.q; }, 0.0,
                           kFloorQ};
inline const Quantity endLambda{"error of λ at the end",
                                [](const RunResult& r) { return r.end.lambda; }, 1.0};
inline const Quantity relativeQ{"relative error of q at the end",
                                [](const RunResult& r) { return r.relativeEnd.q; }, 0.0, kFloorQ};
inline const Quantity relativeLambda{"relative error of λ at the end",
                                     [](const RunResult& r) { return r.relativeEnd.lambda; }, 1e-3};
}  // namespace quantity

// 1000 … 8000 steps per second.
[[nodiscard]] const std::vector<int>& usualSteps();

// The heavy top with constant steps.
[[nodiscard]] Curve topCurve(Laboratory& lab, const std::string& name, Group group,
                             const MethodSpec& method, Start start, const std::vector<int>& steps,
                             double tEnd = 1.0);

// The order from the finest three usable points: errors of λ near its rounding noise (index-3) and
// unstable runs are left out. NaN if fewer than two are left.
[[nodiscard]] double observedOrder(const Curve& curve, const Quantity& quantity);

// The work for an error in the middle of what both curves reach, a relative to b.
[[nodiscard]] double workRatio(const Curve& a, const Curve& b, const Quantity& quantity);
// The error of a relative to that of b at the finest usable common step.
[[nodiscard]] double errorRatio(const Curve& a, const Curve& b, const Quantity& quantity);

[[nodiscard]] report::Plot errorPlot(const std::string& title, const std::vector<Curve>& curves,
                                     const Quantity& quantity, bool slopes = true);
[[nodiscard]] report::Plot workPlot(const std::string& title, const std::vector<Curve>& curves,
                                    const Quantity& quantity);

// "claim" holds if every curve has its expected order within the tolerance.
[[nodiscard]] Finding orderFinding(const std::string& claim, const std::vector<Curve>& curves,
                                   const Quantity& quantity, const std::vector<double>& expected,
                                   double tolerance);

}  // namespace liefmu::reproduce
