#include "reproduce/step_sequences.hpp"

#include <algorithm>
#include <random>

namespace liefmu::reproduce {

std::vector<double> randomSteps(const SequenceRule& rule, double h, double tEnd, std::uint32_t seed,
                                int constantStart) {
  std::mt19937 random(seed);
  std::vector<double> steps;
  double size = h;
  double t = 0.0;
  while (t < tEnd) {
    const auto n = static_cast<int>(steps.size());
    if (n >= constantStart && (n - constantStart) % rule.hold == 0) {
      const double share = static_cast<double>(random()) / 4294967296.0;
      const double sigma = rule.sigmaMin + share * (rule.sigmaMax - rule.sigmaMin);
      size = std::clamp(sigma * size, rule.smallest * h, rule.largest * h);  // thesis (6.1)
    }
    steps.push_back(size);
    t += size;
  }
  return steps;
}

}  // namespace liefmu::reproduce
