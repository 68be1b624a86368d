// Convergence studies: the errors of a method with constant steps against an independent reference,
// and the observed orders.
#pragma once

#include "liefmu/motion_error.hpp"
#include "model/model.hpp"
#include "types.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace liefmu {

struct ConvergenceRow {
  double h = 0.0;
  MotionError end;
  MotionError max;                  // over all steps
  double constraint = 0.0;          // largest ‖Φ‖ after a step
  double velocityConstraint = 0.0;  // largest ‖Bv + Φ_t‖ after a step
  std::int64_t steps = 0;
  std::int64_t newtonIterations = 0;
};

struct ConvergenceStudy {
  double stop = 1.0;
  std::vector<double> steps;
  // Called with the share of the work that is done, 0…1.
  std::function<void(double)> progress = [](double) {};
};

// Throws Error where the model cannot be simulated. `settings.stepSize` and `.stepControl` are set
// here.
std::vector<ConvergenceRow> converge(const Model& model, IntegratorSettings settings,
                                     const ConvergenceStudy& study);

// log₂ of the error ratio per halving of the step; NaN where it makes no sense.
double observedOrder(double coarseH, double coarseError, double fineH, double fineError);

}  // namespace liefmu
