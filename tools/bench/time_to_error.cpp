// CPU time to reach a position error of 1e-4 at t = 1 on the fast heavy top, reaction forces
// included, for every method and order: constant steps as large as the error allows, and variable
// steps with the largest tolerance that meets it. Set-up of the integrator and starting values are
// part of the time, reading the model is not.
#include "bench/mechanism.hpp"
#include "lie/so3.hpp"

#include <cmath>

using namespace liefmu;

namespace {

constexpr double kTarget = 1e-4;

// A run that fails, since its steps are too large, has an infinite error.
struct Result {
  double position = std::numeric_limits<double>::infinity();
  double lambda = std::numeric_limits<double>::infinity();
  Statistics statistics;
};

Result run(const bench::Mechanism& top, const IntegratorSettings& settings) {
  Integrator integrator(*top.system, settings);
  integrator.initialize(0.0, top.q, top.v);
  if (!integrator.advance(1.0).ok()) return {};
  // Computed in quadruple precision; λ in world axes, where m ẍ − λ = m γ.
  const Vector3 x(0.173343964098386043, 0.640088592070568783, -0.748490791133581309);
  const Vector3 force(-517.60073947690004, -396.84310148955423, 404.57492516288466);
  const MotionState& state = integrator.state();
  const SO3 R(Eigen::Quaterniond(Vector4(state.q.segment<4>(3))));
  return {(state.q.head<3>() - x).norm(), (R.rotate(state.lambda) - force).norm(),
          integrator.statistics()};
}

// The first value of a sequence with which this run and the next two are accurate enough: an error
// that passes through zero by chance does not count.
template<class SettingsOf>
double search(const bench::Mechanism& top, double start, double factor,
              const SettingsOf& settingsOf) {
  int inARow = 0;
  double value = start;
  for (int i = 0; i < 400; ++i, value *= factor) {
    inARow = run(top, settingsOf(value)).position <= kTarget ? inARow + 1 : 0;
    if (inARow == 3) return value / (factor * factor);
  }
  bench::fail("no step size or tolerance reaches the error");
}

void row(const bench::Mechanism& top, const char* group, const std::string& method,
         const IntegratorSettings& settings) {
  const Result result = run(top, settings);
  const double time = bench::leastTime([&] { run(top, settings); });
  std::printf("| %-5s | %-25s | %-16s | %5lld | %10lld | %.1e | %.1e | %8.2f |\n", group,
              method.c_str(), bench::name(settings.formulation).c_str(),
              static_cast<long long>(result.statistics.steps),
              static_cast<long long>(result.statistics.newtonIterations), result.position,
              result.lambda, 1e3 * time);
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::printf(
      "| group | method                    | formulation      | steps | iterations | error x | "
      "error λ | CPU [ms] |\n"
      "|-------|---------------------------|------------------|------:|-----------:|--------:|-----"
      "--"
      "-:|---------:|\n");
  for (const char* group : {"r3so3", "se3"}) {
    const bench::Mechanism top = bench::load("heavy_top", group);
    for (const Formulation formulation : {Formulation::index3, Formulation::stabilizedIndex2}) {
      for (int order = 0; order <= 6; ++order) {
        if (order == 1) continue;  // needs millions of steps
        const auto fixed = [&](double steps) {
          return bench::fixedSteps(order, formulation, 1.0 / std::ceil(steps));
        };
        row(top, group, bench::methodName(order) + " fixed",
            fixed(search(top, 100.0, 1.06, fixed)));
      }
    }
    for (const int order : {0, 5, 6}) {
      const auto variable = [&](double tolerance) {
        return bench::variableSteps(order, Formulation::stabilizedIndex2, tolerance);
      };
      row(top, group, bench::methodName(order) + " variable",
          variable(search(top, 1e-3, 0.8, variable)));
    }
  }
}
