// Lie group generalized-α (ABC15 (9)) with Chung-Hulbert parameters, for constant and variable
// steps. This class owns the method's history (v, v̇, a) and turns it into step formulas; it chooses
// no steps.
#pragma once

#include "integrate/difference_predictor.hpp"
#include "integrate/state.hpp"
#include "integrate/step_formula.hpp"

#include <cstdint>

namespace liefmu {

struct AlphaParameters {
  double alphaM = 0.0;
  double alphaF = 0.0;
  double beta = 0.0;
  double gamma = 0.0;
  double deltaAlpha = 0.0;  // α_m − α_f: a_n approximates v̇(t_n + Δα h)
  double cq = 0.0;          // local error of q: h³ (c_q v̈ + v̂v̇/12)
  double cv = 0.0;          // local error of v: c_v h³ v⃛

  // ρ∞ in [0, 1].
  static AlphaParameters fromRhoInfinity(double rhoInfinity);
};

// How the derivative v̈_n in the adjusted acceleration ā_n is approximated when the step size
// changes (thesis (4.9)). `implicitVdot` admits any step ratio in the stabilized index-2 form and
// is the default.
enum class AlphaAdjustment : std::uint8_t {
  none = 0,           // ā_n = a_n: order reduction in λ, for study
  history = 1,        // ā_n = v̇_n + σ (a_n − v̇_n)
  implicitVdot = 2,   // ā_n from v̇_{n+1} and a_n
  implicitA = 3,      // ā_n from a_{n+1} and a_n
  differenceVdot = 4  // ā_n from v̇_{n+1} − v̇_n
};

class GeneralizedAlpha {
 public:
  GeneralizedAlpha(const Topology& topology, double rhoInfinity, AlphaAdjustment adjustment);

  // Starting values at a consistent state for a first step of size h, with v̈ there (ABC15 (56); v
  // may carry the velocity correction (57) of the index-3 form).
  void start(const MotionState& state, const Vector& v, const Vector& vddot, double h);
  void prepare(double h, StepFormula& formula);
  void accept(const StepFormula& formula, const StepSolution& solution);

  void setVelocity(const Vector& v) { v_ = v; }

  // Leading local errors of the step that `solution` finishes, from stored accelerations.
  void errorEstimate(const StepFormula& formula, const StepSolution& solution,
                     MechanicalSystem& system, Vector& u, Vector& v);

  [[nodiscard]] const AlphaParameters& parameters() const { return p_; }
  [[nodiscard]] double previousStepSize() const { return hPrevious_; }

  template<class Archive>
  void visit(Archive& archive) {
    archive(t_);
    archive(v_);
    archive(vdot_);
    archive(a_);
    archive(predictedVdot_);
    archive(predictedLambda_);
    archive(predictedEta_);
    archive(vdotPrevious_);
    archive(hPrevious_);
    archive(firstStep_);
  }

 private:
  void predict(double h, StepFormula& formula);

  AlphaParameters p_;
  AlphaAdjustment adjustment_;
  double t_ = 0.0;
  Vector v_;
  Vector vdot_;
  Vector a_;
  Vector vdotPrevious_;
  double hPrevious_ = 0.0;
  bool firstStep_ = true;  // v̇_{n−1} is fictitious
  DifferencePredictor predictedVdot_;
  DifferencePredictor predictedLambda_;
  DifferencePredictor predictedEta_;

  // Of the step being prepared: v̇ = w0 + w1 a, ā = aBar + κ a, and v = v_n + (1−γ)h ā + γ h a.
  Vector aBar_;
  Vector w0_;
  double w1_ = 0.0;
  double gammaStep_ = 0.0;
  Vector scratch_;
};

}  // namespace liefmu
