#include "model/assembly.hpp"

#include "integrate/block_operations.hpp"
#include "model/constraint_projection.hpp"
#include "model/redundancy.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <variant>

namespace liefmu {
namespace {

constexpr int kMaxIterations = 200;
constexpr int kMaxWalks = 30;
constexpr std::size_t kMaxListed = 20;
// Displacements in m, or rad times the characteristic length, relative to that length.
constexpr double kContradiction = 1e-6;  // more than this does not fit together
constexpr double kWorthTelling = 1e-6;   // less than this is a rounding error of the file
constexpr double kRounding = 1e-11;      // steps below this are at the mercy of rounding
constexpr double kPerturbation = 0.02;   // far from a singular position, near the same branch
constexpr double kMaxRotation = 0.5;     // rad per body and iteration
constexpr double kFirstDamping = 1e-4;
constexpr double kMaxDamping = 10.0;

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

std::string shortNumber(double x) {
  std::array<char, 32> buffer{};
  const auto format = std::chars_format::general;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, format, 3).ptr;
  return {buffer.data(), end};
}

// How far a body moves or how fast it is: translation and rotation, zero for what it cannot do.
struct Amount {
  double translation = 0.0;
  double rotation = 0.0;
};

Amount amountOf(const Multibody& system, std::size_t body, const Vector& w) {
  const auto [begin, size] = system.topology().bodies[body];
  if (system.model().bodies[body].kind == BodyKind::rotor) {
    return {0.0, w.segment<3>(begin).norm()};
  }
  return {w.segment<3>(begin).norm(), size > 3 ? w.segment<3>(begin + 3).norm() : 0.0};
}

double displacement(const Multibody& system, const Vector& w, double length) {
  double largest = 0.0;
  for (std::size_t body = 0; body < system.topology().bodies.size(); ++body) {
    const Amount amount = amountOf(system, body, w);
    largest = std::max({largest, amount.translation, length * amount.rotation});
  }
  return largest;
}

// Solves Φ(q,t) = 0 by Gauss-Newton steps along the normal directions of the mass metric, damped
// where they overshoot (Levenberg-Marquardt). Unlike Newton's method on a square system, or KINSOL,
// it does not mind redundant equations, and where there is no solution it ends as near as possible,
// which tells the joints that do not fit.
class PositionSolver {
 public:
  PositionSolver(Multibody& system, double t)
      : system_(system),
        projection_(system, Metric::mass),
        t_(t),
        noVelocity_(Vector::Zero(system.topology().velocitySize)) {
    trial_.resize(system.topology());
  }

  // The largest displacement by which a row still misses.
  double solve(Vector& q) {
    projection_.evaluate(t_, q, noVelocity_);
    double damping = 0.0;
    for (int iteration = 0; iteration < kMaxIterations && damping <= kMaxDamping; ++iteration) {
      const Vector step = limited(projection_.normal(-projection_.dynamics().Phi, damping));
      system_.retract(q, step, next_);
      system_.evaluate(t_, next_, noVelocity_, trial_);
      const double before = size(projection_.dynamics().Phi);
      const double after = size(trial_.Phi);
      const bool tiny = displacement(system_, step, length()) <= kRounding * length();
      if (after < before) {
        q = next_;
        projection_.evaluate(t_, q, noVelocity_);
        damping = damping <= kFirstDamping ? 0.0 : 0.1 * damping;
      } else if (!tiny) {
        damping = std::max(kFirstDamping, 10.0 * damping);
      }
      if (tiny && after >= 0.5 * before) {
        break;
      }
    }
    return misses().maxCoeff();
  }

  // Walks along Φ = 0 to the smallest change from q0 in the mass metric (ACB15 (6)), from a
  // solution that is already near it.
  void minimizeChange(const Vector& q0, Vector& q) {
    double change = changeFrom(q0, q);
    for (int walk = 0; walk < kMaxWalks && change > 0.0; ++walk) {
      projection_.evaluate(t_, q, noVelocity_);
      const Vector step = -projection_.tangential(changeGradient(q0, q));
      if (displacement(system_, step, length()) <= kWorthTelling * length()) {
        return;
      }
      system_.retract(q, step, next_);
      Vector candidate = next_;
      const double missing = solve(candidate);
      const double candidateChange = changeFrom(q0, candidate);
      if (missing > kContradiction * length() || candidateChange >= change) {
        return;
      }
      q = candidate;
      change = candidateChange;
    }
  }

