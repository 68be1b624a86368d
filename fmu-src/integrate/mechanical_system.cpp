#include "integrate/mechanical_system.hpp"

namespace liefmu {

void Dynamics::resize(const Topology& topology) {
  M.resize(topology.bodies.size());
  for (std::size_t i = 0; i < M.size(); ++i) {
    M[i].setZero(topology.bodies[i].size, topology.bodies[i].size);
  }
  B.resize(topology.incidences.size());
  for (std::size_t e = 0; e < B.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    B[e].setZero(topology.joints[static_cast<std::size_t>(joint)].size,
                 topology.bodies[static_cast<std::size_t>(body)].size);
  }
  g.setZero(topology.velocitySize);
  Phi.setZero(topology.constraintSize);
  velocityConstraint.setZero(topology.constraintSize);
}

void Linearization::resize(const Topology& topology) {
  D.resize(topology.couplings.size());
  K.resize(topology.couplings.size());
  for (std::size_t c = 0; c < D.size(); ++c) {
    const auto [row, column] = topology.couplings[c];
    const Index rows = topology.bodies[static_cast<std::size_t>(row)].size;
    const Index columns = topology.bodies[static_cast<std::size_t>(column)].size;
    D[c].setZero(rows, columns);
    K[c].setZero(rows, columns);
  }
  Zv.resize(topology.incidences.size());
  for (std::size_t e = 0; e < Zv.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    Zv[e].setZero(topology.joints[static_cast<std::size_t>(joint)].size,
                  topology.bodies[static_cast<std::size_t>(body)].size);
  }
}

}  // namespace liefmu
