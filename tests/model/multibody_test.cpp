// The equations of the heavy top as the literature writes them, and what Multibody tells about a
// motion.

#include "model/multibody.hpp"

#include "allocation_counter.hpp"
#include "finite_differences.hpp"
#include "models.hpp"
#include "random_models.hpp"
#include "types.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace liefmu {
namespace {

struct Everything {
  explicit Everything(Multibody& system, const Sample& s) {
    dynamics.resize(system.topology());
    linearization.resize(system.topology());
    system.evaluate(s.t, s.q, s.v, dynamics);
    system.linearize(s.t, s.q, s.v, s.vdot, s.lambda, linearization);
    system.curvature(s.t, s.q, s.v, curvature);
  }
  Dynamics dynamics;
  Linearization linearization;
  Vector curvature;
};

void expectEqual(const Matrix& actual, const Matrix& expected, const char* what) {
  ASSERT_EQ(actual.rows(), expected.rows()) << what;
  ASSERT_EQ(actual.cols(), expected.cols()) << what;
  const double scale = std::max(1.0, expected.cwiseAbs().maxCoeff());
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), 4e-15 * scale) << what << "\nactual\n"
                                                                      << actual << "\nexpected\n"
                                                                      << expected;
}

struct TopState {
  Sample sample;
  Matrix3 R;
  Vector3 y;  // Rᵀx
  Vector3 u;
  Vector3 Omega;
  Vector3 lambda;
};

// Any pose and velocity: the formulas hold off the constraints, too.
TopState randomTop(const Multibody& system, unsigned seed) {
  Random random(seed);
  TopState top;
  top.sample = randomSample(system, random);
  const Eigen::Quaterniond orientation = random.rotation();
  top.sample.q.tail(4) = orientation.coeffs();
  top.R = orientation.toRotationMatrix();
  top.Omega = top.sample.v.tail(3);
  if (system.topology().velocitySize == 6) {
    top.sample.q.head(3) = random.vector3();
    top.y = top.R.transpose() * top.sample.q.head(3);
    top.u = top.sample.v.head(3);
    top.lambda = top.sample.lambda;
  }
  return top;
}

constexpr double kMass = 15.0;
const Vector3 kX{0.0, 1.0, 0.0};
const Vector3 kGravity{0.0, 0.0, -9.81};
const Matrix3 kInertia = Vector3(0.234375, 0.46875, 0.234375).asDiagonal();

// thesis section 3.2.1, with Φ = X − Rᵀx not replaced by zero in the derivatives
TEST(HeavyTop, inR3xSO3) {
  Multibody system(models::heavyTop(Group::r3so3));
  const TopState top = randomTop(system, 1);
  const Everything is(system, top.sample);
  const Matrix3 I = Matrix3::Identity();
  const Matrix3 O = Matrix3::Zero();
  const Matrix3 yCross = crossMatrix(top.y);
  const Matrix3 lambdaCross = crossMatrix(top.lambda);
  const Vector3 U = top.R.transpose() * top.u;

  Matrix6 M;
  M << kMass * I, O, O, kInertia;
  expectEqual(is.dynamics.M[0], M, "M");
  Vector6 g;
  g << -kMass * kGravity, top.Omega.cross(kInertia * top.Omega);
  expectEqual(is.dynamics.g, g, "g");
  expectEqual(is.dynamics.Phi, kX - top.y, "Phi");
  Matrix B(3, 6);
  B << -top.R.transpose(), -yCross;
  expectEqual(is.dynamics.B[0], B, "B");
  expectEqual(is.dynamics.velocityConstraint, B * top.sample.v, "velocity constraint");

  Matrix6 D;
  D << O, O, O, crossMatrix(top.Omega) * kInertia - crossMatrix(kInertia * top.Omega);
  expectEqual(is.linearization.D[0], D, "D");
  Matrix6 K;
  K << O, top.R * lambdaCross, -lambdaCross * top.R.transpose(), -lambdaCross * yCross;
  expectEqual(is.linearization.K[0], K, "K");
  // Z(z,w) = Ω_w × Rᵀu_z − (Rᵀu_w − Ω_w × y) × Ω_z
  Matrix Zv(3, 6);
  Zv << crossMatrix(top.Omega) * top.R.transpose(),
      -crossMatrix(U) + crossMatrix(top.Omega) * yCross;
  expectEqual(is.linearization.Zv[0], Zv, "Zv");
  expectEqual(is.curvature, Zv * top.sample.v, "curvature");
}

