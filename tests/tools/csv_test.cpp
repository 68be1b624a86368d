#include "liefmu/csv.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace liefmu {
namespace {

std::string messageOf(const std::string& text) {
  try {
    parseCsv(text, "in.csv");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Csv, ReadsNumbersNamesAndOddSpacing) {
  const TimeTable table =
      parseCsv("\xef\xbb\xbftime, a ,\"b[1,2]\"\r\n0,1,-2\r\n\r\n 1 ,+1e-3, 3.5 \r\n", "x");
  EXPECT_EQ(table.names, (std::vector<std::string>{"a", "b[1,2]"}));
  EXPECT_EQ(table.time, (std::vector<double>{0, 1}));
  EXPECT_EQ(table.columns, (std::vector<std::vector<double>>{{1, 1e-3}, {-2, 3.5}}));
}

TEST(Csv, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(messageOf(""), "in.csv: is empty (the first line names the columns: time,NAME…)");
  EXPECT_EQ(messageOf("time,a\n"), "in.csv: has no rows after the first line");
  EXPECT_EQ(messageOf("t,a\n0,1\n"),
            "in.csv: line 1: the first column is 't', not 'time' (the first line names the "
            "columns: time,NAME,NAME…)");
  EXPECT_EQ(messageOf("time,a,a\n"), "in.csv: line 1: column 3 (a): occurs twice");
  EXPECT_EQ(messageOf("time,a,\n"), "in.csv: line 1: column 3 (): has no name");
  EXPECT_EQ(messageOf("time,a\n0,1\n1,two\n"),
            "in.csv: line 3: column 2 (a): 'two' is not a number");
  EXPECT_EQ(messageOf("time,a\n0,1\n1,\n"),
            "in.csv: line 3: column 2 (a): is empty (a number is expected)");
  EXPECT_EQ(messageOf("time,a\n0,1 2\n"), "in.csv: line 2: column 2 (a): '1 2' is not a number");
  EXPECT_EQ(messageOf("time,a\n0,nan\n"),
            "in.csv: line 2: column 2 (a): 'nan' is not a finite number");
  EXPECT_EQ(messageOf("time,a\n0,inf\n"),
            "in.csv: line 2: column 2 (a): 'inf' is not a finite number");
  EXPECT_EQ(messageOf("time,a\n0,1e999\n"),
            "in.csv: line 2: column 2 (a): '1e999' is not a number");
  EXPECT_EQ(messageOf("time,a\n\n0,1,2\n"),
            "in.csv: line 3: has 3 cells, but the first line names 2 columns");
  EXPECT_EQ(messageOf("time,a\n1,1\n0.5,1\n"),
            "in.csv: line 3: column 1 (time): 0.5 comes after 1 (times must not decrease)");
}

TEST(Csv, WritesWhatReadsBackBitByBit) {
  const double least = std::numeric_limits<double>::denorm_min();
  const TimeTable table = {{"x", "y,\"z\""}, {0.1, 1.0 / 3.0}, {{M_PI, -0.0}, {least, 1e300}}};
  const std::string text = formatCsv(table);
  EXPECT_EQ(text.substr(0, text.find('\n')), "time,x,\"y,\"\"z\"\"\"");
  const TimeTable back = parseCsv(text, "x");
  EXPECT_EQ(back.names, table.names);
  EXPECT_EQ(back.time, table.time);
  EXPECT_EQ(back.columns, table.columns);
  EXPECT_TRUE(std::signbit(back.columns[0][1]));
}

TEST(Csv, InterpolatesLinearlyAndJumpsWhereTimesRepeat) {
  const TimeTable table = parseCsv("time,u\n0,0\n1,2\n1,5\n3,1\n", "x");
  const auto at = [&](double t, Side side = Side::after) { return interpolate(table, 0, t, side); };
  EXPECT_EQ(at(-1), 0.0);
  EXPECT_EQ(at(0), 0.0);
  EXPECT_EQ(at(0.25), 0.5);
  EXPECT_EQ(at(1, Side::before), 2.0);
  EXPECT_EQ(at(1, Side::after), 5.0);
  EXPECT_EQ(at(2), 3.0);
  EXPECT_EQ(at(3, Side::before), 1.0);
  EXPECT_EQ(at(3), 1.0);
  EXPECT_EQ(at(99), 1.0);
}

}  // namespace
}  // namespace liefmu
