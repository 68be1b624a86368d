#include "reproduce/classical_bliedf.hpp"

#include "reproduce/block_diagonal.hpp"

#include <algorithm>

namespace liefmu::reproduce {

ClassicalBliedf::ClassicalBliedf(MechanicalSystem& system, int order,
                                 const CorrectionSet& correction)
    : BdfMethod(system, order, order), correction_(correction) {}

void ClassicalBliedf::start(std::span<const MotionState> states, double h) {
  omega_.assign(static_cast<std::size_t>(order() - 1), Vector::Zero(states.front().v.size()));
  BdfMethod::start(states, h);
}

void ClassicalBliedf::pushIncrement(const Vector& omega) {
  if (omega_.empty()) return;
  std::rotate(omega_.begin(), omega_.end() - 1, omega_.end());
  omega_.front() = omega;
}

void ClassicalBliedf::prepareRelation() {
  const double h = stepSize();
  const auto increment = [this](int i) -> const Vector& {
    return omega_[static_cast<std::size_t>(i - 2)];
  };
  history_.setZero(velocity(1).size());
  for (int i = 2; i <= order(); ++i) history_ += gamma(i) / h * increment(i);
  formHistory_.assign(correction_.forms.size(), Vector::Zero(history_.size()));
  for (std::size_t j = 0; j < formHistory_.size(); ++j) {
    const LinearForm& form = correction_.forms[j];
    for (int i = 1; i <= order(); ++i) {
      const auto index = static_cast<std::size_t>(i);
      if (form.a[index] != 0.0) formHistory_[j] += h * form.a[index] * velocity(i);
      if (i >= 2 && form.b[index] != 0.0) formHistory_[j] += form.b[index] * increment(i);
    }
  }
  if (!correction_.implicit) {
    explicitCorrection_ = correction(history_, history_, nullptr, nullptr);
  }
}

// From the innermost bracket outwards: X_j = [lin_{2j−1}, lin_{2j} + X_{j+1}], L = X_1 / h.
Vector ClassicalBliedf::correction(const Vector& w, const Vector& v, Matrix* Dw, Matrix* Dv) {
  const double h = stepSize();
  const Index n = v.size();
  Vector nested = Vector::Zero(n);
  if (Dw != nullptr) {
    Dw->setZero(n, n);
    Dv->setZero(n, n);
  }
  for (std::size_t j = correction_.forms.size(); j >= 2; j -= 2) {
    const LinearForm& outerForm = correction_.forms[j - 2];
    const LinearForm& innerForm = correction_.forms[j - 1];
    const Vector outer = formHistory_[j - 2] + h * outerForm.a[0] * v + h * outerForm.b[1] * w;
    const Vector inner =
        formHistory_[j - 1] + h * innerForm.a[0] * v + h * innerForm.b[1] * w + nested;
    nested = bracket(outer, inner);
    if (Dw != nullptr) {
      const Matrix O = hatMatrix(system(), outer);
      const Matrix I = hatMatrix(system(), inner);
      *Dw = O * (h * innerForm.b[1] * Matrix::Identity(n, n) + *Dw) - h * outerForm.b[1] * I;
      *Dv = O * (h * innerForm.a[0] * Matrix::Identity(n, n) + *Dv) - h * outerForm.a[0] * I;
    }
  }
  if (Dw != nullptr) {
    *Dw /= h;
    *Dv /= h;
  }
  return nested / h;
}

// (1/h) Σ γ_i ω_0^{(n+1-i)} − v − L (thesis (3.62b)).
void ClassicalBliedf::relation(const Vector& w, const Vector& v, Relation& result) {
  const Index n = w.size();
  result.r = gamma(1) * w + history_ - v;
  result.explicitInV = !correction_.implicit;
  if (correction_.implicit) {
    Matrix Dw;
    Matrix Dv;
    result.r -= correction(w, v, &Dw, &Dv);
    result.Dw = gamma(1) * Matrix::Identity(n, n) - Dw;
    result.Dv = -Matrix::Identity(n, n) - Dv;
  } else {
    result.r -= explicitCorrection_;
    result.Dw = gamma(1) * Matrix::Identity(n, n);
    result.Dv = -Matrix::Identity(n, n);
  }
}

}  // namespace liefmu::reproduce
