// Multibody: the group, body by body, and the turns that joint angles have made.

#include "lie/rigid.hpp"
#include "lie/so3.hpp"
#include "model/multibody.hpp"
#include "model/multibody_detail.hpp"

#include <numbers>

namespace liefmu {

using namespace detail;

namespace {

void writePose(const Vector3& x, const SO3& R, std::size_t body, Vector& q) {
  double* pose = q.data() + kPoseSize * static_cast<Index>(body);
  Eigen::Map<Vector3>{pose} = x;
  Eigen::Map<Vector4>{pose + 3} = R.quaternion().coeffs();
}

// Gives a block its size if it has another one, and writes it without loops over dynamic sizes.
template<int size>
void assign(const Eigen::Matrix<double, size, size>& from, Block& to) {
  to.resize(size, size);
  fixed<size, size>(to) = from;
}

// An operator of R³×SO(3) written in place: a multiple of the identity and one of SO(3).
void assignProduct(double translation, const Matrix3& rotation, Block& to) {
  to.resize(6, 6);
  auto block = fixed<6, 6>(to);
  block.setZero();
  block.diagonal().head<3>().setConstant(translation);
  block.bottomRightCorner<3, 3>() = rotation;
}

}  // namespace

void Multibody::retract(const Vector& q, const Vector& w, Vector& qNext) {
  qNext.resize(topology_.configurationSize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    const Vector3 x = positionIn(q, i);
    const SO3 R(orientationIn(q, i));
    switch (body.motion) {
      case Motion::r3so3:
        writePose(x + w.segment<3>(body.begin), R * SO3::exp(w.segment<3>(body.begin + 3)), i,
                  qNext);
        break;
      case Motion::se3: {
        const SE3 next = SE3{x, R} * SE3::exp(w.segment<6>(body.begin));
        writePose(next.x, next.R, i, qNext);
        break;
      }
      case Motion::r3:
        writePose(x + w.segment<3>(body.begin), R, i, qNext);
        break;
      case Motion::so3:
        writePose(x, R * SO3::exp(w.segment<3>(body.begin)), i, qNext);
        break;
    }
  }
  if (!angles_.empty()) countTurns(q, w, qNext);
}

Vector3 Multibody::rotationOf(Index body, const Vector& w) const {
  if (body == ground() || !rotates(bodies_[at(body)].motion)) return Vector3::Zero();
  const auto [begin, size] = topology_.bodies[at(body)];
  return w.segment<3>(begin + size - 3);
}

// The quarter turns of all angles at qNext = q∘exp(w), continued from those at q.
void Multibody::countTurns(const Vector& q, const Vector& w, Vector& qNext) const {
  const auto relativeRotation = [this](const Pair& pair, const Vector& pose) -> Matrix3 {
    const Eigen::Quaterniond identity = Eigen::Quaterniond::Identity();
    const auto of = [&](Index body) {
      return body == ground() ? identity : orientationIn(pose, at(body));
    };
    return (of(pair.base).conjugate() * of(pair.other)).toRotationMatrix();
  };
  for (const Index index : angles_) {
    const CoordinateData& data = coordinates_[at(index)];
    const auto& angle = std::get<Angle>(data.coordinate.function);
    double guess = q[data.quarterTurns];
    const Vector3 ofBase = rotationOf(data.pair.base, w);
    const Vector3 ofOther = rotationOf(data.pair.other, w);
    // Below one radian the nearest quarter turn is unique; beyond it is predicted from the rate.
    if (ofBase.norm() + ofOther.norm() > 1.0) {
      RelativeMotion motion;
      motion.E = relativeRotation(data.pair, q);
      motion.omega = motion.E * ofOther - ofBase;
      guess += coordinateState(data.coordinate, motion, guess).rate / (0.5 * std::numbers::pi);
    }
    qNext[data.quarterTurns] =
        nearestQuarterTurns(angle, relativeRotation(data.pair, qNext), guess);
  }
}

void Multibody::increment(const Vector& q0, const Vector& q1, Vector& w) {
  w.resize(topology_.velocitySize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    const Vector3 shift = positionIn(q1, i) - positionIn(q0, i);
    const SO3 R0(orientationIn(q0, i));
    const SO3 R1(orientationIn(q1, i));
    switch (body.motion) {
      case Motion::r3so3:
        w.segment<3>(body.begin) = shift;
        w.segment<3>(body.begin + 3) = (R0.inverse() * R1).log();
        break;
      case Motion::se3:
        w.segment<6>(body.begin) = SE3{R0.rotateBack(shift), R0.inverse() * R1}.log();
        break;
      case Motion::r3:
        w.segment<3>(body.begin) = shift;
        break;
      case Motion::so3:
        w.segment<3>(body.begin) = (R0.inverse() * R1).log();
        break;
    }
  }
}

void Multibody::bracket(const Vector& a, const Vector& b, Vector& result) {
  result.resize(topology_.velocitySize);
  for (const BodyData& body : bodies_) {
    const Index i = body.begin;
    switch (body.motion) {
      case Motion::r3so3:
        result.segment<3>(i).setZero();
        result.segment<3>(i + 3) = SO3::bracket(a.segment<3>(i + 3), b.segment<3>(i + 3));
        break;
      case Motion::se3:
        result.segment<6>(i) = SE3::bracket(a.segment<6>(i), b.segment<6>(i));
        break;
      case Motion::r3:
        result.segment<3>(i).setZero();
        break;
      case Motion::so3:
        result.segment<3>(i) = SO3::bracket(a.segment<3>(i), b.segment<3>(i));
        break;
    }
  }
}

void Multibody::hat(const Vector& a, std::vector<Block>& blocks) {
  blocks.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index begin = bodies_[i].begin;
    switch (bodies_[i].motion) {
      case Motion::r3so3:
        assignProduct(0.0, SO3::hat(a.segment<3>(begin + 3)), blocks[i]);
        break;
      case Motion::se3:
        assign<6>(SE3::hat(a.segment<6>(begin)), blocks[i]);
        break;
      case Motion::r3:
        assign<3>(Matrix3::Zero(), blocks[i]);
        break;
      case Motion::so3:
        assign<3>(SO3::hat(a.segment<3>(begin)), blocks[i]);
        break;
    }
  }
}

