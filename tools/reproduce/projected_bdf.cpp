#include "reproduce/projected_bdf.hpp"

#include "integrate/bdf_coefficients.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace liefmu::reproduce {
namespace {

constexpr int kHighestOrder = 5;
constexpr int kMemory = kHighestOrder + 2;
constexpr int kNewtonIterations = 6;
constexpr double kSafety = 0.5;     // aim at this share of the tolerance
constexpr double kMinGrowth = 1.2;  // keep the step if it could only grow by less

Matrix jacobian(const ProjectedBdfProblem& problem, const Vector& y) {
  constexpr double kIncrement = 1e-7;
  Matrix J(y.size(), y.size());
  for (Index j = 0; j < y.size(); ++j) {
    const Vector d = kIncrement * Vector::Unit(y.size(), j);
    J.col(j) = (problem.f(y + d) - problem.f(y - d)) / (2.0 * kIncrement);
  }
  return J;
}

// Gauss-Newton for min ‖y − ỹ‖ subject to φ(y) = 0 (Eich93 (2.9)).
Vector projected(const ProjectedBdfProblem& problem, const Vector& tilde) {
  Vector y = tilde;
  for (int i = 0; i < 3; ++i) {
    const Matrix H = problem.invariantsJacobian(y);
    const Vector rhs = problem.invariants(y) + H * (tilde - y);
    y = tilde - H.transpose() * (H * H.transpose()).lu().solve(rhs);
  }
  return y;
}

class Integration {
 public:
  Integration(const ProjectedBdfProblem& problem, const Vector& y0, double tolerance, bool project)
      : problem_(problem), tolerance_(tolerance), project_(project), t_{0.0}, y_{y0} {
    h_ = 0.1 * std::sqrt(tolerance) / std::max(1.0, problem.f(y0).norm());
  }

  ProjectedBdfResult advance(double tEnd) {
    ProjectedBdfResult result;
    int failures = 0;
    while (t_.front() < tEnd) {
      const double rest = tEnd - t_.front();
      const double h = rest / std::ceil(rest / h_ - 1e-9);
      Vector y;
      const double error = attempt(h, y);
      if (!(error <= 1.0)) {
        ++result.rejectedSteps;
        if (++failures > 20) return result;
        h_ =
            h * (std::isfinite(error) ? std::clamp(0.9 * std::pow(error, -1.0 / (k_ + 1)), 0.2, 0.9)
                                      : 0.25);
        if (failures > 2) k_ = 1;
        sinceChange_ = 0;
        continue;
      }
      failures = 0;
      ++result.steps;
      choose(h, y);
      push(rest <= h * (1.0 + 1e-9) ? tEnd : t_.front() + h, y);
    }
    result.y = y_.front();
    result.ok = true;
    return result;
  }

 private:
  [[nodiscard]] double norm(const Vector& d, const Vector& y) const {
    const Vector scaled = d.array() / (tolerance_ * y.array().abs().max(1.0));
    return scaled.norm() / std::sqrt(static_cast<double>(d.size()));
  }

  // The polynomial of the given degree through the newest values, at t.
  [[nodiscard]] Vector extrapolated(int degree, double t) const {
    std::vector<double> weights(static_cast<std::size_t>(degree) + 1);
    lagrangeWeights({t_.data(), weights.size()}, t, weights);
    Vector result = Vector::Zero(y_.front().size());
    for (std::size_t i = 0; i < weights.size(); ++i) result += weights[i] * y_[i];
    return result;
  }

  // The local error of order j from the difference to the predictor of degree j.
  [[nodiscard]] double localError(int order, double h, const Vector& y) const {
    const double t = t_.front() + h;
    const double reach = t - t_[static_cast<std::size_t>(order)];
    return norm(h / reach * (y - extrapolated(order, t)), y);
  }

  double attempt(double h, Vector& y) {
    const int available = static_cast<int>(t_.size());
    k_ = std::min(k_, available);
    std::vector<double> nodes{t_.front() + h};
    nodes.insert(nodes.end(), t_.begin(), t_.begin() + k_);
    const BdfCoefficients c = bdfCoefficients(nodes);
    Vector history = Vector::Zero(y_.front().size());
    for (int i = 1; i <= k_; ++i) {
      history += c.alpha[static_cast<std::size_t>(i)] * y_[static_cast<std::size_t>(i - 1)];
    }
    y = extrapolated(std::min(k_, available - 1), nodes.front());
    const double alpha0 = c.alpha[0];
    const Eigen::PartialPivLU<Matrix> lu(alpha0 * Matrix::Identity(y.size(), y.size()) -
                                         h * jacobian(problem_, y));
    bool converged = false;
    for (int i = 0; i < kNewtonIterations && !converged; ++i) {
      const Vector d = lu.solve(-(alpha0 * y + history - h * problem_.f(y)));
      y += d;
      converged = norm(d, y) < 1e-3;
    }
    if (!converged) return std::numeric_limits<double>::infinity();
    if (project_) y = projected(problem_, y);
    // The first step has no predictor of degree 1: compare with an Euler step.
    if (available <= k_) return norm(0.5 * (y - y_.front() - h * problem_.f(y_.front())), y);
    return localError(k_, h, y);
  }

  // Order and size of the next step from the errors that orders k−1, k, k+1 would have made.
  void choose(double h, const Vector& y) {
    const int available = static_cast<int>(t_.size());
    ++sinceChange_;
    double best = 0.0;
    int bestOrder = k_;
    for (int order = std::max(1, k_ - 1); order <= std::min(k_ + 1, kHighestOrder); ++order) {
      if (order >= available) continue;
      if (order != k_ && sinceChange_ <= k_) continue;
      const double error = std::max(localError(order, h, y), 1e-10);
      const double growth =
          std::pow(kSafety / error, 1.0 / (order + 1)) * (order == k_ ? 1.1 : 1.0);
      if (growth > best) {
        best = growth;
        bestOrder = order;
      }
    }
    if (available <= k_) best = 1.0;
    if (bestOrder != k_) sinceChange_ = 0;
    k_ = bestOrder;
    if (best > kMinGrowth) {
      h_ = h * std::min(best, 2.0);
    } else {
      h_ = best < 0.95 ? h * std::max(best, 0.5) : h;
    }
  }

  void push(double t, const Vector& y) {
    t_.insert(t_.begin(), t);
    y_.insert(y_.begin(), y);
    if (t_.size() > kMemory) {
      t_.pop_back();
      y_.pop_back();
    }
  }

  const ProjectedBdfProblem& problem_;
  double tolerance_;
  bool project_;
  std::vector<double> t_;  // newest first
  std::vector<Vector> y_;
  double h_ = 0.0;
  int k_ = 1;
  int sinceChange_ = 0;
};

}  // namespace

ProjectedBdfResult integrateProjectedBdf(const ProjectedBdfProblem& problem, const Vector& y0,
                                         double tEnd, double tolerance, bool project) {
  return Integration(problem, y0, tolerance, project).advance(tEnd);
}

}  // namespace liefmu::reproduce
