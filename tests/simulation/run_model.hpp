// A model on its way through a simulation, its variables asked by name.
#pragma once

#include "model/read_model.hpp"
#include "simulation.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

namespace liefmu {

inline Model readyMade(const std::string& name) {
  return readModelFile(std::filesystem::path(LIEFMU_SOURCE_DIR) /
                       ("modelDescription/models/" + name + ".json"));
}

class ModelRun {
 public:
  explicit ModelRun(const Model& model)
      : variables_(makeVariables(model, {.exposeAll = true})),
        simulation_(std::make_shared<const Model>(model)) {}

  [[nodiscard]] double operator[](const std::string& name) {
    const Variable* variable = variables_.find(name);
    if (variable == nullptr) throw Error("no variable " + name);
    return simulation_.get(variable->source);
  }
  void advance(double t) {
    const AdvanceResult result = simulation_.advance(t);
    ASSERT_TRUE(result.ok()) << result.message;
  }
  [[nodiscard]] Simulation& simulation() { return simulation_; }

 private:
  VariableTable variables_;
  Simulation simulation_;
};

inline IntegratorSettings variableSteps(double tolerance) {
  IntegratorSettings settings;
  settings.relativeTolerance = settings.absoluteTolerance = tolerance;
  return settings;
}

// Order 0 stands for generalized-α.
inline IntegratorSettings fixedSteps(int order, double h) {
  IntegratorSettings settings;
  settings.method = order == 0 ? Method::generalizedAlpha : Method::bliedf;
  settings.order = order == 0 ? 2 : order;
  settings.stepControl = StepControl::fixed;
  settings.stepSize = h;
  return settings;
}

}  // namespace liefmu
