#include "cosim/coupled_system.hpp"

#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace liefmu {
namespace {

struct Counter {
  const char* name;
  const char* description;
};
enum CounterIndex : std::size_t { kSteps, kRejectedSteps };
constexpr std::array kCounters = {
    Counter{"master.steps", "steps of the master that were accepted"},
    Counter{"master.rejectedSteps", "steps of the master that were repeated with a smaller size"}};

// Step-size control: aim below the tolerance, change gently, give up at this part of the
// communication step.
constexpr double kSafety = 0.9;
constexpr double kLargestGrowth = 2.0;
constexpr double kSmallestFactor = 0.2;
constexpr double kSmallestPart = 1e-6;

// Both schemes make an error h² in a step.
double stepFactor(double error) {
  return std::clamp(kSafety / std::sqrt(error), kSmallestFactor, kLargestGrowth);
}

}  // namespace

CoupledSystem::CoupledSystem(std::vector<Component> components, std::vector<Wire> wires,
                             const MasterOptions& options)
    : options_(options),
      coupling_(
          std::move(components), std::move(wires),
          options.stepTolerance ? Coupling::Observed::wiresAndMotion : Coupling::Observed::wires),
      counters_(kCounters.size(), 0.0) {
  if (options_.stepTolerance) {
    if (const std::string reason = coupling_.whyNotRewindable(); !reason.empty()) {
      throw Error("steps cannot be repeated: " + reason + " (run without step-size control)");
    }
  }
  addVariables();
  addCounters();
}

void CoupledSystem::addVariables() {
  const std::vector<Component>& components = coupling_.components();
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::string prefix = components[i].name + ".";
    const VariableTable& table = components[i].slave->variables();
    for (EnumerationType type : table.enumerationTypes) {
      type.name.insert(0, prefix);
      table_.enumerationTypes.push_back(std::move(type));
    }
    for (std::size_t index = 0; index < table.variables.size(); ++index) {
      Variable variable = table.variables[index];
      variable.name.insert(0, prefix);
      if (!variable.enumerationType.empty()) variable.enumerationType.insert(0, prefix);
      variable.valueReference = static_cast<std::uint32_t>(places_.size());
      variable.dependencies.clear();
      variable.derivativeOf.reset();
      table_.variables.push_back(std::move(variable));
      places_.push_back({i, index});
    }
  }
}

void CoupledSystem::addCounters() {
  for (std::size_t i = 0; i < kCounters.size(); ++i) {
    Variable variable;
    variable.name = kCounters[i].name;
    variable.description = kCounters[i].description;
    variable.type = VariableType::integer;
    variable.causality = Causality::output;
    variable.variability = Variability::discrete;
    variable.valueReference = static_cast<std::uint32_t>(places_.size());
    table_.variables.push_back(std::move(variable));
    places_.push_back({coupling_.components().size(), i});
  }
}

bool CoupledSystem::isOwn(const Place& place) const {
  return place.component == coupling_.components().size();
}

const Variable& CoupledSystem::original(const Place& place) const {
  return coupling_.components()[place.component].slave->variables().variables[place.index];
}

void CoupledSystem::set(const Variable& variable, double value) {
  const Place& place = places_[variable.valueReference];
  coupling_.components()[place.component].slave->set(original(place), value);
}

void CoupledSystem::setRate(const Variable& input, double rate) {
  const Place& place = places_[input.valueReference];
  coupling_.components()[place.component].slave->setRate(original(place), rate);
}

void CoupledSystem::selectForReading(const std::vector<const Variable*>& selected) {
  std::vector<std::vector<const Variable*>> byComponent(coupling_.components().size());
  selected_.clear();
  for (const Variable* variable : selected) {
    Place place = places_[variable->valueReference];
    if (!isOwn(place)) {
      const Variable& there = original(place);
      place.index = byComponent[place.component].size();
      byComponent[place.component].push_back(&there);
    }
    selected_.push_back(place);
  }
  coupling_.selectForReading(byComponent);
}

void CoupledSystem::read(std::span<double> values) {
  std::vector<std::span<const double>> found;
  for (std::size_t i = 0; i < coupling_.components().size(); ++i) {
    found.push_back(coupling_.values(i));
  }
  found.emplace_back(counters_);
  for (std::size_t i = 0; i < selected_.size(); ++i) {
    values[i] = found[selected_[i].component][selected_[i].index];
  }
}

void CoupledSystem::initialize(const TimeRange& range) {
  std::fill(counters_.begin(), counters_.end(), 0.0);
  proposedStep_ = std::numeric_limits<double>::infinity();
  coupling_.initialize(range);
}

void CoupledSystem::step(double time, double stepSize) {
  if (options_.stepTolerance) {
    stepWithControl(time, stepSize);
  } else {
    coupling_.advance(options_.scheme, time, stepSize);
    ++counters_[kSteps];
  }
}

void CoupledSystem::stepWithControl(double time, double stepSize) {
  const double end = time + stepSize;
  while (time < end) {
    // Equal steps to the end, so that none is tiny; rounding must not add one.
    const double count = std::max(1.0, std::ceil((end - time) / proposedStep_ - 1e-6));
    const double next = count == 1.0 ? end : time + (end - time) / count;
    const double h = next - time;
    const Coupling::State before = coupling_.save();
    double error = std::numeric_limits<double>::infinity();
    std::string failure;
    try {
      coupling_.advance(options_.scheme, time, h);
      const std::vector<double> coarse = coupling_.signals();
      coupling_.restore(before);
      const double middle = time + 0.5 * h;
      coupling_.advance(options_.scheme, time, middle - time);
      coupling_.advance(options_.scheme, middle, next - middle);
      error = difference(coarse, coupling_.signals());
    } catch (const Error& problem) {
      failure = problem.what();  // a component refused the step: perhaps it takes a smaller one
    }
    proposedStep_ = h * stepFactor(error);
    if (error <= 1.0) {
      time = next;
      ++counters_[kSteps];
      continue;
    }
    coupling_.restore(before);
    ++counters_[kRejectedSteps];
    if (proposedStep_ < kSmallestPart * stepSize) {
      throw Error(failure.empty()
                      ? fmt::format("the step size fell to {:.3g} s without reaching the step "
                                    "tolerance {} (choose a larger one)",
                                    h, *options_.stepTolerance)
                      : failure);
    }
  }
}

// The largest difference of two results of a step, in units of what is allowed. With errors C·h² in
// one step and 2·C·(h/2)² in two halves, it is the error of the latter.
double CoupledSystem::difference(std::span<const double> a, std::span<const double> b) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Variable& variable = coupling_.signalVariable(i);
    if (variable.type != VariableType::real) continue;
    const double scale = std::max(std::abs(variable.nominal.value_or(1.0)), std::abs(b[i]));
    const double error = std::abs(a[i] - b[i]) / (*options_.stepTolerance * scale);
    largest =
        std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(largest, error);
  }
  return largest;
}

}  // namespace liefmu
