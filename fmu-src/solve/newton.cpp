#include "solve/newton.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu {

namespace {

constexpr double kUnknownRateFactor =
    20.0;  // remaining error assumed per unit of update while no rate is known
constexpr double kSlowRate = 0.9;
constexpr int kMaxRefreshes = 3;    // new matrices in one solve because the old one is outdated
constexpr double kCertain = 1e-6;   // of the tolerance: updates that prove convergence anyhow
constexpr double kRateDecay = 0.3;  // an old, larger rate is forgotten slowly

double remainingErrorFactor(double rate, const NewtonOptions& options) {
  return rate >= kSlowRate ? kUnknownRateFactor
                           : std::max(options.minimumFactor, rate / (1.0 - rate));
}

}  // namespace

Outcome newton(NonlinearProblem& problem, Vector& x, Vector& r, const NewtonOptions& options,
               NewtonMemory& memory, Statistics& statistics) {
  double previousUpdate = 0.0;
  int refreshes = 0;
  for (int iteration = 0; iteration < options.maxIterations; ++iteration) {
    ++statistics.newtonIterations;
    if (!problem.residual(x, r)) {
      return Outcome::notFinite;
    }
    bool newMatrix = options.matrix == NewtonMatrix::always ||
                     (options.matrix == NewtonMatrix::fresh && iteration == 0);
    if (!newMatrix && refreshes < kMaxRefreshes && problem.matrixIsOutdated()) {
      ++refreshes;
      newMatrix = true;
    }
    if (newMatrix) {
      memory.rate = 1.0;
      if (!problem.linearize(x)) {
        return Outcome::singular;
      }
    }
    problem.solve(r);
    x -= r;
    const double update = problem.norm(r);
    if (!std::isfinite(update)) {
      return Outcome::notFinite;
    }
    if (problem.matrixIsProvisional() && refreshes < kMaxRefreshes &&
        update > kCertain * options.tolerance) {
      previousUpdate = update;
      continue;
    }
    if (iteration == 0) {
      const bool negligible = update <= 1e-4 * options.tolerance;
      const double factor = remainingErrorFactor(memory.rate, options);
      if (negligible || (options.trustEarlierRate && factor * update <= options.tolerance)) {
        return Outcome::ok;
      }
    } else {
      const double ratio = update / previousUpdate;
      memory.rate = options.trustEarlierRate ? std::max(kRateDecay * memory.rate, ratio) : ratio;
      const double factor = ratio < kSlowRate && memory.rate >= kSlowRate
                                ? kSlowRate / (1.0 - kSlowRate)
                                : remainingErrorFactor(memory.rate, options);
      // Small updates that shrink no more are rounding noise.
      const bool stagnates = ratio > kRateDecay && update <= options.noise;
      if (factor * update <= options.tolerance || stagnates) {
        return Outcome::ok;
      }
      if (ratio > (iteration == 1 ? 2.0 : kSlowRate)) {
        return Outcome::notConverged;
      }
    }
    previousUpdate = update;
  }
  return Outcome::notConverged;
}

}  // namespace liefmu
