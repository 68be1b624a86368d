// The equations of motion of a model: M, g, B, Φ and their derivatives, block by block, and what a
// user wants to know about a motion. Joints and forces are written down in body-fixed coordinates
// (relative_motion.hpp); this class alone knows the groups of the bodies and maps from one to the
// other.
//
// Configuration: seven numbers per body, the reference point (world) and the quaternion x, y, z, w
// (body to world), where the reference point is the centre of mass or the fixed point of a rotor.
// After them one number per angle of a joint: the quarter turns nearest to the angle, by which an
// angle is known beyond ±π without any memory besides q.
#pragma once

#include "integrate/mechanical_system.hpp"
#include "model/model.hpp"
#include "model/relative_motion.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace liefmu {

// Position, orientation and velocity of a body for the user.
struct BodyState {
  Vector3 position;                // centre of mass, world
  Eigen::Quaterniond orientation;  // body to world
  Vector3 velocity;                // of the centre of mass, world
  Vector3 angularVelocity;         // body axes
};

struct BodyAcceleration {
  Vector3 linear;   // of the centre of mass, world
  Vector3 angular;  // body axes
};

// What acts on the second body of a joint at the joint's point on that body; world axes.
struct JointReaction {
  Vector3 force;
  Vector3 torque;
};

class Multibody final : public MechanicalSystem {
 public:
  // Throws Error if the model makes no sense (an index out of range, a joint of a body with
  // itself). `keptRows` has one entry per constraint equation of all joints and leaves out the
  // redundant ones; empty: all are kept.
  explicit Multibody(Model model, std::vector<bool> keptRows = {});

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const std::vector<bool>& keptRows() const { return keptRows_; }

  // The poses and velocities of the model file, as they are: not assembled.
  [[nodiscard]] Vector initialConfiguration() const;
  [[nodiscard]] Vector initialVelocity() const;

  // Inputs start with their start values.
  void setInput(Index input, const InputTaylor& value);
  [[nodiscard]] const std::vector<InputTaylor>& inputs() const { return inputs_; }

  // MechanicalSystem
  [[nodiscard]] const Topology& topology() const override { return topology_; }
  void retract(const Vector& q, const Vector& w, Vector& qNext) override;
  void increment(const Vector& q0, const Vector& q1, Vector& w) override;
  void bracket(const Vector& a, const Vector& b, Vector& result) override;
  void hat(const Vector& a, std::vector<Block>& blocks) override;
  void tangentOperator(const Vector& w, std::vector<Block>& blocks) override;
  void inverseTangentOperator(const Vector& w, std::vector<Block>& blocks) override;
  void rotations(const Vector& q0, const Vector& q1, std::vector<Matrix3>& result) override;
  void evaluate(double t, const Vector& q, const Vector& v, Dynamics& dynamics) override;
  void curvature(double t, const Vector& q, const Vector& v, Vector& result) override;
  void linearize(double t, const Vector& q, const Vector& v, const Vector& vdot,
                 const Vector& lambda, Linearization& linearization) override;
  void magnitudes(const Vector& q, const Vector& v, Vector& position, Vector& velocity) override;
  [[nodiscard]] std::string describeVelocity(Index component) const override;
  [[nodiscard]] std::string describeConstraint(Index row) const override;

