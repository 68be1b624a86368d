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
  void evaluate(double t, const Vector& q, const Vector& v, Dynamics& dynamics) override;
  void curvature(double t, const Vector& q, const Vector& v, Vector& result) override;
  void linearize(double t, const Vector& q, const Vector& v, const Vector& vdot,
                 const Vector& lambda, Linearization& linearization) override;
  void magnitudes(const Vector& q, const Vector& v, Vector& position, Vector& velocity) override;
  [[nodiscard]] std::string describeVelocity(Index component) const override;
  [[nodiscard]] std::string describeConstraint(Index row) const override;

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
    bool threePoints = false;  // the first three rows are the components of d in the base's axes
    Index begin = 0;           // in the multiplier vector
    Index baseIncidence = -1;  // −1 for the ground
    Index otherIncidence = -1;
    PairCouplings couplings;
    std::vector<ConstraintRow> rows;
  };
  // What is known of a coupling before any number is.
  struct CouplingData {
    bool elastic = false;  // forces depend on positions beyond the geometric stiffness
    bool damped = false;   // forces depend on velocities
  };

  [[nodiscard]] static constexpr bool translates(Motion motion) { return motion != Motion::so3; }
  [[nodiscard]] static constexpr bool rotates(Motion motion) { return motion != Motion::r3; }
  [[nodiscard]] static constexpr bool worldAxes(Motion motion) {
    return motion == Motion::r3so3 || motion == Motion::r3;
  }

  [[nodiscard]] Index ground() const { return static_cast<Index>(bodies_.size()); }
  [[nodiscard]] Vector3 fromReference(Index body, const Vector3& point) const;
  [[nodiscard]] Index checkedBody(Index body, const std::string& what) const;
  void addBodies();
  void addJoints();
  [[nodiscard]] PairCouplings addCouplings(const Pair& pair, bool elastic, bool damped);
  Index addCoupling(Index row, Index column, bool elastic, bool damped);

  void updateMotion(const Vector& q, const Vector& v);
  [[nodiscard]] RelativeMotion relative(const Pair& pair) const;
  void evaluateJoint(const JointData& joint, const InputData& data, Dynamics& dynamics) const;
  void linearizeJoint(const JointData& joint, const InputData& data, const Vector& lambda,
                      Linearization& linearization);
  void writeRow(Index body, const Vector3& linearPart, const Vector3& linearWorld,
                const Vector3& angularPart, Index row, Block& block) const;
  void addWrench(const Pair& pair, const RelativeMotion& m, const Wrench& wrench);
  void addStiffness(const Pair& pair, const PairCouplings& at, const RelativeMotion& m,
                    const Wrench& wrench, const WrenchDerivative* derivative);
  void finishCoupling(std::size_t coupling, const Vector& vdot, Linearization& linearization);

  Model model_;
  std::vector<bool> keptRows_;
  Topology topology_;
  std::vector<BodyData> bodies_;
  std::vector<JointData> joints_;
  std::vector<CouplingData> couplings_;
  std::vector<Block> massBlocks_;
  std::vector<InputTaylor> inputs_;

  // Scratch memory. The entry after the last body is the ground.
  std::vector<BodyMotion> motions_;
  std::vector<Wrench> wrenches_;    // on the left side of the equations, body axes
  std::vector<Matrix6> stiffness_;  // per coupling, in (ξ, φ)
  std::vector<Matrix6> damping_;
};

}  // namespace liefmu
