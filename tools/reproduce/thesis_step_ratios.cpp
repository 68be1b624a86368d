#include "reproduce/thesis_step_ratios.hpp"

#include "reproduce/thesis_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace liefmu::reproduce {
namespace {

using PrintedRow = std::array<RatioBounds, 4>;
constexpr std::array<PrintedRow, 9> kPrinted = {{
    {{{0.7872, 1.2688}, {0.6357, 1.6048}, {0.6287, 1.6473}, {0.7264, 1.2038}}},
    {{{0.8491, 1.1587}, {0.6326, 1.5897}, {0.6134, 1.1064}, {0.7974, 1.1302}}},
    {{{0.9029, 1.0842}, {0.6632, 1.5525}, {0.6368, 1.0254}, {0.8625, 1.0934}}},
    {{{0.9419, 1.0454}, {0.7495, 1.4931}, {0.7112, 1.0619}, {0.91, 1.0651}}},
    {{{0.9682, 1.0234}, {0.8375, 1.3491}, {0.7930, 1.0818}, {0.9436, 1.0434}}},
    {{{0.9845, 1.011}, {0.9131, 1.088}, {0.874, 1.0812}, {0.9669, 1.0269}}},
    {{{0.9951, 1.0043}, {0.9633, 1.0433}, {0.9519, 1.0609}, {0.9826, 1.0149}}},
    {{{0.999, 1.0012}, {0.9885, 1.0154}, {0.9839, 1.0279}, {0.9935, 1.0062}}},
    {{{1.0, 1.0001}, {0.998, 1.0023}, {0.9965, 1.0057}, {0.9988, 1.0012}}},
}};

constexpr int kApproximations = 4;
constexpr double kPrintedDigits = 8e-4;  // four digits, and rounding on the way to them

double difference(const RatioBounds& a, const RatioBounds& b) {
  return std::max(std::abs(a.min - b.min), std::abs(a.max - b.max));
}

// The largest ‖T‖_* for pairs of ratios at the corners of the printed rectangle.
double normOnPrinted(std::size_t row, int approximation) {
  const RatioBounds bounds = printedBounds(row, approximation);
  double largest = 0.0;
  for (const double sigma : {bounds.min, bounds.max}) {
    for (const double next : {bounds.min, bounds.max}) {
      largest = std::max(largest, stepChangeNorm(rhoOfRow(row), approximation, sigma, next));
    }
  }
  return largest;
}

Finding asPrinted() {
  double largest = 0.0;
  for (std::size_t row = 0; row < kPrintedRows; ++row) {
    const double rho = rhoOfRow(row);
    for (const int approximation : {1, 4}) {
      largest = std::max(
          largest, difference(ratioBounds(rho, approximation), printedBounds(row, approximation)));
    }
    largest = std::max(largest, std::abs(ratioBounds(rho, 2).min - printedBounds(row, 2).min));
    if (rho < 0.65)
      largest = std::max(largest, difference(ratioBounds(rho, 3), printedBounds(row, 3)));
  }
  return {"approximations 1 and 4, σ_min of 2, and 3 for ρ∞ ≤ 0.6 as printed",
          fmt::format("largest difference {:.1e}", largest), largest < kPrintedDigits};
}

Finding thirdApproximation() {
  double largest = 0.0;
  double norm = 0.0;
  bool inside = true;
  for (std::size_t row = 6; row < kPrintedRows; ++row) {
    const RatioBounds found = ratioBounds(rhoOfRow(row), 3);
    const RatioBounds printed = printedBounds(row, 3);
    largest = std::max(largest, difference(found, printed));
    norm = std::max(norm, normOnPrinted(row, 3));
    inside = inside && found.min <= printed.min && printed.max <= found.max + kPrintedDigits;
  }
  Finding finding{"approximation 3 for ρ∞ ≥ 0.7 as printed",
                  fmt::format("σ_max yes, σ_min up to {:.3f} larger than necessary", largest),
                  largest < kPrintedDigits};
  finding.explain(inside && norm < 1.0,
                  fmt::format("the printed intervals lie inside the recomputed ones and are safe, "
                              "‖T‖ ≤ {:.3f} on them, but they are not the largest possible.",
                              norm));
  return finding;
}

Finding secondApproximation() {
  double factor = 0.0;
  double norm = 0.0;
  int weaker = 0;  // rows that agree with the weaker condition
  for (std::size_t row = 1; row < kPrintedRows; ++row) {
    const double rho = rhoOfRow(row);
    const double printed = printedBounds(row, 2).max;
    factor = std::max(factor, printed / ratioBounds(rho, 2).max);
    norm = std::max(norm, normOnPrinted(row, 2));
    if (std::abs(ratioBounds(rho, 2, true).max - printed) < kPrintedDigits) ++weaker;
  }
  Finding finding{"σ_max of approximation 2 as printed",
                  fmt::format("printed up to {:.2f} times too large for ρ∞ ≥ 0.2", factor),
                  factor < 1.0 + kPrintedDigits};
  finding.explain(norm > 1.0 && weaker >= 7,
                  fmt::format("{} of these 8 values follow from the weaker condition ‖T(σ,σ)‖ < 1, "
                              "which forgets that a large ratio may follow a small one; on the "
                              "printed rectangles ‖T‖ reaches {:.2f}.",
                              weaker, norm));
  return finding;
}

report::Table comparison() {
  report::Table table{
      "Bounds of σ, recomputed; in brackets what the thesis prints",
      {"ρ∞", "1: min", "1: max", "2: min", "2: max", "3: min", "3: max", "4: min", "4: max"}};
  for (std::size_t row = 0; row < kPrintedRows; ++row) {
    std::vector<std::string> cells{fmt::format("{:.1f}", rhoOfRow(row))};
    for (int approximation = 1; approximation <= kApproximations; ++approximation) {
      const RatioBounds found = ratioBounds(rhoOfRow(row), approximation);
      const RatioBounds printed = printedBounds(row, approximation);
      cells.push_back(fmt::format("{:.4f} ({:.4f})", found.min, printed.min));
      cells.push_back(fmt::format("{:.4f} ({:.4f})", found.max, printed.max));
    }
    table.rows.push_back(cells);
  }
  return table;
}

report::Plot upperBounds() {
  report::Plot plot{"Upper bounds of the step ratio", "ρ∞", "σ_max"};
  for (int approximation = 1; approximation <= kApproximations; ++approximation) {
    report::Series series{.name = fmt::format("approximation {}", approximation), .markers = true};
    for (std::size_t row = 0; row < kPrintedRows; ++row) {
      series.x.push_back(rhoOfRow(row));
      series.y.push_back(ratioBounds(rhoOfRow(row), approximation).max);
    }
    plot.series.push_back(series);
  }
  report::Series printed{.name = "approximation 2 as printed", .markers = true};
  for (std::size_t row = 0; row < kPrintedRows; ++row) {
    printed.x.push_back(rhoOfRow(row));
    printed.y.push_back(printedBounds(row, 2).max);
  }
  plot.series.push_back(printed);
  return plot;
}

}  // namespace

double rhoOfRow(std::size_t row) {
  return 0.1 * static_cast<double>(row + 1);
}

RatioBounds printedBounds(std::size_t row, int approximation) {
  return kPrinted.at(row).at(static_cast<std::size_t>(approximation - 1));
}

Evidence ratioTable(Laboratory&) {
  Evidence evidence;
  evidence.text =
      "The construction behind the table is not written down; it was found by trying: σ_min from "
      "‖T(σ,σ)‖ = 1 and then σ_max from ‖T(σ,σ_min)‖ = 1, so that every pair of ratios in the "
      "rectangle is stable.";
  evidence.findings = {asPrinted(), thirdApproximation(), secondApproximation()};
  evidence.plots = {upperBounds()};
  evidence.tables = {comparison()};
  return evidence;
}

}  // namespace liefmu::reproduce
