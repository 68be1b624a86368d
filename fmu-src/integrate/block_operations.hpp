// Products with the block matrices of a mechanical system. Written as plain loops over columns: the
// blocks are at most 6×6 and mostly 6 or 3 rows high, where Eigen's dynamic-size products cost
// several times more instructions.
#pragma once

#include "integrate/mechanical_system.hpp"

namespace liefmu {

namespace detail {

// c += scale · A b for `Rows` rows (0: known at run time only), A column-major with leading
// dimension `stride`.
template<int Rows>
inline void addColumns(double scale, const double* A, Index rows, Index stride, const double* b,
                       Index columns, double* c) {
  const Index height = Rows > 0 ? Rows : rows;
  for (Index j = 0; j < columns; ++j, A += stride) {
    const double factor = scale * b[j];
    for (Index i = 0; i < height; ++i) {
      c[i] += factor * A[i];
    }
  }
}

}  // namespace detail

// y += scale · A x
inline void addProduct(double scale, const Block& A, const double* x, double* y) {
  switch (A.rows()) {
    case 6:
      detail::addColumns<6>(scale, A.data(), 6, 6, x, A.cols(), y);
      break;
    case 3:
      detail::addColumns<3>(scale, A.data(), 3, 3, x, A.cols(), y);
      break;
    default:
      detail::addColumns<0>(scale, A.data(), A.rows(), A.rows(), x, A.cols(), y);
  }
}

// y += scale · Aᵀ x
inline void addTransposedProduct(double scale, const Block& A, const double* x, double* y) {
  const double* column = A.data();
  const Index rows = A.rows();
  for (Index j = 0; j < A.cols(); ++j, column += rows) {
    double sum = 0.0;
    for (Index i = 0; i < rows; ++i) {
      sum += column[i] * x[i];
    }
    y[j] += scale * sum;
  }
}

// C += scale · A B, where C is a column-major view with leading dimension `stride`.
inline void addProduct(double scale, const Block& A, const Block& B, double* C, Index stride) {
  const double* column = B.data();
  for (Index j = 0; j < B.cols(); ++j, column += B.rows(), C += stride) {
    switch (A.rows()) {
      case 6:
        detail::addColumns<6>(scale, A.data(), 6, 6, column, A.cols(), C);
        break;
      case 3:
        detail::addColumns<3>(scale, A.data(), 3, 3, column, A.cols(), C);
        break;
      default:
        detail::addColumns<0>(scale, A.data(), A.rows(), A.rows(), column, A.cols(), C);
    }
  }
}

// C = A B
inline void product(const Block& A, const Block& B, Block& C) {
  C.setZero(A.rows(), B.cols());
  addProduct(1.0, A, B, C.data(), C.rows());
}

// y += scale · M x, block diagonal
inline void addMassProduct(const Topology& topology, double scale, const std::vector<Block>& M,
                           const Vector& x, Vector& y) {
  for (std::size_t body = 0; body < M.size(); ++body) {
    const Index begin = topology.bodies[body].begin;
    addProduct(scale, M[body], x.data() + begin, y.data() + begin);
  }
}

// y += Bᵀ lambda
inline void addConstraintForces(const Topology& topology, const std::vector<Block>& B,
                                const Vector& lambda, Vector& y) {
  for (std::size_t e = 0; e < B.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    addTransposedProduct(1.0, B[e],
                         lambda.data() + topology.joints[static_cast<std::size_t>(joint)].begin,
                         y.data() + topology.bodies[static_cast<std::size_t>(body)].begin);
  }
}

// y += scale · B x
inline void addConstraintProduct(const Topology& topology, double scale,
                                 const std::vector<Block>& B, const Vector& x, Vector& y) {
  for (std::size_t e = 0; e < B.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    addProduct(scale, B[e], x.data() + topology.bodies[static_cast<std::size_t>(body)].begin,
               y.data() + topology.joints[static_cast<std::size_t>(joint)].begin);
  }
}

}  // namespace liefmu