  // The motion as the user sees it (multibody_outputs.cpp).
  [[nodiscard]] BodyState bodyState(Index body, const Vector& q, const Vector& v) const;
  [[nodiscard]] BodyAcceleration bodyAcceleration(Index body, const Vector& q, const Vector& v,
                                                  const Vector& vdot) const;
  [[nodiscard]] JointReaction jointReaction(Index joint, double t, const Vector& q,
                                            const Vector& lambda) const;
  // Coordinates of a joint, counted from zero; an angle counts full turns.
  [[nodiscard]] Index coordinateCount(Index joint) const;
  [[nodiscard]] const JointCoordinate& coordinate(Index joint, Index coordinate) const;
  [[nodiscard]] double coordinateValue(Index joint, Index coordinate, const Vector& q) const;
  [[nodiscard]] double coordinateRate(Index joint, Index coordinate, const Vector& q,
                                      const Vector& v) const;
  [[nodiscard]] double distance(Index distance, const Vector& q) const;  // Model::distances
  [[nodiscard]] double kineticEnergy(const Vector& v) const;
  [[nodiscard]] double potentialEnergy(const Vector& q) const;  // gravity and springs
  // The power that a force element delivers to the bodies.
  [[nodiscard]] double forcePower(Index force, double t, const Vector& q, const Vector& v) const;

 private:
  // How the velocity block of a body is made of (ξ, φ) or (U, Ω).
  enum class Motion : std::uint8_t {
    r3so3,  // translation in world axes, rotation in body axes
    se3,    // both in body axes
    r3,     // translation in world axes only
    so3,    // rotation in body axes only
  };
  struct BodyData {
    Motion motion = Motion::r3so3;
    Index begin = 0;  // in the velocity vector
    double mass = 0.0;
    Matrix3 inertia = Matrix3::Zero();
    Vector3 centreOfMass = Vector3::Zero();  // from the reference point: zero but for rotors
    Vector3 origin = Vector3::Zero();        // of the body frame, from the reference point
  };
  // Where the four blocks of a pair of bodies are in the list of couplings; −1 for the ground.
  struct PairCouplings {
    Index baseBase = -1;
    Index baseOther = -1;
    Index otherBase = -1;
    Index otherOther = -1;
  };
  struct JointData {
    Pair pair;
    bool baseIsSecond = true;
    // The first three rows are the components of d in the base's axes: written as 3×3 blocks.
    bool threePoints = false;
    bool pointOnGround = false;  // only those, and between a rigid body and the ground
    Index begin = 0;             // in the multiplier vector
    Index baseIncidence = -1;    // −1 for the ground
    Index otherIncidence = -1;
    PairCouplings couplings;
    std::vector<ConstraintRow> rows;
    Index firstCoordinate = 0;  // into coordinates_
    Index coordinateCount = 0;
  };
  struct CoordinateData {
    Pair pair;  // base: the joint's first body
    JointCoordinate coordinate;
    Index quarterTurns = -1;  // where they are in q; −1 for a displacement
  };
  struct ForceData {
    bool betweenBodies = true;  // false: fixed to one body (pair.other)
    Pair pair;
    PairCouplings couplings;
    Matrix3 axesOfBase = Matrix3::Identity();  // of the element's frames
    Matrix3 axesOfOther = Matrix3::Identity();
    Index coordinate = -1;  // into coordinates_
  };
  // What is known of a coupling before any number is.
  struct CouplingData {
    bool elastic = false;  // forces depend on positions beyond the geometric stiffness
    bool turning = false;  // forces on the row's body turn with the other body
    bool damped = false;   // forces depend on velocities
  };

  using Block6 = Eigen::Map<Matrix6>;

  [[nodiscard]] static constexpr bool translates(Motion motion) { return motion != Motion::so3; }
  [[nodiscard]] static constexpr bool rotates(Motion motion) { return motion != Motion::r3; }
  [[nodiscard]] static constexpr bool worldAxes(Motion motion) {
    return motion == Motion::r3so3 || motion == Motion::r3;
  }
  [[nodiscard]] static constexpr bool rigid(Motion motion) {
    return motion == Motion::r3so3 || motion == Motion::se3;
  }

  // Set-up (multibody_setup.cpp).
  [[nodiscard]] Index ground() const { return static_cast<Index>(bodies_.size()); }
  [[nodiscard]] Vector3 fromReference(Index body, const Vector3& point) const;
  [[nodiscard]] Index checkedBody(Index body, const std::string& what) const;
  [[nodiscard]] Index checkedCoordinate(Index joint, Index coordinate,
                                        const std::string& what) const;
  void addBodies();
  void addJoints();
  void addRows(const Joint& joint, JointEquations equations, std::size_t& equation);
  void addForces();
  [[nodiscard]] PairCouplings addCouplings(const Pair& pair, bool elastic, bool damped);
  Index addCoupling(Index row, Index column, bool elastic, bool damped);

