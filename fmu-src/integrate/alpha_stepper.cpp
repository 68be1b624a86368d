#include "integrate/alpha_stepper.hpp"

#include "integrate/step_control.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu {

namespace {

constexpr int kMaxFailures = 15;
// Difference quotients over a fraction of the step: over the whole step they would be wrong for
// stiff forces.
constexpr double kDifferenceShare = 0.01;
constexpr double kDifferenceStep = 1e-6;  // s, while no step size is known yet
// In the index-3 form a change of the step size needs new starting values, so steps are kept for a
// while.
constexpr int kHoldIndex3 = 5;
constexpr double kStepNoise = 1e-9;  // step sizes that differ by rounding only count as equal

}  // namespace

AlphaStepper::AlphaStepper(MechanicalSystem& system, KktOperator& kkt,
                           const IntegratorSettings& settings, Statistics& statistics)
    : system_(system),
      kkt_(kkt),
      settings_(settings),
      statistics_(statistics),
      method_(system.topology(), settings.rhoInfinity, AlphaAdjustment::implicitVdot),
      startingValues_(system, kkt),
      solver_(system, settings, statistics),
      formula_(system.topology()),
      solution_(system.topology()),
      relativeTolerance_(localTolerance(settings.relativeTolerance, 2)),
      absoluteTolerance_(settings.absoluteTolerance * relativeTolerance_ /
                         settings.relativeTolerance),
      index3_(settings.formulation == Formulation::index3 && system.topology().constraintSize > 0) {
  const Vector zero = Vector::Zero(system.topology().velocitySize);
  weights_.u = weights_.v = zero;
  vddot_ = vStart_ = errorU_ = errorV_ = zero;
  base_.q.setZero(system.topology().configurationSize);
  base_.v = base_.vdot = zero;
  base_.lambda.setZero(system.topology().constraintSize);
}

void AlphaStepper::load(ArchiveReader& archive) {
  visit(archive);
  static_cast<void>(solver_.restore());
}

void AlphaStepper::start(const MotionState& state) {
  started_ = false;
  wantedStep_ = settings_.stepSize;
  stepsSinceChange_ = 0;
  mayGrow_ = true;
  solver_.dropMatrix();
  if (kkt_.evaluate(state.t, state.q, state.v)) {
    solver_.startAt(kkt_.dynamics());
  }
}

bool AlphaStepper::startWith(double h, const MotionState& state) {
  if (started_) {
    return true;
  }
  base_ = state;
  if (index3_) {
    // After earlier steps v carries the systematic normal part of the index-3 form; start from the
    // consistent one.
    if (!kkt_.evaluate(base_.t, base_.q, base_.v)) {
      return false;
    }
    kkt_.velocityProjection(errorV_);
    base_.v += errorV_;
  }
  if (!startingValues_.accelerationRate(base_, kDifferenceShare * h, vddot_)) {
    return false;
  }
  vStart_ = base_.v;
  if (settings_.correctedStart) {
    if (index3_ &&
        !startingValues_.correctedVelocity(base_, method_.parameters(), vddot_, h, vStart_)) {
      return false;
    }
  } else {
    vddot_.setZero();  // a_0 = v̇_0, the naive start
  }
  method_.start(base_, vStart_, vddot_, h);
  started_ = true;
  return true;
}

void AlphaStepper::restartOnChange(double h) {
  // In the index-3 form the velocity carries the local error h² B(c_q v̈ + v̂v̇/12) of the old step
  // size; new starting values are the remedy that is stable for every ρ∞ and every sequence of
  // changes.
  if (index3_ && settings_.correctedStart &&
      std::abs(h / method_.previousStepSize() - 1.0) > kStepNoise) {
    started_ = false;
  }
}

void AlphaStepper::restart(MotionState& state) {
  ++statistics_.restarts;
  // A complete start with the next step size: the only one that keeps λ at order 2 for any ρ∞.
  started_ = false;
  if (kkt_.evaluate(state.t, state.q, state.v)) {
    solver_.startAt(kkt_.dynamics());
  }
}

