// fmu_step HEAVY_TOP.fmu
//
// What FMI costs: fmi2DoStep with one internal step per call, against the same steps made by the
// integrator itself. Prints the CPU time of a step in µs and their ratio.
#include "bench/mechanism.hpp"
#include "liefmu/fmu_instance.hpp"
#include "liefmu/variable_values.hpp"

#include <cstdio>
#include <exception>
#include <string>

using namespace liefmu;

namespace {

constexpr double kStep = 1e-3;
constexpr int kSteps = 2000;

double libraryTime(int order, Formulation formulation) {
  const bench::Mechanism top = bench::load("heavy_top");
  return bench::leastTime([&] {
    Integrator integrator(*top.system, bench::fixedSteps(order, formulation, kStep));
    integrator.initialize(0.0, top.q, top.v);
    for (int i = 1; i <= kSteps; ++i) bench::advance(integrator, i * kStep);
  });
}

double fmuTime(const Fmu& fmu, int order, Formulation formulation) {
  FmuInstance instance(fmu);
  const VariableTable& table = instance.variables();
  const auto set = [&](const std::string& text) {
    const Setting setting = parseSetting(table, text);
    instance.set(*setting.variable, setting.value);
  };
  return bench::leastTime([&] {
    instance.reset();
    set("integrator.stepControl=fixed");
    set("integrator.stepSize=" + std::to_string(kStep));
    set("integrator.method=" + std::string(order == 0 ? "generalizedAlpha" : "BLieDF"));
    if (order > 0) set("integrator.order=" + std::to_string(order));
    set("integrator.formulation=" + bench::name(formulation));
    instance.initialize({.start = 0.0, .stop = kSteps * kStep, .tolerance = {}});
    for (int i = 0; i < kSteps; ++i) instance.step(i * kStep, kStep);
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) bench::fail("usage: fmu_step HEAVY_TOP.fmu");
  try {
    const Fmu fmu = openFmu(argv[1]);
    std::printf("%-28s %10s %10s %8s\n", "", "library", "FMU", "ratio");
    for (const Formulation formulation : {Formulation::index3, Formulation::stabilizedIndex2}) {
      for (const int order : {0, 2, 5}) {
        const double library = libraryTime(order, formulation) / kSteps;
        const double inside = fmuTime(fmu, order, formulation) / kSteps;
        const std::string name = bench::methodName(order) + " " + bench::name(formulation);
        std::printf("%-28s %7.2f us %7.2f us %8.2f\n", name.c_str(), 1e6 * library, 1e6 * inside,
                    inside / library);
      }
    }
  } catch (const std::exception& error) {
    bench::fail(error.what());
  }
}
