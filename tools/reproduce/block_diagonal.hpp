// Block-diagonal operators of a mechanical system (â, T) as dense matrices: the study code is
// written with matrices.
#pragma once

#include "integrate/mechanical_system.hpp"

namespace liefmu::reproduce {

inline void toMatrix(const Topology& topology, const std::vector<Block>& blocks, Matrix& result) {
  result.setZero(topology.velocitySize, topology.velocitySize);
  for (std::size_t body = 0; body < blocks.size(); ++body) {
    const auto [begin, size] = topology.bodies[body];
    result.block(begin, begin, size, size) = blocks[body];
  }
}

inline Matrix hatMatrix(MechanicalSystem& system, const Vector& a) {
  std::vector<Block> blocks;
  for (const auto& body : system.topology().bodies) blocks.emplace_back(body.size, body.size);
  system.hat(a, blocks);
  Matrix result;
  toMatrix(system.topology(), blocks, result);
  return result;
}

inline Matrix tangentMatrix(MechanicalSystem& system, const Vector& w) {
  std::vector<Block> blocks;
  for (const auto& body : system.topology().bodies) blocks.emplace_back(body.size, body.size);
  system.tangentOperator(w, blocks);
  Matrix result;
  toMatrix(system.topology(), blocks, result);
  return result;
}

inline Vector bracketOf(MechanicalSystem& system, const Vector& a, const Vector& b) {
  Vector result(a.size());
  system.bracket(a, b, result);
  return result;
}

}  // namespace liefmu::reproduce