double AlphaStepper::automaticFirstStep(const MotionState& state, double rest) {
  toleranceWeights(system_, state, relativeTolerance_, absoluteTolerance_, weights_);
  if (!startingValues_.accelerationRate(state, std::min(kDifferenceStep, 0.01 * rest), vddot_)) {
    return rest;
  }
  system_.bracket(state.v, state.vdot, errorU_);
  errorU_ = method_.parameters().cq * vddot_ + errorU_ / 12.0;
  errorV_.setZero();
  const double size = weightedNorm(weights_, errorU_, errorV_);
  return std::min(rest, 0.5 * std::pow(std::max(size, 1e-12), -1.0 / 3.0));
}

StepReport AlphaStepper::step(double tEnd, MotionState& state) {
  if (settings_.stepControl == StepControl::fixed) {
    return solveFixed(tEnd, state);
  }
  if (wantedStep_ <= 0.0) {
    wantedStep_ = automaticFirstStep(state, tEnd - state.t);
  }
  return solveControlled(tEnd, state);
}

StepReport AlphaStepper::solveFixed(double tEnd, MotionState& state) {
  const double h = landingStep(tEnd - state.t, settings_.stepSize);
  restartOnChange(h);
  if (!startWith(h, state)) {
    return {Outcome::singular, {}};
  }
  method_.prepare(h, formula_);
  landExactly(formula_, tEnd);
  roundingWeights(system_, state, index3_ ? h : 0.0, weights_);
  if (const Outcome outcome = solver_.solve(formula_, state.q, weights_, solution_);
      outcome != Outcome::ok) {
    return {outcome, solver_.describeFailure()};
  }
  accept(state);
  return {};
}

StepReport AlphaStepper::solveControlled(double tEnd, MotionState& state) {
  const double smallest = std::max(settings_.minStepSize, 1e-14 * std::max(1.0, std::abs(state.t)));
  if (settings_.maxStepSize > 0.0) {
    wantedStep_ = std::min(wantedStep_, settings_.maxStepSize);
  }
  toleranceWeights(system_, state, relativeTolerance_, absoluteTolerance_, weights_);
  for (int failures = 0; failures < kMaxFailures;) {
    const double h = landingStep(tEnd - state.t, wantedStep_);
    if (h < smallest && h < tEnd - state.t) {
      return {Outcome::stepTooSmall, solver_.describeFailure()};
    }
    restartOnChange(h);
    if (!startWith(h, state)) {
      return {Outcome::singular, {}};
    }
    method_.prepare(h, formula_);
    landExactly(formula_, tEnd);
    const Outcome outcome = solver_.solve(formula_, state.q, weights_, solution_);
    if (outcome != Outcome::ok) {
      ++statistics_.convergenceFailures;
      ++failures;
      wantedStep_ = 0.25 * h;
      mayGrow_ = false;
      continue;
    }
    method_.errorEstimate(formula_, solution_, system_, errorU_, errorV_);
    solver_.filter(errorU_);
    solver_.filter(errorV_);
    const double error = weightedNorm(weights_, errorU_, errorV_);
    if (!(error <= 1.0)) {
      ++statistics_.rejectedSteps;
      ++failures;
      wantedStep_ = h * alpha::afterFailure(error);
      mayGrow_ = false;
      stepsSinceChange_ = 0;
      continue;
    }
    ++stepsSinceChange_;
    const bool mayGrow = mayGrow_ && (!index3_ || stepsSinceChange_ >= kHoldIndex3);
    const double ratio = alpha::afterSuccess(error, mayGrow);
    if (ratio != 1.0) {
      wantedStep_ =
          ratio > 1.0 ? std::max(wantedStep_, ratio * h) : std::min(wantedStep_, ratio * h);
      stepsSinceChange_ = 0;
    }
    mayGrow_ = true;
    accept(state);
    return {};
  }
  return {Outcome::errorTooLarge, solver_.describeFailure()};
}

void AlphaStepper::accept(MotionState& state) {
  method_.accept(formula_, solution_);
  solver_.accepted();
  if (settings_.velocityProjection && kkt_.evaluate(formula_.t, solution_.q, solution_.v)) {
    kkt_.velocityProjection(errorV_);
    solution_.v += errorV_;
    method_.setVelocity(solution_.v);
  }
  state.t = formula_.t;
  state.q = solution_.q;
  state.v = solution_.v;
  state.vdot = solution_.vdot;
  state.lambda = solution_.lambda;
  ++statistics_.steps;
}

}  // namespace liefmu
