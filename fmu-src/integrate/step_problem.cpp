#include "integrate/step_problem.hpp"

#include "integrate/block_operations.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace liefmu {

namespace {

// Stiff forces turn with the bodies: beyond this product of stiffness (b times the highest
// frequency) and rotation an old matrix takes soft directions for stiff ones, and the iteration
// seems to converge where it does not.
constexpr double kStiffRotation = 0.5;  // rad
// Torques of this size at the point of the derivatives, most often those of a predictor that
// stretched a stiff spring, make a geometric stiffness that does not exist at the solution.
constexpr double kLargeImbalance = 0.1;  // rad
constexpr double kSettled = 0.3;         // share of the imbalance at which a new matrix is better

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

std::vector<Block> blocksLike(const Topology& topology, bool perIncidence) {
  std::vector<Block> blocks;
  if (perIncidence) {
    for (const auto& [joint, body] : topology.incidences) {
      blocks.emplace_back(
          Block::Zero(topology.bodies[at(body)].size, topology.joints[at(joint)].size));
    }
  } else {
    for (const auto& body : topology.bodies) {
      blocks.emplace_back(Block::Zero(body.size, body.size));
    }
  }
  return blocks;
}

// The entry of a block view at (row, column), for writing a sub-block.
double* corner(BlockSolver::BlockView& view, Index row, Index column) {
  return view.data() + row + column * view.outerStride();
}

void addScaled(double scale, const Block& block, double* target, Index stride) {
  const double* source = block.data();
  for (Index j = 0; j < block.cols(); ++j, target += stride) {
    for (Index i = 0; i < block.rows(); ++i) {
      target[i] += scale * *source++;
    }
  }
}

}  // namespace

StepProblem::StepProblem(MechanicalSystem& system, Formulation formulation, Statistics& statistics)
    : system_(system),
      topology_(system.topology()),
      statistics_(statistics),
      stabilized_(formulation == Formulation::stabilizedIndex2 && topology_.constraintSize > 0),
      index1_(formulation == Formulation::projectedIndex1 && topology_.constraintSize > 0),
      graph_(nodesOf(topology_, stabilized_ ? 2 : 1)),
      solver_((buildPattern(), makeBlockSolver(graph_))) {
  Index next = topology_.velocitySize;
  for (const auto& joint : topology_.joints) {
    multiplierBegin_.push_back(next);
    next += joint.size * (stabilized_ ? 2 : 1);
  }
  size_ = next;

  W_ = blocksLike(topology_, true);
  TW_ = W_;
  massOfInverse_ = blocksLike(topology_, false);
  inverseMass_ = massOfInverse_;
  T_ = massOfInverse_;
  TBar_ = massOfInverse_;
  commutatorHat_ = massOfInverse_;
  dynamics_.resize(topology_);
  massAtDerivatives_ = dynamics_.M;
  constraintAtDerivatives_ = dynamics_.B;
  linearization_.resize(topology_);
  turns_.resize(topology_.turningBodies.size());

  qn_.setZero(topology_.configurationSize);
  q_ = qAtDerivatives_ = qn_;
  v_.setZero(topology_.velocitySize);
  u_ = w_ = omega_ = vdot_ = force_ = v_;
  lambda_.setZero(topology_.constraintSize);
  accelerationConstraint_ = lambda_;
  filterRhs_.setZero(size_);
}

void StepProblem::buildPattern() {
  const auto bodies = static_cast<Index>(topology_.bodies.size());
  for (const auto& [row, column] : topology_.couplings) {
    couplingEntry_.push_back(graph_.entry(row, column));
  }
  for (const auto& [joint, body] : topology_.incidences) {
    incidenceEntry_.push_back(graph_.entry(bodies + joint, body));
    transposedIncidenceEntry_.push_back(graph_.entry(body, bodies + joint));
  }
  if (!stabilized_) {
    return;
  }
  std::vector<std::vector<Index>> incidencesOfBody(at(bodies));
  for (std::size_t e = 0; e < topology_.incidences.size(); ++e) {
    incidencesOfBody[at(topology_.incidences[e].body)].push_back(static_cast<Index>(e));
  }
  for (std::size_t c = 0; c < topology_.couplings.size(); ++c) {
    const auto [row, column] = topology_.couplings[c];
    for (const Index e : incidencesOfBody[at(column)]) {
      const Index joint = topology_.incidences[at(e)].joint;
      stiffnessProducts_.push_back({static_cast<Index>(c), e, graph_.entry(row, bodies + joint)});
    }
  }
  for (std::size_t left = 0; left < topology_.incidences.size(); ++left) {
    const auto [joint, body] = topology_.incidences[left];
    for (const Index right : incidencesOfBody[at(body)]) {
      const Index other = topology_.incidences[at(right)].joint;
      constraintProducts_.push_back(
          {static_cast<Index>(left), right, graph_.entry(bodies + joint, bodies + other)});
    }
  }
}

