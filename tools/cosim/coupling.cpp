#include "cosim/coupling.hpp"

#include "types.hpp"

#include <algorithm>
#include <utility>

namespace liefmu {
namespace {

// Values that feed each other during initialisation settle after as many passes as there are
// components in a row; an algebraic loop may need more.
constexpr int kInitialPasses = 50;

bool isContinuous(const Variable& variable) {
  return variable.type == VariableType::real && variable.variability == Variability::continuous;
}

std::vector<ComponentInterface> interfacesOf(const std::vector<Component>& components) {
  std::vector<ComponentInterface> interfaces;
  interfaces.reserve(components.size());
  for (const Component& component : components) {
    interfaces.push_back({component.name, &component.slave->variables()});
  }
  return interfaces;
}

}  // namespace

Coupling::Coupling(std::vector<Component> components, std::vector<Wire> wires, Observed observed)
    : components_(std::move(components)),
      wires_(std::move(wires)),
      passedOn_(wires_.size()),
      rounds_(exchangeRounds(interfacesOf(components_), wires_)),
      order_(steppingOrder(interfacesOf(components_), wires_)),
      readings_(components_.size()) {
  for (const Wire& wire : wires_) signals_.push_back(observe(wire.source, wire.output));
  if (observed == Observed::wiresAndMotion) observeMotion();
  selectForReading(std::vector<std::vector<const Variable*>>(components_.size()));
}

// Adds a variable to what is read, unless it is there already.
Coupling::Place Coupling::observe(std::size_t component, std::size_t variable) {
  const Variable* wanted = &components_[component].slave->variables().variables[variable];
  std::vector<const Variable*>& outputs = readings_[component].outputs;
  const auto found = std::find(outputs.begin(), outputs.end(), wanted);
  const auto place = static_cast<std::size_t>(found - outputs.begin());
  if (found == outputs.end()) outputs.push_back(wanted);
  return {component, place};
}

void Coupling::observeMotion() {
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const std::vector<Variable>& variables = components_[i].slave->variables().variables;
    for (std::size_t k = 0; k < variables.size(); ++k) {
      const bool delayed =
          variables[k].causality == Causality::output && variables[k].dependencies.empty();
      if (delayed && isContinuous(variables[k])) signals_.push_back(observe(i, k));
    }
  }
}

// Errors say which component they are about.
template<class Action>
void Coupling::inNameOf(std::size_t component, const Action& action) {
  try {
    action(*components_[component].slave);
  } catch (const Error& error) {
    throw Error(components_[component].name + ": " + error.what());
  }
}

void Coupling::selectForReading(const std::vector<std::vector<const Variable*>>& selected) {
  for (std::size_t i = 0; i < components_.size(); ++i) {
    std::vector<const Variable*> all = readings_[i].outputs;
    all.insert(all.end(), selected[i].begin(), selected[i].end());
    readings_[i].selected = selected[i].size();
    readings_[i].values.assign(all.size(), 0.0);
    components_[i].slave->selectForReading(all);
  }
}

void Coupling::read(std::size_t component) {
  inNameOf(component, [&](Slave& slave) { slave.read(readings_[component].values); });
}

std::span<const double> Coupling::values(std::size_t component) {
  read(component);
  return std::span(readings_[component].values).last(readings_[component].selected);
}

double Coupling::value(const Place& place) const {
  return readings_[place.component].values[place.place];
}

double Coupling::signal(std::size_t wire) const {
  return wires_[wire].factor * value(signals_[wire]) + wires_[wire].offset;
}

std::vector<double> Coupling::signals() {
  for (std::size_t i = 0; i < components_.size(); ++i) read(i);
  std::vector<double> values;
  for (const Place& place : signals_) values.push_back(value(place));
  return values;
}

const Variable& Coupling::signalVariable(std::size_t signal) const {
  const Place& place = signals_[signal];
  return *readings_[place.component].outputs[place.place];
}

// Passes all values on; true if one of them has changed since the last time.
bool Coupling::exchange() {
  bool changed = false;
  for (const ExchangeRound& round : rounds_) {
    for (const std::size_t source : round.sources) read(source);
    for (const std::size_t i : round.wires) {
      const Wire& wire = wires_[i];
      const double value = signal(i);
      changed = changed || value != passedOn_[i];
      passedOn_[i] = value;
      inNameOf(wire.sink,
               [&](Slave& slave) { slave.set(slave.variables().variables[wire.input], value); });
    }
  }
  return changed;
}

void Coupling::initialize(const TimeRange& range) {
  const auto each = [&](const auto& action) {
    for (std::size_t i = 0; i < components_.size(); ++i) inNameOf(i, action);
  };
  each([&](Slave& slave) { slave.enterInitialization(range); });
  int passes = 0;
  while (exchange()) {
    if (++passes > kInitialPasses) {
      throw Error(
          "the initial values of connected variables do not settle: an algebraic loop (connect an "
          "output that does not depend directly on the inputs)");
    }
  }
  each([](Slave& slave) { slave.exitInitialization(); });
}

void Coupling::step(std::size_t component, double time, double stepSize) {
  inNameOf(component, [&](Slave& slave) { slave.step(time, stepSize); });
}

// The source has made the step already. A smooth input runs straight to its new value; what changes
// in jumps, or cannot be interpolated, has its new value from the start.
void Coupling::giveNewValue(std::size_t wire, double stepSize) {
  const Wire& w = wires_[wire];
  const double value = signal(wire);
  inNameOf(w.sink, [&](Slave& slave) {
    const Variable& input = slave.variables().variables[w.input];
    if (slave.usesRates() && isContinuous(input) && isContinuous(signalVariable(wire))) {
      slave.setRate(input, (value - passedOn_[wire]) / stepSize);
    } else {
      slave.set(input, value);
    }
  });
}

void Coupling::stepInOrder(double time, double stepSize) {
  std::vector<bool> arrived(components_.size(), false);
  for (const std::size_t component : order_) {
    for (std::size_t i = 0; i < wires_.size(); ++i) {
      if (wires_[i].sink == component && arrived[wires_[i].source]) giveNewValue(i, stepSize);
    }
    step(component, time, stepSize);
    read(component);
    arrived[component] = true;
  }
}

void Coupling::advance(Scheme scheme, double time, double stepSize) {
  exchange();
  if (scheme == Scheme::gaussSeidel) {
    stepInOrder(time, stepSize);
  } else {
    for (std::size_t i = 0; i < components_.size(); ++i) step(i, time, stepSize);
  }
}

void Coupling::finish() {
  for (std::size_t i = 0; i < components_.size(); ++i) {
    inNameOf(i, [](Slave& slave) { slave.finish(); });
  }
}

std::string Coupling::whyNotRewindable() const {
  for (const Component& component : components_) {
    if (!component.slave->canSaveState()) {
      return component.name + " cannot save its state (canGetAndSetFMUstate is false)";
    }
  }
  return {};
}

Coupling::State Coupling::save() {
  State state;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    inNameOf(i, [&](Slave& slave) { state.push_back(slave.saveState()); });
  }
  return state;
}

void Coupling::restore(const State& state) {
  for (std::size_t i = 0; i < components_.size(); ++i) {
    inNameOf(i, [&](Slave& slave) { slave.restoreState(state[i]); });
  }
}

}  // namespace liefmu