// thesis section 3.3.1
TEST(HeavyTop, inSE3) {
  Multibody system(models::heavyTop(Group::se3));
  const TopState top = randomTop(system, 2);
  const Everything is(system, top.sample);
  const Matrix3 I = Matrix3::Identity();
  const Matrix3 O = Matrix3::Zero();
  const Matrix3 yCross = crossMatrix(top.y);
  const Matrix3 lambdaCross = crossMatrix(top.lambda);
  const Vector3 U = top.u;
  const Vector3 gravity = top.R.transpose() * kGravity;

  Vector6 g;
  g << kMass * (top.Omega.cross(U) - gravity), top.Omega.cross(kInertia * top.Omega);
  expectEqual(is.dynamics.g, g, "g");
  Matrix B(3, 6);
  B << -I, -yCross;
  expectEqual(is.dynamics.B[0], B, "B");
  Matrix6 D;
  D << kMass * crossMatrix(top.Omega), -kMass * crossMatrix(U), O,
      crossMatrix(top.Omega) * kInertia - crossMatrix(kInertia * top.Omega);
  expectEqual(is.linearization.D[0], D, "D");
  Matrix6 K;
  K << O, -kMass * crossMatrix(gravity), -lambdaCross, -lambdaCross * yCross;
  expectEqual(is.linearization.K[0], K, "K");
  // Z(z,w) = −(U_w − Ω_w × y) × Ω_z
  Matrix Zv(3, 6);
  Zv << crossMatrix(top.Omega), crossMatrix(top.Omega) * yCross;
  expectEqual(is.linearization.Zv[0], Zv, "Zv");
  expectEqual(is.curvature, Zv * top.sample.v, "curvature");
}

// On the constraint B does not depend on the motion: thesis section 3.3.1.
TEST(HeavyTop, hasConstantConstraintMatrixInSE3) {
  Multibody system(models::heavyTop(Group::se3));
  Random random(3);
  for (int i = 0; i < 5; ++i) {
    Sample sample = randomSample(system, random);
    const Eigen::Quaterniond orientation = random.rotation();
    sample.q << orientation * kX, orientation.coeffs();
    const Everything is(system, sample);
    Matrix B(3, 6);
    B << -Matrix3::Identity(), -crossMatrix(kX);
    expectEqual(is.dynamics.B[0], B, "B");
    EXPECT_LE(is.dynamics.Phi.norm(), 1e-15);
  }
}

TEST(HeavyTop, inSO3) {
  Multibody system(models::heavyTop(Group::so3));
  const TopState top = randomTop(system, 4);
  const Everything is(system, top.sample);
  const Matrix3 inertia = kInertia - kMass * crossMatrix(kX) * crossMatrix(kX);
  const Vector3 gravity = top.R.transpose() * kGravity;
  expectEqual(is.dynamics.M[0], inertia, "M");
  expectEqual(is.dynamics.g, top.Omega.cross(inertia * top.Omega) - kMass * kX.cross(gravity), "g");
  expectEqual(is.linearization.D[0],
              crossMatrix(top.Omega) * inertia - crossMatrix(inertia * top.Omega), "D");
  expectEqual(is.linearization.K[0], -kMass * crossMatrix(kX) * crossMatrix(gravity), "K");
}

