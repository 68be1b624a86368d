#include "reproduce/study_integrator.hpp"

#include "integrate/block_operations.hpp"
#include "reproduce/block_diagonal.hpp"
#include "reproduce/study_alpha.hpp"
#include "types.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu::reproduce {
namespace {

constexpr int kStarterColumns = 5;  // order 10
constexpr int kMaxIterations = 12;
// Newton's method converges quadratically: after an increment this small (relative), the next one
// is below rounding.
constexpr double kLastIncrement = 1e-9;

Matrix constraintMatrix(const Topology& topology, const std::vector<Block>& blocks) {
  Matrix result = Matrix::Zero(topology.constraintSize, topology.velocitySize);
  for (std::size_t e = 0; e < blocks.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    const auto rows = topology.joints[static_cast<std::size_t>(joint)];
    const auto columns = topology.bodies[static_cast<std::size_t>(body)];
    result.block(rows.begin, columns.begin, rows.size, columns.size) = blocks[e];
  }
  return result;
}

Matrix couplingMatrix(const Topology& topology, const std::vector<Block>& blocks) {
  Matrix result = Matrix::Zero(topology.velocitySize, topology.velocitySize);
  for (std::size_t e = 0; e < blocks.size(); ++e) {
    const auto rows = topology.bodies[static_cast<std::size_t>(topology.couplings[e].row)];
    const auto columns = topology.bodies[static_cast<std::size_t>(topology.couplings[e].column)];
    result.block(rows.begin, columns.begin, rows.size, columns.size) += blocks[e];
  }
  return result;
}

}  // namespace

StudyIntegrator::StudyIntegrator(MechanicalSystem& system, KktOperator& kkt,
                                 std::unique_ptr<StudyMethod> method, Form form, Normals normals)
    : system_(system),
      topology_(system.topology()),
      kkt_(kkt),
      starter_(system, kkt),
      startingValues_(system, kkt),
      method_(std::move(method)),
      stabilized_(form == Form::stabilizedIndex2 && topology_.constraintSize > 0),
      normals_(normals) {
  dynamics_.resize(topology_);
  derivatives_.resize(topology_);
  const Index n = topology_.velocitySize;
  relation_.r.setZero(n);
  omega_ = vdot_ = relation_.r;
  q_.setZero(topology_.configurationSize);
  eta_.setZero(topology_.constraintSize);
  N_.setZero(n, topology_.constraintSize);
}

void StudyIntegrator::initialize(const MotionState& state, double h, Start start) {
  // One state more than the method needs: its defect there is the local error that corrects the
  // start.
  std::vector<MotionState> states{state};
  for (int i = 0; i < method_->startingPoints(); ++i) {
    MotionState next = states.back();
    if (starter_.step(states.back(), h, kStarterColumns, next) != Outcome::ok) {
      throw Error("no starting values could be computed at t = " + std::to_string(state.t) + " s");
    }
    states.push_back(next);
  }
  const MotionState afterStart = states.back();
  states.pop_back();
  h_ = h;
  state_ = states.back();
  method_->start(states, h);
  if (start != Start::exact) correctStart(afterStart, start);
  method_->work() = {};
}

void StudyIntegrator::correctStart(const MotionState& afterStart, Start start) {
  const bool index3 = topology_.constraintSize > 0 && !stabilized_;
  Vector delta = Vector::Zero(topology_.velocitySize);
  if (auto* alpha = dynamic_cast<StudyAlpha*>(method_.get())) {
    Vector vddot(topology_.velocitySize);
    Vector v = state_.v;
    // ABC15 section 5 uses central differences over the whole step.
    if (!startingValues_.accelerationRate(state_, h_, vddot) ||
        !startingValues_.correctedVelocity(state_, alpha->parameters(), vddot, h_, v)) {
      throw Error("the starting values could not be corrected");
    }
    alpha->setAccelerationRate(vddot);
    if (index3 && start == Start::corrected) delta = v - state_.v;
  } else if (index3) {
    method_->prepare(h_);
    system_.increment(state_.q, afterStart.q, omega_);
    method_->relation(omega_ / h_, afterStart.v, relation_);
    if (!kkt_.evaluate(state_.t, state_.q, state_.v)) {
      throw Error("the starting values could not be corrected");
    }
    Vector c = Vector::Zero(topology_.constraintSize);
    addConstraintProduct(topology_, 1.0, kkt_.dynamics().B, relation_.r, c);
    kkt_.normal(c, delta);
  }
  method_->shiftVelocities(delta);
  state_.v += delta;
}

void StudyIntegrator::setNormals() {
  if (!kkt_.evaluate(state_.t, state_.q, state_.v)) return;
  if (normals_ == Normals::transposedConstraint) {
    N_ = constraintMatrix(topology_, kkt_.dynamics().B).transpose();
    return;
  }
  Vector d(topology_.velocitySize);
  for (Index j = 0; j < topology_.constraintSize; ++j) {
    kkt_.normal(Vector::Unit(topology_.constraintSize, j), d);
    N_.col(j) = d;
  }
}

