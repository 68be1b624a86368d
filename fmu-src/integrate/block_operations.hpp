// Products with the block matrices of a mechanical system. The number of
// rows of a block is made a compile-time constant first: Eigen's dynamic-size products cost several
// times more instructions for blocks of at most 6×6.
#pragma once

#include "integrate/mechanical_system.hpp"

#include <type_traits>

namespace liefmu {

namespace detail {

// y += scale · A x with A column-major. The sum stays in registers.
template<int rows>
inline void addProduct(double scale, const double* A, Index columns, const double* x, double* y) {
  using Column = Eigen::Matrix<double, rows, 1>;
  Column sum = Column::Zero();
  for (Index j = 0; j < columns; ++j) {
    sum += x[j] * Eigen::Map<const Column>(A + j * rows);
  }
  Eigen::Map<Column>{y} += scale * sum;
}

// y += scale · Aᵀ x
template<int rows>
inline void addTransposedProduct(double scale, const double* A, Index columns, const double* x,
                                 double* y) {
  using Column = Eigen::Matrix<double, rows, 1>;
  const Column factor = scale * Eigen::Map<const Column>(x);
  for (Index j = 0; j < columns; ++j) {
    y[j] += factor.dot(Eigen::Map<const Column>(A + j * rows));
  }
}

// Calls kernel(std::integral_constant<int, rows>) for the number of rows of a block.
template<class Kernel>
inline void dispatchRows(Index rows, const Kernel& kernel) {
  switch (rows) {
    case 6:
      return kernel(std::integral_constant<int, 6>{});
    case 5:
      return kernel(std::integral_constant<int, 5>{});
    case 4:
      return kernel(std::integral_constant<int, 4>{});
    case 3:
      return kernel(std::integral_constant<int, 3>{});
    case 2:
      return kernel(std::integral_constant<int, 2>{});
    case 1:
      return kernel(std::integral_constant<int, 1>{});
    default:
      return;
  }
}
static_assert(kMaxBlock == 6);

}  // namespace detail

// y += scale · A x
inline void addProduct(double scale, const Block& A, const double* x, double* y) {
  detail::dispatchRows(
      A.rows(), [&](auto rows) { detail::addProduct<rows>(scale, A.data(), A.cols(), x, y); });
}

// y += scale · Aᵀ x
inline void addTransposedProduct(double scale, const Block& A, const double* x, double* y) {
  detail::dispatchRows(A.rows(), [&](auto rows) {
    detail::addTransposedProduct<rows>(scale, A.data(), A.cols(), x, y);
  });
}

// C += scale · A B, where C is a column-major view with leading dimension `stride`.
inline void addProduct(double scale, const Block& A, const Block& B, double* C, Index stride) {
  detail::dispatchRows(A.rows(), [&](auto rows) {
    const double* column = B.data();
    for (Index j = 0; j < B.cols(); ++j, column += B.rows()) {
      detail::addProduct<rows>(scale, A.data(), A.cols(), column, C + j * stride);
    }
  });
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
