// ABC15 figures 1 and 3 to 6, and the numbers of sections 4.1 and 4.2.
#include "reproduce/error_analysis_figures.hpp"

namespace liefmu::reproduce {

void addErrorAnalysisPaper(std::vector<Experiment>& list) {
  list.push_back({"abc15-1", "ABC15 figure 1: spurious oscillations of a pendulum",
                  "Exact starting values excite first-order oscillations of λ unless the pendulum "
                  "starts at x₀ = 0.",
                  1.0, pendulumTransient});
  list.push_back({"abc15-3", "ABC15 figure 3: reference solution of the heavy top",
                  "Height and Lagrange multipliers of the fast heavy top.", 1.0, topReference});
  list.push_back({"abc15-4", "ABC15 figure 4: transient behaviour of λ₃, index 3",
                  "Large oscillations for ρ∞ = 0.9, smaller ones for 0.6, none with perturbed "
                  "starting values.",
                  0.5, topOscillations});
  list.push_back({"abc15-5", "ABC15 figure 5: stabilized index-2 form",
                  "‖η‖ is of second order and λ₃ shows no oscillations.", 0.5,
                  stabilizedTransient});
  list.push_back({"abc15-6", "ABC15 figure 6: errors beyond the transient phase",
                  "Second order in q and λ for both forms.", 1.0, beyondTransient});
  list.push_back({"abc15-amplification", "ABC15 sections 4.1 and 4.2: amplification of errors",
                  "‖(T₊⁻¹T₀)ⁿ‖ reaches 34.3 at n = 14 for ρ∞ = 0.9 and 7.4 at n = 3 for ρ∞ = 0.6.",
                  0.2, amplification});
}

}  // namespace liefmu::reproduce
