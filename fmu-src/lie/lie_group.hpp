// What a Lie group is to the rest of the program: a value type with the group operation, the
// exponential map with its tangent operator, and tangent vectors that are plain Eigen vectors.
// Velocities are left trivialised, q̇ = q·ṽ. No group is implemented here.
#pragma once

#include "linear_algebra.hpp"

#include <concepts>

namespace liefmu {

// exp(w) and T(w) of the same w, computed together because they share their coefficients.
template<class G>
struct ExpAndT {
  G exp;
  typename G::Operator T;
};

// hat(a)·b = bracket(a, b) = [a, b]  (thesis (2.35));
// exp(w+δ) = exp(w)∘exp(T(w)δ) + O(δ²), i.e. T(w) = Σ (−ŵ)ʲ/(j+1)!  (thesis (2.36)), Tinv = T⁻¹;
// q∘exp(w)∘q⁻¹ = exp(q.Ad()·w);
// log is the inverse of exp with the smallest rotation angle, at most π.
template<class G>
concept LieGroup = std::copyable<G> && requires(const G& q, const typename G::Tangent& w) {
  typename G::Operator;
  requires std::same_as<typename G::Tangent, Eigen::Matrix<double, G::dim, 1>>;
  requires std::same_as<typename G::Operator, Eigen::Matrix<double, G::dim, G::dim>>;
  { G::identity() } -> std::same_as<G>;
  { q* q } -> std::same_as<G>;
  { q.inverse() } -> std::same_as<G>;
  { G::exp(w) } -> std::same_as<G>;
  { q.log() } -> std::same_as<typename G::Tangent>;
  { G::hat(w) } -> std::same_as<typename G::Operator>;
  { G::bracket(w, w) } -> std::same_as<typename G::Tangent>;
  { G::T(w) } -> std::same_as<typename G::Operator>;
  { G::Tinv(w) } -> std::same_as<typename G::Operator>;
  { G::expAndT(w) } -> std::same_as<ExpAndT<G>>;
  { q.Ad() } -> std::same_as<typename G::Operator>;
};

}  // namespace liefmu
