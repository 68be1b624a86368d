// The join of a model and an integration method: set numbers, initialise, advance, read numbers, go
// back. FMI and the command line drive a mechanism through this class alone; it knows nothing of
// either. One object belongs to one thread; objects share nothing that is written.
#pragma once

#include "byte_buffer.hpp"
#include "types.hpp"
#include "variables.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace liefmu {

struct StartOptions {
  double startTime = 0.0;  // s
  // Takes the place of integrator.relativeTolerance; the absolute tolerance is scaled by the same
  // factor.
  std::optional<double> tolerance;
};

// How an advance ended; `message` says in a user's words what went wrong.
struct AdvanceResult {
  Outcome outcome = Outcome::ok;
  std::string message;

  [[nodiscard]] bool ok() const { return outcome == Outcome::ok; }
};

class Simulation {
 public:
  explicit Simulation(std::shared_ptr<const Model> model);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // Records the work of every force element from the beginning (a little extra effort in every
  // step). To be called before initialisation; without it, the work cannot be asked for.
  void trackWork();

  // Parameters: fixed ones until the motion has started, tunable ones at any time. Throws Error,
  // and changes nothing, if the value is not finite, outside of its limits, or comes too late.
  void setParameter(int parameter, double value);

  // Inputs: between two advances a value (derivatives become zero unless they are set as well, in
  // any order) and its first two time derivatives, the coefficients of a Taylor polynomial; higher
  // ones are accepted and not used. An input that is not touched continues its polynomial.
  //
  // A value that does not continue the previous polynomial is a jump, and the reactions are right
  // from the first moment after it. A prescribed motion cannot jump: over the next advance it is
  // led smoothly from where it is to where the given polynomial will be.
  void setInput(int input, double value);
  void setInputDerivative(int input, int order, double value);

  // Assembles the mechanism and makes velocities, accelerations and reactions consistent. May be
  // repeated with other parameters until the first advance. Throws Error if it is impossible; then
  // the simulation is as before.
  void initialize(const StartOptions& options);
  [[nodiscard]] bool initialized() const;
  // What initialisation found worth telling: dropped redundant equations, repaired initial values.
  [[nodiscard]] const std::vector<std::string>& notes() const;

  // Integrates to tEnd exactly. On failure everything is as before the call.
  [[nodiscard]] AdvanceResult advance(double tEnd);
  [[nodiscard]] double time() const;
  [[nodiscard]] Statistics statistics() const;

  // The value of a variable now. Accelerations and reactions answer to inputs set since the last
  // advance; nothing that is asked changes the motion. Throws Error for a quantity of the motion
  // before initialisation.
  [[nodiscard]] double get(const Source& source);

  // The first time derivative of an output, from the equations of motion: positions, orientations,
  // velocities and joint coordinates in closed form; everything else as the derivative along the
  // motion that q, v and v̇ define at this instant (no past or future values are involved). Zero for
  // quantities that are constant between steps.
  [[nodiscard]] double timeDerivative(const Source& source);

  // Back to the state after construction.
  void reset();

  // Everything that influences the future, appended to `bytes`; restoring continues bit by bit,
  // also in another process.
  void save(ByteBuffer& bytes);
  // Throws Error, and changes nothing, if the bytes do not fit.
  void load(std::span<const std::byte> bytes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace liefmu
