#include "reproduce/munthe_kaas_bdf.hpp"

#include "reproduce/block_diagonal.hpp"

namespace liefmu::reproduce {

Vector bakerCampbellHausdorff(MechanicalSystem& system, int k, const Vector& X, const Vector& Y,
                              Work& work) {
  const auto bracket = [&](const Vector& a, const Vector& b) {
    ++work.brackets;
    return bracketOf(system, a, b);
  };
  Vector result = X + Y;
  if (k < 3) return result;
  const Vector XY = bracket(X, Y);
  result += XY / 2.0;
  if (k < 4) return result;
  const Vector XXY = bracket(X, XY);
  const Vector YXY = bracket(Y, XY);
  result += (XXY - YXY) / 12.0;
  if (k < 5) return result;
  const Vector YXXY = bracket(Y, XXY);
  result -= YXXY / 24.0;
  if (k < 6) return result;
  const Vector XXXY = bracket(X, XXY);
  const Vector YYXY = bracket(Y, YXY);
  result += (-bracket(X, XXXY) + bracket(Y, YYXY)) / 720.0 +
            (-bracket(Y, XXXY) + bracket(Y, YXXY)) / 180.0;
  return result;
}

Vector inverseDexp(MechanicalSystem& system, int k, const Vector& w, const Vector& u, Work& work) {
  const auto bracket = [&](const Vector& a, const Vector& b) {
    ++work.brackets;
    return bracketOf(system, a, b);
  };
  Vector result = u;
  if (k < 3) return result;
  const Vector b = bracket(w, u);
  result -= b / 2.0;
  if (k < 4) return result;
  const Vector c = bracket(w, b);
  result += c / 12.0;
  if (k < 6) return result;
  return result - bracket(w, bracket(w, c)) / 720.0;
}

MuntheKaasBdf::MuntheKaasBdf(MechanicalSystem& system, int order)
    : BdfMethod(system, order, order) {}

void MuntheKaasBdf::start(std::span<const MotionState> states, double h) {
  past_.assign(static_cast<std::size_t>(order()), Vector::Zero(states.front().v.size()));
  BdfMethod::start(states, h);
}

// ω_1 = 0, ω_i^{(n)} = BCH_k(−ω_0^{(n−1)}, ω_{i−1}^{(n−1)}). differs: the thesis starts with the
// other nesting BCH_k(ω_{i−1}, −ω_0) (text before remark 9), whose truncation error is another one;
// λ then loses an order in the first steps. Here the starting values run through the recursion of
// the method.
void MuntheKaasBdf::pushIncrement(const Vector& omega) {
  for (std::size_t i = past_.size() - 1; i >= 2; --i) {
    past_[i] = bakerCampbellHausdorff(system(), order(), -omega, past_[i - 1], work());
  }
  if (past_.size() > 1) past_[1] = -omega;
}

void MuntheKaasBdf::prepareRelation() {
  history_.setZero(past_.front().size());
  for (int i = 2; i <= order(); ++i) {
    history_ += alpha(i) / stepSize() * past_[static_cast<std::size_t>(i - 1)];
  }
}

// (1/h) Σ α_i ω_i − dexp_k⁻¹(−ω_0, v) with ω_0 = h w (thesis (3.57b)).
void MuntheKaasBdf::relation(const Vector& w, const Vector& v, Relation& result) {
  const int k = order();
  const double h = stepSize();
  const Index n = w.size();
  const Vector X = -h * w;
  result.r = alpha(0) * w + history_ - inverseDexp(system(), k, X, v, work());
  result.explicitInV = k < 3;
  result.Dw = alpha(0) * Matrix::Identity(n, n);
  result.Dv = -Matrix::Identity(n, n);
  if (k < 3) return;

  // The derivatives of dexp⁻¹ by its first and second argument. differs: the thesis prints −I/12 +
  // A instead of −I/12 + A/720 and +A/60 instead of −A/60 in the condensed forms for k = 6.
  const Matrix H = hatMatrix(system(), X);
  const Matrix V = hatMatrix(system(), v);
  Matrix D1 = 0.5 * V;
  Matrix D2 = Matrix::Identity(n, n) - 0.5 * H;
  if (k >= 4) {
    const Vector b = H * v;
    const Matrix H2 = H * H;
    const Matrix hatB = hatMatrix(system(), b);
    D1 -= (hatB + H * V) / 12.0;
    D2 += H2 / 12.0;
    if (k == 6) {
      const Vector c = H * b;
      D1 += (hatMatrix(system(), H * c) + H * hatMatrix(system(), c) + H2 * hatB + H2 * H * V) /
            720.0;
      D2 -= H2 * H2 / 720.0;
    }
  }
  result.Dw += h * D1;
  result.Dv = -D2;
}

}  // namespace liefmu::reproduce
