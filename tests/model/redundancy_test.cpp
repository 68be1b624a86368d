#include "model/redundancy.hpp"

#include "assembled.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <random>

namespace liefmu {
namespace {

// Every equation that the list keeps, dense.
Matrix constraintMatrix(Multibody& system, const Vector& q) {
  const Topology& topology = system.topology();
  Dynamics dynamics;
  dynamics.resize(topology);
  system.evaluate(0.0, q, Vector::Zero(topology.velocitySize), dynamics);
  Matrix B = Matrix::Zero(topology.constraintSize, topology.velocitySize);
  for (std::size_t e = 0; e < topology.incidences.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    B.block(topology.joints[static_cast<std::size_t>(joint)].begin,
            topology.bodies[static_cast<std::size_t>(body)].begin, dynamics.B[e].rows(),
            dynamics.B[e].cols()) = dynamics.B[e];
  }
  return B;
}

// Distinguishes ranks for mechanisms of any `size`: angles count as arc lengths.
Index rankOf(Matrix B, double size = 1.0) {
  for (Index j = 0; j < B.cols(); ++j) B.col(j) /= j % 6 < 3 ? 1.0 : size;
  Eigen::ColPivHouseholderQR<Matrix> factorization(B);
  factorization.setThreshold(1e-9);
  return factorization.rank();
}

std::vector<std::string> droppedIn(const Model& model) {
  const Multibody system(model);
  const Assembly assembly = assembled(model);
  std::vector<std::string> dropped;
  for (std::size_t i = 0; i < assembly.keptRows.size(); ++i) {
    if (!assembly.keptRows[i]) {
      dropped.push_back(system.describeConstraint(static_cast<Index>(i)));
    }
  }
  return dropped;
}

// Every ready-made model: what is kept is independent and has the rank of the whole.
class ReadyMadeModel : public testing::TestWithParam<std::tuple<std::string, Group>> {};

TEST_P(ReadyMadeModel, KeepsAnIndependentSetOfFullRank) {
  const auto& [name, group] = GetParam();
  const Model model = readyMade(name, group);
  const Assembly assembly = assembled(model);
  Multibody complete(model);
  Multibody reduced(model, assembly.keptRows);
  const Index rank = rankOf(constraintMatrix(complete, assembly.q));
  EXPECT_EQ(rank, reduced.topology().constraintSize);
  EXPECT_EQ(rank, rankOf(constraintMatrix(reduced, assembly.q)));
}

INSTANTIATE_TEST_SUITE_P(
    All, ReadyMadeModel,
    testing::Combine(testing::Values("heavy_top", "heavy_top_slow", "free_rigid_body", "pendulum",
                                     "eich_pendulum", "double_heavy_top", "chain_10", "four_bar",
                                     "slider_crank", "slider_crank_spatial", "gyroscope",
                                     "robot_arm", "cart_pendulum", "double_pendulum_bushing",
                                     "quarter_car"),
                     testing::Values(Group::r3so3, Group::se3)));

// A planar loop modelled in three dimensions: out of plane nothing is left for the last joint.
TEST(Redundancy, FourBarLosesTheOutOfPlaneEquationsOfTheLoopClosingJoints) {
  const std::vector<std::string> expected{
      "joint 'B1' (point z)", "joint 'B1' (axis against x)", "joint 'B1' (axis against y)",
      "joint 'B2' (point z)", "joint 'B2' (axis against x)", "joint 'B2' (axis against y)"};
  EXPECT_EQ(droppedIn(readyMade("four_bar")), expected);
  EXPECT_EQ(droppedIn(readyMade("four_bar", Group::se3)), expected);
}

TEST(Redundancy, ASpatialLoopLosesNothing) {
  EXPECT_TRUE(droppedIn(readyMade("slider_crank_spatial")).empty());
}

TEST(Redundancy, ASecondEqualJointLosesEverything) {
  Model model{.name = "m", .bodies = {rod("a", {0.5, 0.0, 0.0})}};
  model.joints = {revolute("first", kGround, 0, {0, 0, 0}, {-0.5, 0, 0}),
                  revolute("again", kGround, 0, {0, 0, 0}, {-0.5, 0, 0})};
  EXPECT_EQ(droppedIn(model).size(), 5U);
}

// Two hinges on one line: the second one still holds nothing new but is no error.
TEST(Redundancy, ADoorOnTwoHinges) {
  Model model{.name = "m", .bodies = {rod("door", {0.5, 0.0, 0.0})}};
  model.joints = {revolute("low", kGround, 0, {0, 0, -1}, {-0.5, 0, -1}),
                  revolute("high", kGround, 0, {0, 0, 1}, {-0.5, 0, 1})};
  EXPECT_EQ(droppedIn(model).size(), 5U);
}

// Axes that are parallel up to the digits of the file count as parallel.
TEST(Redundancy, SurvivesAxesWithFewDigits) {
  Model model = readyMade("four_bar");
  Joint& joint = model.joints[3];
  joint.onSecond = axisFrame(joint.onSecond.point, Vector3(3e-7, -2e-7, 1.0).normalized());
  const std::vector<std::string> dropped = droppedIn(model);
  EXPECT_EQ(dropped.size(), 6U);
}

// The flat parallelogram can leave this position in two ways: there its equations depend on each
// other, but the mechanism is not redundant in them.
TEST(Redundancy, ASingularStartIsNotMistakenForRedundancy) {
  Model model = readyMade("four_bar");
  for (Body& body : model.bodies) {
    const bool isLink = body.name.starts_with("link");
    if (isLink) body.orientation = Eigen::AngleAxisd(-M_PI / 2.0, Vector3::UnitZ());
    body.position = isLink ? Vector3(body.position.x() + 0.5, 0.0, 0.0)
                           : Vector3(body.position.x() + 1.0, 0.0, 0.0);
    body.velocity.setZero();
    body.angularVelocity.setZero();
  }
  const std::string message = complaint(model);
  EXPECT_NE(message.find("singular position"), std::string::npos) << message;
}

// Two links that are just long enough for their distance: the equation along them has no influence
// on velocities, but without it the joint would open.
TEST(Redundancy, AStretchedLinkageIsNotTornApart) {
  Model model{.name = "m"};
  model.bodies = {rod("left", {0.5, 0, 0}), rod("right", {1.5, 0, 0})};
  model.joints = {revolute("first", kGround, 0, {0, 0, 0}, {-0.5, 0, 0}),
                  revolute("middle", 0, 1, {0.5, 0, 0}, {-0.5, 0, 0}),
                  revolute("last", kGround, 1, {2, 0, 0}, {0.5, 0, 0})};
  EXPECT_NE(complaint(model).find("singular position, where joint 'last' (point x)"),
            std::string::npos)
      << complaint(model);
}

TEST(Redundancy, ALongClosedLoopIsJudgedRight) {
  // A ring of 60 links between two points of the ground: spherical joints, nothing redundant.
  Model model{.name = "m"};
  const int links = 60;
  for (int i = 0; i < links; ++i) {
    const double angle = M_PI * (i + 0.5) / links;
    Body body = rod("link" + std::to_string(i), {-std::cos(angle), 0.0, -std::sin(angle)});
    body.orientation = Eigen::AngleAxisd(M_PI / 2.0 - angle, Vector3::UnitY());
    model.bodies.push_back(body);
  }
  const double half = std::sin(M_PI / (2.0 * links)) * std::cos(M_PI / (2.0 * links));
  for (int i = 0; i <= links; ++i) {
    Joint joint{.name = "j" + std::to_string(i), .type = Spherical{}};
    joint.first = i == 0 ? kGround : i - 1;
    joint.second = i == links ? links - 1 : i;
    joint.onFirst.point = i == 0 ? Vector3(-1.0, 0.0, 0.0) : Vector3(half, 0.0, 0.0);
    joint.onSecond.point = Vector3(-half, 0.0, 0.0);
    if (i == links) {
      joint.first = kGround;
      joint.onFirst.point = Vector3(1.0, 0.0, 0.0);
      joint.onSecond.point = Vector3(half, 0.0, 0.0);
    }
    model.joints.push_back(joint);
  }
  EXPECT_TRUE(droppedIn(model).empty());
}

// The same mechanism `size` times as large, with masses that alternate between both.
Model scaled(Model model, double size, double evenMass, double oddMass) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    Body& body = model.bodies[i];
    const double mass = i % 2 == 0 ? evenMass : oddMass;
    body.mass *= mass;
    body.inertia *= mass * size * size;
    body.position *= size;
    body.velocity *= size;
    body.centreOfMass *= size;
  }
  for (Joint& joint : model.joints) {
    joint.onFirst.point *= size;
    joint.onSecond.point *= size;
    if (auto* distance = std::get_if<Distance>(&joint.type)) distance->length *= size;
  }
  model.forces.clear();
  return model;
}

