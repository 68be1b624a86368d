// chain_scaling [STEPS]
//
// Chains of 10, 100 and 1000 links in one run: CPU time per step and body must not grow with the
// number of links. The first steps (starting values, first matrix) are not counted.
#include "bench/mechanism.hpp"

using namespace liefmu;

namespace {

struct Cost {
  double setUp = 0.0;           // s: reading, assembling, preparing the integrator
  double perStep = 0.0;         // s
  double iterations = 0.0;      // per step
  double factorizations = 0.0;  // per step
};

// The waves in the chain reach ω² = 12 T/(m l) with the tension T, 5000 N for 1000 links. BLieDF5
// is unstable for undamped oscillations with ω h between 0.8 and 5, so the step resolves them.
constexpr double kStep = 2e-4;

Cost measure(int links, int order, Formulation formulation, int steps) {
  constexpr int kFirst = 20;
  Cost cost;
  const double begin = bench::cpuSeconds();
  const bench::Mechanism chain = bench::load("chain_" + std::to_string(links));
  Integrator integrator(*chain.system, bench::fixedSteps(order, formulation, kStep));
  integrator.initialize(0.0, chain.q, chain.v);
  cost.setUp = bench::cpuSeconds() - begin;
  bench::advance(integrator, kFirst * kStep);
  const Statistics before = integrator.statistics();
  const double start = bench::cpuSeconds();
  bench::advance(integrator, (kFirst + steps) * kStep);
  cost.perStep = (bench::cpuSeconds() - start) / steps;
  const Statistics& after = integrator.statistics();
  const auto perStep = [steps](std::int64_t difference) {
    return static_cast<double>(difference) / steps;
  };
  cost.iterations = perStep(after.newtonIterations - before.newtonIterations);
  cost.factorizations = perStep(after.factorizations - before.factorizations);
  return cost;
}

// The cheapest of several runs.
Cost measureRepeatedly(int links, int order, Formulation formulation, int steps) {
  Cost best = measure(links, order, formulation, steps);
  for (int i = links; i < 1000; i *= 3) {
    const Cost next = measure(links, order, formulation, steps);
    if (next.perStep < best.perStep) best = next;
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 100;
  std::printf(
      "| method           | formulation      | links | set-up [s] | steps | run [s] | iterations/"
      "step | matrices/step | per step and link [µs] | ratio to 10 links |\n"
      "|------------------|------------------|------:|-----------:|------:|--------:|-----------"
      "----:|--------------:|-----------------------:|------------------:|\n");
  for (const int order : {0, 2, 5}) {
    for (const Formulation formulation : {Formulation::index3, Formulation::stabilizedIndex2}) {
      double few = 0.0;
      for (const int links : {10, 100, 1000}) {
        const Cost cost = measureRepeatedly(links, order, formulation, steps);
        const double perBody = cost.perStep / links;
        if (links == 10) few = perBody;
        std::printf(
            "| %-16s | %-16s | %5d | %10.3f | %5d | %7.3f | %15.2f | %13.2f | %22.3f | %17.2f |\n",
            bench::methodName(order).c_str(), bench::name(formulation).c_str(), links, cost.setUp,
            steps, steps * cost.perStep, cost.iterations, cost.factorizations, 1e6 * perBody,
            perBody / few);
        std::fflush(stdout);
      }
    }
  }
}
