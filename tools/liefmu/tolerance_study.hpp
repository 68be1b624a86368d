// What a tolerance buys: the error at the end of a run with variable steps, and the work.
#pragma once

#include "liefmu/motion_error.hpp"
#include "model/model.hpp"
#include "types.hpp"

#include <functional>
#include <string>
#include <vector>

namespace liefmu {

struct ToleranceRow {
  double tolerance = 0.0;
  std::string failure;  // why the run ended early; empty if it did not
  MotionError error;
  Statistics statistics;
};

struct ToleranceStudy {
  double stop = 1.0;
  std::vector<double> tolerances;
  // Called with the share of the work that is done, 0…1.
  std::function<void(double)> progress = [](double) {};
};

// Throws Error where the model cannot be simulated. The tolerances of `settings` are set here.
std::vector<ToleranceRow> studyTolerances(const Model& model, IntegratorSettings settings,
                                          const ToleranceStudy& study);

}  // namespace liefmu
