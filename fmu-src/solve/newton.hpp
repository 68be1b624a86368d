// The fast path for the nonlinear system of a time step: a chord Newton iteration with the
// factorisation that the problem already holds. Deciding when to make a new matrix or a smaller
// step is the caller's business.
#pragma once

#include "solve/nonlinear_problem.hpp"

namespace liefmu {

// Which matrix the iteration uses: the problem's present one, a new one at the start, or a new one
// in every iteration.
enum class NewtonMatrix : std::uint8_t { keep, fresh, always };

struct NewtonOptions {
  // Converged when the estimated remaining error is below this, in the problem's norm.
  double tolerance = 1.0;
  // Updates below this may be rounding noise: they are good enough once they shrink no more.
  double noise = 0.0;
  // A contraction rate known from earlier solves lets one iteration suffice. Good for a tolerance;
  // not where the iteration shall converge up to rounding.
  bool trustEarlierRate = true;
  // Smallest trusted factor rate/(1−rate) between the last update and the remaining error.
  double minimumFactor = 0.0;
  int maxIterations = 4;
  NewtonMatrix matrix = NewtonMatrix::keep;
};

// What is kept from one solve to the next: the contraction rate of the current factorisation (1 =
// unknown).
struct NewtonMemory {
  double rate = 1.0;

  template<class Archive>
  void visit(Archive& archive) {
    archive(rate);
  }
};

// Iterates from x. On success x is the solution; `r` is scratch of the problem's size.
Outcome newton(NonlinearProblem& problem, Vector& x, Vector& r, const NewtonOptions& options,
               NewtonMemory& memory, Statistics& statistics);

}  // namespace liefmu