  [[nodiscard]] Vector misses(const Vector& q) {
    projection_.evaluate(t_, q, noVelocity_);
    return misses();
  }

  // Per row, at the latest q: the displacement that would satisfy this row alone.
  [[nodiscard]] Vector misses() const {
    const Topology& topology = system_.topology();
    Vector squares = Vector::Zero(topology.constraintSize);
    for (std::size_t e = 0; e < topology.incidences.size(); ++e) {
      const Block& B = projection_.dynamics().B[e];
      const auto [joint, body] = topology.incidences[e];
      for (Index i = 0; i < B.rows(); ++i) {
        const bool rotor = system_.model().bodies[at(body)].kind == BodyKind::rotor;
        const Index translations = rotor ? 0 : 3;
        squares[topology.joints[at(joint)].begin + i] +=
            B.row(i).head(translations).squaredNorm() +
            B.row(i).tail(B.cols() - translations).squaredNorm() / (length() * length());
      }
    }
    Vector result = projection_.dynamics().Phi.cwiseAbs();
    for (Index i = 0; i < result.size(); ++i) {
      result[i] = squares[i] > 0.0 ? result[i] / std::sqrt(squares[i]) : result[i];
    }
    return result.size() > 0 ? result : Vector::Zero(1);
  }

  [[nodiscard]] double length() const { return projection_.length(); }

 private:
  [[nodiscard]] double size(const Vector& Phi) const {
    return Phi.cwiseQuotient(projection_.rowScales()).norm();
  }

  [[nodiscard]] Vector limited(const Vector& step) const {
    double rotation = 0.0;
    for (std::size_t body = 0; body < system_.topology().bodies.size(); ++body) {
      rotation = std::max(rotation, amountOf(system_, body, step).rotation);
    }
    return rotation > kMaxRotation ? Vector(step * (kMaxRotation / rotation)) : step;
  }

  double changeFrom(const Vector& q0, const Vector& q) {
    system_.increment(q0, q, change_);
    Vector weighted = Vector::Zero(change_.size());
    addMassProduct(system_.topology(), 1.0, projection_.metric(), change_, weighted);
    return change_.dot(weighted);
  }

  // Of half the squared change, as a velocity: M⁻¹ T⁻ᵀ M w, because w changes by T⁻¹(w) d.
  Vector changeGradient(const Vector& q0, const Vector& q) {
    const Topology& topology = system_.topology();
    system_.increment(q0, q, change_);
    system_.inverseTangentOperator(change_, inverseTangents_);
    Vector weighted = Vector::Zero(change_.size());
    addMassProduct(topology, 1.0, projection_.metric(), change_, weighted);
    Vector pulledBack = Vector::Zero(change_.size());
    for (std::size_t body = 0; body < topology.bodies.size(); ++body) {
      const Index begin = topology.bodies[body].begin;
      addTransposedProduct(1.0, inverseTangents_[body], weighted.data() + begin,
                           pulledBack.data() + begin);
    }
    Vector gradient = Vector::Zero(change_.size());
    addMassProduct(topology, 1.0, projection_.inverseMetric(), pulledBack, gradient);
    return gradient;
  }

