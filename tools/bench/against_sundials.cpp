// Ours against SUNDIALS at equal error, in one run: for every solver the largest tolerance that
// reaches an error of 1e-4 and of 1e-6 in q at t = 1, and what it costs.
//
//   ours          variable-step BLieDF, stabilized index-2, order up to 5 and 6, analytic
//   derivatives CVODE index-1 BDF on (q, v), accelerations from the KKT system (our block solver)
//   CVODE so3     BDF on the minimal form of the top (quaternion and Ω), no constraints
//   IDA GGL       BDF on (q, v, λ, μ), multipliers excluded from the error test
//
// SUNDIALS with its defaults, as users would start: dense difference Jacobians, dense linear
// solver, rtol = atol. Differences evaluate the same C++ equations of motion as ours.
#include "bench/mechanism.hpp"
#include "bench/sundials_forms.hpp"
#include "liefmu/motion_error.hpp"
#include "liefmu/reference_motion.hpp"

#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <cmath>
#include <functional>
#include <string>

using namespace liefmu;

namespace {

constexpr double kEnd = 1.0;
constexpr long kMostSteps = 2'000'000;

struct Result {
  bool ok = false;
  MotionError error;
  long steps = 0;
  long evaluations =
      0;  // of right-hand sides or residuals, those for difference Jacobians included
  long jacobians = 0;
};

using Solver = std::function<Result(double tolerance)>;

MotionState motionAtEnd(const bench::Mechanism& mechanism) {
  ReferenceMotion motion(*mechanism.system, mechanism.q, mechanism.v);
  motion.advance(kEnd);
  return motion.state();
}

// Of mechanisms without joint angles, whose q consists of poses.
MotionError distance(const MotionState& state, const MotionState& reference) {
  constexpr Index kPose = 7;
  return motionError(state, reference, static_cast<std::size_t>(reference.q.size() / kPose));
}

// ---- ours -------------------------------------------------------------------------------------

Result ours(const bench::Mechanism& mechanism, const MotionState& reference, int order,
            double tolerance) {
  Integrator integrator(*mechanism.system,
                        bench::variableSteps(order, Formulation::stabilizedIndex2, tolerance));
  integrator.initialize(0.0, mechanism.q, mechanism.v);
  if (!integrator.advance(kEnd).ok()) return {};
  const MotionState& state = integrator.state();
  const Statistics& statistics = integrator.statistics();
  return {true, distance(state, reference), statistics.steps, statistics.newtonIterations,
          statistics.linearizations};
}

// ---- SUNDIALS ---------------------------------------------------------------------------------

// What a run of CVODE or IDA owns.
struct Sundials {
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  N_Vector ydot = nullptr;
  N_Vector id = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;

  explicit Sundials(Vector& values) {
    SUNContext_Create(nullptr, &context);
    y = N_VMake_Serial(values.size(), values.data(), context);
    matrix = SUNDenseMatrix(values.size(), values.size(), context);
    solver = SUNLinSol_Dense(y, matrix, context);
  }
  Sundials(const Sundials&) = delete;
  Sundials& operator=(const Sundials&) = delete;
  ~Sundials() {
    for (N_Vector vector : {y, ydot, id}) {
      if (vector != nullptr) N_VDestroy(vector);
    }
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    SUNContext_Free(&context);
  }
};

int rightHandSide(double t, N_Vector y, N_Vector ydot, void* form) {
  const bool ok = static_cast<bench::IndexOneForm*>(form)->rates(t, N_VGetArrayPointer(y),
                                                                 N_VGetArrayPointer(ydot));
  return ok ? 0 : 1;
}

Result cvode(const bench::Mechanism& mechanism,
             const std::function<MotionError(const MotionState&)>& errorOf, double tolerance) {
  bench::IndexOneForm form(mechanism);
  Vector y = form.initialValues();
  Sundials sundials(y);
  void* memory = CVodeCreate(CV_BDF, sundials.context);
  CVodeInit(memory, rightHandSide, 0.0, sundials.y);
  CVodeSStolerances(memory, tolerance, tolerance);
  CVodeSetLinearSolver(memory, sundials.solver, sundials.matrix);
  CVodeSetUserData(memory, &form);
  CVodeSetMaxNumSteps(memory, kMostSteps);
  CVodeSetErrFile(memory, nullptr);
  CVodeSetStopTime(memory, kEnd);
  double t = 0.0;
  Result result;
  result.ok = CVode(memory, kEnd, sundials.y, &t, CV_NORMAL) >= 0;
  long ofJacobians = 0;
  CVodeGetNumSteps(memory, &result.steps);
  CVodeGetNumRhsEvals(memory, &result.evaluations);
  CVodeGetNumLinRhsEvals(memory, &ofJacobians);
  CVodeGetNumJacEvals(memory, &result.jacobians);
  result.evaluations += ofJacobians;
  if (result.ok) result.error = errorOf(form.motion(t, y));
  CVodeFree(&memory);
  return result;
}

int stabilizedResidual(double t, N_Vector y, N_Vector ydot, N_Vector r, void* form) {
  static_cast<bench::StabilizedForm*>(form)->residual(
      t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot), N_VGetArrayPointer(r));
  return 0;
}