// Accelerations and multipliers at the start, from the KKT system; published values.
TEST(HeavyTop, startsWithThePublishedReaction) {
  const Vector3 expected{0.0, -319.525988166, -317.262461538461};
  for (const Group group : {Group::r3so3, Group::se3}) {
    Multibody system(models::heavyTop(group));
    Sample s{0.0, system.initialConfiguration(), system.initialVelocity(), Vector::Zero(6),
             Vector::Zero(3)};
    const Everything is(system, s);
    Matrix kkt = Matrix::Zero(9, 9);
    kkt << Matrix(is.dynamics.M[0]), Matrix(is.dynamics.B[0]).transpose(), is.dynamics.B[0],
        Matrix::Zero(3, 3);
    Vector right(9);
    right << -is.dynamics.g, -is.curvature;
    // M is diagonal here: Schur complement without a solver.
    const Vector inverse = Vector(Matrix(is.dynamics.M[0]).diagonal()).cwiseInverse();
    const Matrix B = is.dynamics.B[0];
    const Matrix3 schur = B * inverse.asDiagonal() * B.transpose();
    const Vector lambda =
        schur.inverse() * (is.curvature - B * inverse.asDiagonal() * is.dynamics.g);
    const Vector vdot = -inverse.cwiseProduct(is.dynamics.g + B.transpose() * lambda);
    EXPECT_LE((kkt * (Vector(9) << vdot, lambda).finished() - right).norm(), 1e-10);

    const JointReaction tip = system.jointReaction(0, 0.0, s.q, lambda);
    EXPECT_LE((tip.force - expected).norm(), 1e-8);
    EXPECT_LE(tip.torque.norm(), 1e-12);
    const BodyAcceleration a = system.bodyAcceleration(0, s.q, s.v, vdot);
    // m ẍ − λ = m γ, ABC15 (62)
    EXPECT_LE((kMass * a.linear - tip.force - kMass * kGravity).norm(), 1e-10);
    EXPECT_NEAR(a.angular.x(), 661.346169230769, 1e-9);
    EXPECT_NEAR(system.kineticEnergy(s.v) + system.potentialEnergy(s.q), 5435.696790865546875,
                1e-10);
  }
}

// The same mechanism as constrained rigid body and as rotor.
TEST(Outputs, ofRotorAndRigidBodyAgree) {
  Random random(5);
  const Vector3 arm = random.vector3();
  const Vector3 position = random.vector3();
  Body body = randomBody(BodyKind::rigid, "body", random);
  body.centreOfMass = arm;
  body.position = position;
  body.velocity.setZero();
  Body rotor = body;
  rotor.kind = BodyKind::rotor;
  rotor.inertia += body.mass * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
  for (const Group group : {Group::r3so3, Group::se3}) {
    const Multibody rigid(Model{.group = group, .bodies = {body}});
    const Multibody turning(Model{.group = group, .bodies = {rotor}});
    const Vector q1 = rigid.initialConfiguration();
    const Vector q2 = turning.initialConfiguration();
    const Vector v1 = rigid.initialVelocity();
    const Vector v2 = turning.initialVelocity();
    const BodyState s1 = rigid.bodyState(0, q1, v1);
    const BodyState s2 = turning.bodyState(0, q2, v2);
    EXPECT_LE((s1.position - (position + body.orientation * arm)).norm(), 1e-14);
    EXPECT_LE((s1.position - s2.position).norm(), 1e-14);
    EXPECT_LE((s1.velocity - s2.velocity).norm(), 1e-14);
    EXPECT_EQ(s1.angularVelocity, s2.angularVelocity);
    EXPECT_NEAR(rigid.kineticEnergy(v1), turning.kineticEnergy(v2), 1e-13);
    EXPECT_NEAR(rigid.potentialEnergy(q1), turning.potentialEnergy(q2), 1e-13);
  }
}

// The reaction on the second body, multiplied with a velocity of it, is the power of −Bᵀλ there.
TEST(Outputs, reactionsDoTheWorkOfTheMultipliers) {
  Random random(6);
  const std::vector<JointType> types{Fixed{},
                                     Spherical{},
                                     Revolute{},
                                     Prismatic{},
                                     Cylindrical{},
                                     Universal{},
                                     Planar{},
                                     PointOnLine{},
                                     Distance{1.2},
                                     PrescribedRotation{Constant{0.3}},
                                     PrescribedTranslation{Constant{0.2}},
                                     PrescribedPoint{}};
  for (const JointType& type : types) {
    for (const Group group : {Group::r3so3, Group::se3}) {
      Model model{.group = group,
                  .bodies = {randomBody(BodyKind::rigid, "a", random),
                             randomBody(BodyKind::rigid, "b", random)}};
      model.joints.push_back({.name = "joint",
                              .first = 0,
                              .second = 1,
                              .onFirst = randomFrame(random),
                              .onSecond = randomFrame(random),
                              .type = type});
      Multibody system(model);
      const Sample s = randomSample(system, random);
      const Everything is(system, s);
      const JointReaction reaction = system.jointReaction(0, s.t, s.q, s.lambda);
      const double power = -s.lambda.dot(is.dynamics.B[1] * s.v.tail(6));
      const BodyState body = system.bodyState(1, s.q, s.v);
      const Vector3 arm = model.joints[0].onSecond.point - model.bodies[1].centreOfMass;
      const Vector3 pointVelocity =
          body.velocity + body.orientation * body.angularVelocity.cross(arm);
      EXPECT_NEAR(reaction.force.dot(pointVelocity) +
                      reaction.torque.dot(body.orientation * body.angularVelocity),
                  power, 1e-13)
          << "joint type " << type.index();
    }
  }
}