  // Motion at (q, v).
  [[nodiscard]] Vector3 rotationOf(Index body, const Vector& w) const;
  void countTurns(const Vector& q, const Vector& w, Vector& qNext) const;
  void setMotion(std::size_t body, const Vector& q, const Vector& v, BodyMotion& motion) const;
  void updateMotion(const Vector& q, const Vector& v);
  [[nodiscard]] RelativeMotion relative(const Pair& pair) const;
  [[nodiscard]] RelativeMotion relative(const Pair& pair, const Vector& q, const Vector& v) const;
  [[nodiscard]] ForceContext context(const ForceData& force, const RelativeMotion& motion,
                                     const InputData& data, const Vector& q) const;

  // Equations (multibody.cpp).
  void evaluateJoint(const JointData& joint, const InputData& data, Dynamics& dynamics) const;
  void evaluatePointOnGround(const JointData& joint, Dynamics& dynamics) const;
  void writePointBlocks(const JointData& joint, const RelativeMotion& motion,
                        Dynamics& dynamics) const;
  void evaluateForces(const InputData& data, const Vector& q);
  void writeRow(Index body, const Vector3& linearPart, const Vector3& linearWorld,
                const Vector3& angularPart, Index row, Block& block) const;
  void addWrench(const Pair& pair, const RelativeMotion& motion, const Wrench& wrench);

  // Derivatives (multibody_linearize.cpp).
  void linearizeJoint(const JointData& joint, const InputData& data, const Vector& lambda,
                      Linearization& linearization);
  void linearizePointOnGround(const JointData& joint, const Vector& lambda,
                              Linearization& linearization);
  void linearizeForces(const InputData& data, const Vector& q);
  void writePointCurvature(const JointData& joint, const RelativeMotion& motion,
                           Linearization& linearization) const;
  void writeRowCurvature(const JointData& joint, std::size_t row, const RelativeMotion& motion,
                         const InputData& data, Linearization& linearization) const;
  void addStiffness(const Pair& pair, const PairCouplings& couplings, const RelativeMotion& motion,
                    const Wrench& wrench, const WrenchDerivative* derivative);
  void addDamping(const Pair& pair, const PairCouplings& couplings, const RelativeMotion& motion,
                  const WrenchDerivative& derivative);
  void finishCoupling(std::size_t coupling, Linearization& linearization);
  void addInertia(std::size_t index, Block6 K, Block6 D) const;
  void rotateToGroups(std::size_t coupling, Block6 block) const;
  void writeCoupling(std::size_t coupling, const Matrix6& from, Block& to) const;
  [[nodiscard]] bool betweenRigidBodies(std::size_t coupling) const;

  Model model_;
  std::vector<bool> keptRows_;
  Topology topology_;
  std::vector<BodyData> bodies_;
  std::vector<JointData> joints_;
  std::vector<CoordinateData> coordinates_;
  std::vector<Index> angles_;  // the coordinates that count turns
  std::vector<ForceData> forces_;
  std::vector<CouplingData> couplings_;
  std::vector<InputTaylor> inputs_;

  // Scratch memory. The entry after the last body is the ground.
  std::vector<BodyMotion> motions_;
  std::vector<Wrench> wrenches_;  // on the left side of the equations, body axes
  // Blocks of K and D in (ξ, φ), per coupling: between rigid bodies where they will be needed, else
  // in memory of our own.
  std::vector<double*> stiffness_;
  std::vector<double*> damping_;
  std::vector<Matrix6> partialStiffness_;
  std::vector<Matrix6> partialDamping_;
};

}  // namespace liefmu
