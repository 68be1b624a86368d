#include "solve/kinsol.hpp"

#include <kinsol/kinsol.h>
#include <kinsol/kinsol_ls.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <utility>

namespace liefmu {

namespace {

constexpr int kRecoverable = 1;
constexpr int kUnrecoverable = -1;

void require(bool success, const char* what) {
  if (!success) {
    throw Error(std::string("KINSOL could not be set up (") + what + "); is there enough memory?");
  }
}

}  // namespace

// What KINSOL calls back. The problem and the state of one solve are set for its duration.
struct KinsolSolver::Memory {
  SUNContext context = nullptr;
  void* kinsol = nullptr;
  N_Vector unknowns = nullptr;  // a view of the caller's vector
  N_Vector ones = nullptr;
  SUNMatrix matrix = nullptr;  // a token: the matrix lives in the problem
  SUNLinearSolver linearSolver = nullptr;
  Index size = 0;

  NonlinearProblem* problem = nullptr;
  double stepTolerance = 0.0;
  bool stepIsSmall = false;  // the latest full update meets the step tolerance
  bool notFinite = false;
  std::exception_ptr exception;
  Vector x;  // where the residual was evaluated
  Vector r;
  Vector update;

  explicit Memory(Index problemSize);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { release(); }

  void create();
  void release();
  void begin(NonlinearProblem& newProblem, Vector& start, const KinsolOptions& options);

  template<class Function>
  int guarded(Function function);
  bool evaluateResidual(N_Vector u);

  static int residual(N_Vector u, N_Vector f, void* self);
  static int linearize(N_Vector u, N_Vector f, SUNMatrix matrix, void* self, N_Vector scratch1,
                       N_Vector scratch2);
  static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                   realtype tolerance);
};

KinsolSolver::Memory::Memory(Index problemSize)
    : size(problemSize),
      x(Vector::Zero(problemSize)),
      r(Vector::Zero(problemSize)),
      update(Vector::Zero(problemSize)) {
  try {
    create();
  } catch (...) {
    release();
    throw;
  }
}

void KinsolSolver::Memory::create() {
  require(SUNContext_Create(nullptr, &context) == 0, "context");
  unknowns = N_VMake_Serial(static_cast<sunindextype>(size), x.data(), context);
  ones = N_VNew_Serial(static_cast<sunindextype>(size), context);
  require(unknowns != nullptr && ones != nullptr, "vectors");
  N_VConst(1.0, ones);

  matrix = SUNMatNewEmpty(context);
  require(matrix != nullptr, "matrix");
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->zero = [](SUNMatrix) { return SUNMAT_SUCCESS; };
  matrix->ops->destroy = [](SUNMatrix token) { SUNMatFreeEmpty(token); };

  linearSolver = SUNLinSolNewEmpty(context);
  require(linearSolver != nullptr, "linear solver");
  linearSolver->content = this;
  linearSolver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  linearSolver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  linearSolver->ops->initialize = [](SUNLinearSolver) { return SUNLS_SUCCESS; };
  linearSolver->ops->setup = [](SUNLinearSolver, SUNMatrix) { return SUNLS_SUCCESS; };
  linearSolver->ops->solve = &Memory::solve;
  linearSolver->ops->free = [](SUNLinearSolver solver) {
    SUNLinSolFreeEmpty(solver);
    return SUNLS_SUCCESS;
  };

  kinsol = KINCreate(context);
  require(kinsol != nullptr, "solver");
  // KINSOL must not write to the terminal of the importing tool.
  KINSetErrHandlerFn(
      kinsol, [](int, const char*, const char*, char*, void*) {}, nullptr);
  KINSetInfoHandlerFn(
      kinsol, [](const char*, const char*, char*, void*) {}, nullptr);
  KINSetPrintLevel(kinsol, 0);
  KINSetUserData(kinsol, this);
  require(KINInit(kinsol, &Memory::residual, unknowns) == KIN_SUCCESS, "vectors");
  require(KINSetLinearSolver(kinsol, linearSolver, matrix) == KIN_SUCCESS, "linear solver");
  KINSetJacFn(kinsol, &Memory::linearize);
  // The tests of our own are in units that make sense for the problem. KINSOL's limits on the
  // length of a step, relative to unknowns of mixed units that may start at zero, and its residual
  // monitor are switched off.
  KINSetScaledStepTol(kinsol, std::numeric_limits<double>::min());
  KINSetMaxNewtonStep(kinsol, 1e100);
  KINSetMaxBetaFails(kinsol, std::numeric_limits<int>::max());
}

void KinsolSolver::Memory::release() {
  if (kinsol != nullptr) {
    KINFree(&kinsol);
  }
  if (linearSolver != nullptr) {
    SUNLinSolFree(linearSolver);
  }
  if (matrix != nullptr) {
    SUNMatDestroy(matrix);
  }
  if (ones != nullptr) {
    N_VDestroy(ones);
  }
  if (unknowns != nullptr) {
    N_VDestroy(unknowns);
  }
  if (context != nullptr) {
    SUNContext_Free(&context);
  }
}