  Multibody& system_;
  ConstraintProjection projection_;
  double t_;
  Vector noVelocity_;
  Dynamics trial_;
  Vector next_;
  Vector change_;
  std::vector<Block> inverseTangents_;
};

std::string listed(const std::vector<std::string>& items) {
  std::string list;
  for (std::size_t i = 0; i < std::min(items.size(), kMaxListed); ++i) {
    list += (i == 0 ? "" : ", ") + items[i];
  }
  return items.size() > kMaxListed
             ? list + " and " + std::to_string(items.size() - kMaxListed) + " more"
             : list;
}

[[noreturn]] void throwContradiction(const Multibody& system, const Vector& misses) {
  std::vector<std::pair<double, std::string>> joints;
  for (std::size_t i = 0; i < system.topology().joints.size(); ++i) {
    const auto [begin, size] = system.topology().joints[i];
    const double worst = size > 0 ? misses.segment(begin, size).maxCoeff() : 0.0;
    if (worst > 0.01 * misses.maxCoeff()) {
      joints.emplace_back(worst,
                          "'" + system.model().joints[i].name + "' by " + shortNumber(worst));
    }
  }
  std::stable_sort(joints.begin(), joints.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> items;
  for (const auto& [worst, item] : joints) {
    items.push_back(item);
  }
  throw Error("the mechanism cannot be assembled; as near as possible, joints miss (in m): " +
              listed(items) +
              " (correct the points, axes or lengths of these joints, or start from better initial "
              "positions)");
}

// Some motion that the constraints allow, always the same: of the size of the characteristic length
// times kPerturbation.
Vector perturbation(const Multibody& system, ConstraintProjection& projection) {
  Vector w(system.topology().velocitySize);
  const double length = projection.length();
  std::uint32_t state = 1;
  for (Index i = 0; i < w.size(); ++i) {
    state = state * 1664525U + 1013904223U;  // any sequence without pattern will do
    w[i] = static_cast<double>(state) / 4294967296.0 - 0.5;
  }
  w = projection.tangential(w);
  const double size = displacement(system, w, length);
  return size > 1e-6 ? Vector(w * (kPerturbation * length / size)) : Vector(0.0 * w);
}

// Redundancy is a property of the mechanism, not of a position: it is looked for beside the initial
// position, so that a singular initial position is not mistaken for it.
std::vector<bool> independentRowsBeside(Multibody& system, double t, const Vector& q) {
  std::vector<bool> prescribed;
  for (const Joint& joint : system.model().joints) {
    prescribed.push_back(std::holds_alternative<PrescribedRotation>(joint.type) ||
                         std::holds_alternative<PrescribedTranslation>(joint.type) ||
                         std::holds_alternative<PrescribedPoint>(joint.type));
  }
  ConstraintProjection projection(system, Metric::mass);
  Vector beside = q;
  if (projection.hasLoops()) {
    projection.evaluate(t, q, Vector::Zero(system.topology().velocitySize));
    PositionSolver solver(system, t);
    Vector moved;
    system.retract(q, perturbation(system, projection), moved);
    if (solver.solve(moved) <= kContradiction * solver.length()) beside = moved;
  }
  const std::vector<bool> independent = independentRows(system, t, beside, prescribed);
  for (std::size_t j = 0; j < prescribed.size(); ++j) {
    const auto [begin, size] = system.topology().joints[j];
    for (Index i = begin; i < begin + size; ++i) {
      if (prescribed[j] && !independent[at(i)]) {
        throw Error(system.describeConstraint(i) +
                    " prescribes a motion that the other joints already determine (remove it, or "
                    "free a joint that stands in its way)");
      }
    }
  }
  return independent;
}

// An equation is redundant if it holds wherever the others do. One that holds in this position
// only, as that of a stretched linkage, is needed: without it the joint would open.
void requireImplied(Multibody& system, Multibody& reduced, double t, const Vector& q) {
  if (reduced.topology().constraintSize == system.topology().constraintSize) {
    return;
  }
  ConstraintProjection projection(reduced, Metric::mass);
  projection.evaluate(t, q, Vector::Zero(reduced.topology().velocitySize));
  PositionSolver solver(reduced, t);
  Vector moved;
  reduced.retract(q, perturbation(reduced, projection), moved);
  if (solver.solve(moved) > kContradiction * solver.length()) {
    return;
  }
  Index row = 0;
  if (PositionSolver(system, t).misses(moved).maxCoeff(&row) > kContradiction * solver.length()) {
    throw Error("the mechanism starts in a singular position, where " +
                system.describeConstraint(row) +
                " depends on the other equations, but not beside it (move the initial position a "
                "little; if the joints allow no motion at all, use fixed ones)");
  }
}

// Names the bodies that had to be changed, the most changed one first.
void noteChanges(const Multibody& system, const Vector& change, double length,
                 const std::string& what, const std::string& perSecond, double tolerance,
                 std::vector<std::string>& notes) {
  std::vector<std::pair<double, std::string>> bodies;
  for (std::size_t body = 0; body < system.topology().bodies.size(); ++body) {
    const auto [translation, rotation] = amountOf(system, body, change);
    const double size = std::max(translation, length * rotation);
    if (size > tolerance) {
      bodies.emplace_back(size, "'" + system.model().bodies[body].name + "' by " +
                                    shortNumber(translation) + " m" + perSecond + ", " +
                                    shortNumber(rotation) + " rad" + perSecond);
    }
  }
  if (bodies.empty()) {
    return;
  }
  std::stable_sort(bodies.begin(), bodies.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> items;
  for (const auto& [size, item] : bodies) {
    items.push_back(item);
  }
  notes.push_back("initial " + what + " changed to fit the joints: " + listed(items));
}

void noteDroppedRows(const Multibody& system, const std::vector<bool>& keptRows,
                     std::vector<std::string>& notes) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < keptRows.size(); ++i) {
    if (!keptRows[i]) {
      rows.push_back(system.describeConstraint(static_cast<Index>(i)));
    }
  }
  if (!rows.empty()) {
    notes.push_back("redundant equations left out, their reactions are zero: " + listed(rows));
  }
}

Vector projectedVelocity(Multibody& system, double t, const Vector& q, const Vector& guess) {
  ConstraintProjection projection(system, Metric::mass);
  projection.evaluate(t, q, guess);
  return guess - projection.normal(projection.dynamics().velocityConstraint);
}

// Equations that were left out must hold for the velocities as well.
void checkVelocities(Multibody& system, double t, const Assembly& assembly) {
  Dynamics dynamics;
  dynamics.resize(system.topology());
  system.evaluate(t, assembly.q, assembly.v, dynamics);
  const double speed = std::max(1.0, assembly.v.cwiseAbs().maxCoeff());
  for (Index i = 0; i < dynamics.velocityConstraint.size(); ++i) {
    if (std::abs(dynamics.velocityConstraint[i]) > kContradiction * speed) {
      throw Error(system.describeConstraint(i) +
                  " contradicts the velocities that the other joints prescribe (correct the "
                  "prescribed motions)");
    }
  }
}

}  // namespace

