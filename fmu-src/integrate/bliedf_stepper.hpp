// BLieDF as a stepper: constant order with constant steps and a start of full order, or variable
// order and steps to a tolerance; restarts at input jumps.
#pragma once

#include "integrate/bliedf.hpp"
#include "integrate/extrapolation_starter.hpp"
#include "integrate/starting_values.hpp"
#include "integrate/step_solver.hpp"
#include "integrate/stepper.hpp"

namespace liefmu {

class BliedfStepper final : public Stepper {
 public:
  BliedfStepper(MechanicalSystem& system, KktOperator& kkt, const IntegratorSettings& settings,
                Statistics& statistics);

  void start(const MotionState& state) override;
  StepReport step(double tEnd, MotionState& state) override;
  void restart(MotionState& state) override;
  [[nodiscard]] double currentStepSize() const override { return wantedStep_; }
  [[nodiscard]] int currentOrder() const override { return order_; }
  void save(ArchiveWriter& archive) override { visit(archive); }
  void load(ArchiveReader& archive) override;

 private:
  // The error estimates that an order decision needs; negative = not available.
  struct Errors {
    double lower = -1.0;
    double present = 0.0;
    double higher = -1.0;
  };

  template<class Archive>
  void visit(Archive& archive) {
    archive(method_);
    archive(solver_);
    archive(wantedStep_);
    archive(order_);
    archive(startPoints_);
    archive(constantSteps_);
    archive(lastStep_);
    archive(stepsSinceChange_);
    archive(startPhase_);
    archive(needsStart_);
  }

  [[nodiscard]] StepReport fixedStep(double tEnd, MotionState& state);
  [[nodiscard]] bool correctStart(double h, const MotionState& state);

  // One step of the one-step starter into next_, and taking it over as a starting value.
  [[nodiscard]] Outcome starterStep(double h, double tEnd, const MotionState& state);
  void takeStartingValue(MotionState& state);

  [[nodiscard]] StepReport controlledStep(double tEnd, MotionState& state);
  // A step of the starter whose error is checked. False if the system is too stiff for it.
  [[nodiscard]] bool controlledStarterStep(double tEnd, MotionState& state);
  void startControlled(double rest, const MotionState& state);
  [[nodiscard]] double errorOfOrder(int order);
  [[nodiscard]] Outcome solveStep(const MotionState& state);
  [[nodiscard]] Outcome project(const MotionState& state);
  void correctMultipliers(MotionState& state);
  void selectNext(double h, const Errors& errors, bool failed);
  void accept(MotionState& state);

  MechanicalSystem& system_;
  KktOperator& kkt_;
  IntegratorSettings settings_;
  Statistics& statistics_;
  Bliedf method_;
  ExtrapolationStarter starter_;
  StartingValues startingValues_;
  StepSolver solver_;
  StepFormula formula_;
  StepSolution solution_;
  Weights weights_;
  double relativeTolerance_;
  double absoluteTolerance_;
  bool index3_;
  bool projected_;

  double wantedStep_ = 0.0;
  double lastStep_ = 0.0;
  int order_ = 1;
  int startPoints_ = 0;       // points that the one-step starter still has to deliver
  int constantSteps_ = 0;     // accepted steps since the controller changed step size or order
  int stepsSinceChange_ = 0;  // accepted steps of equal size
  bool startPhase_ = true;    // variable steps: doubling the step until the error test limits it
  bool needsStart_ = true;

  MotionState next_;
  Vector omega_;
  Vector predictedV_;
  Vector predictedU_;
};

}  // namespace liefmu
