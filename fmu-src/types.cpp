#include "types.hpp"

#include <cmath>

namespace liefmu {

std::string IntegratorSettings::validate() const {
  const auto nonNegative = [](double value) { return std::isfinite(value) && value >= 0.0; };
  if (order < 1 || order > 6) {
    return "integrator.order is " + std::to_string(order) + " (choose 1 to 6)";
  }
  if (!(rhoInfinity >= 0.0 && rhoInfinity <= 1.0)) {
    return "integrator.rhoInfinity is " + std::to_string(rhoInfinity) +
           " (choose a value from 0 to 1)";
  }
  if (method == Method::generalizedAlpha && formulation == Formulation::projectedIndex1) {
    return "integrator.formulation is projectedIndex1, which belongs to BLieDF (choose "
           "stabilizedIndex2 or index3 for "
           "generalizedAlpha)";
  }
  if (!nonNegative(stepSize)) {
    return "integrator.stepSize is " + std::to_string(stepSize) +
           " s (give a positive step, or 0 for automatic)";
  }
  if (stepControl == StepControl::fixed && stepSize == 0.0) {
    return "integrator.stepSize is missing (fixed steps need a positive step size in seconds)";
  }
  if (!nonNegative(maxStepSize)) {
    return "integrator.maxStepSize is " + std::to_string(maxStepSize) +
           " s (give a positive limit, or 0 for none)";
  }
  if (!nonNegative(minStepSize)) {
    return "integrator.minStepSize is " + std::to_string(minStepSize) +
           " s (give a positive limit, or 0 for none)";
  }
  if (maxStepSize > 0.0 && minStepSize > maxStepSize) {
    return "integrator.minStepSize is larger than integrator.maxStepSize (exchange them)";
  }
  if (!(relativeTolerance > 0.0 && relativeTolerance <= 1.0)) {
    return "integrator.relativeTolerance is " + std::to_string(relativeTolerance) +
           " (choose a value between 0 and 1, for example 1e-6)";
  }
  if (!(absoluteTolerance > 0.0 && std::isfinite(absoluteTolerance))) {
    return "integrator.absoluteTolerance is " + std::to_string(absoluteTolerance) +
           " (choose a positive value, for example 1e-6)";
  }
  return {};
}

}  // namespace liefmu