Assembly assemble(Multibody& system, double t) {
  Assembly result;
  const Vector q0 = system.initialConfiguration();
  result.q = q0;
  PositionSolver solver(system, t);
  if (solver.solve(result.q) > kContradiction * solver.length()) {
    throwContradiction(system, solver.misses());
  }
  result.keptRows = independentRowsBeside(system, t, result.q);

  Multibody reduced(system.model(), result.keptRows);
  for (std::size_t i = 0; i < system.inputs().size(); ++i) {
    reduced.setInput(static_cast<Index>(i), system.inputs()[i]);
  }
  PositionSolver reducedSolver(reduced, t);
  reducedSolver.solve(result.q);
  reducedSolver.minimizeChange(q0, result.q);
  const std::vector<bool> regular = independentRows(reduced, t, result.q);
  if (const auto row = std::find(regular.begin(), regular.end(), false); row != regular.end()) {
    throw Error("the mechanism starts in a singular position, where " +
                reduced.describeConstraint(row - regular.begin()) +
                " depends on the other equations (move the initial position a little)");
  }
  requireImplied(system, reduced, t, result.q);
  requireMassOnFreeMotion(reduced, t, result.q);

  const Vector v0 = system.initialVelocity();
  result.v = projectedVelocity(reduced, t, result.q, v0);
  checkVelocities(system, t, result);

  Vector change;
  system.increment(q0, result.q, change);
  const double length = reducedSolver.length();
  noteDroppedRows(system, result.keptRows, result.notes);
  noteChanges(system, change, length, "positions", "", kWorthTelling * length, result.notes);
  noteChanges(system, result.v - v0, length, "velocities", "/s",
              kWorthTelling * std::max(length, displacement(system, v0, length)), result.notes);
  return result;
}

}  // namespace liefmu
