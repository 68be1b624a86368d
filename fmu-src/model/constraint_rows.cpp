#include "model/constraint_rows.hpp"

#include <cmath>

namespace liefmu {

namespace {

// The prescribed rotation as Orientation with time-dependent coefficients and their derivatives.
struct RotatingCoefficients {
  Matrix3 C;
  Matrix3 rate;
  Matrix3 acceleration;
};

RotatingCoefficients coefficients(const PrescribedAngle& row, const InputData& data) {
  const TimeValue angle = evaluate(row.prescribed, data.t, data.inputs);
  const double s = std::sin(angle.value);
  const double c = std::cos(angle.value);
  const Matrix3 sine = c * row.S - s * row.C;    // sin(θ − s)
  const Matrix3 cosine = c * row.C + s * row.S;  // cos(θ − s)
  return {sine, -angle.rate * cosine,
          -angle.acceleration * cosine - (angle.rate * angle.rate) * sine};
}

double inner(const Matrix3& C, const Matrix3& E) {
  return C.cwiseProduct(E).sum();
}

// D_q(∇·ω) for an orientation row: ∇ changes by H α, ω by α × (E Ω_a).
Vector3 orientationCurvature(const Matrix3& C, const RelativeMotion& m) {
  return orientationHessian(C, m.E).transpose() * m.omega +
         m.omegaOfOther.cross(orientationGradient(C, m.E));
}

RowGradient gradientOf(const AlongAxis& row, const RelativeMotion& m, const InputData& data) {
  RowGradient result{.Phi = row.axis.dot(m.d), .position = row.axis};
  if (row.prescribed) {
    const TimeValue given = evaluate(*row.prescribed, data.t, data.inputs);
    result.Phi -= given.value;
    result.PhiTime = -given.rate;
  }
  return result;
}

RowGradient gradientOf(const AtDistance& row, const RelativeMotion& m, const InputData& /*data*/) {
  return {.Phi = 0.5 * (m.d.squaredNorm() - row.length * row.length), .position = m.d};
}

RowGradient gradientOf(const Orientation& row, const RelativeMotion& m, const InputData& /*data*/) {
  return {.Phi = inner(row.C, m.E), .rotation = orientationGradient(row.C, m.E)};
}

RowGradient gradientOf(const PrescribedAngle& row, const RelativeMotion& m, const InputData& data) {
  const RotatingCoefficients at = coefficients(row, data);
  return {.Phi = inner(at.C, m.E),
          .PhiTime = inner(at.rate, m.E),
          .rotation = orientationGradient(at.C, m.E)};
}

RowCurvature curvatureOf(const AlongAxis& row, const RelativeMotion& m, const InputData& data) {
  RowCurvature result{.position = m.omegaOfBase.cross(row.axis),
                      .rotation = m.velocityOfPoint.cross(row.axis)};
  if (row.prescribed) {
    result.time = -evaluate(*row.prescribed, data.t, data.inputs).acceleration;
  }
  return result;
}

RowCurvature curvatureOf(const AtDistance& /*row*/, const RelativeMotion& m,
                         const InputData& /*data*/) {
  return {.position = m.omegaOfBase.cross(m.d) + m.rate, .rotation = m.velocityOfPoint.cross(m.d)};
}

RowCurvature curvatureOf(const Orientation& row, const RelativeMotion& m,
                         const InputData& /*data*/) {
  return {.rotation = orientationCurvature(row.C, m)};
}

RowCurvature curvatureOf(const PrescribedAngle& row, const RelativeMotion& m,
                         const InputData& data) {
  const RotatingCoefficients at = coefficients(row, data);
  const Vector3 gradientRate = orientationGradient(at.rate, m.E);
  return {.rotation = orientationCurvature(at.C, m) + gradientRate,
          .time = gradientRate.dot(m.omega) + inner(at.acceleration, m.E)};
}

}  // namespace

// ⟨C, α̃E⟩ = tr(α̃ Q) with Q = E Cᵀ.
Vector3 orientationGradient(const Matrix3& C, const Matrix3& E) {
  const Matrix3 Q = E.lazyProduct(C.transpose());
  return {Q(1, 2) - Q(2, 1), Q(2, 0) - Q(0, 2), Q(0, 1) - Q(1, 0)};
}

// ⟨C, α̃₁α̃₂E⟩ = tr(α̃₁α̃₂ Q), and α̃₁α̃₂ = α₂α₁ᵀ − (α₁·α₂) I.
Matrix3 orientationHessian(const Matrix3& C, const Matrix3& E) {
  Matrix3 Q = E.lazyProduct(C.transpose());
  Q.diagonal().array() -= Q.trace();
  return Q;
}

RowGradient gradient(const RowFunction& row, const RelativeMotion& m, const InputData& data) {
  return std::visit([&](const auto& function) { return gradientOf(function, m, data); }, row);
}

RowCurvature curvature(const RowFunction& row, const RelativeMotion& m, const InputData& data) {
  return std::visit([&](const auto& function) { return curvatureOf(function, m, data); }, row);
}

void addSecondDerivative(const RowFunction& row, const RelativeMotion& m, const InputData& data,
                         double lambda, WrenchDerivative& sum) {
  if (std::holds_alternative<AtDistance>(row)) {
    sum.forceByPosition.diagonal().array() += lambda;
  } else if (const auto* orientation = std::get_if<Orientation>(&row)) {
    sum.torqueByRotation += lambda * orientationHessian(orientation->C, m.E);
  } else if (const auto* angle = std::get_if<PrescribedAngle>(&row)) {
    sum.torqueByRotation += lambda * orientationHessian(coefficients(*angle, data).C, m.E);
  }
}

}  // namespace liefmu
