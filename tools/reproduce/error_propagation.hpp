// How generalized-α propagates errors in the directions normal to the constraints (ABC15
// section 4.1, thesis section 4.3): small matrices that do not depend on the mechanism.
#pragma once

#include <Eigen/Core>

namespace liefmu::reproduce {

// T₊⁻¹T₀ for constant steps (ABC15 (48)).
[[nodiscard]] Eigen::Matrix3d propagation(double rhoInfinity);

struct Peak {
  double value = 0.0;
  int n = 0;
};
// max over n of ‖(T₊⁻¹T₀)ⁿ‖₂, and where.
[[nodiscard]] Peak largestAmplification(double rhoInfinity);
// max over n of |((T₊⁻¹T₀)ⁿ)_{row,column}|; every `stride`-th n.
[[nodiscard]] Peak largestEntry(double rhoInfinity, int row, int column, int stride = 1);

// ‖T_{z,n}‖_* for the step ratios σ_n = h_n/h_{n−1} and σ_{n+1} (thesis (4.43c), (4.45)).
[[nodiscard]] double stepChangeNorm(double rhoInfinity, int approximation, double sigma,
                                    double sigmaNext);

// The bounds of thesis table 4.1: σ_min from ‖T(σ,σ)‖_* = 1 below 1, then σ_max from ‖T(σ,σ_min)‖_*
// = 1 above 1, so that all pairs in the rectangle are stable; `sameRatio`: σ_max from ‖T(σ,σ)‖_* =
// 1, a weaker condition.
struct RatioBounds {
  double min = 0.0;
  double max = 0.0;
};
[[nodiscard]] RatioBounds ratioBounds(double rhoInfinity, int approximation,
                                      bool sameRatio = false);

}  // namespace liefmu::reproduce
