#include "liefmu/model_simulation.hpp"

#include "model/model.hpp"
#include "types.hpp"

namespace liefmu {

ModelSimulation::ModelSimulation(std::shared_ptr<const Model> model)
    : table_(makeVariables(*model, {.exposeAll = true})), simulation_(model) {
  for (const Variable& variable : makeVariables(*model).variables) {
    shownByDefault_.insert(variable.valueReference);
  }
}

void ModelSimulation::set(const Variable& variable, double value) {
  if (variable.source.quantity == Quantity::input) {
    simulation_.setInput(variable.source.element, value);
  } else {
    simulation_.setParameter(variable.source.element, value);
  }
}

void ModelSimulation::setRate(const Variable& input, double rate) {
  simulation_.setInputDerivative(input.source.element, 1, rate);
}

void ModelSimulation::initialize(const TimeRange& range) {
  simulation_.initialize({.startTime = range.start, .tolerance = range.tolerance});
}

void ModelSimulation::step(double time, double stepSize) {
  const AdvanceResult result = simulation_.advance(time + stepSize);
  if (!result.ok()) throw Error(result.message);
}

void ModelSimulation::selectForReading(const std::vector<const Variable*>& selected) {
  selected_.clear();
  for (const Variable* variable : selected) selected_.push_back(variable->source);
}

void ModelSimulation::read(std::span<double> values) {
  for (std::size_t i = 0; i < selected_.size(); ++i) values[i] = simulation_.get(selected_[i]);
}

bool ModelSimulation::recordedByDefault(const Variable& variable) const {
  return variable.causality == Causality::output &&
         shownByDefault_.count(variable.valueReference) > 0;
}

}  // namespace liefmu