// Residual and matrix at one iterate:
//
//   [ h² K T + (h M A + h D) S    Bᵀ   −h² K T N ]      S = ∂v/∂w
//   [ B T                         0    −B T N     ]
//   [ B S + h Z T                 0    −h Z T N   ]     stabilized index-2 only
void StudyIntegrator::evaluate(const Vector& w, const Vector& v, const Vector& mu,
                               const Vector& eta) {
  const Index n = topology_.velocitySize;
  const Index m = topology_.constraintSize;
  omega_ = h_ * w;
  if (stabilized_) omega_ -= h_ * (N_ * eta);
  system_.retract(method_->base(), omega_, q_);
  method_->relation(w, v, relation_);
  method_->acceleration(v, vdot_, A_);
  lambda_ = mu / h_;
  system_.evaluate(t_, q_, v, dynamics_);
  system_.linearize(t_, q_, v, vdot_, lambda_, derivatives_);
  Work& work = method_->work();
  ++work.iterations;
  ++work.exponentials;

  if (relation_.explicitInV) {
    const double factor = -1.0 / relation_.Dv(0, 0);
    S_ = factor * relation_.Dw;
    s_ = factor * relation_.r;
  } else {
    lu_.compute(relation_.Dv);
    S_ = -lu_.solve(relation_.Dw);
    s_ = -lu_.solve(relation_.r);
    work.linearFlops += solveFlops(n) + 2 * n * n * n;
  }
  toMatrix(topology_, dynamics_.M, M_);
  B_ = constraintMatrix(topology_, dynamics_.B);
  const Matrix T = tangentMatrix(system_, omega_);
  const Matrix K = couplingMatrix(topology_, derivatives_.K);
  const Matrix D = couplingMatrix(topology_, derivatives_.D);
  const Matrix inertial = h_ * (M_ * A_ + D);
  const Index size = n + m + (stabilized_ ? m : 0);
  rows_.resize(size);
  J_.setZero(size, size);
  rows_.head(n) = h_ * (M_ * vdot_ + dynamics_.g) + B_.transpose() * mu;
  J_.topLeftCorner(n, n) = h_ * h_ * (K * T) + inertial * S_;
  rows_.head(n) += inertial * s_;
  if (m > 0) {
    J_.block(0, n, n, m) = B_.transpose();
    J_.block(n, 0, m, n) = B_ * T;
    rows_.segment(n, m) = dynamics_.Phi / h_;
  }
  if (stabilized_) {
    const Matrix Z = constraintMatrix(topology_, derivatives_.Zv);
    J_.block(n + m, 0, m, n) = B_ * S_ + h_ * Z * T;
    J_.block(0, n + m, n, m) = -h_ * h_ * (K * T * N_);
    J_.block(n, n + m, m, m) = -B_ * T * N_;
    J_.block(n + m, n + m, m, m) = -h_ * Z * T * N_;
    rows_.tail(m) = dynamics_.velocityConstraint + B_ * s_;
  }
  work.linearFlops += solveFlops(size);
}

bool StudyIntegrator::step(double h) {
  const Index n = topology_.velocitySize;
  const Index m = topology_.constraintSize;
  h_ = h;
  t_ = state_.t + h;
  method_->prepare(h);
  if (stabilized_) setNormals();
  Vector w(n);
  Vector v(n);
  method_->predict(w, v);
  Vector mu = h * state_.lambda;
  Vector eta = eta_;
  bool converged = false;
  double previous = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMaxIterations && !converged; ++i) {
    evaluate(w, v, mu, eta);
    lu_.compute(J_);
    const Vector dx = lu_.solve(-rows_);
    if (!dx.allFinite()) return false;
    const Vector dw = dx.head(n);
    const Vector dv = s_ + S_ * dw;
    w += dw;
    v += dv;
    mu += dx.segment(n, m);
    if (stabilized_) eta += dx.tail(m);
    const double size = std::max(dw.norm() / (1.0 + w.norm()), dv.norm() / (1.0 + v.norm()));
    // Φ/h is known up to ε/h only: an iteration that stagnates there is done.
    const double floor = 100.0 * std::numeric_limits<double>::epsilon() / h;
    converged = size <= kLastIncrement || (size < floor && size > 0.1 * previous);
    previous = size;
  }
  if (!converged || !v.allFinite()) return false;
  ++method_->work().steps;
  // Everything from the final unknowns, nothing from the last iterate.
  omega_ = h * w;
  if (stabilized_) omega_ -= h * (N_ * eta);
  system_.retract(method_->base(), omega_, q_);
  method_->acceleration(v, vdot_, A_);
  state_.t = t_;
  state_.q = q_;
  state_.v = v;
  state_.vdot = vdot_;
  state_.lambda = mu / h;
  eta_ = eta;
  method_->accept(state_, omega_);
  return true;
}

StudyIntegrator::Linearized StudyIntegrator::linearizedStep(double h, const Vector& w,
                                                            const Vector& v, const Vector& mu,
                                                            const Vector& eta) {
  h_ = h;
  t_ = state_.t + h;
  method_->prepare(h);
  if (stabilized_) setNormals();
  evaluate(w, v, mu, eta);
  return {relation_.r, rows_, J_, S_};
}

}  // namespace liefmu::reproduce