TEST(Coordinates, countTurnsAndHaveTheirRates) {
  Random random(7);
  for (const Group group : {Group::r3so3, Group::se3}) {
    // The second body lies in the first one's joint frame, turned about z.
    const Frame frame = randomFrame(random);
    const Eigen::Quaterniond orientation = random.rotation();
    Body first = randomBody(BodyKind::rigid, "first", random);
    Body second = randomBody(BodyKind::rigid, "second", random);
    second.orientation = first.orientation * frame.orientation * orientation.conjugate();
    Model model{.group = group, .bodies = {first, second}};
    model.joints.push_back({.name = "hinge",
                            .first = 0,
                            .second = 1,
                            .onFirst = frame,
                            .onSecond = {Vector3::Zero(), orientation},
                            .type = Revolute{}});
    Multibody system(model);
    ASSERT_EQ(system.coordinateCount(0), 1);
    Vector q = system.initialConfiguration();
    EXPECT_NEAR(system.coordinateValue(0, 0, q), 0.0, 1e-14);
    // Turn the second body about its joint axis, in small steps and in large ones, back and forth.
    const Vector3 axis = orientation * Vector3::UnitZ();
    double angle = 0.0;
    for (const double step : {0.3, 0.7, 2.0, 3.0, 5.0, -0.9, -4.0, -20.0, 1e-3, 7.0}) {
      for (int i = 0; i < 20; ++i) {
        Vector w = Vector::Zero(12);
        w.tail(3) = step * axis;
        Vector next;
        system.retract(q, w, next);
        q = next;
        angle += step;
        ASSERT_NEAR(system.coordinateValue(0, 0, q), angle, 1e-11);
      }
    }
    Vector v = random.vector(12);
    const auto valueAfter = [&](double t) {
      Vector moved;
      system.retract(q, t * v, moved);
      return system.coordinateValue(0, 0, moved);
    };
    EXPECT_NEAR((valueAfter(1e-5) - valueAfter(-1e-5)) / 2e-5, system.coordinateRate(0, 0, q, v),
                1e-8);
  }
}

TEST(Coordinates, ofAllJointsAreDisplacementsAndAnglesOfTheSecondFrame) {
  // Second frame in the first one: shifted by (1, 2, 3) and turned by Rz(0.4) Rx(0.3).
  const Eigen::Quaterniond z(Eigen::AngleAxisd(0.4, Vector3::UnitZ()));
  const Eigen::Quaterniond x(Eigen::AngleAxisd(0.3, Vector3::UnitX()));
  const auto coordinatesFor = [](const JointType& type, const Eigen::Quaterniond& orientation) {
    Body body{.name = "body", .mass = 1.0, .position = {1.0, 2.0, 3.0}, .orientation = orientation};
    body.inertia.setIdentity();
    const Multibody system(
        Model{.bodies = {body}, .joints = {{.name = "joint", .second = 0, .type = type}}});
    std::vector<double> values;
    for (Index i = 0; i < system.coordinateCount(0); ++i) {
      values.push_back(system.coordinateValue(0, i, system.initialConfiguration()));
    }
    return values;
  };
  const auto expect = [](const std::vector<double>& actual, const std::vector<double>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-15);
  };
  expect(coordinatesFor(Revolute{}, z), {0.4});
  expect(coordinatesFor(Prismatic{}, z), {3.0});
  expect(coordinatesFor(Cylindrical{}, z), {3.0, 0.4});
  expect(coordinatesFor(Universal{}, z * x), {0.4, 0.3});
  expect(coordinatesFor(Planar{}, z), {1.0, 2.0, 0.4});
  expect(coordinatesFor(PointOnLine{}, z), {3.0});
  expect(coordinatesFor(Spherical{}, z), {});
}

