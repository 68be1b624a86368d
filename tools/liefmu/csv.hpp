// Tables of numbers over time as CSV files: reading inputs, writing results. The first column is
// the time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

struct TimeTable {
  std::vector<std::string> names;            // of the columns after the time
  std::vector<double> time;                  // ascending; two equal times in a row make a jump
  std::vector<std::vector<double>> columns;  // one per name, as long as `time`
};

// `source` is the file's name for error messages, which also give line and column. Throws Error.
TimeTable parseCsv(std::string_view text, const std::string& source);

// Every number with 17 significant digits: reading it back gives the same bits.
std::string formatCsv(const TimeTable& table);

// The value of a column at time t: linear between rows, the first or last value outside. At a jump,
// `after` chooses the value behind it (what holds from t on), otherwise the one before (what held
// up to t).
enum class Side { before, after };
double interpolate(const TimeTable& table, std::size_t column, double t, Side side);

}  // namespace liefmu
