#include "solve/block_solver.hpp"

#include "allocation_counter.hpp"
#include "mechanism_matrix.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace liefmu {
namespace {

using Storage = BlockSolver::Storage;

Vector someVector(Index size) {
  return Vector::NullaryExpr(size, [](Index i) { return std::sin(1.0 + static_cast<double>(i)); });
}

// Largest error of the solution of A x = A·known.
double error(MechanismMatrix& matrix) {
  const Vector known = someVector(matrix.size());
  Vector x = matrix.product(known);
  matrix.solver().solve(x);
  return (x - known).lpNorm<Eigen::Infinity>();
}

struct Case {
  const char* name;
  Mechanism mechanism;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Index bodies : {1, 2, 3, 5, 10, 30}) all.push_back({"chain", chain(bodies)});
  all.push_back({"chain of spherical joints", chain(12, 3)});
  all.push_back({"chain of fixed joints", chain(12, 6)});
  for (const Index arms : {1, 3, 10}) all.push_back({"star", star(arms)});
  for (const Index bodies : {3, 7, 31}) all.push_back({"tree", binaryTree(bodies)});
  for (const Index bodies : {2, 5, 30}) all.push_back({"ring", ring(bodies)});
  all.push_back({"ring with three constraints", ring(10, 3)});
  for (const Index rungs : {1, 4, 12}) all.push_back({"ladder", ladder(rungs)});

  Mechanism free{6, {}, {}, {}};
  all.push_back({"free bodies", free});
  free.springs = {{0, 1}, {1, 2}, {2, 3}, {0, 5}};
  all.push_back({"free bodies with springs", free});
  free.joints = {{0, 1, 5}, {1, 2, 3}, {4, 5, 6}};
  all.push_back({"floating mechanisms", free});

  Mechanism sprung = chain(15);
  sprung.springs = {{0, 14}, {3, 8}, {4, 5}};
  all.push_back({"chain with springs", sprung});

  Mechanism doubled = chain(4, 2);
  doubled.joints.push_back({0, 1, 2});
  doubled.joints.push_back({Mechanism::kGround, 0, 2});
  all.push_back({"two joints between the same bodies", doubled});

  Mechanism massless = chain(9, 4);
  massless.massless = {4};
  all.push_back({"massless body", massless});
  massless.massless = {0, 5};
  all.push_back({"two massless bodies", massless});
  Mechanism neighbours = chain(9, 6);
  neighbours.massless = {3, 4};
  all.push_back({"neighbouring massless bodies", neighbours});
  Mechanism inLoop = ring(6, 1);
  inLoop.massless = {3};
  all.push_back({"massless body in a loop", inLoop});
  Mechanism last = chain(7, 6);
  last.massless = {6};
  all.push_back({"massless last body", last});
  return all;
}

TEST(BlockSolver, AgreesWithADenseSolutionForAllMechanisms) {
  for (const auto& [name, mechanism] : cases()) {
    for (const MatrixForm form : {MatrixForm::kkt, MatrixForm::stabilized}) {
      for (unsigned seed = 1; seed <= 5; ++seed) {
        MechanismMatrix matrix(mechanism, form, Storage::blockSparse, seed);
        const Matrix A = matrix.dense();
        const Vector b = someVector(matrix.size());
        const Eigen::PartialPivLU<Matrix> reference(A);
        const Vector expected = reference.solve(b);
        // The condition is that of the random matrix; a good algorithm loses little more.
        const double tolerance = 1e-13 / reference.rcond() * expected.lpNorm<Eigen::Infinity>();
        for (const Storage storage : {Storage::dense, Storage::blockSparse}) {
          MechanismMatrix again(mechanism, form, storage, seed);
          again.fill();
          ASSERT_EQ(again.solver().storage(), storage);
          ASSERT_TRUE(again.solver().factorize())
              << name << ", " << matrix.size() << " unknowns, seed " << seed;
          Vector x = b;
          again.solver().solve(x);
          EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), tolerance)
              << name << ", " << matrix.size() << " unknowns, seed " << seed;
          EXPECT_EQ(again.solver().fallbacks(), 0)
              << name << ", " << matrix.size() << " unknowns, seed " << seed;
        }
      }
    }
  }
}