void StepProblem::setNormalDirections(const Dynamics& dynamics) {
  if (!stabilized_) {
    return;
  }
  for (std::size_t body = 0; body < dynamics.M.size(); ++body) {
    const bool singular = topology_.singularMass[body];
    if (!singular && massOfInverse_[body] == dynamics.M[body]) {
      continue;
    }
    massOfInverse_[body] = dynamics.M[body];
    Block metric = dynamics.M[body];
    if (singular) {
      // M is positive definite on ker B, so M + BᵀB of this body alone is positive definite; only
      // the metric of the position correction changes, not the method.
      Block gram = Block::Zero(metric.rows(), metric.cols());
      for (std::size_t e = 0; e < dynamics.B.size(); ++e) {
        if (topology_.incidences[e].body == static_cast<Index>(body)) {
          gram += dynamics.B[e].transpose().lazyProduct(dynamics.B[e]);
        }
      }
      const double scale = metric.trace() > 0.0 ? metric.trace() / gram.trace() : 1.0;
      metric += scale * gram;
    }
    inverseMass_[body] = metric.llt().solve(Block::Identity(metric.rows(), metric.cols()));
  }
  for (std::size_t e = 0; e < dynamics.B.size(); ++e) {
    const Block& inverse = inverseMass_[at(topology_.incidences[e].body)];
    const Block& B = dynamics.B[e];
    Block& W = W_[e];
    W.setZero();
    for (Index i = 0; i < B.cols(); ++i) {
      for (Index j = 0; j < B.rows(); ++j) {
        const double factor = B(j, i);
        for (Index row = 0; row < W.rows(); ++row) {
          W(row, j) += factor * inverse(row, i);
        }
      }
    }
  }
}

void StepProblem::addNormalCorrection(const Vector& x, double scale, Vector& w) const {
  for (std::size_t e = 0; e < W_.size(); ++e) {
    const auto [joint, body] = topology_.incidences[e];
    const Index eta = multiplierBegin(joint) + topology_.joints[at(joint)].size;
    addProduct(scale, W_[e], x.data() + eta, w.data() + topology_.bodies[at(body)].begin);
  }
}

void StepProblem::kinematics(const Vector& x) {
  StepFormula& f = *formula_;
  const double a = f.a;
  const double b = f.b;
  for (Index i = 0; i < topology_.velocitySize; ++i) {
    const double dv = x[i] - f.vn[i];
    v_[i] = x[i];
    u_[i] = b * dv + f.u0[i];
    vdot_[i] = a * dv + f.a0[i];
  }
  if (stabilized_) {
    addNormalCorrection(x, f.b, u_);
  }
  if (f.commutator.order() != CommutatorOrder::none) {
    f.commutator.evaluate(system_, f.vn, v_, omega_);
    omega_ += u_;
  }
  system_.retract(qn_, increment(), q_);
  for (std::size_t joint = 0; joint < topology_.joints.size(); ++joint) {
    const auto [begin, count] = topology_.joints[joint];
    const double* mu = x.data() + multiplierBegin_[joint];
    for (Index i = 0; i < count; ++i) {
      lambda_[begin + i] = mu[i] / b;
    }
  }
}

bool StepProblem::residual(const Vector& x, Vector& r) {
  kinematics(x);
  const StepFormula& f = *formula_;
  system_.evaluate(f.t, q_, v_, dynamics_);
  r.head(topology_.velocitySize) = dynamics_.g;
  addMassProduct(topology_, 1.0, dynamics_.M, vdot_, r);
  addConstraintForces(topology_, dynamics_.B, lambda_, r);
  r.head(topology_.velocitySize) *= f.b;
  const double inverseB = 1.0 / f.b;
  if (index1_) {
    system_.curvature(f.t, q_, v_, accelerationConstraint_);
    addConstraintProduct(topology_, 1.0, dynamics_.B, vdot_, accelerationConstraint_);
    accelerationConstraint_ /= f.a;
  }
  for (std::size_t joint = 0; joint < topology_.joints.size(); ++joint) {
    const auto [begin, count] = topology_.joints[joint];
    double* row = r.data() + multiplierBegin_[joint];
    for (Index i = 0; i < count; ++i) {
      if (stabilized_) {
        row[i] = dynamics_.velocityConstraint[begin + i];
        row[count + i] = inverseB * dynamics_.Phi[begin + i];
      } else {
        row[i] = index1_ ? accelerationConstraint_[begin + i] : inverseB * dynamics_.Phi[begin + i];
      }
    }
  }
  imbalance_ = imbalance(r);
  return std::isfinite(r.squaredNorm());
}

