// The kinds of equations that joints are made of. A row is a scalar function Φ of the relative pose
// (y, E) of two bodies and of time, with its first and second derivatives (see
// relative_motion.hpp for ρ and α). A new joint is a new list of rows; only a joint with a new kind
// of equation adds something here.
#pragma once

#include "linear_algebra.hpp"
#include "model/inputs.hpp"
#include "model/relative_motion.hpp"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace liefmu {

// Φ = axis·d − s(t): a point stays in a plane of the base, or moves with it as prescribed.
struct AlongAxis {
  Vector3 axis;
  std::optional<Signal> prescribed = std::nullopt;
};

// Φ = (|d|² − length²)/2
struct AtDistance {
  double length = 1.0;
};

// Φ = ⟨C, E⟩ = Σ C_ij E_ij, linear in the entries of the relative rotation matrix: uᵀ E w for
// C = u wᵀ keeps two directions perpendicular, u in the base and w in the other body.
struct Orientation {
  Matrix3 C;
};

// Φ = sin(θ − s(t)), where sin θ = ⟨S, E⟩ and cos θ = ⟨C, E⟩: any number of turns.
struct PrescribedAngle {
  Matrix3 S;
  Matrix3 C;
  Signal prescribed;
};

using RowFunction = std::variant<AlongAxis, AtDistance, Orientation, PrescribedAngle>;

struct ConstraintRow {
  RowFunction function;
  std::string_view label;  // for messages: "point x", "tilt about y"
};

struct InputData {
  double t;
  const std::vector<InputTaylor>& inputs;
};

struct RowGradient {
  double Phi = 0.0;
  double PhiTime = 0.0;                // ∂Φ/∂t
  Vector3 position = Vector3::Zero();  // DΦ = position·ρ + rotation·α
  Vector3 rotation = Vector3::Zero();
};

// The derivative of the row's velocity level, D_q(B v + Φ_t) = position·ρ + rotation·α at constant
// body-fixed velocities, and its partial time derivative B_t v + Φ_tt.
struct RowCurvature {
  Vector3 position = Vector3::Zero();
  Vector3 rotation = Vector3::Zero();
  double time = 0.0;
};

[[nodiscard]] RowGradient gradient(const RowFunction& row, const RelativeMotion& m,
                                   const InputData& data);
[[nodiscard]] RowCurvature curvature(const RowFunction& row, const RelativeMotion& m,
                                     const InputData& data);
// Adds λ times the second derivative of Φ: the part of the geometric stiffness that is due to the
// row's own change, in the sense of WrenchDerivative.
void addSecondDerivative(const RowFunction& row, const RelativeMotion& m, const InputData& data,
                         double lambda, WrenchDerivative& sum);

// Derivatives of ⟨C, E⟩: first (∇·α) and second (α₁ᵀ H α₂, where α₂ is the direction of the outer
// derivative).
[[nodiscard]] Vector3 orientationGradient(const Matrix3& C, const Matrix3& E);
[[nodiscard]] Matrix3 orientationHessian(const Matrix3& C, const Matrix3& E);

}  // namespace liefmu
