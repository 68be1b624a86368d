#include "model/assembly.hpp"

#include "assembled.hpp"
#include "model/constraint_projection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace liefmu {
namespace {

// Norms of Φ and of B v + Φ_t for all equations of the model, the dropped ones too.
std::pair<double, double> residuals(const Model& model, const Assembly& assembly, double t = 0.0) {
  Multibody system(model);
  Dynamics dynamics;
  dynamics.resize(system.topology());
  system.evaluate(t, assembly.q, assembly.v, dynamics);
  return {dynamics.Phi.norm(), dynamics.velocityConstraint.norm()};
}

// Consistent initial values are nobody's business: they stay bit by bit, without a note.
TEST(Assembly, LeavesConsistentValuesAlone) {
  for (const std::string name : {"heavy_top", "pendulum", "double_heavy_top", "free_rigid_body"}) {
    const Model model = readyMade(name);
    const Multibody system(model);
    const Assembly assembly = assembled(model);
    EXPECT_EQ(assembly.q, system.initialConfiguration()) << name;
    EXPECT_LT((assembly.v - system.initialVelocity()).norm(), 1e-13) << name;
    EXPECT_TRUE(assembly.notes.empty()) << name << ": " << assembly.notes.front();
  }
}

// Closed loops from bad guesses: positions off by 10 cm and 0.3 rad (link length 1 m).
class Disturbed : public testing::TestWithParam<std::tuple<std::string, Group, int>> {};

TEST_P(Disturbed, IsAssembled) {
  const auto& [name, group, seed] = GetParam();
  Model model = readyMade(name, group);
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const double size = name == "slider_crank_spatial" ? 0.03 : 0.1;
  for (Body& body : model.bodies) {
    body.position += size * Vector3(number(random), number(random), number(random));
    body.orientation = body.orientation *
                       Eigen::Quaterniond(Eigen::AngleAxisd(
                           0.3 * number(random),
                           Vector3(number(random), number(random), number(random)).normalized()));
    body.velocity += Vector3(number(random), number(random), number(random));
  }
  const Assembly assembly = assembled(model);
  const auto [position, velocity] = residuals(model, assembly);
  EXPECT_LT(position, 1e-12);
  EXPECT_LT(velocity, 1e-11);
  EXPECT_GE(assembly.notes.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Loops, Disturbed,
                         testing::Combine(testing::Values("four_bar", "slider_crank",
                                                          "slider_crank_spatial", "chain_10",
                                                          "robot_arm", "heavy_top"),
                                          testing::Values(Group::r3so3, Group::se3),
                                          testing::Values(1, 2, 3)));

// The change is smallest in the mass metric: it has no component along motions that the joints
// allow (first order condition of ACB15 (6)).
TEST(Assembly, ChangesAsLittleAsPossible) {
  // One point on a circle: the nearest point of the circle is on the ray from its centre.
  Body point{.name = "p", .kind = BodyKind::point, .mass = 2.0, .position = {3.0, 4.0, 0.0}};
  Model model{.name = "m", .group = Group::r3, .bodies = {point}};
  model.joints = {{.name = "rod", .type = Distance{1.0}}};
  const Assembly assembly = assembled(model);
  EXPECT_NEAR(assembly.q[0], 0.6, 1e-7);
  EXPECT_NEAR(assembly.q[1], 0.8, 1e-7);

  // Two points on a rod: they move in inverse proportion to their masses.
  Body heavy = point;
  heavy.name = "h";
  heavy.mass = 8.0;
  heavy.position = {5.0, 0.0, 0.0};
  point.position = {0.0, 0.0, 0.0};
  Model pair{.name = "m", .group = Group::r3, .bodies = {point, heavy}};
  pair.joints = {{.name = "rod", .first = 0, .second = 1, .type = Distance{1.0}}};
  const Assembly result = assembled(pair);
  EXPECT_NEAR(result.q[0], 4.0 * 8.0 / 10.0, 1e-6);
  EXPECT_NEAR(result.q[7], 5.0 - 4.0 * 2.0 / 10.0, 1e-6);
}

TEST(Assembly, FindsAStationaryPointOfTheChange) {
  Model model = readyMade("four_bar");
  model.bodies[3].position += Vector3(0.05, 0.1, 0.02);
  model.bodies[1].orientation = Eigen::AngleAxisd(0.2, Vector3::UnitZ());
  const Assembly assembly = assembled(model);
  Multibody system(model, assembly.keptRows);
  ConstraintProjection projection(system, Metric::mass);
  projection.evaluate(0.0, assembly.q, assembly.v);
  const auto change = [&](double step, const Vector& direction) {
    // Half the squared change after walking along the constraints.
    Vector next;
    Vector w;
    system.retract(assembly.q, step * direction, next);
    system.increment(system.initialConfiguration(), next, w);
    double sum = 0.0;
    for (std::size_t i = 0; i < projection.metric().size(); ++i) {
      const auto [begin, size] = system.topology().bodies[i];
      const Vector part = w.segment(begin, size);
      sum += 0.5 * part.dot(projection.metric()[i] * part);
    }
    return sum;
  };
  const Vector direction = projection.tangential(Vector::Ones(system.topology().velocitySize));
  ASSERT_GT(direction.norm(), 0.1);
  const double slope = (change(1e-5, direction) - change(-1e-5, direction)) / 2e-5;
  EXPECT_LT(std::abs(slope), 1e-5 * std::sqrt(change(0.0, direction)));
}

// The projection is the M-orthogonal one: what it removes does no work on what it keeps.
TEST(Assembly, ProjectsVelocitiesOrthogonally) {
  Model model = readyMade("slider_crank");
  for (Body& body : model.bodies) body.velocity += Vector3(0.3, -0.7, 0.2);
  const Assembly assembly = assembled(model);
  Multibody system(model);
  Dynamics dynamics;
  dynamics.resize(system.topology());
  system.evaluate(0.0, assembly.q, assembly.v, dynamics);
  const Vector removed = system.initialVelocity() - assembly.v;
  double work = 0.0;
  for (std::size_t i = 0; i < dynamics.M.size(); ++i) {
    const auto [begin, size] = system.topology().bodies[i];
    work += removed.segment(begin, size).dot(dynamics.M[i] * assembly.v.segment(begin, size));
  }
  EXPECT_GT(removed.norm(), 0.5);
  EXPECT_LT(std::abs(work), 1e-12);
}

TEST(Assembly, FollowsPrescribedMotions) {
  Model model{.name = "m", .bodies = {rod("a", {0.5, 0.0, 0.0})}};
  model.joints = {revolute("hinge", kGround, 0, {0, 0, 0}, {-0.5, 0, 0})};
  Joint drive = model.joints[0];
  drive.name = "drive";
  drive.type = PrescribedRotation{Polynomial{{0.3, 2.0}}};
  model.joints.push_back(drive);
  const Assembly assembly = assembled(model, 0.1);
  EXPECT_NEAR(assembly.q[0], 0.5 * std::cos(0.5), 1e-14);
  EXPECT_NEAR(assembly.q[1], 0.5 * std::sin(0.5), 1e-14);
  EXPECT_NEAR(assembly.v[5], 2.0, 1e-13);
}

// ---- mechanisms that do not fit together --------------------------------------------------------

TEST(Assembly, NamesTheJointsThatContradictEachOther) {
  Body link = rod("link", {0.5, 0.0, 0.0});
  Model model{.name = "m", .bodies = {link}};
  model.joints = {{.name = "left", .onSecond = {.point = {-0.5, 0, 0}}, .type = Spherical{}},
                  {.name = "right",
                   .onFirst = {.point = {1.2, 0, 0}},
                   .onSecond = {.point = {0.5, 0, 0}},
                   .type = Spherical{}}};
  EXPECT_EQ(
      complaint(model),
      "the mechanism cannot be assembled; as near as possible, joints miss (in m): 'left' by "
      "0.1, 'right' by 0.1 (correct the points, axes or lengths of these joints, or start from "
      "better initial positions)");
}

TEST(Assembly, RefusesAFourBarWhoseRodsAreTooShort) {
  Model model = readyMade("four_bar");
  model.joints[2].onFirst.point = {6.0, 0.0, 0.0};
  const std::string message = complaint(model);
  EXPECT_NE(message.find("cannot be assembled"), std::string::npos) << message;
  EXPECT_NE(message.find("'A2'"), std::string::npos) << message;
}

TEST(Assembly, RefusesAnglesPrescribedTwice) {
  Model model{.name = "m", .bodies = {rod("a", {0.5, 0.0, 0.0})}};
  model.joints = {revolute("hinge", kGround, 0, {0, 0, 0}, {-0.5, 0, 0})};
  Joint drive = model.joints[0];
  for (const std::string name : {"drive", "again"}) {
    drive.name = name;
    drive.type = PrescribedRotation{Polynomial{{0.0, name == "drive" ? 2.0 : 3.0}}};
    model.joints.push_back(drive);
  }
  EXPECT_EQ(complaint(model),
            "joint 'again' (angle) prescribes a motion that the other joints already determine "
            "(remove it, or free a joint that stands in its way)");
}

TEST(Assembly, RefusesToDriveWhatIsFixed) {
  Model model{.name = "m", .bodies = {rod("a", {0.5, 0.0, 0.0})}};
  model.joints = {revolute("hinge", kGround, 0, {0, 0, 0}, {-0.5, 0, 0}),
                  {.name = "pin",
                   .onFirst = {.point = {1, 0, 0}},
                   .onSecond = {.point = {0.5, 0, 0}},
                   .type = Spherical{}}};
  Joint drive = model.joints[0];
  drive.name = "drive";
  drive.type = PrescribedRotation{Polynomial{{0.0, 1.0}}};
  // Before the pin in the model, and still the one that is refused.
  model.joints.insert(model.joints.begin() + 1, drive);
  const std::string message = complaint(model);
  EXPECT_EQ(message.substr(0, 21), "joint 'drive' (angle)") << message;
}

TEST(Assembly, TellsWhatItChanged) {
  Model model{.name = "m", .bodies = {rod("a", {0.52, 0.0, 0.0})}};
  model.joints = {{.name = "weld", .onSecond = {.point = {-0.5, 0, 0}}, .type = Fixed{}}};
  model.bodies[0].velocity = {1.0, 0.0, 0.0};
  const Assembly assembly = assembled(model);
  ASSERT_EQ(assembly.notes.size(), 2U);
  EXPECT_EQ(assembly.notes[0], "initial positions changed to fit the joints: 'a' by 0.02 m, 0 rad");
  EXPECT_EQ(assembly.notes[1],
            "initial velocities changed to fit the joints: 'a' by 1 m/s, 0 rad/s");
}

}  // namespace
}  // namespace liefmu
