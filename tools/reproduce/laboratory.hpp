// Where the experiments are done: benchmark problems with their reference solutions, runs of a
// method on a problem with prescribed steps, and their errors. A run that two figures share is done
// once.
#pragma once

#include "integrate/extrapolation_starter.hpp"
#include "integrate/kkt_operator.hpp"
#include "model/multibody.hpp"
#include "reproduce/study_integrator.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace liefmu::reproduce {

// A mechanism with its exact motion from a consistent start: extrapolation of high order on a fine
// grid, which shares no formula with the methods under study.
class Problem {
 public:
  explicit Problem(const Model& model);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  [[nodiscard]] Multibody& system() { return system_; }
  [[nodiscard]] KktOperator& kkt() { return kkt_; }
  [[nodiscard]] const MotionState& start() const { return grid_.front(); }
  // The exact motion at time t ≥ 0. Valid until the next call.
  [[nodiscard]] const MotionState& exact(double t);

 private:
  Multibody system_;
  KktOperator kkt_;
  ExtrapolationStarter starter_;
  std::vector<MotionState> grid_;
  MotionState between_;
};

// Euclidean norms; q as positions and entries of rotation matrices (thesis remark 26).
struct Errors {
  double q = 0.0;
  double v = 0.0;
  double lambda = 0.0;
};
[[nodiscard]] Errors distance(const MotionState& a, const MotionState& b);
// The norms of q, v, λ themselves, for relative errors.
[[nodiscard]] Errors magnitude(const MotionState& state);
void raise(Errors& largest, const Errors& errors);

enum class Family : std::uint8_t {
  muntheKaas,
  bliedf,          // constant steps, tabulated correction
  variableBliedf,  // thesis (5.35)
  crouchGrossman,
  commutatorFree,
  generalizedAlpha
};

struct MethodSpec {
  Family family = Family::bliedf;
  int order = 2;
  std::string correction = {};  // BLieDF: a set of correction_sets.hpp; empty: the thesis's default
  double rhoInfinity = 0.8;     // generalized-α
  int approximation = 1;        // generalized-α: thesis (4.9)
  bool adjustVelocities = true;  // variable steps: thesis remarks 13 and 23
  Form form = Form::index3;
  Normals normals = Normals::transposedConstraint;

  [[nodiscard]] std::string key() const;
};

struct RunResult {
  double h = 0.0;  // mean step size
  bool ok = false;
  Errors max;
  Errors transient;  // largest in the first steps
  Errors end;
  Errors relativeEnd;
  MotionState last;  // where the run ended
  Work work;
  double operations = 0.0;
};

// Called after every step with the exact motion at that time.
using Observer = std::function<void(const StudyIntegrator&, const MotionState&)>;

class Laboratory {
 public:
  // The heavy top; made when it is first needed.
  [[nodiscard]] Problem& top(Group group);

  [[nodiscard]] static std::unique_ptr<StudyIntegrator> integrator(Problem& problem,
                                                                   const MethodSpec& method);

  // Runs the heavy top over [0, tEnd] with `steps` equal steps. Remembered.
  const RunResult& constantSteps(Group group, const MethodSpec& method, Start start, int steps,
                                 double tEnd = 1.0);
  // Runs with the given steps; not remembered.
  static RunResult run(Problem& problem, const MethodSpec& method, Start start,
                       const std::vector<double>& steps, const Observer& observer = {});

  // Told how many steps are done, for a progress bar. May throw to stop everything.
  std::function<void(std::int64_t)> onSteps = [](std::int64_t) {};

 private:
  std::map<Group, std::unique_ptr<Problem>> tops_;
  std::map<std::string, RunResult> results_;
};

// n equal steps that end at tEnd.
[[nodiscard]] std::vector<double> equalSteps(int n, double tEnd);

// The slope of log(error) over log(h) by least squares.
[[nodiscard]] double slope(const std::vector<double>& h, const std::vector<double>& error);

}  // namespace liefmu::reproduce
