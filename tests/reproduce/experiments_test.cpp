// The registry, the small matrices behind table 4.1, the projected BDF code, and the files that are
// written.
#include "reproduce/error_propagation.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/page.hpp"
#include "reproduce/projected_bdf.hpp"
#include "reproduce/step_sequences.hpp"
#include "types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

namespace liefmu::reproduce {
namespace {

TEST(Registry, CoversEveryFigureAndTable) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name << " twice";
    EXPECT_FALSE(experiment.claim.empty()) << experiment.name;
    EXPECT_GT(experiment.seconds, 0.0) << experiment.name;
  }
  for (int i = 1; i <= 33; ++i) EXPECT_TRUE(names.contains("thesis-6." + std::to_string(i))) << i;
  for (const char* name :
       {"thesis-table-4.1", "wa-1", "wa-2", "wa-3", "wa-4", "abc15-1", "abc15-3", "abc15-4",
        "abc15-5", "abc15-6", "acb15-1", "acb15-2", "acb15-4", "eich93-table-3.1"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(Registry, ChoosesByNameAndRefusesUnknownOnes) {
  EXPECT_EQ(chosenExperiments({}).size(), experiments().size());
  const auto chosen = chosenExperiments({"thesis-6.2", "abc15-1"});
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_EQ(chosen[0]->name, "abc15-1");  // in the order of the registry
  EXPECT_THROW(static_cast<void>(chosenExperiments({"thesis-7.1"})), Error);
}

TEST(Summary, TellsDefectsFromExplainedClaims) {
  const Experiment experiment{"name", "title", "claim", 1.0, {}};
  Evidence evidence;
  evidence.findings = {
      {"a", "found", true}, {"b", "found", false, "because"}, {"c", "found", false}};
  const Summary summary = summarize({{&experiment, evidence}});
  EXPECT_EQ(summary.claims, 3);
  EXPECT_EQ(summary.hold, 1);
  EXPECT_EQ(summary.explained, 1);
  ASSERT_EQ(summary.defects.size(), 1U);
  EXPECT_EQ(summary.defects[0], "name: c: found");
}

TEST(ErrorPropagation, HasTheTripleEigenvalue) {
  for (const double rho : {0.0, 0.3, 0.6, 0.9}) {
    const Eigen::Matrix3d shifted = propagation(rho) + rho * Eigen::Matrix3d::Identity();
    EXPECT_LT((shifted * shifted * shifted).norm(), 1e-12) << rho;
    EXPECT_GT((shifted * shifted).norm(), 0.1) << rho;  // one Jordan block
  }
}

TEST(ErrorPropagation, AmplificationOfTheFormulaSheet) {
  EXPECT_NEAR(largestAmplification(0.6).value, 7.39, 0.005);
  EXPECT_NEAR(largestAmplification(0.8).value, 16.3, 0.05);
  EXPECT_NEAR(largestAmplification(0.99).value, 359.0, 0.5);
  EXPECT_EQ(largestAmplification(0.99).n, 151);
}

TEST(ErrorPropagation, ConstantStepsHaveTheKnownNorm) {
  // Thesis, after (4.45).
  for (const double rho : {0.1, 0.5, 0.9}) {
    const double known = std::max(std::abs(2.0 + 3.0 / (rho - 2.0)), 0.5 * (1.0 + rho));
    for (int approximation = 1; approximation <= 4; ++approximation) {
      EXPECT_NEAR(stepChangeNorm(rho, approximation, 1.0, 1.0), known, 1e-12);
    }
  }
}

TEST(ErrorPropagation, BoundsAreWhereTheNormIsOne) {
  for (int approximation = 1; approximation <= 4; ++approximation) {
    const RatioBounds bounds = ratioBounds(0.5, approximation);
    EXPECT_NEAR(stepChangeNorm(0.5, approximation, bounds.min, bounds.min), 1.0, 1e-9);
    EXPECT_NEAR(stepChangeNorm(0.5, approximation, bounds.max, bounds.min), 1.0, 1e-9);
  }
}

TEST(StepSequences, KeepTheirRules) {
  const SequenceRule rule{
      .sigmaMin = 0.5, .sigmaMax = 2.0, .hold = 7, .smallest = 0.5, .largest = 1.5};
  const std::vector<double> steps = randomSteps(rule, 1e-3, 1.0, 1, 5);
  EXPECT_GE(std::accumulate(steps.begin(), steps.end(), 0.0), 1.0);
  int changes = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    EXPECT_GE(steps[i], 0.5e-3);
    EXPECT_LE(steps[i], 1.5e-3);
    const double ratio = steps[i] / steps[i - 1];
    EXPECT_GE(ratio, 0.5 - 1e-12);
    EXPECT_LE(ratio, 2.0 + 1e-12);
    if (ratio != 1.0) {
      ++changes;
      EXPECT_EQ((i - 5) % 7, 0U);
    }
  }
  EXPECT_GT(changes, 20);
  EXPECT_EQ(steps, randomSteps(rule, 1e-3, 1.0, 1, 5));
}

TEST(ProjectedBdf, MeetsItsToleranceOnAnOscillator) {
  // x'' = −x with the energy as invariant.
  ProjectedBdfProblem problem;
  problem.f = [](const Vector& y) { return Vector{{y[1], -y[0]}}; };
  problem.invariants = [](const Vector& y) { return Vector{{y.squaredNorm() - 1.0}}; };
  problem.invariantsJacobian = [](const Vector& y) { return Matrix(2.0 * y.transpose()); };
  const Vector start{{1.0, 0.0}};
  double previous = 1.0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const ProjectedBdfResult result = integrateProjectedBdf(problem, start, 10.0, tolerance, true);
    ASSERT_TRUE(result.ok);
    const double error = (result.y - Vector{{std::cos(10.0), -std::sin(10.0)}}).norm();
    EXPECT_LT(error, 500.0 * tolerance);
    EXPECT_LT(error, 0.2 * previous);
    EXPECT_LT(std::abs(problem.invariants(result.y)[0]), 1e-14);
    previous = error;
  }
}

}  // namespace
}  // namespace liefmu::reproduce