double StepProblem::imbalance(const Vector& r) const {
  double largest = 0.0;
  for (std::size_t body = 0, rotation = 0; rotation < topology_.rotations.size(); ++body) {
    const Index begin = topology_.rotations[rotation];
    const auto [first, size] = topology_.bodies[body];
    if (begin >= first + size) {
      continue;
    }
    ++rotation;
    const Block& M = dynamics_.M[body];
    for (Index i = begin - first; i < size; ++i) {
      // b² J⁻¹ τ; r contains b τ.
      largest = std::max(largest, std::abs(r[first + i]) / M(i, i));
    }
  }
  return formula_->b * largest;
}

bool StepProblem::matrixIsOutdated() {
  const double stiffness = formula_->b * highestFrequency_;
  constexpr double kHalfTurn = 3.2;  // rad, the largest rotation
  if (stiffness * kHalfTurn <= kStiffRotation) {
    return false;
  }
  if (imbalanceAtDerivatives_ > kLargeImbalance &&
      imbalance_ < kSettled * imbalanceAtDerivatives_) {
    return true;
  }
  system_.increment(qAtDerivatives_, q_, w_);
  double rotation = 0.0;
  for (const Index begin : topology_.rotations) {
    rotation = std::max(rotation, w_.segment<3>(begin).norm());
  }
  return stiffness * rotation > kStiffRotation;
}

bool StepProblem::matrixIsProvisional() const {
  return imbalanceAtDerivatives_ > kLargeImbalance;
}

bool StepProblem::linearize(const Vector& /*x*/) {
  const StepFormula& f = *formula_;
  ++statistics_.linearizations;
  system_.linearize(f.t, q_, v_, vdot_, lambda_, linearization_);
  qAtDerivatives_ = q_;
  imbalanceAtDerivatives_ = imbalance_;
  double largest = 0.0;
  for (std::size_t body = 0; body < dynamics_.M.size(); ++body) {
    for (Index i = 0; i < dynamics_.M[body].rows(); ++i) {
      const double mass = dynamics_.M[body](i, i);
      if (mass > 0.0) largest = std::max(largest, std::abs(linearization_.K[body](i, i)) / mass);
    }
  }
  highestFrequency_ = std::sqrt(largest);
  turnsAreKnown_ = false;
  massAtDerivatives_ = dynamics_.M;
  constraintAtDerivatives_ = dynamics_.B;
  system_.tangentOperator(increment(), T_);
  if (f.commutator.order() != CommutatorOrder::none) {
    system_.hat(f.vn, commutatorHat_);
  }
  hasDerivatives_ = refactorize();
  return hasDerivatives_;
}

bool StepProblem::refactorize() {
  const StepFormula& f = *formula_;
  ++statistics_.factorizations;
  if (stabilized_) {
    for (std::size_t e = 0; e < W_.size(); ++e) {
      product(T_[at(topology_.incidences[e].body)], W_[e], TW_[e]);
    }
  }
  return form(f.a, f.b, f.commutator.derivativeFactor());
}

bool StepProblem::restoreFactorization() {
  return !hasDerivatives_ || form(factorizedA_, factorizedB_, factorizedCommutator_);
}

bool StepProblem::form(double a, double b, double commutatorFactor) {
  factorizedA_ = a;
  factorizedB_ = b;
  factorizedCommutator_ = commutatorFactor;
  solver_.setZero();

  for (std::size_t body = 0; body < T_.size(); ++body) {
    TBar_[body] = T_[body];
    if (commutatorFactor != 0.0) {
      addProduct(commutatorFactor / b, T_[body], commutatorHat_[body], TBar_[body].data(),
                 TBar_[body].rows());
    }
  }
  for (std::size_t c = 0; c < couplingEntry_.size(); ++c) {
    auto view = solver_.block(couplingEntry_[c]);
    addScaled(b, linearization_.D[c], view.data(), view.outerStride());
    addProduct(b * b, linearization_.K[c], TBar_[at(topology_.couplings[c].column)], view.data(),
               view.outerStride());
    if (c < massAtDerivatives_.size()) {
      addScaled(a * b, massAtDerivatives_[c], view.data(), view.outerStride());
    }
  }
  for (std::size_t e = 0; e < incidenceEntry_.size(); ++e) {
    const auto [joint, body] = topology_.incidences[e];
    const Index count = topology_.joints[at(joint)].size;
    const Block& B = constraintAtDerivatives_[e];
    auto view = solver_.block(incidenceEntry_[e]);
    const Index stride = view.outerStride();
    if (stabilized_) {
      addScaled(1.0, B, view.data(), stride);
      addProduct(b, linearization_.Zv[e], TBar_[at(body)], view.data(), stride);
      addProduct(1.0, B, TBar_[at(body)], corner(view, count, 0), stride);
    } else if (index1_) {
      addScaled(1.0, B, view.data(), stride);
    } else {
      addProduct(1.0, B, TBar_[at(body)], view.data(), stride);
    }
    auto transposed = solver_.block(transposedIncidenceEntry_[e]);
    for (Index j = 0; j < count; ++j) {
      double* column = corner(transposed, 0, j);
      for (Index i = 0; i < B.cols(); ++i) {
        column[i] = B(j, i);
      }
    }
  }
  for (const auto& [coupling, incidence, entry] : stiffnessProducts_) {
    auto view = solver_.block(entry);
    const Block& TW = TW_[at(incidence)];
    addProduct(b * b, linearization_.K[at(coupling)], TW, corner(view, 0, TW.cols()),
               view.outerStride());
  }
  for (const auto& [left, right, entry] : constraintProducts_) {
    auto view = solver_.block(entry);
    const Block& TW = TW_[at(right)];
    const Block& B = constraintAtDerivatives_[at(left)];
    addProduct(b, linearization_.Zv[at(left)], TW, corner(view, 0, TW.cols()), view.outerStride());
    addProduct(1.0, B, TW, corner(view, B.rows(), TW.cols()), view.outerStride());
  }
  return solver_.factorize();
}

