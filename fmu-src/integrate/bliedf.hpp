// BLieDF: BDF of order k = 1…6 for second-order systems on Lie groups (thesis section 3.2, WA), for
// any step sequence. The history holds velocities and quasi-increments u = ω − C, an approximation
// of ∫v dt, so that all of it is linear and the group enters through the commutator term of the
// current step alone. This class owns the history and turns it into step formulas; it chooses
// neither steps nor orders.
#pragma once

#include "integrate/bdf_coefficients.hpp"
#include "integrate/state.hpp"
#include "integrate/step_formula.hpp"

#include <span>
#include <vector>

namespace liefmu {

class Bliedf {
 public:
  Bliedf(MechanicalSystem& system, bool commutatorCorrection);

  // Forgets everything before `state`.
  void reset(const MotionState& state);
  // Appends an accepted step that ends at t.
  void push(double t, const StepSolution& solution);
  // Appends a value of a one-step starter; `omega` is the increment on the group.
  void pushStart(double t, const Vector& v, const Vector& lambda, const Vector& omega);
  // Turns the increments of the last `count` starting values into quasi-increments, once they are
  // all there.
  void completeStart(int count);
  // Adds the same vector to the last `count` velocities: the corrected start of the index-3 form
  // (thesis (3.59)).
  void shiftVelocities(int count, const Vector& delta);
  // A fictitious value before the first one, for the predictor only (order-1 start).
  void prependFictitious(double h, const Vector& v, const Vector& vdot);
  void dropFictitious();

  [[nodiscard]] int points() const { return count_; }
  [[nodiscard]] bool hasFictitious() const { return fictitious_; }
  [[nodiscard]] double time(int i) const { return node(i).t; }
  [[nodiscard]] const Vector& velocity(int i) const { return node(i).v; }

  // The formula of order k for a step of size h; needs k points.
  void prepare(int k, double h, int predictorDegree, StepFormula& formula);

  // Extrapolation of degree `degree` to the end of the step of `formula`; needs degree + 1 points.
  void extrapolate(int degree, double t, Vector& v, Vector& u) const;
  // Error constant of order j: E_j = c_j ‖corrector − predictor of degree j‖.
  [[nodiscard]] double errorConstant(int order, double t) const;

  template<class Archive>
  void visit(Archive& archive) {
    archive(nodes_);
    archive(newest_);
    archive(count_);
    archive(fictitious_);
  }

 private:
  struct Node {
    double t = 0.0;
    Vector v;
    Vector u;  // increment over the step that ends at t
    Vector lambda;
    Vector eta;

    template<class Archive>
    void visit(Archive& archive) {
      archive(t);
      archive(v);
      archive(u);
      archive(lambda);
      archive(eta);
    }
  };
  static constexpr int kCapacity = kMaxOrder + 3;

  // Node i, newest first.
  [[nodiscard]] const Node& node(int i) const {
    return nodes_[static_cast<std::size_t>((newest_ + i) % kCapacity)];
  }
  [[nodiscard]] Node& node(int i) {
    return nodes_[static_cast<std::size_t>((newest_ + i) % kCapacity)];
  }
  Node& pushNode();
  void setCommutator(int k, double h, StepFormula& formula);
  void predict(int degree, StepFormula& formula) const;
  // Writes into `weights` those of the latest degree + 1 nodes, and returns that part.
  std::span<const double> extrapolationWeights(int degree, double t,
                                               std::span<double> weights) const;

  MechanicalSystem& system_;
  bool commutatorCorrection_;
  std::vector<Node> nodes_;
  int newest_ = 0;
  int count_ = 0;
  bool fictitious_ = false;
  CommutatorTerm startCommutator_;
  Vector scratch_;
};

}  // namespace liefmu
