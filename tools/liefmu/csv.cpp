#include "liefmu/csv.hpp"

#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <system_error>

namespace liefmu {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// Splits a line at its commas; a cell in quotation marks may contain commas, and marks written
// twice.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      result.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  for (std::string& cell : result) cell = std::string(trimmed(cell));
  return result;
}

// Where in the file something was found wrong.
struct Place {
  const std::string& source;
  std::size_t line;

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("{}: line {}: {}", source, line, what));
  }
  [[noreturn]] void fail(std::size_t column, std::string_view name, const std::string& what) const {
    fail(fmt::format("column {} ({}): {}", column + 1, name, what));
  }
};

std::vector<std::string> readHeader(std::string_view line, const Place& place) {
  std::vector<std::string> names = cells(line);
  if (names.front() != "time") {
    place.fail(
        fmt::format("the first column is '{}', not 'time' (the first line names the columns: "
                    "time,NAME,NAME…)",
                    names.front()));
  }
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) place.fail(i, "", "has no name");
    if (!seen.insert(names[i]).second) place.fail(i, names[i], "occurs twice");
  }
  return names;
}

double readNumber(std::string_view cell, std::size_t column, std::string_view name,
                  const Place& place) {
  if (cell.empty()) place.fail(column, name, "is empty (a number is expected)");
  std::string_view digits = cell;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0.0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end) {
    place.fail(column, name, fmt::format("'{}' is not a number", cell));
  }
  if (!std::isfinite(value)) {
    place.fail(column, name, fmt::format("'{}' is not a finite number", cell));
  }
  return value;
}

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

}  // namespace

TimeTable parseCsv(std::string_view text, const std::string& source) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  TimeTable table;
  std::vector<std::string> names;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const Place place{source, number};
    if (line.empty()) continue;
    if (names.empty()) {
      names = readHeader(line, place);
      table.columns.resize(names.size() - 1);
      continue;
    }
    const std::vector<std::string> row = cells(line);
    if (row.size() != names.size()) {
      place.fail(fmt::format("has {} cells, but the first line names {} columns", row.size(),
                             names.size()));
    }
    const double time = readNumber(row[0], 0, "time", place);
    if (!table.time.empty() && time < table.time.back()) {
      place.fail(
          0, "time",
          fmt::format("{} comes after {} (times must not decrease)", time, table.time.back()));
    }
    table.time.push_back(time);
    for (std::size_t i = 1; i < row.size(); ++i) {
      table.columns[i - 1].push_back(readNumber(row[i], i, names[i], place));
    }
  }
  if (names.empty())
    throw Error(source + ": is empty (the first line names the columns: time,NAME…)");
  if (table.time.empty()) throw Error(source + ": has no rows after the first line");
  table.names.assign(names.begin() + 1, names.end());
  return table;
}

std::string formatCsv(const TimeTable& table) {
  fmt::memory_buffer out;
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "time");
  for (const std::string& name : table.names) fmt::format_to(end, ",{}", quoted(name));
  for (std::size_t row = 0; row < table.time.size(); ++row) {
    fmt::format_to(end, "\n{:.17g}", table.time[row]);
    for (const auto& column : table.columns) fmt::format_to(end, ",{:.17g}", column[row]);
  }
  fmt::format_to(end, "\n");
  return fmt::to_string(out);
}

double interpolate(const TimeTable& table, std::size_t column, double t, Side side) {
  const std::vector<double>& times = table.time;
  const std::vector<double>& values = table.columns[column];
  const auto next = side == Side::after ? std::upper_bound(times.begin(), times.end(), t)
                                        : std::lower_bound(times.begin(), times.end(), t);
  if (next == times.begin()) return values.front();
  if (next == times.end()) return values.back();
  const auto right = static_cast<std::size_t>(next - times.begin());
  const std::size_t left = right - 1;
  const double weight = (t - times[left]) / (times[right] - times[left]);
  return std::lerp(values[left], values[right], weight);
}

}  // namespace liefmu