Result ida(const bench::Mechanism& mechanism,
           const std::function<MotionError(const MotionState&)>& errorOf, double tolerance) {
  bench::StabilizedForm form(mechanism);
  Vector y;
  Vector ydot;
  form.initialValues(y, ydot);
  Vector differential = Vector::Zero(form.size());
  differential.head(form.differentialSize()).setOnes();
  Sundials sundials(y);
  sundials.ydot = N_VMake_Serial(ydot.size(), ydot.data(), sundials.context);
  sundials.id = N_VMake_Serial(ydot.size(), differential.data(), sundials.context);
  void* memory = IDACreate(sundials.context);
  IDAInit(memory, stabilizedResidual, 0.0, sundials.y, sundials.ydot);
  IDASStolerances(memory, tolerance, tolerance);
  IDASetLinearSolver(memory, sundials.solver, sundials.matrix);
  IDASetUserData(memory, &form);
  IDASetId(memory, sundials.id);
  IDASetSuppressAlg(memory, SUNTRUE);
  IDASetMaxNumSteps(memory, kMostSteps);
  IDASetErrFile(memory, nullptr);
  IDASetStopTime(memory, kEnd);
  double t = 0.0;
  Result result;
  result.ok = IDASolve(memory, kEnd, &t, sundials.y, sundials.ydot, IDA_NORMAL) >= 0;
  long ofJacobians = 0;
  IDAGetNumSteps(memory, &result.steps);
  IDAGetNumResEvals(memory, &result.evaluations);
  IDAGetNumLinResEvals(memory, &ofJacobians);
  IDAGetNumJacEvals(memory, &result.jacobians);
  result.evaluations += ofJacobians;
  if (result.ok) result.error = errorOf(form.motion(t, y, ydot));
  IDAFree(&memory);
  return result;
}

// ---- the table --------------------------------------------------------------------------------

// The largest tolerance with which this run and the next two are accurate enough.
double searchTolerance(const Solver& solver, double target) {
  constexpr double kFactor = 0.7943282347242815;  // ten per decade
  int inARow = 0;
  double tolerance = 1e-2;
  while (tolerance > 1e-13) {
    const Result result = solver(tolerance);
    inARow = result.ok && result.error.q <= target ? inARow + 1 : 0;
    if (inARow == 3) return tolerance / (kFactor * kFactor);
    tolerance *= kFactor;
  }
  return 0.0;
}

