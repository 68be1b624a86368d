#include "integrate/integrator.hpp"

#include "integrate/alpha_stepper.hpp"
#include "integrate/bliedf_stepper.hpp"
#include "integrate/kkt_operator.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace liefmu {

namespace {

std::unique_ptr<Stepper> makeStepper(MechanicalSystem& system, KktOperator& kkt,
                                     const IntegratorSettings& settings, Statistics& statistics) {
  if (settings.method == Method::generalizedAlpha) {
    return std::make_unique<AlphaStepper>(system, kkt, settings, statistics);
  }
  return std::make_unique<BliedfStepper>(system, kkt, settings, statistics);
}

std::string explain(const StepReport& report, double t, double h) {
  std::string text;
  switch (report.outcome) {
    case Outcome::ok:
      return {};
    case Outcome::notConverged:
      text = "the nonlinear equations of a step could not be solved";
      break;
    case Outcome::singular:
      text = "the equations of motion are singular (a singular configuration of the mechanism?)";
      break;
    case Outcome::errorTooLarge:
      text = "the tolerance could not be met, even with very small steps";
      break;
    case Outcome::stepTooSmall:
      text =
          "the step size became smaller than allowed; the tolerance may be below what rounding "
          "permits";
      break;
    case Outcome::notFinite:
      text = "a force or constraint is not a finite number";
      break;
  }
  std::array<char, 80> place{};
  std::snprintf(place.data(), place.size(), " at t = %.9g s, step size %.3g s", t, h);
  text += place.data();
  if (!report.cause.empty()) {
    text += "; largest residual: " + report.cause;
  }
  return text;
}

}  // namespace

class Integrator::Impl {
 public:
  Impl(MechanicalSystem& system, const IntegratorSettings& settings)
      : system_(system),
        settings_(settings),
        kkt_(system),
        stepper_(makeStepper(system, kkt_, settings, statistics_)) {
    const Topology& topology = system.topology();
    state_.q.setZero(topology.configurationSize);
    state_.v.setZero(topology.velocitySize);
    state_.vdot = state_.v;
    state_.lambda.setZero(topology.constraintSize);
  }

  void initialize(double t, const Vector& q, const Vector& v) {
    state_.t = t;
    state_.q = q;
    state_.v = v;
    statistics_ = {};
    updateAccelerations();
    stepper_->start(state_);
  }

  AdvanceReport advance(double tEnd, const StepObserver& accepted) {
    // Communication steps below the resolution of time are no steps.
    const double resolution =
        4.0 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(tEnd));
    while (tEnd - state_.t > resolution) {
      const StepReport report = stepper_->step(tEnd, state_);
      if (report.outcome != Outcome::ok) {
        return {report.outcome, explain(report, state_.t, stepper_->currentStepSize())};
      }
      if (accepted) {
        accepted(state_);
      }
    }
    state_.t = tEnd;
    return {};
  }

  void inputsJumped() {
    updateAccelerations();
    stepper_->restart(state_);
  }

  void save(ArchiveWriter& archive) {
    archive(state_);
    archive(statistics_);
    stepper_->save(archive);
  }

  void load(ArchiveReader& archive) {
    archive(state_);
    archive(statistics_);
    stepper_->load(archive);
  }

  MechanicalSystem& system_;
  IntegratorSettings settings_;
  Statistics statistics_;
  KktOperator kkt_;
  std::unique_ptr<Stepper> stepper_;
  MotionState state_;

 private:
  void updateAccelerations() {
    if (!kkt_.evaluate(state_.t, state_.q, state_.v)) {
      throw Error(
          "the accelerations are not determined: the mass matrix is singular on the motions that "
          "the joints allow, or "
          "joints are redundant (give every free direction a mass or inertia, or remove the "
          "redundant joint)");
    }
    kkt_.accelerations(state_.vdot, state_.lambda);
    if (!state_.vdot.allFinite() || !state_.lambda.allFinite()) {
      throw Error("the accelerations are not finite (check forces, masses and inertias)");
    }
  }
};

Integrator::Integrator(MechanicalSystem& system, const IntegratorSettings& settings) {
  if (const std::string problem = settings.validate(); !problem.empty()) {
    throw Error(problem);
  }
  impl_ = std::make_unique<Impl>(system, settings);
}

Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

void Integrator::initialize(double t, const Vector& q, const Vector& v) {
  impl_->initialize(t, q, v);
}
AdvanceReport Integrator::advance(double tEnd, const StepObserver& accepted) {
  return impl_->advance(tEnd, accepted);
}
void Integrator::inputsJumped() {
  impl_->inputsJumped();
}
const MotionState& Integrator::state() const {
  return impl_->state_;
}
const Statistics& Integrator::statistics() const {
  return impl_->statistics_;
}
const IntegratorSettings& Integrator::settings() const {
  return impl_->settings_;
}
double Integrator::currentStepSize() const {
  return impl_->stepper_->currentStepSize();
}
int Integrator::currentOrder() const {
  return impl_->stepper_->currentOrder();
}
void Integrator::save(ArchiveWriter& archive) {
  impl_->save(archive);
}
void Integrator::load(ArchiveReader& archive) {
  impl_->load(archive);
}

}  // namespace liefmu
