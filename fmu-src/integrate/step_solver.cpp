#include "integrate/step_solver.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu {

namespace {

constexpr int kMaxAge = 50;
constexpr std::int64_t kMatrixCost = 8;  // a new matrix, in iterations
constexpr double kSlowRate =
    0.3;  // variable steps: a new matrix pays off beyond this contraction rate
constexpr double kRefactorWindow = 0.3;  // relative change of b that the chord iteration tolerates
constexpr double kReevaluateFactor = 8.0;

// Variable steps: the Newton error must stay well below the error test, or it shows up in the high
// differences that choose the order.
constexpr double kToleranceShare = 0.2;
constexpr double kMinimumFactor = 0.03;
constexpr int kChordIterations = 4;

// Fixed steps have no tolerance; they iterate to rounding level, which takes two iterations with a
// fresh matrix.
constexpr int kFixedIterations = 10;
constexpr double kNoise = 1e2;  // in units of the rounding weights
// Close to singular positions rounding errors are amplified. A new matrix in every iteration would
// contract errors, so that updates that do not shrink are noise, even if they are larger.
constexpr double kAmplifiedNoise = 1e7;

}  // namespace

StepSolver::StepSolver(MechanicalSystem& system, const IntegratorSettings& settings,
                       Statistics& statistics)
    : problem_(system, settings.formulation, statistics),
      kinsol_(problem_.size()),
      statistics_(statistics),
      fixedStep_(settings.stepControl == StepControl::fixed),
      kinsolFirst_(settings.nonlinearSolver == NonlinearSolver::kinsol),
      x_(Vector::Zero(problem_.size())),
      r_(Vector::Zero(problem_.size())) {
  if (fixedStep_) {
    options_.tolerance = 1.0;
    options_.trustEarlierRate = false;
    options_.maxIterations = kFixedIterations;
  } else {
    options_.tolerance = kToleranceShare;
    options_.minimumFactor = kMinimumFactor;
    options_.maxIterations = kChordIterations;
  }
}

bool StepSolver::matrixIsOld() const {
  return !problem_.hasDerivatives() || wantMatrix_ || age_ >= kMaxAge;
}

Outcome StepSolver::attempt(NewtonMatrix matrix) {
  options_.matrix = matrix;
  if (fixedStep_) {
    options_.noise = matrix == NewtonMatrix::always ? kAmplifiedNoise : kNoise;
  }
  problem_.initialGuess(x_);
  return newton(problem_, x_, r_, options_, memory_, statistics_);
}

Outcome StepSolver::solve(StepFormula& formula, const Vector& q, const Weights& weights,
                          StepSolution& solution) {
  problem_.beginAt(q);
  problem_.setFormula(formula);
  problem_.setWeights(weights);

  Outcome outcome = Outcome::notConverged;
  if (!kinsolFirst_) {
    bool fresh = matrixIsOld();
    const double change = fresh ? 1.0 : formula.b / problem_.factorizedB();
    if (!fresh && std::abs(change - 1.0) > kRefactorWindow) {
      fresh =
          change > kReevaluateFactor || change < 1.0 / kReevaluateFactor || !problem_.refactorize();
      memory_.rate = 1.0;
    }
    const std::int64_t before = statistics_.newtonIterations;
    outcome = attempt(fresh ? NewtonMatrix::fresh : NewtonMatrix::keep);
    if (outcome == Outcome::ok) {
      learnFromConvergence(fresh, statistics_.newtonIterations - before);
    } else if (!fresh) {
      outcome = attempt(NewtonMatrix::fresh);
      age_ = 0;
    }
    if (outcome != Outcome::ok) {
      outcome = attempt(NewtonMatrix::always);
      age_ = 0;
    }
  }
  if (outcome != Outcome::ok) {
    problem_.initialGuess(x_);
    outcome = kinsol_.solve(problem_, x_, {.stepTolerance = options_.tolerance}, statistics_);
    wantMatrix_ = true;
  }
  if (outcome != Outcome::ok) {
    problem_.initialGuess(x_);
    static_cast<void>(problem_.residual(x_, r_));
    problem_.dropDerivatives();
    return outcome;
  }
  problem_.extract(x_, solution);
  return Outcome::ok;
}

void StepSolver::learnFromConvergence(bool fresh, std::int64_t iterations) {
  if (fresh) {
    age_ = 0;
    wantMatrix_ = false;
    freshIterations_ = iterations;
    extraIterations_ = 0;
    return;
  }
  if (!fixedStep_) {
    wantMatrix_ = iterations >= 2 && memory_.rate > kSlowRate;
    return;
  }
  // The classic rule of replacement: a matrix is too old when the extra iterations of one more step
  // cost more than matrix and extra iterations have cost per step so far.
  const std::int64_t extra = std::max<std::int64_t>(0, iterations - freshIterations_);
  extraIterations_ += extra;
  wantMatrix_ = extra * (age_ + 1) > kMatrixCost + extraIterations_;
}

void StepSolver::accepted() {
  problem_.setNormalDirectionsFromLatest();
  ++age_;
}

}  // namespace liefmu
