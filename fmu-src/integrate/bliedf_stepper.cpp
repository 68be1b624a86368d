#include "integrate/bliedf_stepper.hpp"

#include "integrate/block_operations.hpp"
#include "integrate/step_control.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu {

namespace {

constexpr int kMaxErrorFailures = 15;
constexpr int kMaxConvergenceFailures = 12;
constexpr int kStartOrderCap =
    2;  // raising the order further while the step doubles is not zero-stable
constexpr double kFirstStepShare = 0.2;
// Degrees of the predictor above the order. They save iterations where quantities in body axes turn
// with a body; at steps that grow too many of them amplify noise.
constexpr int kPredictorGain = 1;
constexpr int kFixedPredictorGain = 2;
constexpr double kStepNoise = 1e-6;  // relative; communication points shift steps by rounding

// Columns of the starter, of order 2·columns, so that its error does not show beside that of the
// method.
int starterColumns(int order) {
  return (order + 3) / 2 + 1;
}
// With error control a cheaper starter does, because its error is checked.
constexpr int kRestartColumns = 4;
constexpr double kRestartError = 0.1;  // share of the tolerance
constexpr int kRestartAttempts = 4;

}  // namespace

BliedfStepper::BliedfStepper(MechanicalSystem& system, KktOperator& kkt,
                             const IntegratorSettings& settings, Statistics& statistics)
    : system_(system),
      kkt_(kkt),
      settings_(settings),
      statistics_(statistics),
      method_(system, settings.commutatorCorrection),
      starter_(system, kkt),
      startingValues_(system, kkt),
      solver_(system, settings, statistics),
      formula_(system.topology()),
      solution_(system.topology()),
      relativeTolerance_(localTolerance(settings.relativeTolerance, settings.order)),
      absoluteTolerance_(settings.absoluteTolerance * relativeTolerance_ /
                         settings.relativeTolerance),
      index3_(settings.formulation == Formulation::index3 && system.topology().constraintSize > 0),
      projected_(settings.formulation == Formulation::projectedIndex1 &&
                 system.topology().constraintSize > 0) {
  const Vector zero = Vector::Zero(system.topology().velocitySize);
  weights_.u = weights_.v = zero;
  omega_ = predictedV_ = predictedU_ = zero;
  next_.q.setZero(system.topology().configurationSize);
  next_.v = next_.vdot = zero;
  next_.lambda.setZero(system.topology().constraintSize);
}

void BliedfStepper::load(ArchiveReader& archive) {
  visit(archive);
  static_cast<void>(solver_.restore());
}

void BliedfStepper::start(const MotionState& state) {
  method_.reset(state);
  solver_.dropMatrix();
  if (kkt_.evaluate(state.t, state.q, state.v)) {
    solver_.startAt(kkt_.dynamics());
  }
  const bool fixed = settings_.stepControl == StepControl::fixed;
  startPoints_ = fixed ? settings_.order - 1 : 0;
  order_ = fixed ? settings_.order : 1;
  wantedStep_ = settings_.stepSize;
  needsStart_ = true;
}

void BliedfStepper::restart(MotionState& state) {
  ++statistics_.restarts;
  if (kkt_.evaluate(state.t, state.q, state.v)) {
    if (index3_) {
      // The normal part that earlier steps left in v belongs to them, not to the start.
      kkt_.velocityProjection(omega_);
      state.v += omega_;
    }
    solver_.startAt(kkt_.dynamics());
  }
  method_.reset(state);
  if (settings_.stepControl == StepControl::fixed) {
    startPoints_ = settings_.order - 1;
    needsStart_ = true;
  } else if (!needsStart_) {
    // The motion goes on at about the same pace: fill a history of the present order and step size
    // with the one-step starter instead of working up from order 1 with tiny steps.
    startPoints_ = order_;
  }
}

StepReport BliedfStepper::step(double tEnd, MotionState& state) {
  if (settings_.stepControl == StepControl::fixed) {
    return fixedStep(tEnd, state);
  }
  return controlledStep(tEnd, state);
}

