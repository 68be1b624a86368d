// Generalized-α as a stepper: starting values, constant or error-controlled steps, restarts at
// input jumps.
#pragma once

#include "integrate/generalized_alpha.hpp"
#include "integrate/starting_values.hpp"
#include "integrate/step_solver.hpp"
#include "integrate/stepper.hpp"

namespace liefmu {

class AlphaStepper final : public Stepper {
 public:
  AlphaStepper(MechanicalSystem& system, KktOperator& kkt, const IntegratorSettings& settings,
               Statistics& statistics);

  void start(const MotionState& state) override;
  StepReport step(double tEnd, MotionState& state) override;
  void restart(MotionState& state) override;
  [[nodiscard]] double currentStepSize() const override { return wantedStep_; }
  [[nodiscard]] int currentOrder() const override { return 2; }
  void save(ArchiveWriter& archive) override { visit(archive); }
  void load(ArchiveReader& archive) override;

 private:
  template<class Archive>
  void visit(Archive& archive) {
    archive(method_);
    archive(solver_);
    archive(wantedStep_);
    archive(stepsSinceChange_);
    archive(mayGrow_);
    archive(started_);
  }

  // Starting values for a first step of size h, unless they are there already.
  [[nodiscard]] bool startWith(double h, const MotionState& state);
  void restartOnChange(double h);
  [[nodiscard]] double automaticFirstStep(const MotionState& state, double rest);
  [[nodiscard]] StepReport solveFixed(double tEnd, MotionState& state);
  [[nodiscard]] StepReport solveControlled(double tEnd, MotionState& state);
  void accept(MotionState& state);

  MechanicalSystem& system_;
  KktOperator& kkt_;
  IntegratorSettings settings_;
  Statistics& statistics_;
  GeneralizedAlpha method_;
  StartingValues startingValues_;
  StepSolver solver_;
  StepFormula formula_;
  StepSolution solution_;
  Weights weights_;
  double relativeTolerance_;
  double absoluteTolerance_;
  bool index3_;
  double wantedStep_ = 0.0;
  int stepsSinceChange_ = 0;
  bool mayGrow_ = true;
  bool started_ = false;
  Vector vddot_;
  Vector vStart_;
  MotionState base_;
  Vector errorU_;
  Vector errorV_;
};

}  // namespace liefmu
