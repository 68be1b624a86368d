// What the study integrator needs from a method. A method describes one step from its history:
//
//   q_{n+1} = base ∘ exp(h (w − N η)),     relation(w, v) = 0,     v̇ = A (v − v_ref) + a_ref,
//
// with the scaled increment w, and v = v_{n+1}. Multistep methods on a Lie group differ in the
// relation (and, for the products of exponentials, in the base); N η is the position correction of
// the stabilized index-2 form. This is code for studying methods as they are published; the methods
// of FMUs are in fmu-src/integrate.
#pragma once

#include "integrate/mechanical_system.hpp"
#include "integrate/state.hpp"
#include "reproduce/work.hpp"

#include <span>

namespace liefmu::reproduce {

// The relation between w and v at one iterate, with its derivatives. Most methods have an explicit
// relation v = f(w): then ∂r/∂v is a multiple of the identity and v can be eliminated without
// solving.
struct Relation {
  Vector r;
  Matrix Dw;
  Matrix Dv;
  bool explicitInV = true;
};

class StudyMethod {
 public:
  StudyMethod() = default;
  StudyMethod(const StudyMethod&) = delete;
  StudyMethod& operator=(const StudyMethod&) = delete;
  virtual ~StudyMethod() = default;

  // How many states the method starts from.
  [[nodiscard]] virtual int startingPoints() const = 0;
  // Consistent states at equal distances h, oldest first.
  virtual void start(std::span<const MotionState> states, double h) = 0;
  // The corrected start of the index-3 form: `delta` is added to all starting velocities.
  virtual void shiftVelocities(const Vector& delta) = 0;

  // Everything below belongs to the step of size h from the newest state.
  virtual void prepare(double h) = 0;
  [[nodiscard]] virtual const Vector& base() const = 0;
  virtual void relation(const Vector& w, const Vector& v, Relation& result) = 0;
  // v̇ and A = ∂v̇/∂v.
  virtual void acceleration(const Vector& v, Vector& vdot, Matrix& A) = 0;
  // Where the iteration starts.
  virtual void predict(Vector& w, Vector& v) const = 0;
  // The step is done; `omega` is the increment from base().
  virtual void accept(const MotionState& state, const Vector& omega) = 0;

  [[nodiscard]] Work& work() { return work_; }

 private:
  Work work_;
};

}  // namespace liefmu::reproduce