// Constant order and steps
// ------------------------------------------------------------------------------------------

StepReport BliedfStepper::fixedStep(double tEnd, MotionState& state) {
  const double h = landingStep(tEnd - state.t, settings_.stepSize);
  if (startPoints_ > 0) {
    if (const Outcome outcome = starterStep(h, tEnd, state); outcome != Outcome::ok) {
      return {outcome, {}};
    }
    takeStartingValue(state);
    return {};
  }
  if (needsStart_) {
    method_.completeStart(settings_.order);
    needsStart_ = false;
    if (index3_ && settings_.correctedStart && !correctStart(h, state)) {
      return {Outcome::singular, {}};
    }
  }
  method_.prepare(settings_.order, h, settings_.order + kFixedPredictorGain, formula_);
  landExactly(formula_, tEnd);
  roundingWeights(system_, state, index3_ ? h : 0.0, weights_);
  if (const Outcome outcome = solveStep(state); outcome != Outcome::ok) {
    return {outcome, solver_.describeFailure()};
  }
  accept(state);
  return {};
}

// Starting values
// ---------------------------------------------------------------------------------------------------

Outcome BliedfStepper::starterStep(double h, double tEnd, const MotionState& state) {
  const bool fixed = settings_.stepControl == StepControl::fixed;
  const Outcome outcome =
      starter_.step(state, h, fixed ? starterColumns(settings_.order) : kRestartColumns, next_);
  if (std::abs(next_.t - tEnd) <= 1e-9 * h) {
    next_.t = tEnd;
  }
  return outcome;
}

void BliedfStepper::takeStartingValue(MotionState& state) {
  system_.increment(state.q, next_.q, omega_);
  method_.pushStart(next_.t, next_.v, next_.lambda, omega_);
  solver_.startAt(kkt_.dynamics());
  --startPoints_;
  lastStep_ = next_.t - state.t;
  state = next_;
  ++statistics_.steps;
}

// The velocities of the index-3 form carry the local error of the q-relation in their normal part.
// Its value is found as the defect of one more accurate value, and added to all starting velocities
// (thesis section 3.3.3).
bool BliedfStepper::correctStart(double h, const MotionState& state) {
  if (starter_.step(state, h, starterColumns(settings_.order), next_) != Outcome::ok) {
    return false;
  }
  method_.prepare(settings_.order, h, settings_.order + kFixedPredictorGain, formula_);
  system_.increment(state.q, next_.q, omega_);
  formula_.commutator.evaluate(system_, formula_.vn, next_.v, predictedU_);
  // b⁻¹ (u − b(v − v_n) − u0) with u = ω − C
  predictedU_ =
      (omega_ - predictedU_ - formula_.b * (next_.v - formula_.vn) - formula_.u0) / formula_.b;
  if (!kkt_.evaluate(state.t, state.q, state.v)) {
    return false;
  }
  next_.lambda.setZero();
  addConstraintProduct(system_.topology(), 1.0, kkt_.dynamics().B, predictedU_, next_.lambda);
  kkt_.normal(next_.lambda, predictedV_);
  method_.shiftVelocities(settings_.order, predictedV_);
  return true;
}

// Variable order and steps
// ------------------------------------------------------------------------------------------

void BliedfStepper::startControlled(double rest, const MotionState& state) {
  toleranceWeights(system_, state, relativeTolerance_, absoluteTolerance_, weights_);
  if (wantedStep_ <= 0.0) {
    const double probe = std::min(1e-6, 0.01 * rest);
    wantedStep_ = rest;
    if (startingValues_.accelerationRate(state, probe, predictedV_)) {
      const double size = weightedNorm(weights_, state.vdot, predictedV_);
      if (size > 0.0) {
        wantedStep_ = std::min(rest, std::sqrt(kFirstStepShare / size));
      }
    }
  }
  method_.prependFictitious(wantedStep_, state.v, state.vdot);
  order_ = 1;
  constantSteps_ = 0;
  startPhase_ = true;
  lastStep_ = 0.0;
  needsStart_ = false;
}

