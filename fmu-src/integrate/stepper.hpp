// What the integration driver needs from a method: start, step towards a point in time, react to a
// jump of the inputs. Each stepper owns its method's history and its step size control.
#pragma once

#include "archive.hpp"
#include "integrate/state.hpp"
#include "integrate/step_problem.hpp"
#include "types.hpp"

#include <string>

namespace liefmu {

struct StepReport {
  Outcome outcome = Outcome::ok;
  std::string cause;  // on failure: the body or joint in trouble
};

class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  // Starts at a consistent state with v̇ and λ filled in.
  virtual void start(const MotionState& state) = 0;
  // Makes one accepted step that ends at tEnd or before, and updates the state. On failure the
  // state is unchanged.
  virtual StepReport step(double tEnd, MotionState& state) = 0;
  // The inputs jumped at state.t; v̇ and λ of the state are already those of the new inputs.
  virtual void restart(MotionState& state) = 0;

  [[nodiscard]] virtual double currentStepSize() const = 0;
  [[nodiscard]] virtual int currentOrder() const = 0;

  virtual void save(ArchiveWriter& archive) = 0;
  virtual void load(ArchiveReader& archive) = 0;
};

// Weights that make the iteration converge to rounding level: fixed steps have no tolerance. In the
// index-3 form pass the step size: there v is determined by Φ/h, which carries the rounding error
// of q divided by h; else 0.
void roundingWeights(MechanicalSystem& system, const MotionState& state, double index3Step,
                     Weights& weights);
// Weights atol + rtol·magnitude of the error test.
void toleranceWeights(MechanicalSystem& system, const MotionState& state, double relative,
                      double absolute, Weights& weights);
// √(Σ (u/w_u)² + (v/w_v)²) / √(2N)
double weightedNorm(const Weights& weights, const Vector& u, const Vector& v);

}  // namespace liefmu
