// The mechanisms of the papers.
#pragma once

#include "model/model.hpp"

namespace liefmu::reproduce {

// The fast heavy top (ABC15 section 5, thesis sections 3.2.1 and 3.3.1): constrained in r3so3 and
// se3, about its fixed point in so3.
[[nodiscard]] Model heavyTop(Group group);

// Point mass 1 kg on a massless rod of 1 m in the plane z = 0, gravity along −y, Φ = (x² + y² −
// 1)/2.
[[nodiscard]] Model pendulum(const Vector3& position, const Vector3& velocity, double gravity);
// ABC15, example 1: total energy 1/2 − g, at x0 on the lower half, moving to the right.
[[nodiscard]] Model transientPendulum(double x0);

// A point mass at the end of a massless body in a universal joint: a mass matrix of rank 3 (ACB15
// section 4).
[[nodiscard]] Model masslessRod();

}  // namespace liefmu::reproduce