double BliedfStepper::errorOfOrder(int order) {
  method_.extrapolate(order, formula_.t, predictedV_, predictedU_);
  predictedU_ = solution_.u - predictedU_;
  predictedV_ = solution_.v - predictedV_;
  solver_.filter(predictedV_);
  return method_.errorConstant(order, formula_.t) *
         weightedNorm(weights_, predictedU_, predictedV_);
}

bool BliedfStepper::controlledStarterStep(double tEnd, MotionState& state) {
  toleranceWeights(system_, state, relativeTolerance_, absoluteTolerance_, weights_);
  for (int attempt = 0; attempt < kRestartAttempts; ++attempt) {
    const double h = landingStep(tEnd - state.t, wantedStep_);
    const bool solved = starterStep(h, tEnd, state) == Outcome::ok;
    if (solved && weightedNorm(weights_, starter_.errorU(), starter_.errorV()) <= kRestartError) {
      takeStartingValue(state);
      if (startPoints_ == 0) {
        method_.completeStart(method_.points());
        startPhase_ = false;
        constantSteps_ = 0;
        stepsSinceChange_ = 0;
      }
      return true;
    }
    wantedStep_ = 0.5 * h;
  }
  return false;
}

StepReport BliedfStepper::controlledStep(double tEnd, MotionState& state) {
  if (startPoints_ > 0) {
    if (controlledStarterStep(tEnd, state)) {
      return {};
    }
    startPoints_ = 0;
    method_.reset(state);
    wantedStep_ = 0.0;
    needsStart_ = true;
  }
  if (needsStart_) {
    startControlled(tEnd - state.t, state);
  }
  const double smallest = std::max(settings_.minStepSize, 1e-14 * std::max(1.0, std::abs(state.t)));
  if (settings_.maxStepSize > 0.0) {
    wantedStep_ = std::min(wantedStep_, settings_.maxStepSize);
  }
  toleranceWeights(system_, state, relativeTolerance_, absoluteTolerance_, weights_);
  int errorFailures = 0;
  int convergenceFailures = 0;
  while (errorFailures < kMaxErrorFailures && convergenceFailures < kMaxConvergenceFailures) {
    const double h = landingStep(tEnd - state.t, wantedStep_);
    if (h < smallest && h < tEnd - state.t) {
      return {Outcome::stepTooSmall, solver_.describeFailure()};
    }
    method_.prepare(order_, h, order_ + kPredictorGain, formula_);
    landExactly(formula_, tEnd);
    if (solveStep(state) != Outcome::ok) {
      ++statistics_.convergenceFailures;
      ++convergenceFailures;
      wantedStep_ = 0.25 * h;
      if (convergenceFailures > 2) {
        order_ = std::max(std::min(order_, bdf::kLowestOrder), order_ - 1);
      }
      startPhase_ = false;
      constantSteps_ = 0;
      continue;
    }
    Errors errors;
    errors.present = errorOfOrder(order_);
    if (!(errors.present <= 1.0)) {
      ++statistics_.rejectedSteps;
      ++errorFailures;
      if (order_ > bdf::kLowestOrder) {
        errors.lower = errorOfOrder(order_ - 1);
      }
      const bdf::Choice choice =
          bdf::afterFailure(errorFailures, order_, errors.lower, errors.present);
      order_ = choice.order;
      wantedStep_ = choice.ratio * h;
      startPhase_ = false;
      constantSteps_ = 0;
      continue;
    }
    const bool sameStep = std::abs(h - lastStep_) <= kStepNoise * h;
    constantSteps_ = sameStep || constantSteps_ == 0 ? constantSteps_ + 1 : 1;
    const int realPoints = method_.points() - (method_.hasFictitious() ? 1 : 0);
    if (order_ > 1) {
      errors.lower = errorOfOrder(order_ - 1);
    }
    if (!startPhase_ && order_ < settings_.order && constantSteps_ >= order_ + 1 &&
        realPoints >= order_ + 2) {
      errors.higher = errorOfOrder(order_ + 1);
    }
    accept(state);
    selectNext(h, errors, errorFailures + convergenceFailures > 0);
    if (method_.points() >= 4) {
      method_.dropFictitious();
    }
    return {};
  }
  return {errorFailures > 0 ? Outcome::errorTooLarge : Outcome::notConverged,
          solver_.describeFailure()};
}

