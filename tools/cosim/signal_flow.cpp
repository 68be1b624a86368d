#include "cosim/signal_flow.hpp"

#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace liefmu {
namespace {

using Port = std::pair<std::size_t, std::size_t>;  // component, variable

// How many direct dependencies lie one behind the other before an output.
class Levels {
 public:
  Levels(const std::vector<ComponentInterface>& components, const std::vector<Wire>& wires)
      : components_(components), wires_(wires) {}

  std::size_t of(const Port& output) {
    if (const auto known = levels_.find(output); known != levels_.end()) return known->second;
    const auto again = std::find(path_.begin(), path_.end(), output);
    if (again != path_.end()) refuse(again);
    path_.push_back(output);
    std::size_t level = 0;
    for (const std::size_t input : variable(output).dependencies) {
      for (const Wire& wire : wires_) {
        if (wire.sink != output.first || wire.input != input) continue;
        level = std::max(level, 1 + of({wire.source, wire.output}));
      }
    }
    path_.pop_back();
    levels_[output] = level;
    return level;
  }

 private:
  [[nodiscard]] const Variable& variable(const Port& port) const {
    return components_[port.first].table->variables[port.second];
  }

  [[noreturn]] void refuse(std::vector<Port>::const_iterator first) const {
    std::vector<std::string> names;
    for (auto port = first; port != path_.end(); ++port) {
      names.push_back(components_[port->first].name + "." + variable(*port).name);
    }
    throw Error(fmt::format(
        "the outputs {} depend on each other without delay: an algebraic loop (connect an output "
        "that does not depend directly on the inputs, a position instead of an acceleration)",
        fmt::join(names, ", ")));
  }

  const std::vector<ComponentInterface>& components_;
  const std::vector<Wire>& wires_;
  std::map<Port, std::size_t> levels_;
  std::vector<Port> path_;
};

}  // namespace

std::vector<ExchangeRound> exchangeRounds(const std::vector<ComponentInterface>& components,
                                          const std::vector<Wire>& wires) {
  Levels levels(components, wires);
  std::vector<ExchangeRound> rounds;
  for (std::size_t i = 0; i < wires.size(); ++i) {
    const Wire& wire = wires[i];
    const std::size_t level = levels.of({wire.source, wire.output});
    if (level >= rounds.size()) rounds.resize(level + 1);
    ExchangeRound& round = rounds[level];
    round.wires.push_back(i);
    if (std::find(round.sources.begin(), round.sources.end(), wire.source) == round.sources.end()) {
      round.sources.push_back(wire.source);
    }
  }
  return rounds;
}

std::vector<std::size_t> steppingOrder(const std::vector<ComponentInterface>& components,
                                       const std::vector<Wire>& wires) {
  const auto isFedThrough = [&](const Wire& wire) {
    const auto& variables = components[wire.sink].table->variables;
    return std::any_of(variables.begin(), variables.end(), [&](const Variable& variable) {
      const auto& inputs = variable.dependencies;
      return std::find(inputs.begin(), inputs.end(), wire.input) != inputs.end();
    });
  };
  std::set<std::size_t> waiting;
  for (std::size_t i = 0; i < components.size(); ++i) waiting.insert(i);
  // What speaks against taking a component next: others that it waits for.
  const auto reasons = [&](std::size_t component) {
    std::set<std::size_t> direct;
    std::set<std::size_t> any;
    for (const Wire& wire : wires) {
      if (wire.sink != component || wire.source == component || waiting.count(wire.source) == 0) {
        continue;
      }
      any.insert(wire.source);
      if (isFedThrough(wire)) direct.insert(wire.source);
    }
    return std::pair(direct.size(), any.size());
  };
  std::vector<std::size_t> order;
  while (!waiting.empty()) {
    const std::size_t next =
        *std::min_element(waiting.begin(), waiting.end(),
                          [&](std::size_t a, std::size_t b) { return reasons(a) < reasons(b); });
    order.push_back(next);
    waiting.erase(next);
  }
  return order;
}

}  // namespace liefmu