// A torsion spring remembers how often it has been wound up.
TEST(Coordinates, torsionSpringCountsTurns) {
  Body body{.name = "disk", .mass = 1.0};
  body.inertia.setIdentity();
  Model model{.gravity = Vector3::Zero(), .bodies = {body}};
  model.joints.push_back({.name = "hinge", .type = Revolute{}});
  model.forces.push_back({.name = "spring", .type = JointSpringDamper{.stiffness = 2.0}});
  Multibody system(model);
  Vector q = system.initialConfiguration();
  Vector next;
  Vector w = Vector::Zero(6);
  w[5] = 0.5;
  for (int i = 0; i < 30; ++i) {
    system.retract(q, w, next);
    q = next;
  }
  Dynamics dynamics;
  dynamics.resize(system.topology());
  system.evaluate(0.0, q, Vector::Zero(6), dynamics);
  EXPECT_NEAR(dynamics.g[5], 2.0 * 15.0, 1e-12);
  EXPECT_NEAR(system.potentialEnergy(q), 15.0 * 15.0, 1e-11);
}

TEST(Rows, canBeLeftOut) {
  Random random(8);
  Model model{.bodies = {randomBody(BodyKind::rigid, "a", random),
                         randomBody(BodyKind::rigid, "b", random)}};
  for (const JointType& type :
       {JointType{Revolute{}}, JointType{Fixed{}}, JointType{Spherical{}}}) {
    model.joints.push_back({.name = "joint" + std::to_string(model.joints.size()),
                            .first = 0,
                            .second = 1,
                            .onFirst = randomFrame(random),
                            .onSecond = randomFrame(random),
                            .type = type});
  }
  std::vector<bool> kept(14, true);
  for (const std::size_t dropped : {1U, 4U, 5U, 9U, 11U, 12U, 13U}) kept[dropped] = false;
  Multibody full(model);
  Multibody reduced(model, kept);
  EXPECT_EQ(full.keptRows(), std::vector<bool>(14, true));
  ASSERT_EQ(reduced.topology().constraintSize, 7);
  EXPECT_EQ(reduced.topology().joints.back().size, 0);
  EXPECT_EQ(reduced.topology().incidences.size(), 4U);

  Sample s = randomSample(reduced, random);
  checkDerivatives(reduced, s);
  const Everything some(reduced, s);
  Sample all = s;
  all.lambda.setZero(14);
  const Everything is(full, all);
  Index row = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    EXPECT_EQ(some.dynamics.Phi[row], is.dynamics.Phi[static_cast<Index>(i)]);
    EXPECT_EQ(reduced.describeConstraint(row), full.describeConstraint(static_cast<Index>(i)));
    ++row;
  }
  EXPECT_EQ(full.describeConstraint(0), "joint 'joint0' (point x)");
  EXPECT_EQ(full.describeVelocity(7), "body 'b' (translation y)");
  EXPECT_THROW(Multibody(model, std::vector<bool>(15, true)), Error);
}