void BliedfStepper::selectNext(double h, const Errors& errors, bool failed) {
  if (startPhase_) {
    const double ratio = bdf::ratio(errors.present, order_, bdf::kBias);
    if (!failed && ratio >= 1.0 && !(errors.lower >= 0.0 && errors.lower < errors.present)) {
      order_ = std::min({order_ + 1, kStartOrderCap, settings_.order});
      wantedStep_ = h * std::min(2.0, ratio);
      return;
    }
    startPhase_ = false;
  }
  const bool mayGrow = constantSteps_ >= order_ + 1;
  const bdf::Choice choice =
      bdf::choose(order_, errors.lower, errors.present, errors.higher, mayGrow);
  if (choice.order != order_ || choice.ratio != 1.0) {
    constantSteps_ = 0;
  }
  order_ = choice.order;
  if (choice.ratio > 1.0) {
    wantedStep_ = std::max(wantedStep_, choice.ratio * h);
  } else if (choice.ratio < 1.0) {
    wantedStep_ = choice.ratio * h;
  }
}

// Every step
// --------------------------------------------------------------------------------------------------------

Outcome BliedfStepper::solveStep(const MotionState& state) {
  const Outcome outcome = solver_.solve(formula_, state.q, weights_, solution_);
  return outcome == Outcome::ok && projected_ ? project(state) : outcome;
}

// Coordinate projection (Eich93; ACB15 (6), (7)): the history is made of projected values.
Outcome BliedfStepper::project(const MotionState& state) {
  if (const Outcome outcome = kkt_.projectPosition(formula_.t, solution_.q, solution_.v);
      outcome != Outcome::ok) {
    return outcome;
  }
  if (!kkt_.evaluate(formula_.t, solution_.q, solution_.v)) {
    return Outcome::singular;
  }
  kkt_.velocityProjection(omega_);
  solution_.v += omega_;
  system_.increment(state.q, solution_.q, solution_.u);
  formula_.commutator.evaluate(system_, formula_.vn, solution_.v, omega_);
  solution_.u -= omega_;
  return Outcome::ok;
}

// In the index-3 form λ contains difference quotients of the local errors in the normal velocities.
// They cancel while the step size is constant and cost an order where it changes, until both the
// differences (order steps) and the errors in them (as many before) are of equal steps; the
// multipliers of the projected velocity do not suffer.
void BliedfStepper::correctMultipliers(MotionState& state) {
  if (!kkt_.evaluate(state.t, state.q, state.v)) {
    return;
  }
  kkt_.velocityProjection(omega_);
  predictedV_ = state.v + omega_;
  if (kkt_.evaluate(state.t, state.q, predictedV_)) {
    kkt_.accelerations(state.vdot, state.lambda);
  }
}

void BliedfStepper::accept(MotionState& state) {
  const double h = formula_.h;
  stepsSinceChange_ = std::abs(h - lastStep_) <= kStepNoise * h ? stepsSinceChange_ + 1 : 0;
  lastStep_ = h;
  method_.push(formula_.t, solution_);
  solver_.accepted();
  state.t = formula_.t;
  state.q = solution_.q;
  state.v = solution_.v;
  state.vdot = solution_.vdot;
  state.lambda = solution_.lambda;
  const bool changing =
      stepsSinceChange_ <= 2 * order_ || settings_.stepControl == StepControl::variable;
  if (index3_ && settings_.correctedStart && changing && !(method_.points() <= order_ + 1)) {
    correctMultipliers(state);
  }
  ++statistics_.steps;
}

}  // namespace liefmu