TEST(Redundancy, DependsNeitherOnSizeNorOnMasses) {
  for (const char* name : {"four_bar", "slider_crank", "slider_crank_spatial"}) {
    const std::vector<std::string> expected = droppedIn(readyMade(name));
    for (const double size : {1e-3, 1.0, 1e3}) {
      for (const auto& [even, odd] :
           {std::pair{1.0, 1.0}, std::pair{1e-6, 1e-6}, std::pair{1e-6, 1e6}}) {
        for (const Group group : {Group::r3so3, Group::se3}) {
          const Model model = scaled(readyMade(name, group), size, even, odd);
          EXPECT_EQ(droppedIn(model), expected) << name << ' ' << size << ' ' << even << ' ' << odd;
        }
      }
    }
  }
}

// Random loops of random joints, in both groups, from millimetres to kilometres: the kept rows are
// as many as the rank, and have that rank.
TEST(Redundancy, AgreesWithDenseFactorisationOnRandomLoops) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  double size = 1.0;
  const auto vector = [&] {
    return Vector3(size * Vector3(number(random), number(random), number(random)));
  };
  const std::vector<JointType> types{Fixed{},       Spherical{}, Revolute{}, Prismatic{},
                                     Cylindrical{}, Universal{}, Planar{},   PointOnLine{}};
  for (int trial = 0; trial < 1000; ++trial) {
    Model model{.name = "m", .group = trial % 2 == 0 ? Group::r3so3 : Group::se3};
    const int bodies = 2 + trial % 4;
    size = std::pow(10.0, trial % 7 - 3);
    const bool planar = trial % 3 == 0;
    for (int i = 0; i < bodies; ++i) {
      Body body = rod("b" + std::to_string(i), vector());
      body.orientation =
          Eigen::AngleAxisd(number(random), planar ? Vector3::UnitZ() : vector().normalized());
      model.bodies.push_back(body);
    }
    // Joints that hold where the bodies are: a chain and two loops.
    const auto connect = [&](Index first, Index second) {
      const auto poseOf = [&](Index body) {
        return body == kGround ? Body{} : model.bodies[static_cast<std::size_t>(body)];
      };
      const Body a = poseOf(first);
      const Body b = poseOf(second);
      const Vector3 point = vector();
      const Vector3 axis = planar ? Vector3::UnitZ() : vector().normalized();
      const Frame world = axisFrame(point, axis);
      const auto inBody = [&](const Body& body) {
        return Frame{body.orientation.conjugate() * (world.point - body.position),
                     body.orientation.conjugate() * world.orientation};
      };
      model.joints.push_back({.name = "j" + std::to_string(model.joints.size()),
                              .first = first,
                              .second = second,
                              .onFirst = inBody(a),
                              .onSecond = inBody(b),
                              .type = types[random() % types.size()]});
    };
    for (int i = 0; i < bodies; ++i) connect(i - 1, i);
    connect(kGround, bodies - 1);
    connect(0, bodies - 1 > 0 ? bodies - 1 : 0);

    Multibody system(model);
    const Vector q = system.initialConfiguration();
    const std::vector<bool> kept = independentRows(system, 0.0, q);
    Multibody reduced(model, kept);
    const Index rank = rankOf(constraintMatrix(system, q), size);
    ASSERT_EQ(reduced.topology().constraintSize, rank) << trial;
    ASSERT_EQ(rankOf(constraintMatrix(reduced, q), size), rank) << trial;
  }
}