TEST(BlockSolver, SolvesLongChainsAccurately) {
  for (const Index bodies : {100, 1000}) {
    for (const MatrixForm form : {MatrixForm::kkt, MatrixForm::stabilized}) {
      MechanismMatrix matrix(chain(bodies), form, Storage::automatic);
      EXPECT_EQ(matrix.solver().storage(), Storage::blockSparse);
      matrix.fill();
      ASSERT_TRUE(matrix.solver().factorize());
      EXPECT_EQ(matrix.solver().fallbacks(), 0);
      EXPECT_LT(error(matrix), 1e-8) << bodies;
    }
  }
}

TEST(BlockSolver, CostGrowsLinearlyForChainsTreesAndRings) {
  const auto cost = [](const Mechanism& mechanism, MatrixForm form) {
    return BlockLu::cost(MechanismMatrix(mechanism, form, Storage::blockSparse).pattern());
  };
  for (const MatrixForm form : {MatrixForm::kkt, MatrixForm::stabilized}) {
    EXPECT_LT(cost(chain(400), form), 4.2 * cost(chain(100), form));
    EXPECT_LT(cost(binaryTree(400), form), 4.2 * cost(binaryTree(100), form));
    EXPECT_LT(cost(ring(400), form), 4.2 * cost(ring(100), form));
    EXPECT_LT(cost(ladder(200), form), 4.2 * cost(ladder(50), form));
  }
  EXPECT_LT(cost(star(400), MatrixForm::kkt), 4.2 * cost(star(100), MatrixForm::kkt));
}

TEST(BlockSolver, ChoosesDenseStorageForSmallSystems) {
  EXPECT_EQ(
      MechanismMatrix(chain(1), MatrixForm::stabilized, Storage::automatic).solver().storage(),
      Storage::dense);
  EXPECT_EQ(MechanismMatrix(chain(20), MatrixForm::kkt, Storage::automatic).solver().storage(),
            Storage::blockSparse);
}

TEST(BlockSolver, HandlesAnEmptySystem) {
  for (const Storage storage : {Storage::automatic, Storage::dense, Storage::blockSparse}) {
    BlockSolver solver({}, {}, {}, {}, storage);
    solver.setZero();
    EXPECT_TRUE(solver.factorize());
    Vector x(0);
    solver.solve(x);
  }
}

TEST(BlockSolver, SharesTheBlockOfEqualEntries) {
  for (const Storage storage : {Storage::dense, Storage::blockSparse}) {
    BlockSolver solver({2}, {{0, 0}, {0, 0}}, {}, {}, storage);
    solver.setZero();
    solver.block(0) += 2.0 * Matrix::Identity(2, 2);
    solver.block(1) += 2.0 * Matrix::Identity(2, 2);
    ASSERT_TRUE(solver.factorize());
    Vector x = Vector::Ones(2);
    solver.solve(x);
    EXPECT_EQ(x, Vector::Constant(2, 0.25));
  }
}

TEST(BlockSolver, CanBeMoved) {
  MechanismMatrix matrix(chain(10), MatrixForm::kkt, Storage::blockSparse);
  BlockSolver moved = std::move(matrix.solver());
  matrix.solver() = std::move(moved);
  matrix.fill();
  ASSERT_TRUE(matrix.solver().factorize());
  EXPECT_LT(error(matrix), 1e-10);
}

