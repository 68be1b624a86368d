// Prescribed step sizes with random ratios (thesis remark 28).
#pragma once

#include <cstdint>
#include <vector>

namespace liefmu::reproduce {

struct SequenceRule {
  double sigmaMin = 0.5;
  double sigmaMax = 2.0;
  int hold = 1;  // steps of equal size before the next change
  double smallest =
      0.5;  // limits of the step size, in units of h (the thesis leaves its limits open)
  double largest = 1.5;
};

// Steps around `h` until tEnd is passed; the first `constantStart` steps are equal. The same seed
// gives the same ratios for every h.
[[nodiscard]] std::vector<double> randomSteps(const SequenceRule& rule, double h, double tEnd,
                                              std::uint32_t seed, int constantStart);

}  // namespace liefmu::reproduce
