// The fast heavy top with inputs that may jump, and its error against the reference motion.
#pragma once

#include "integrate/integrator.hpp"
#include "liefmu/motion_error.hpp"
#include "liefmu/reference_motion.hpp"
#include "model/multibody.hpp"
#include "models.hpp"

#include <algorithm>

namespace liefmu::models {

// A torque about an axis of the body as input.
inline Model topWithTorque(Group group) {
  Model model = heavyTop(group);
  model.inputs.push_back({.name = "torque", .unit = "N.m"});
  model.forces.push_back(
      {.name = "motor",
       .type = BodyTorque{
           .body = 0, .axes = Axes::body, .torque = {FromInput{}, Constant{}, Constant{}}}});
  return model;
}

// The tip is moved up and down.
inline Model topOnAMovingTip(Group group) {
  Model model = heavyTop(group);
  model.inputs.push_back({.name = "height", .unit = "m"});
  model.joints[0].type = PrescribedPoint{.displacement = {Constant{}, Constant{}, FromInput{}}};
  return model;
}

}  // namespace liefmu::models

namespace liefmu {

// Errors of an integrator at given points in time: the largest of each kind.
class ErrorMeter {
 public:
  ErrorMeter(Multibody& system, const IntegratorSettings& settings)
      : integrator_(system, settings),
        exact_(system, system.initialConfiguration(), system.initialVelocity()) {
    integrator_.initialize(0.0, system.initialConfiguration(), system.initialVelocity());
  }

  // False if the integrator failed.
  [[nodiscard]] bool advance(double t) {
    exact_.advance(t);
    if (!integrator_.advance(t).ok()) return false;
    const MotionError error = motionError(integrator_.state(), exact_.state(), 1);
    largest_.q = std::max(largest_.q, error.q);
    largest_.v = std::max(largest_.v, error.v);
    largest_.lambda = std::max(largest_.lambda, error.lambda);
    return true;
  }
  void forget() { largest_ = {}; }

  [[nodiscard]] Integrator& integrator() { return integrator_; }
  [[nodiscard]] const MotionError& largest() const { return largest_; }

 private:
  Integrator integrator_;
  ReferenceMotion exact_;
  MotionError largest_;
};

inline IntegratorSettings methodOf(int order, Formulation formulation) {  // 0: generalized-α
  IntegratorSettings settings;
  settings.method = order == 0 ? Method::generalizedAlpha : Method::bliedf;
  settings.order = std::max(order, 1);
  settings.formulation = formulation;
  settings.stepControl = StepControl::fixed;
  return settings;
}

}  // namespace liefmu
