// The integration driver: owns a method, chooses step sizes and orders, and lands on the points in
// time it is asked for. It knows a mechanism only as a MechanicalSystem.
#pragma once

#include "archive.hpp"
#include "integrate/mechanical_system.hpp"
#include "integrate/state.hpp"
#include "types.hpp"

#include <functional>
#include <memory>
#include <string>

namespace liefmu {

// How an advance ended: `outcome` ok, or what went wrong, in words a user understands, at the last
// good time.
struct AdvanceReport {
  Outcome outcome = Outcome::ok;
  std::string message;

  [[nodiscard]] bool ok() const { return outcome == Outcome::ok; }
};

// Called with the state after every accepted step.
using StepObserver = std::function<void(const MotionState&)>;

class Integrator {
 public:
  // The system must outlive the integrator. Throws Error if the settings make no sense.
  Integrator(MechanicalSystem& system, const IntegratorSettings& settings);
  ~Integrator();
  Integrator(Integrator&&) noexcept;
  Integrator& operator=(Integrator&&) noexcept;

  // Starts at (t, q, v). q and v must satisfy the constraints up to rounding (see
  // consistent_values.hpp); v̇ and λ are computed here. Throws Error if that is impossible.
  void initialize(double t, const Vector& q, const Vector& v);

  // Integrates to tEnd exactly. On failure the state is that of the last accepted step.
  AdvanceReport advance(double tEnd, const StepObserver& accepted = {});

  // To be called at a communication point after inputs jumped: v̇, λ and the method's internal
  // values are made consistent with the new inputs, so that no spurious oscillation of λ starts.
  // Inputs that continue smoothly need no call.
  void inputsJumped();

  [[nodiscard]] const MotionState& state() const;
  [[nodiscard]] const Statistics& statistics() const;
  [[nodiscard]] const IntegratorSettings& settings() const;
  [[nodiscard]] double currentStepSize() const;
  [[nodiscard]] int currentOrder() const;

  // Everything that influences the future; restoring continues bit by bit.
  void save(ArchiveWriter& archive);
  void load(ArchiveReader& archive);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace liefmu