void row(const char* problem, double target, const std::string& name, const Solver& solver) {
  std::printf("| %-8s | %.0e | %-19s |", problem, target, name.c_str());
  std::fflush(stdout);
  const double tolerance = searchTolerance(solver, target);
  if (tolerance == 0.0) {
    std::printf(" not reached\n");
    return;
  }
  const Result result = solver(tolerance);
  const double time = bench::leastTime([&] { solver(tolerance); });
  std::printf("   %.1e | %6ld | %11ld | %9ld | %.1e | %.1e | %.1e | %9.2f |\n", tolerance,
              result.steps, result.evaluations, result.jacobians, result.error.q, result.error.v,
              result.error.lambda, 1e3 * time);
  std::fflush(stdout);
}

Solver oursIn(const bench::Mechanism& mechanism, const MotionState& reference, int order) {
  return [&mechanism, &reference, order](double tolerance) {
    return ours(mechanism, reference, order, tolerance);
  };
}

// The top in so3 seen as the constrained one: x = R X, and λ from the accelerations there.
MotionState constrained(const bench::Mechanism& top, const MotionState& rotor) {
  const Vector3 X = top.q.head<3>();  // R(0) = I
  const Vector3 Omega = rotor.v;
  const Eigen::Quaterniond p(Vector4(rotor.q.segment<4>(3)));
  MotionState state{rotor.t, top.q, top.v, top.v, Vector::Zero(3)};
  state.q << p * X, p.coeffs();
  state.v << p * Omega.cross(X), Omega;
  KktOperator kkt(*top.system);
  if (!kkt.evaluate(state.t, state.q, state.v)) bench::fail("the top is singular");
  kkt.accelerations(state.vdot, state.lambda);
  return state;
}

}  // namespace

int main() {
  std::printf(
      "| problem  | error | solver              | tolerance | steps  | evaluations | Jacobians | "
      "error q | error v | error λ | CPU [ms]  |\n"
      "|----------|------:|---------------------|----------:|-------:|------------:|----------:|"
      "--------:|--------:|--------:|----------:|\n");

  const bench::Mechanism top = bench::load("heavy_top", "r3so3");
  const bench::Mechanism topSe3 = bench::load("heavy_top", "se3");
  const bench::Mechanism rotor = bench::load("heavy_top", "so3");
  const bench::Mechanism chain = bench::load("chain_10", "r3so3");
  const bench::Mechanism chainSe3 = bench::load("chain_10", "se3");
  const MotionState topEnd = motionAtEnd(top);
  const MotionState topEndSe3 = motionAtEnd(topSe3);
  const MotionState chainEnd = motionAtEnd(chain);
  const MotionState chainEndSe3 = motionAtEnd(chainSe3);

  const auto errorOf = [](const MotionState& reference) {
    return [&reference](const MotionState& state) { return distance(state, reference); };
  };
  for (const double target : {1e-4, 1e-6}) {
    for (const int order : {5, 6}) {
      const std::string name = "ours k≤" + std::to_string(order);
      row("top", target, name + " r3so3", oursIn(top, topEnd, order));
      row("top", target, name + " se3  ", oursIn(topSe3, topEndSe3, order));
    }
    row("top", target, "CVODE index-1",
        [&](double tolerance) { return cvode(top, errorOf(topEnd), tolerance); });
    row("top", target, "CVODE so3", [&](double tolerance) {
      const auto error = [&](const MotionState& state) {
        return distance(constrained(top, state), topEnd);
      };
      return cvode(rotor, error, tolerance);
    });
    row("top", target, "IDA GGL",
        [&](double tolerance) { return ida(top, errorOf(topEnd), tolerance); });
  }
  for (const double target : {1e-4, 1e-6}) {
    for (const int order : {5, 6}) {
      const std::string name = "ours k≤" + std::to_string(order);
      row("chain_10", target, name + " r3so3", oursIn(chain, chainEnd, order));
      row("chain_10", target, name + " se3  ", oursIn(chainSe3, chainEndSe3, order));
    }
    row("chain_10", target, "CVODE index-1",
        [&](double tolerance) { return cvode(chain, errorOf(chainEnd), tolerance); });
    row("chain_10", target, "IDA GGL",
        [&](double tolerance) { return ida(chain, errorOf(chainEnd), tolerance); });
  }
}