TEST(BlockSolver, UnitsDoNotMatter) {
  // Bodies of a gram next to bodies of a thousand tons, constraints in millimetres.
  for (const MatrixForm form : {MatrixForm::kkt, MatrixForm::stabilized}) {
    MechanismMatrix matrix(chain(20), form, Storage::blockSparse);
    for (Index body = 0; body < 20; ++body) {
      const double factor = body % 3 == 0 ? 1e-3 : body % 3 == 1 ? 1.0 : 1e6;
      matrix.scaleNode(body, factor, 1.0);
      matrix.scaleNode(20 + body, body % 2 == 0 ? 1e-3 : 1e3, 1.0);
    }
    matrix.fill();
    ASSERT_TRUE(matrix.solver().factorize());
    EXPECT_LT(error(matrix), 1e-9);
    matrix.scaleNode(3, 1.0, 1e8);
    matrix.scaleNode(25, 1.0, 1e-8);
    matrix.fill();
    ASSERT_TRUE(matrix.solver().factorize());
    const Matrix A = matrix.dense();
    Vector x = Vector::Ones(matrix.size());
    matrix.solver().solve(x);
    const Vector residual = A * x - Vector::Ones(matrix.size());
    const Vector terms = A.cwiseAbs() * x.cwiseAbs();
    EXPECT_LT((residual.array() / terms.array()).abs().maxCoeff(), 1e-10);
  }
}

TEST(BlockSolver, LightBodiesStayAccurate) {
  // The mass of one body falls to nothing without being declared singular.
  for (const double mass : {1e-2, 1e-4, 1e-6, 1e-9, 1e-12, 0.0}) {
    MechanismMatrix matrix(chain(20, 4), MatrixForm::kkt, Storage::blockSparse);
    matrix.blockAt(7, 7) *= mass;
    matrix.fill();
    ASSERT_TRUE(matrix.solver().factorize()) << mass;
    EXPECT_LT(error(matrix), 1e-9) << mass;
  }
}

TEST(BlockSolver, FallsBackWhereTheFixedOrderFails) {
  // The joint at body 9 restricts its far body not at all in one equation, so that the body cannot
  // serve as pivot, but the matrix is regular.
  MechanismMatrix matrix(chain(20, 4), MatrixForm::kkt, Storage::blockSparse);
  matrix.blockAt(20 + 9, 9).row(2).setZero();
  matrix.blockAt(9, 20 + 9).col(2).setZero();
  matrix.fill();
  ASSERT_TRUE(matrix.solver().factorize());
  EXPECT_EQ(matrix.solver().fallbacks(), 1);
  EXPECT_LT(error(matrix), 1e-9);

  // The next matrix is solved directly again.
  MechanismMatrix healthy(chain(20, 4), MatrixForm::kkt, Storage::blockSparse);
  matrix.blockAt(20 + 9, 9) = healthy.blockAt(20 + 9, 9);
  matrix.blockAt(9, 20 + 9) = healthy.blockAt(9, 20 + 9);
  matrix.fill();
  ASSERT_TRUE(matrix.solver().factorize());
  EXPECT_EQ(matrix.solver().fallbacks(), 1);
  EXPECT_LT(error(matrix), 1e-10);
}

TEST(BlockSolver, StaysAccurateNearPointsWhereTheFixedOrderFails) {
  for (double distance = 1.0; distance > 1e-18; distance *= 0.1) {
    MechanismMatrix matrix(chain(20, 4), MatrixForm::kkt, Storage::blockSparse);
    matrix.blockAt(20 + 9, 9).row(2) *= distance;
    matrix.blockAt(9, 20 + 9).col(2) *= distance;
    matrix.fill();
    ASSERT_TRUE(matrix.solver().factorize()) << distance;
    EXPECT_LT(error(matrix), 1e-9) << distance;
  }
}

TEST(BlockSolver, RefusesSingularMatrices) {
  for (const MatrixForm form : {MatrixForm::kkt, MatrixForm::stabilized}) {
    for (const Storage storage : {Storage::dense, Storage::blockSparse}) {
      // A row of zeros.
      MechanismMatrix matrix(chain(10), form, storage);
      matrix.blockAt(10 + 4, 3).row(0).setZero();
      matrix.blockAt(10 + 4, 4).row(0).setZero();
      if (form == MatrixForm::stabilized) {
        for (const Index joint : {13, 14, 15}) matrix.blockAt(14, joint).row(0).setZero();
      }
      matrix.fill();
      EXPECT_FALSE(matrix.solver().factorize());

      // A redundant loop: more constraints than freedoms.
      MechanismMatrix overconstrained(ring(3, 5), form, storage);
      overconstrained.fill();
      EXPECT_FALSE(overconstrained.solver().factorize());

      // The same constraint twice.
      Mechanism twice = chain(8, 3);
      twice.joints.push_back({3, 4, 3});
      MechanismMatrix redundant(twice, form, storage);
      for (const Index body : {3, 4}) {
        redundant.blockAt(8 + 8, body) = redundant.blockAt(8 + 4, body);
        redundant.blockAt(body, 8 + 8) = redundant.blockAt(body, 8 + 4);
      }
      if (form == MatrixForm::stabilized) continue;
      redundant.fill();
      EXPECT_FALSE(redundant.solver().factorize());
    }
  }
}