void Multibody::tangentOperator(const Vector& w, std::vector<Block>& blocks) {
  blocks.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index begin = bodies_[i].begin;
    switch (bodies_[i].motion) {
      case Motion::r3so3:
        assignProduct(1.0, SO3::T(w.segment<3>(begin + 3)), blocks[i]);
        break;
      case Motion::se3:
        assign<6>(SE3::T(w.segment<6>(begin)), blocks[i]);
        break;
      case Motion::r3:
        assign<3>(Matrix3::Identity(), blocks[i]);
        break;
      case Motion::so3:
        assign<3>(SO3::T(w.segment<3>(begin)), blocks[i]);
        break;
    }
  }
}

void Multibody::inverseTangentOperator(const Vector& w, std::vector<Block>& blocks) {
  blocks.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index begin = bodies_[i].begin;
    switch (bodies_[i].motion) {
      case Motion::r3so3:
        assignProduct(1.0, SO3::Tinv(w.segment<3>(begin + 3)), blocks[i]);
        break;
      case Motion::se3:
        assign<6>(SE3::Tinv(w.segment<6>(begin)), blocks[i]);
        break;
      case Motion::r3:
        assign<3>(Matrix3::Identity(), blocks[i]);
        break;
      case Motion::so3:
        assign<3>(SO3::Tinv(w.segment<3>(begin)), blocks[i]);
        break;
    }
  }
}

void Multibody::rotations(const Vector& q0, const Vector& q1, std::vector<Matrix3>& result) {
  for (std::size_t i = 0; i < topology_.turningBodies.size(); ++i) {
    const std::size_t body = at(topology_.turningBodies[i]);
    result[i] = (orientationIn(q1, body) * orientationIn(q0, body).conjugate()).toRotationMatrix();
  }
}

void Multibody::magnitudes(const Vector& q, const Vector& v, Vector& position, Vector& velocity) {
  position.resize(topology_.velocitySize);
  velocity.resize(topology_.velocitySize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto [begin, size] = topology_.bodies[i];
    if (translates(bodies_[i].motion)) {
      position.segment<3>(begin).setConstant(positionIn(q, i).norm());
      velocity.segment<3>(begin).setConstant(v.segment<3>(begin).norm());
    }
    if (rotates(bodies_[i].motion)) {
      const Index angular = begin + size - 3;
      position.segment<3>(angular).setOnes();
      velocity.segment<3>(angular).setConstant(v.segment<3>(angular).norm());
    }
  }
}

}  // namespace liefmu
