#include "integrate/bdf_coefficients.hpp"

#include <cstddef>

namespace liefmu {

namespace {

// Π_{j≠i} (t_i − t_j) for every i. Multiplied up, so that a weight costs one division only.
void nodeProducts(std::span<const double> nodes, std::span<double> products) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double product = 1.0;
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = nodes[i] - nodes[j];
      product *= difference;
      products[j] *= -difference;
    }
    products[i] = product;
  }
}

}  // namespace

BdfCoefficients bdfCoefficients(std::span<const double> nodes) {
  BdfCoefficients c;
  const std::size_t k = nodes.size() - 1;
  const double h = nodes[0] - nodes[1];
  // The derivatives of the Lagrange polynomials at node 0.
  nodeProducts(nodes, c.alpha);
  const double productOfNewest = c.alpha[0];
  c.alpha[0] = 0.0;
  for (std::size_t i = 1; i <= k; ++i) {
    const double difference = nodes[0] - nodes[i];
    c.alpha[0] += h / difference;
    c.alpha[i] = h * productOfNewest / (difference * c.alpha[i]);
  }
  double sum = 0.0;
  for (std::size_t i = 1; i <= k; ++i) {
    sum += c.alpha[i - 1];
    c.gamma[i] = sum;
  }
  return c;
}

void lagrangeWeights(std::span<const double> nodes, double t, std::span<double> weights) {
  nodeProducts(nodes, weights);
  double before = 1.0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    weights[i] = before / weights[i];
    before *= t - nodes[i];
  }
  double after = 1.0;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    weights[i] *= after;
    after *= t - nodes[i];
  }
}

}  // namespace liefmu