TEST(Multibody, refusesNonsense) {
  Random random(9);
  const Model good{.bodies = {randomBody(BodyKind::rigid, "a", random)}};
  const auto message = [](const Model& model) -> std::string {
    try {
      const Multibody system(model);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  Model model = good;
  model.joints = {{.name = "j", .first = 0, .second = 0, .type = Spherical{}}};
  EXPECT_EQ(message(model), "joint 'j' connects a body with itself (name two different bodies)");
  model.joints = {{.name = "j", .first = 0, .second = 3, .type = Spherical{}}};
  EXPECT_EQ(message(model), "joint 'j' refers to body number 3, which does not exist");
  model.joints = {{.name = "j", .type = Spherical{}}};
  model.forces = {{.name = "f", .type = JointFriction{}}};
  EXPECT_EQ(message(model),
            "force 'f' refers to coordinate 0 of joint 'j', which has 0 (use a joint with such a "
            "coordinate, for example a revolute joint)");
}

TEST(Multibody, marksSingularMasses) {
  Body heavy{.name = "heavy", .mass = 1.0};
  heavy.inertia.setIdentity();
  Body massless{.name = "massless"};
  Body rod{.name = "rod", .mass = 1.0};
  rod.inertia = Vector3(0.0, 1.0, 1.0).asDiagonal();
  const Body point{.name = "point", .kind = BodyKind::point, .mass = 1.0};
  const Multibody system(Model{.bodies = {heavy, massless, rod, point}});
  EXPECT_EQ(system.topology().singularMass, (std::vector<bool>{false, true, true, false}));
}

TEST(Multibody, groupOperationsBelongTogether) {
  Random random(10);
  for (const Group group : {Group::r3so3, Group::se3}) {
    Multibody system(Model{.group = group,
                           .bodies = {randomBody(BodyKind::rigid, "a", random),
                                      randomBody(BodyKind::point, "b", random),
                                      randomBody(BodyKind::rotor, "c", random)}});
    const Vector q = system.initialConfiguration();
    const Vector w = random.vector(12);
    const Vector delta = random.vector(12);
    Vector moved;
    Vector back;
    system.retract(q, w, moved);
    system.increment(q, moved, back);
    EXPECT_LE((back - w).norm(), 1e-14);

    // exp(w + δ) = exp(w)∘exp(T(w) δ)
    std::vector<Block> T;
    std::vector<Block> inverse;
    std::vector<Block> hat;
    system.tangentOperator(w, T);
    system.inverseTangentOperator(w, inverse);
    system.hat(w, hat);
    Vector bracket;
    system.bracket(w, delta, bracket);
    constexpr double step = 1e-5;
    Vector plus;
    Vector minus;
    Vector difference;
    system.retract(q, w + step * delta, plus);
    system.retract(q, w - step * delta, minus);
    system.increment(minus, plus, difference);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [begin, size] = system.topology().bodies[i];
      const Vector part = delta.segment(begin, size);
      EXPECT_LE((T[i] * part - difference.segment(begin, size) / (2.0 * step)).norm(), 1e-9);
      EXPECT_LE((T[i] * inverse[i] - Matrix::Identity(size, size)).norm(), 1e-14);
      EXPECT_LE((hat[i] * part - bracket.segment(begin, size)).norm(), 1e-15);
    }
    Vector position;
    Vector velocity;
    system.magnitudes(q, w, position, velocity);
    EXPECT_EQ(position[1], q.head(3).norm());
    EXPECT_EQ(position[4], 1.0);
    EXPECT_EQ(velocity[7], w.segment(6, 3).norm());
    EXPECT_EQ(velocity[10], w.tail(3).norm());
  }
}

TEST(Multibody, doesNotAllocateInsideAStep) {
  Random random(11);
  Model model{
      .group = Group::se3,
      .bodies = {randomBody(BodyKind::rigid, "a", random), randomBody(BodyKind::point, "b", random),
                 randomBody(BodyKind::rotor, "c", random)},
      .inputs = {{.name = "u"}}};
  for (const JointType& type :
       {JointType{Revolute{}}, JointType{Distance{}}, JointType{PrescribedRotation{FromInput{}}}}) {
    model.joints.push_back({.name = "j", .first = 0, .second = 2, .type = type});
  }
  model.joints.push_back({.name = "s", .first = kGround, .second = 0, .type = Spherical{}});
  model.forces = {{.name = "s", .type = SpringDamper{.first = 0, .second = 1, .stiffness = 1.0}},
                  {.name = "b", .type = Bushing{.first = 1, .second = 2}},
                  {.name = "a", .type = JointActuator{.effort = FromInput{}}},
                  {.name = "t", .type = JointSpringDamper{.damping = 1.0}},
                  {.name = "d", .type = Drag{.body = 1, .quadratic = 1.0}}};
  Multibody system(model);
  const Sample s = randomSample(system, random);
  Everything is(system, s);
  Vector q = s.q;
  Vector w = s.v;
  Vector position = s.v;
  Vector velocity = s.v;
  std::vector<Block> blocks(3);
  const AllocationCounter allocations;
  system.evaluate(s.t, s.q, s.v, is.dynamics);
  system.linearize(s.t, s.q, s.v, s.vdot, s.lambda, is.linearization);
  system.curvature(s.t, s.q, s.v, is.curvature);
  system.retract(s.q, s.v, q);
  system.increment(s.q, q, w);
  system.bracket(s.v, s.vdot, w);
  system.hat(s.v, blocks);
  system.tangentOperator(s.v, blocks);
  system.inverseTangentOperator(s.v, blocks);
  system.magnitudes(s.q, s.v, position, velocity);
  EXPECT_EQ(allocations.count(), 0);
}

}  // namespace
}  // namespace liefmu