void KinsolSolver::Memory::begin(NonlinearProblem& newProblem, Vector& start,
                                 const KinsolOptions& options) {
  problem = &newProblem;
  stepTolerance = options.stepTolerance;
  stepIsSmall = false;
  notFinite = false;
  exception = nullptr;
  N_VSetArrayPointer(start.data(), unknowns);
  // KINSOL takes 0 for its default.
  KINSetFuncNormTol(kinsol,
                    std::max(options.functionTolerance, std::numeric_limits<double>::min()));
  KINSetNumMaxIters(kinsol, options.maxIterations);
  KINSetMaxSetupCalls(kinsol, options.linearizeAlways ? 1 : 10);
  // Without its residual monitor KINSOL makes a new matrix every time.
  KINSetNoResMon(kinsol, options.linearizeAlways ? SUNTRUE : SUNFALSE);
}

// Runs a callback of the problem; an exception waits until KINSOL's C code has returned.
template<class Function>
int KinsolSolver::Memory::guarded(Function function) {
  try {
    return function();
  } catch (...) {
    exception = std::current_exception();
    return kUnrecoverable;
  }
}

bool KinsolSolver::Memory::evaluateResidual(N_Vector u) {
  std::copy_n(N_VGetArrayPointer(u), size, x.data());
  return problem->residual(x, r) && r.allFinite();
}

int KinsolSolver::Memory::residual(N_Vector u, N_Vector f, void* self) {
  auto& memory = *static_cast<Memory*>(self);
  return memory.guarded([&] {
    if (!memory.evaluateResidual(u)) {
      memory.notFinite = true;
      return kRecoverable;
    }
    memory.notFinite = false;
    // KINSOL stops on small residuals only. The first trial of the line search is the full update;
    // if that meets the step tolerance, the result is final, and a residual of zero says so.
    if (memory.stepIsSmall) {
      memory.r.setZero();
    }
    std::copy_n(memory.r.data(), memory.size, N_VGetArrayPointer(f));
    return 0;
  });
}

int KinsolSolver::Memory::linearize(N_Vector u, N_Vector /*f*/, SUNMatrix /*matrix*/, void* self,
                                    N_Vector /*scratch1*/, N_Vector /*scratch2*/) {
  auto& memory = *static_cast<Memory*>(self);
  return memory.guarded([&] {
    // The problem wants to be linearised where it was evaluated last; the line search may have
    // tried another point.
    const double* point = N_VGetArrayPointer(u);
    if (!std::equal(point, point + memory.size, memory.x.data()) && !memory.evaluateResidual(u)) {
      return kUnrecoverable;
    }
    return memory.problem->linearize(memory.x) ? 0 : kUnrecoverable;
  });
}

int KinsolSolver::Memory::solve(SUNLinearSolver solver, SUNMatrix /*matrix*/, N_Vector x,
                                N_Vector b, realtype /*tolerance*/) {
  auto& memory = *static_cast<Memory*>(solver->content);
  return memory.guarded([&] {
    std::copy_n(N_VGetArrayPointer(b), memory.size, memory.update.data());
    memory.problem->solve(memory.update);
    const double norm = memory.problem->norm(memory.update);
    if (!std::isfinite(norm) || !memory.update.allFinite()) {
      memory.notFinite = true;
      return kUnrecoverable;
    }
    memory.stepIsSmall = norm <= memory.stepTolerance;
    std::copy_n(memory.update.data(), memory.size, N_VGetArrayPointer(x));
    return static_cast<int>(SUNLS_SUCCESS);
  });
}

KinsolSolver::KinsolSolver(Index size) : memory_(std::make_unique<Memory>(size)) {}
KinsolSolver::KinsolSolver(KinsolSolver&&) noexcept = default;
KinsolSolver& KinsolSolver::operator=(KinsolSolver&&) noexcept = default;
KinsolSolver::~KinsolSolver() = default;

Outcome KinsolSolver::solve(NonlinearProblem& problem, Vector& x, const KinsolOptions& options,
                            Statistics& statistics) {
  if (x.size() == 0) {
    return Outcome::ok;
  }
  Memory& memory = *memory_;
  memory.begin(problem, x, options);
  const int flag = KINSol(memory.kinsol, memory.unknowns, KIN_LINESEARCH, memory.ones, memory.ones);
  long iterations = 0;
  KINGetNumNonlinSolvIters(memory.kinsol, &iterations);
  statistics.newtonIterations += iterations;
  memory.problem = nullptr;
  if (memory.exception) {
    std::rethrow_exception(std::exchange(memory.exception, nullptr));
  }
  switch (flag) {
    case KIN_SUCCESS:
    case KIN_INITIAL_GUESS_OK:
      return Outcome::ok;
    case KIN_LSETUP_FAIL:
      return Outcome::singular;
    default:
      return memory.notFinite ? Outcome::notFinite : Outcome::notConverged;
  }
}

}  // namespace liefmu
