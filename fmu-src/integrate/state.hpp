// The motion at one point in time, as every integrator delivers it.
#pragma once

#include "linear_algebra.hpp"

namespace liefmu {

struct MotionState {
  double t = 0.0;
  Vector q;       // configuration, Φ(q,t) = 0
  Vector v;       // velocity, left trivialised
  Vector vdot;    // acceleration
  Vector lambda;  // Lagrange multipliers

  template<class Archive>
  void visit(Archive& archive) {
    archive(t);
    archive(q);
    archive(v);
    archive(vdot);
    archive(lambda);
  }
};

}  // namespace liefmu