TEST(BlockSolver, RefusesNumbersThatAreNotFinite) {
  for (const Storage storage : {Storage::dense, Storage::blockSparse}) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      MechanismMatrix matrix(chain(6), MatrixForm::kkt, storage);
      for (Index entry = 0; entry < static_cast<Index>(matrix.pattern().entries.size()); ++entry) {
        matrix.fill();
        matrix.solver().block(entry)(0, 2) = bad;
        EXPECT_FALSE(matrix.solver().factorize()) << "entry " << entry;
      }
      matrix.fill();
      EXPECT_TRUE(matrix.solver().factorize());
      EXPECT_LT(error(matrix), 1e-10);
    }
  }
}

TEST(BlockSolver, AllocatesNothingAfterConstruction) {
  for (const auto& [name, mechanism] : cases()) {
    MechanismMatrix matrix(mechanism, MatrixForm::stabilized, Storage::blockSparse);
    Vector x = Vector::Ones(matrix.size());
    const AllocationCounter counter;
    matrix.fill();
    const bool regular = matrix.solver().factorize();
    matrix.solver().solve(x);
    EXPECT_EQ(counter.count(), 0) << name;
    EXPECT_TRUE(regular);
  }
}

// ---- the order of elimination ------------------------------------------------------------------

TEST(EliminationOrder, HoldsEveryNodeOnce) {
  for (const auto& [name, mechanism] : cases()) {
    const MechanismMatrix matrix(mechanism, MatrixForm::kkt, Storage::dense);
    std::multiset<Index> nodes;
    for (const auto& supernode : eliminationOrder(matrix.pattern())) {
      nodes.insert(supernode.begin(), supernode.end());
    }
    EXPECT_EQ(nodes.size(), matrix.pattern().sizes.size()) << name;
    EXPECT_EQ(std::set<Index>(nodes.begin(), nodes.end()).size(), nodes.size()) << name;
  }
}

TEST(EliminationOrder, StartsAChainAtItsFreeEnd) {
  const MechanismMatrix matrix(chain(3), MatrixForm::kkt, Storage::dense);
  const std::vector<std::vector<Index>> expected = {{2}, {5}, {1}, {4}, {0}, {3}};
  EXPECT_EQ(eliminationOrder(matrix.pattern()), expected);
}

TEST(EliminationOrder, ClosesALoopAfterAllOfItsBodies) {
  // Seen from the ground, the ring consists of two branches that meet between bodies 2 and 3.
  const MechanismMatrix matrix(ring(6), MatrixForm::kkt, Storage::dense);
  const Index closing = 6 + 3;
  Index position = 0;
  Index lastBody = 0;
  Index closingPosition = 0;
  for (const auto& supernode : eliminationOrder(matrix.pattern())) {
    if (supernode[0] < 6) lastBody = position;
    if (supernode[0] == closing) closingPosition = position;
    ++position;
  }
  EXPECT_GT(closingPosition, lastBody);
}

TEST(EliminationOrder, LeavesTheCentreOfAStarForTheEnd) {
  const MechanismMatrix matrix(star(20), MatrixForm::kkt, Storage::dense);
  const auto order = eliminationOrder(matrix.pattern());
  EXPECT_EQ(order[order.size() - 2], std::vector<Index>{0});
}

}  // namespace
}  // namespace liefmu