// ---- mass on the free motion (ACB15 section 4) --------------------------------------------------

TEST(MassOnFreeMotion, AMasslessBodyHeldByJointsIsFine) {
  EXPECT_EQ(complaint(readyMade("quarter_car")), "");
}

// A rod without inertia about its axis, on a ball joint: that rotation is free and massless.
TEST(MassOnFreeMotion, AFreeRotationWithoutInertiaIsRefused) {
  Body thin = rod("thin", {0.5, 0.0, 0.0});
  thin.inertia = Vector3(0.0, 0.1, 0.1).asDiagonal();
  Model model{.name = "m", .bodies = {thin}};
  model.joints = {{.name = "ball", .onSecond = {.point = {-0.5, 0.0, 0.0}}, .type = Spherical{}}};
  EXPECT_EQ(
      complaint(model),
      "body 'thin' (rotation x) moves freely, but no mass or inertia resists this motion (give "
      "the body mass and inertia, or hold it by a joint)");
  // A hinge holds it.
  model.joints = {revolute("hinge", kGround, 0, {0, 0, 0}, {-0.5, 0, 0})};
  EXPECT_EQ(complaint(model), "");
}

TEST(MassOnFreeMotion, AMasslessBodyThatFloatsIsRefused) {
  Body nothing{.name = "nothing"};
  Model model{.name = "m", .bodies = {rod("a", {0.0, 0.0, 0.0}), nothing}};
  const std::string message = complaint(model);
  EXPECT_EQ(message.substr(0, 14), "body 'nothing'") << message;
}

// The massless link between two masses: its own motion is fixed by theirs.
TEST(MassOnFreeMotion, AMasslessConnectingRodIsFine) {
  Model model = readyMade("slider_crank");
  for (Body& body : model.bodies) {
    if (body.name == "rod") {
      body.mass = 0.0;
      body.inertia.setZero();
    }
  }
  EXPECT_EQ(complaint(model), "");
  model.group = Group::se3;
  EXPECT_EQ(complaint(model), "");
  EXPECT_EQ(complaint(scaled(model, 1e-3, 1e6, 1e-6)), "");
}

}  // namespace
}  // namespace liefmu
