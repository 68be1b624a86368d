// Random matrices with the structure of a mechanism's time step: bodies with six velocities, joints
// with up to six multipliers, force elements that couple bodies. Only the structure and the
// definiteness of the mass are those of mechanics.
#pragma once

#include "solve/block_solver.hpp"

#include <Eigen/QR>

#include <map>
#include <random>
#include <utility>
#include <vector>

namespace liefmu {

struct Mechanism {
  static constexpr Index kGround = -1;
  struct Joint {
    Index first = kGround;
    Index second = 0;
    Index constraints = 5;
  };
  Index bodies = 0;
  std::vector<Joint> joints;
  std::vector<std::pair<Index, Index>> springs;
  std::vector<Index> massless;
};

inline Mechanism chain(Index bodies, Index constraints = 5) {
  Mechanism mechanism{bodies, {}, {}, {}};
  for (Index i = 0; i < bodies; ++i) mechanism.joints.push_back({i - 1, i, constraints});
  return mechanism;
}

// A centre on the ground with arms of one body each.
inline Mechanism star(Index arms) {
  Mechanism mechanism{arms + 1, {{Mechanism::kGround, 0, 5}}, {}, {}};
  for (Index i = 1; i <= arms; ++i) mechanism.joints.push_back({0, i, 5});
  return mechanism;
}

inline Mechanism binaryTree(Index bodies) {
  Mechanism mechanism{bodies, {{Mechanism::kGround, 0, 5}}, {}, {}};
  for (Index i = 1; i < bodies; ++i) mechanism.joints.push_back({(i - 1) / 2, i, 5});
  return mechanism;
}

// A chain whose last body is held by a joint with few constraints, so that they stay independent.
inline Mechanism ring(Index bodies, Index closingConstraints = 1) {
  Mechanism mechanism = chain(bodies);
  mechanism.joints.push_back({bodies - 1, Mechanism::kGround, closingConstraints});
  return mechanism;
}

// Two chains with rungs between them: many loops that share bodies.
inline Mechanism ladder(Index rungs) {
  Mechanism mechanism{2 * rungs, {}, {}, {}};
  for (Index i = 0; i < rungs; ++i) {
    mechanism.joints.push_back({i == 0 ? Mechanism::kGround : 2 * i - 2, 2 * i, 4});
    mechanism.joints.push_back({i == 0 ? Mechanism::kGround : 2 * i - 1, 2 * i + 1, 4});
    mechanism.joints.push_back({2 * i, 2 * i + 1, 2});
  }
  return mechanism;
}

enum class MatrixForm { kkt, stabilized };

// A solver whose blocks are filled by fill(), and the same matrix in dense form.
class MechanismMatrix {
 public:
  MechanismMatrix(const Mechanism& mechanism, MatrixForm form, BlockSolver::Storage storage,
                  unsigned seed = 1)
      : generator_(seed), solver_(build(mechanism, form, storage)) {}

  BlockSolver& solver() { return solver_; }
  Index size() const { return size_; }

