// The vocabulary that every layer speaks, built on the standard library alone: expected failures as
// values, errors of set-up code as exceptions, the user's choices for the integrator, and the
// counters that a run leaves behind.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace liefmu {

// Thrown by set-up code only (reading, assembling, checking settings); the message says what is
// wrong and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// How one attempt inside the integrator ended. Everything but `ok` is expected to happen now and
// then and is handled by the caller with a smaller step, a fresh matrix or the other solver;
// nothing throws inside a step.
enum class Outcome : std::uint8_t {
  ok,
  notConverged,
  singular,
  errorTooLarge,
  stepTooSmall,
  notFinite
};

enum class Method : std::uint8_t { generalizedAlpha = 1, bliedf = 2 };
enum class Formulation : std::uint8_t { index3 = 1, stabilizedIndex2 = 2, projectedIndex1 = 3 };
enum class StepControl : std::uint8_t { fixed = 1, variable = 2 };
enum class NonlinearSolver : std::uint8_t { newton = 1, kinsol = 2 };

// What a user chooses about the integration; these are the integrator.* parameters of an FMU.
struct IntegratorSettings {
  Method method = Method::bliedf;
  int order = 5;  // BLieDF only: the order (fixed steps) or the highest order (variable steps), 1…6
  Formulation formulation = Formulation::stabilizedIndex2;
  StepControl stepControl = StepControl::variable;
  NonlinearSolver nonlinearSolver = NonlinearSolver::newton;
  double stepSize =
      0.0;  // s: the fixed step, or the first step; 0 = chosen automatically (variable steps only)
  double maxStepSize = 0.0;  // s: 0 = no limit
  double minStepSize = 0.0;  // s: 0 = limited by rounding only
  double relativeTolerance = 1e-6;
  double absoluteTolerance = 1e-6;  // m, rad, m/s, rad/s
  double rhoInfinity = 0.8;  // spectral radius of generalized-α at infinite frequency, 0…1
  bool correctedStart =
      true;  // index-3: starting velocities that keep the order of λ (ABC15 (56), (57))
  bool commutatorCorrection =
      true;  // BLieDF: the correction term L; false shows the order reduction for k ≥ 3
  // generalized-α: project v on the velocity constraint after every step. In the index-3 form this
  // costs λ an order (ACB15 section 3) and is there for study; the stabilized index-2 form needs no
  // projection.
  bool velocityProjection = false;

  // Empty if the settings make sense, else what is wrong and what to do.
  [[nodiscard]] std::string validate() const;
};

struct Statistics {
  std::int64_t steps = 0;
  std::int64_t rejectedSteps = 0;        // error test failed
  std::int64_t convergenceFailures = 0;  // the nonlinear iteration failed
  std::int64_t newtonIterations = 0;
  std::int64_t linearizations = 0;  // evaluations of the derivatives
  std::int64_t factorizations = 0;
  std::int64_t restarts = 0;  // re-initialisations at input jumps

  template<class Archive>
  void visit(Archive& archive) {
    archive(steps);
    archive(rejectedSteps);
    archive(convergenceFailures);
    archive(newtonIterations);
    archive(linearizations);
    archive(factorizations);
    archive(restarts);
  }
};

}  // namespace liefmu
