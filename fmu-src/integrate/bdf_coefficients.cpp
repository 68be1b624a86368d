#include "integrate/bdf_coefficients.hpp"

#include <cstddef>

namespace liefmu {

BdfCoefficients bdfCoefficients(std::span<const double> nodes) {
  BdfCoefficients c;
  const std::size_t k = nodes.size() - 1;
  const double h = nodes[0] - nodes[1];
  for (std::size_t i = 1; i <= k; ++i) {
    c.alpha[0] += h / (nodes[0] - nodes[i]);
    double weight = h / (nodes[i] - nodes[0]);
    for (std::size_t j = 1; j <= k; ++j) {
      if (j != i) {
        weight *= (nodes[0] - nodes[j]) / (nodes[i] - nodes[j]);
      }
    }
    c.alpha[i] = weight;
  }
  double sum = 0.0;
  for (std::size_t i = 1; i <= k; ++i) {
    sum += c.alpha[i - 1];
    c.gamma[i] = sum;
  }
  return c;
}

void lagrangeWeights(std::span<const double> nodes, double t, std::span<double> weights) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double weight = 1.0;
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      if (j != i) {
        weight *= (t - nodes[j]) / (nodes[i] - nodes[j]);
      }
    }
    weights[i] = weight;
  }
}

}  // namespace liefmu
