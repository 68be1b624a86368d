#include "reproduce/experiment.hpp"

namespace liefmu::reproduce {

report::Table errata() {
  return {
      "",
      {"paper", "where", "printed", "correct", "how it was found"},
      {
          {"thesis", "(6.9), (6.10)", "entries i = 4 missing", "determined by the order conditions (3.41)",
           "as printed BLieDF diverges; redundant conditions hold after completion (figures 6.21, 6.22)"},
          {"thesis", "table 4.1, approximation 2", "σ_max for ρ∞ ≥ 0.2 from ‖T(σ,σ)‖ < 1",
           "σ_max from ‖T(σ,σ_min)‖ < 1", "recomputed (table 4.1 above)"},
          {"thesis", "remark 19", "approximations 2 and 3 admit the largest changes", "approximation 3", "table 4.1"},
          {"thesis", "before remark 9", "start recursion BCH(ω_{i−1}, −ω₀)", "BCH(−ω₀, ω_{i−1}) as in (3.57b)",
           "another truncation error: λ loses an order in the first steps"},
          {"thesis", "(3.13e)", "a six-letter term of BCH₆", "only the five-letter terms matter; see the code of "
           "`bakerCampbellHausdorff`", "exact computation in the free Lie algebra"},
          {"thesis", "derivatives of dexp₆⁻¹", "−I/12 + A and + A/60", "−I/12 + A/720 and − A/60",
           "finite differences"},
          {"thesis", "(3.41e)", "constant 7/2", "7/6 (harmless, its factor vanishes)", "order conditions"},
          {"thesis", "(3.47)", "Z : R^M × R^M → R^N", "Z : R^N × R^N → R^M", "dimensions"},
          {"thesis", "(3.51), (3.52)", "B with −X̃", "−(Rᵀx)~, equal on Φ = 0 only", "finite differences"},
          {"thesis", "section 3.3.2", "order reduction from violating the velocity constraint",
           "from satisfying it exactly", "figures 6.1, 6.2"},
          {"thesis", "(4.16), (4.37), (4.43c)", "v̇ missing; B(q(t_{n+1})); I_N", "Ĉ v̂ v̇; B(q(t_n)); I_M",
           "derivation"},
          {"thesis", "(5.29)", "γ_{k,n} = Σ_{i<k} α_{i,n}", "γ_{i,n} = Σ_{j<i} α_{j,n}", "definition"},
          {"thesis", "(5.33a), (5.38a)", "(1+σ_{n−i})/σ²_{n+1−i}; (2σ_{n−i}−1)/(σ_{n−i}σ_{n+1−i})",
           "(1+σ_{n−i})/(σ_{n−i}σ²_{n+1−i}); (2σ_{n−i}−1)/(σ_{n−i}σ²_{n+1−i})", "derivation; λ keeps order 2 only then"},
          {"thesis", "(5.33b), (5.38b), theorem 14", "σ_{n+1}, a factor missing in the v⃛ term",
           "l = h³(−(1+σ_n)(1+σ_{n−1}+σ_nσ_{n−1})/(24σ_n²σ_{n−1}) v⃛ + s(σ_n,σ_{n−1})[v,v̈])",
           "derivation; figures 6.31 to 6.33"},
          {"thesis", "before (5.36b)", "h_n²/4 (…) v̂v̇ with v̇ = (v_n − v_{n−1})/h_n",
           "h_n²/(4σ_n) (…) and v̇ = σ_n(v_n − v_{n−1})/h_n; (5.36b) itself is right", "order conditions"},
          {"thesis", "(5.34) in remark 23", "derivatives from v_n", "from velocities without their normal part",
           "after a change of the step size the normal parts spoil the differences"},
          {"thesis", "(6.5b), (6.6b)", "right side Ω_{n+1}, v_{n+1}", "h Ω_{n+1}, h v_{n+1}", "dimensions"},
          {"thesis", "remark 26", "norm of the largest component errors", "largest norm", "definition of ERR₂"},
          {"thesis", "text to figure 6.20", "(6.7) and (3.40b)", "(6.7) and (3.40a)", "k = 3"},
          {"WA", "section 1.2", "A-stability for 3 ≤ k ≤ 6", "A(α)-stability", "known"},
          {"WA", "proof of lemma 3", "multiply by M", "multiply by M⁻¹", "derivation"},
          {"ABC15", "section 4.1, matrix X, entry (1,2)", "(1+μ)/(2(1−μ²))", "(1+μ)/(2(1−μ))", "Jordan form"},
          {"ABC15", "(55b)", "− α_m/(1−α_m) e_n", "+ α_m/(1−α_m) e_n", "compare (39)"},
          {"ABC15", "section 4.2", "largest entries (31.91, 0.81, 0.31)", "(31.93, 0.90, 0.31); printed: even n only",
           "recomputed (sections 4.1 and 4.2 above)"},
          {"ABC15", "section 5", "maximum at t₁₅ for ρ∞ = 0.9", "for h → 0; elsewhere by a few steps", "figure 4"},
          {"ABC15", "section 5, B", "−R̃X", "−R X̃", "finite differences"},
          {"ABC15", "example 1", "sign of ẋ₀ open", "ẋ₀ > 0", "figure 1"},
          {"ACB15", "(8), first component of E_n", "+ Bv/h", "− Bv/h", "Bv = + h² B r to four digits"},
          {"ACB15", "(15), (16)", "bars of B and order of the blocks of Qᵀλ", "as in assumption 1", "dimensions"},
          {"Eich93", "section 3.3", "g = 13.7503716373294544 for period 2", "13.75037163604074565",
           "elliptic integral; irrelevant at the accuracy of the table"},
          {"Eich93", "before (3.14)", "(α₀I + h f_y)⁻¹", "(α₀I − h f_y)⁻¹", "derivation"},
          {"Eich93", "(3.15), (3.16)", "λ", "−2λ of (1.1)", "comparison of the equations"},
      }};
}

}  // namespace liefmu::reproduce
