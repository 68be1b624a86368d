// A mechanism as plain data: what a model file says, constant after initialisation. SI units.
// No equations here (multibody.hpp) and no JSON (read_model.hpp).
#pragma once

#include "linear_algebra.hpp"
#include "model/forces.hpp"
#include "model/inputs.hpp"
#include "model/joints.hpp"
#include "types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace liefmu {

// The Lie group in which the rigid bodies of a model move. A model in so3 has rotors only, a model
// in r3 has point masses only; points and rotors may also appear beside rigid bodies.
enum class Group : std::uint8_t { r3so3, se3, so3, r3 };

enum class BodyKind : std::uint8_t {
  rigid,  // R³×SO(3) or SE(3)
  point,  // R³: a mass that does not turn
  rotor,  // SO(3): turns about the fixed point `position`
};

// For the view only.
struct Shape {
  enum class Kind : std::uint8_t { box, cylinder, sphere, line };
  Kind kind = Kind::box;
  Vector3 size =
      Vector3::Ones();  // box: edges; cylinder: radius, -, length along z; sphere: radius
  Vector3 position = Vector3::Zero();  // in the body frame; line: its start
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  Vector3 end = Vector3::Zero();  // line: its end
  std::string colour;             // "#rrggbb", or empty for a colour chosen by the view
};

struct Body {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  double mass = 0.0;                       // kg; zero where the joints make up for it
  Matrix3 inertia = Matrix3::Zero();       // kg m², body axes; about the centre of mass,
                                           // for a rotor about its fixed point
  Vector3 centreOfMass = Vector3::Zero();  // in the body frame

  // Pose and velocity of the body frame's origin; guesses that assembly makes consistent. The
  // origin of a rotor's frame is its fixed point.
  Vector3 position = Vector3::Zero();                               // world
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();  // body to world
  Vector3 velocity = Vector3::Zero();                               // world
  Vector3 angularVelocity = Vector3::Zero();                        // body axes

  std::vector<Shape> geometry;
};

// An output that the model file defines: the distance of two points.
struct PointDistance {
  std::string name;
  Index first = kGround;
  Index second = 0;
  Vector3 pointOnFirst = Vector3::Zero();
  Vector3 pointOnSecond = Vector3::Zero();
};

struct Experiment {
  double startTime = 0.0;  // s
  double stopTime = 1.0;   // s
  double stepSize = 1e-2;  // s: communication step
  double tolerance = 1e-6;
};

struct Model {
  std::string name;
  std::string description;
  Group group = Group::r3so3;
  Vector3 gravity{0.0, 0.0, -9.81};  // m/s², world

  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Force> forces;
  std::vector<InputSignal> inputs;

  std::vector<std::string> outputs;      // names of variables; empty: the default set
  std::vector<PointDistance> distances;  // additional outputs

  IntegratorSettings integrator;
  Experiment experiment;
};

}  // namespace liefmu