// Seen from the bodies, the equations of a mechanism change slowly, even where the bodies spin
// fast. An old matrix is therefore used in the axes in which it was made.
void StepProblem::solve(Vector& r) {
  if (!turnsAreKnown_) {
    system_.rotations(qAtDerivatives_, q_, turns_);
    turnsAreKnown_ = true;
  }
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    Eigen::Map<Vector3> force(r.data() + topology_.bodies[at(topology_.turningBodies[i])].begin);
    force = turns_[i].transpose() * force;
  }
  solver_.solve(r);
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    Eigen::Map<Vector3> velocity(r.data() + topology_.bodies[at(topology_.turningBodies[i])].begin);
    velocity = turns_[i] * velocity;
  }
}

double StepProblem::norm(const Vector& dx) {
  const double b = formula_->b;
  double sum = 0.0;
  if (stabilized_) {
    w_.setZero();
    addNormalCorrection(dx, b, w_);
    for (Index i = 0; i < topology_.velocitySize; ++i) {
      const double u = (b * dx[i] + w_[i]) / weights_->u[i];
      const double v = dx[i] / weights_->v[i];
      sum += u * u + v * v;
    }
  } else {
    for (Index i = 0; i < topology_.velocitySize; ++i) {
      const double u = b * dx[i] / weights_->u[i];
      const double v = dx[i] / weights_->v[i];
      sum += u * u + v * v;
    }
  }
  return std::sqrt(sum / static_cast<double>(2 * topology_.velocitySize));
}

void StepProblem::initialGuess(Vector& x) const {
  const StepFormula& f = *formula_;
  x.head(topology_.velocitySize) = f.predictedVelocity;
  for (std::size_t joint = 0; joint < topology_.joints.size(); ++joint) {
    const auto [begin, count] = topology_.joints[joint];
    double* multipliers = x.data() + multiplierBegin_[joint];
    for (Index i = 0; i < count; ++i) {
      multipliers[i] = f.b * f.predictedLambda[begin + i];
      if (stabilized_) {
        multipliers[count + i] = f.predictedEta[begin + i];
      }
    }
  }
}

void StepProblem::extract(const Vector& x, StepSolution& solution) {
  kinematics(x);
  solution.q = q_;
  solution.v = v_;
  solution.vdot = vdot_;
  solution.lambda = lambda_;
  solution.u = u_;
  if (stabilized_) {
    for (std::size_t joint = 0; joint < topology_.joints.size(); ++joint) {
      const auto [begin, count] = topology_.joints[joint];
      solution.eta.segment(begin, count) = x.segment(multiplierBegin_[joint] + count, count);
    }
  }
}

void StepProblem::filter(Vector& dv) {
  filterRhs_.setZero();
  force_.setZero();
  addMassProduct(topology_, factorizedA_ * factorizedB_, massAtDerivatives_, dv, force_);
  filterRhs_.head(topology_.velocitySize) = force_;
  solve(filterRhs_);
  dv = filterRhs_.head(topology_.velocitySize);
}

std::string StepProblem::describeLargest(const Vector& r) const {
  Index largest = 0;
  r.cwiseAbs().maxCoeff(&largest);
  if (largest < topology_.velocitySize) {
    return system_.describeVelocity(largest);
  }
  for (std::size_t joint = topology_.joints.size(); joint-- > 0;) {
    if (largest >= multiplierBegin_[joint]) {
      const auto [begin, count] = topology_.joints[joint];
      return system_.describeConstraint(begin + (largest - multiplierBegin_[joint]) % count);
    }
  }
  return {};
}

}  // namespace liefmu
