// Several FMUs in one process, each unpacked and loaded by itself: they must not notice each other,
// whether they are different ones or copies of the same.
#include "liefmu/fmu_instance.hpp"
#include "liefmu/model_source.hpp"
#include "modelDescription/fmu_package.hpp"
#include "types.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#ifdef LIEFMU_FMU_BINARY

namespace liefmu {
namespace {

Fmu fmuOf(const std::string& model) {
  const ModelSource source = loadModel(model);
  const FmuPackage package =
      packFmu(*source.model, source.text, {}, {readFile(LIEFMU_FMU_BINARY), ""});
  return readFmu(writeArchive(package.contents), model + ".fmu");
}

// One FMU with all its outputs; steps are counted, the step size is its own.
class Loaded {
 public:
  Loaded(const Fmu& fmu, double stepSize) : instance_(fmu), stepSize_(stepSize) {
    std::vector<const Variable*> outputs;
    for (const Variable& variable : instance_.variables().variables) {
      if (variable.causality == Causality::output) outputs.push_back(&variable);
    }
    values_.resize(outputs.size());
    instance_.selectForReading(outputs);
    instance_.initialize({.start = 0.0, .stop = 10.0, .tolerance = {}});
  }
  void step() {
    instance_.step(steps_ * stepSize_, stepSize_);
    ++steps_;
  }
  // Makes the FMU throw inside.
  void fail() { EXPECT_THROW(instance_.step(5.0, stepSize_), Error); }
  const std::vector<double>& outputs() {
    instance_.read(values_);
    return values_;
  }

 private:
  FmuInstance instance_;
  double stepSize_;
  int steps_ = 0;
  std::vector<double> values_;
};

constexpr int kSteps = 50;

std::vector<double> alone(const Fmu& fmu, double stepSize) {
  Loaded loaded(fmu, stepSize);
  for (int i = 0; i < kSteps; ++i) loaded.step();
  return loaded.outputs();
}

TEST(SeveralFmus, DoNotInfluenceEachOther) {
  const Fmu top = fmuOf("heavy_top");
  const Fmu cart = fmuOf("cart_pendulum");
  const Fmu loop = fmuOf("four_bar");
  struct Guest {
    const Fmu& fmu;
    double stepSize;
  };
  // Different ones, and copies of the same with the same and with other steps.
  const std::vector<Guest> guests = {{top, 0.01},  {cart, 0.02}, {top, 0.01},
                                     {loop, 0.01}, {top, 0.003}, {cart, 0.02}};
  std::vector<std::vector<double>> expected;
  for (const Guest& guest : guests) expected.push_back(alone(guest.fmu, guest.stepSize));

  std::vector<std::unique_ptr<Loaded>> together;
  for (const Guest& guest : guests) {
    together.push_back(std::make_unique<Loaded>(guest.fmu, guest.stepSize));
  }
  for (int i = 0; i < kSteps; ++i) {
    for (auto& each : together) each->step();
    if (i == kSteps / 2) {
      for (auto& each : together) each->fail();
    }
  }
  for (std::size_t i = 0; i < guests.size(); ++i) {
    EXPECT_EQ(together[i]->outputs(), expected[i]) << guests[i].fmu.file;
  }
}

TEST(SeveralFmus, MayBeUnloadedInAnyOrder) {
  const Fmu top = fmuOf("heavy_top");
  const Fmu cart = fmuOf("cart_pendulum");
  const std::vector<double> expected = alone(cart, 0.02);
  auto first = std::make_unique<Loaded>(top, 0.01);
  auto second = std::make_unique<Loaded>(cart, 0.02);
  auto third = std::make_unique<Loaded>(cart, 0.02);
  for (int i = 0; i < kSteps; ++i) {
    if (i == 10) first.reset();
    if (i == 20) third.reset();
    second->step();
  }
  second->fail();
  EXPECT_EQ(second->outputs(), expected);
}

}  // namespace
}  // namespace liefmu

#endif
