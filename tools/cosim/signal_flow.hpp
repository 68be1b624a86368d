// How signals run through a system of connected components: in which order values are passed on at
// a communication point, and in which order components step. Pure functions of who is connected
// with whom; no value is touched here.
#pragma once

#include "variables.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace liefmu {

// From an output to an input; components and variables by their places.
struct Wire {
  std::size_t source = 0;
  std::size_t output = 0;
  std::size_t sink = 0;
  std::size_t input = 0;
  double factor = 1.0;
  double offset = 0.0;
};

// Wires (by their places) whose values can be passed on together, and the components to be read
// before.
struct ExchangeRound {
  std::vector<std::size_t> sources;
  std::vector<std::size_t> wires;
};

struct ComponentInterface {
  std::string name;
  const VariableTable* table;
};

// An output that depends directly on inputs is passed on after those. Throws Error if the inputs
// and outputs of an algebraic loop have no such order.
std::vector<ExchangeRound> exchangeRounds(const std::vector<ComponentInterface>& components,
                                          const std::vector<Wire>& wires);

// For stepping one after the other: a component comes late that needs values of many others, those
// first that reach its outputs directly. The order of the system decides where nothing else does.
std::vector<std::size_t> steppingOrder(const std::vector<ComponentInterface>& components,
                                       const std::vector<Wire>& wires);

}  // namespace liefmu
