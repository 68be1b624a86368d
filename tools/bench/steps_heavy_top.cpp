// steps_heavy_top GROUP METHOD FORMULATION STEPS
//
// Integrates the fast heavy top with h = 1e-3 and constant steps. instructions.sh runs it under
// callgrind with two numbers of steps; the difference is the cost of a step without the set-up.
#include "bench/mechanism.hpp"

#include <string_view>

using namespace liefmu;

int main(int argc, char** argv) {
  if (argc != 5) {
    bench::fail(
        "usage: steps_heavy_top r3so3|se3|so3 generalizedAlpha|BLieDF1…6 index3|stabilizedIndex2 "
        "STEPS");
  }
  constexpr double kStep = 1e-3;
  const std::string_view method = argv[2];
  const int order = method == "generalizedAlpha" ? 0 : method.back() - '0';
  const Formulation formulation =
      std::string_view(argv[3]) == "index3" ? Formulation::index3 : Formulation::stabilizedIndex2;

  const bench::Mechanism top = bench::load("heavy_top", argv[1]);
  Integrator integrator(*top.system, bench::fixedSteps(order, formulation, kStep));
  integrator.initialize(0.0, top.q, top.v);
  bench::advance(integrator, std::atof(argv[4]) * kStep);
  const Statistics& statistics = integrator.statistics();
  std::printf("%lld steps, %lld iterations, %lld factorizations\n",
              static_cast<long long>(statistics.steps),
              static_cast<long long>(statistics.newtonIterations),
              static_cast<long long>(statistics.factorizations));
}
