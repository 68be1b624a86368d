// Coefficients of BDF methods and of polynomial extrapolation for arbitrary step sequences. Node 0
// is the newest.
#pragma once

#include <array>
#include <span>

namespace liefmu {

inline constexpr int kMaxOrder = 6;

// (1/h) Σ α_i x(t_i) ≈ ẋ(t_0) and, for increments x(t_{i-1}) − x(t_i), (1/h) Σ γ_i … (thesis
// (5.28), (5.29)).
struct BdfCoefficients {
  std::array<double, kMaxOrder + 1> alpha{};  // α_0 … α_k
  std::array<double, kMaxOrder + 1> gamma{};  // γ_1 … γ_k at index 1 … k
};

// `nodes` are t_{n+1}, t_n, …, t_{n+1-k}: k + 1 of them, k = 1…6.
BdfCoefficients bdfCoefficients(std::span<const double> nodes);

// Lagrange weights l_i with p(t) = Σ l_i p(nodes[i]) for polynomials of degree nodes.size() − 1.
void lagrangeWeights(std::span<const double> nodes, double t, std::span<double> weights);

}  // namespace liefmu