  void fill() {
    solver_.setZero();
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      solver_.block(static_cast<Index>(i)) = blocks_[i];
  }
  // Multiplies all blocks of a node's rows and columns.
  void scaleNode(Index node, double rowFactor, double columnFactor) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (entries_[i].row == node) blocks_[i] *= rowFactor;
      if (entries_[i].column == node) blocks_[i] *= columnFactor;
    }
  }
  Matrix& blockAt(Index row, Index column) { return blocks_[indexOf_.at({row, column})]; }

  Matrix dense() const {
    Matrix A = Matrix::Zero(size_, size_);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      A.block(begins_[static_cast<std::size_t>(entries_[i].row)],
              begins_[static_cast<std::size_t>(entries_[i].column)], blocks_[i].rows(),
              blocks_[i].cols()) = blocks_[i];
    }
    return A;
  }
  Vector product(const Vector& x) const {
    Vector b = Vector::Zero(size_);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      b.segment(begins_[static_cast<std::size_t>(entries_[i].row)], blocks_[i].rows()) +=
          blocks_[i] *
          x.segment(begins_[static_cast<std::size_t>(entries_[i].column)], blocks_[i].cols());
    }
    return b;
  }
  const BlockPattern& pattern() const { return pattern_; }

 private:
  std::mt19937 generator_;
  std::vector<BlockSolver::Entry> entries_;
  std::vector<Matrix> blocks_;
  std::map<std::pair<Index, Index>, std::size_t> indexOf_;
  std::vector<Index> begins_;
  BlockPattern pattern_;
  Index size_ = 0;
  BlockSolver solver_;

  // Rows of an orthogonal matrix: like the lever arms of rigid bodies, such constraints do not lose
  // rank along a chain.
  Matrix constraint(Index rows) {
    const Matrix Q = Eigen::HouseholderQR<Matrix>(random(6, 6, 1.0)).householderQ();
    return Q.topRows(rows);
  }

  Matrix random(Index rows, Index columns, double scale) {
    std::normal_distribution<double> normal(0.0, scale);
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(generator_); });
  }

  void add(Index row, Index column, const Matrix& block) {
    const auto [position, isNew] = indexOf_.try_emplace({row, column}, blocks_.size());
    if (isNew) {
      entries_.push_back({row, column});
      blocks_.push_back(block);
    } else {
      blocks_[position->second] += block;
    }
  }

  BlockSolver build(const Mechanism& mechanism, MatrixForm form, BlockSolver::Storage storage) {
    const Index bodies = mechanism.bodies;
    const bool stabilized = form == MatrixForm::stabilized;
    std::vector<Matrix> mass;
    std::vector<Matrix> tangent;
    for (Index i = 0; i < bodies; ++i) {
      const Matrix L = random(6, 6, 0.3);
      mass.push_back(Matrix::Identity(6, 6) + L * L.transpose());
      tangent.push_back(Matrix::Identity(6, 6) + random(6, 6, 0.05));
      pattern_.sizes.push_back(6);
    }
    std::map<std::pair<Index, Index>, Matrix> stiffness;
    for (Index i = 0; i < bodies; ++i) stiffness[{i, i}] = random(6, 6, 0.05);
    for (const auto& [i, j] : mechanism.springs) {
      stiffness[{i, j}] = random(6, 6, 0.05);
      stiffness[{j, i}] = random(6, 6, 0.05);
    }
    struct Incidence {
      Index joint;
      Index body;
      Matrix B;
      Matrix Z;
    };
    std::vector<Incidence> incidences;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const auto& joint = mechanism.joints[j];
      pattern_.constraints.push_back(static_cast<Index>(pattern_.sizes.size()));
      pattern_.sizes.push_back((stabilized ? 2 : 1) * joint.constraints);
      for (const Index body : {joint.first, joint.second}) {
        if (body == Mechanism::kGround) continue;
        incidences.push_back({static_cast<Index>(j), body, constraint(joint.constraints),
                              random(joint.constraints, 6, 0.1)});
      }
    }
    for (const Index body : mechanism.massless) {
      // A thin rod: no inertia about its axis, and no stiffness or damping either.
      mass[static_cast<std::size_t>(body)].setZero();
      stiffness[{body, body}].setZero();
      std::vector<Index> group{body};
      for (const auto& incidence : incidences) {
        if (incidence.body == body) group.push_back(bodies + incidence.joint);
      }
      pattern_.merged.push_back(group);
    }

    for (Index i = 0; i < bodies; ++i) add(i, i, mass[static_cast<std::size_t>(i)]);
    for (const auto& [place, K] : stiffness) {
      add(place.first, place.second, K * tangent[static_cast<std::size_t>(place.second)]);
    }
    for (const auto& [joint, body, B, Z] : incidences) {
      const Matrix& T = tangent[static_cast<std::size_t>(body)];
      const Index m = B.rows();
      const Index node = bodies + joint;
      Matrix rows = Matrix::Zero(stabilized ? 2 * m : m, 6);
      Matrix columns = Matrix::Zero(6, stabilized ? 2 * m : m);
      columns.leftCols(m) = B.transpose();
      rows.topRows(m) = B + Z * T;
      if (stabilized) rows.bottomRows(m) = B * T;
      add(node, body, rows);
      add(body, node, columns);
    }
    if (stabilized) {
      for (const auto& right : incidences) {
        Matrix metric = mass[static_cast<std::size_t>(right.body)];
        if (metric.isZero()) metric.setIdentity();
        const Matrix TW =
            tangent[static_cast<std::size_t>(right.body)] * metric.inverse() * right.B.transpose();
        const Index m = right.B.rows();
        for (const auto& [place, K] : stiffness) {
          if (place.second != right.body) continue;
          Matrix block = Matrix::Zero(6, 2 * m);
          block.rightCols(m) = K * TW;
          add(place.first, bodies + right.joint, block);
        }
        for (const auto& left : incidences) {
          if (left.body != right.body) continue;
          Matrix block = Matrix::Zero(2 * left.B.rows(), 2 * m);
          block.topRightCorner(left.B.rows(), m) = left.Z * TW;
          block.bottomRightCorner(left.B.rows(), m) = left.B * TW;
          add(bodies + left.joint, bodies + right.joint, block);
        }
      }
    }
    pattern_.entries = entries_;
    begins_ = pattern_.begins();
    size_ = pattern_.size();
    return {pattern_.sizes, pattern_.entries, pattern_.merged, pattern_.constraints, storage};
  }
};

}  // namespace liefmu
