// The report page: numbers on axes, thinning of curves, and what a reader finds in the page.
#include "report/report.hpp"

#include "report/axis.hpp"
#include "report/decimate.hpp"
#include "report/plot.hpp"

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <sstream>

namespace liefmu::report {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const Tick& tick : axis.ticks) {
    if (!tick.label.empty()) result.push_back(tick.label);
  }
  return result;
}

using Labels = std::vector<std::string>;

TEST(Axis, PutsRoundNumbersAtTheirPlaces) {
  const Axis axis = makeAxis(0.0, 1.0, false, 5);
  EXPECT_EQ(labels(axis), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_TRUE(axis.common.empty());
  EXPECT_DOUBLE_EQ(axis.fraction(0.25), 0.25);
  EXPECT_EQ(labels(makeAxis(-3.0, 14.0, false, 5)), (Labels{"0", "5", "10"}));
}

TEST(Axis, WritesACommonPowerOfTenOnce) {
  const Axis small = makeAxis(0.0, 4e-7, false, 4);
  EXPECT_EQ(small.common, "×10⁻⁷");
  EXPECT_EQ(labels(small), (Labels{"0", "1", "2", "3", "4"}));
  EXPECT_EQ(makeAxis(-2e6, 1e6, false, 3).common, "×10⁶");
}

TEST(Axis, WritesCommonLeadingDigitsOnce) {
  // The energy of the fast heavy top, drifting by 4e-8.
  const Axis axis = makeAxis(5435.69679086, 5435.69679090, false, 4);
  ASSERT_FALSE(axis.common.empty());
  EXPECT_NE(axis.common.find("+ 5435.69679"), std::string::npos) << axis.common;
  ASSERT_GE(labels(axis).size(), 3U);
  for (const std::string& label : labels(axis)) EXPECT_LE(label.size(), 5U) << label;
  for (const Tick& tick : axis.ticks) {
    EXPECT_GE(tick.value, axis.low - 1e-10);
    EXPECT_LE(tick.value, axis.high + 1e-10);
  }
}

TEST(Axis, ShowsAConstantInTheMiddle) {
  for (const double value : {0.0, 1e-4, -9.81, 1e300}) {
    const Axis axis = makeAxis(value, value, false, 5);
    EXPECT_NEAR(axis.fraction(value), 0.5, 1e-6) << value;
    EXPECT_GE(labels(axis).size(), 2U) << value;
  }
}

TEST(Axis, CountsDecades) {
  EXPECT_EQ(labels(makeAxis(1e-4, 1.0, true, 6)), (Labels{"10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"}));
  EXPECT_LE(labels(makeAxis(1e-300, 1e300, true, 6)).size(), 8U);
  EXPECT_EQ(labels(makeAxis(1e-4, 1e-3, true, 6)), (Labels{"10⁻⁴", "2·10⁻⁴", "5·10⁻⁴", "10⁻³"}));
  EXPECT_NEAR(makeAxis(1e-4, 1.0, true, 6).fraction(1e-2), 0.5, 1e-15);
}

TEST(Decimate, KeepsEveryPeak) {
  std::vector<Point> points;
  for (int i = 0; i <= 100000; ++i) points.push_back({i * 6e-3, 100.0 + std::sin(i * 0.1)});
  points[54321].y = 7.0;
  points[54322].y = 300.0;
  const std::vector<Point> kept = decimate(points);
  EXPECT_LE(kept.size(), 4U * 601U);
  EXPECT_EQ(kept.front().x, points.front().x);
  EXPECT_EQ(kept.back().x, points.back().x);
  const auto [low, high] = std::minmax_element(
      kept.begin(), kept.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  EXPECT_EQ(low->y, 7.0);
  EXPECT_EQ(high->y, 300.0);
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(),
                             [](const Point& a, const Point& b) { return a.x < b.x; }));
}

TEST(Decimate, KeepsFewPointsAndGapsAsTheyAre) {
  const std::vector<Point> points = {{0, 1}, {10, 2}, {kNaN, kNaN}, {kNaN, kNaN}, {30, 4}};
  const std::vector<Point> kept = decimate(points);
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_EQ(kept[1].y, 2.0);
  EXPECT_TRUE(std::isnan(kept[2].x));
  EXPECT_EQ(kept[3].y, 4.0);
}

TEST(Decimate, ThinsAClosedCurveByDistance) {
  std::vector<Point> points;
  for (int i = 0; i <= 50000; ++i) {
    points.push_back({100 * std::cos(i * 6.3e-4), 100 * std::sin(i * 6.3e-4)});
  }
  const std::vector<Point> kept = decimate(points);
  EXPECT_LT(kept.size(), 10000U);
  for (std::size_t i = 1; i < kept.size(); ++i) {
    EXPECT_LT(std::hypot(kept[i].x - kept[i - 1].x, kept[i].y - kept[i - 1].y), 0.6);
  }
}

// The picture of a plot as an XML tree, which also shows that it is well-formed.
struct Picture {
  explicit Picture(const std::string& html) {
    const std::size_t begin = html.find("<svg");
    const std::size_t end = html.find("</svg>");
    if (begin == std::string::npos || end == std::string::npos) return;
    const std::string text = html.substr(begin, end + 6 - begin);
    const pugi::xml_parse_result result = document.load_string(text.c_str());
    EXPECT_TRUE(result) << result.description() << "\n" << text.substr(0, 400);
    svg = document.child("svg");
  }
  std::string path(int series) const {
    const auto found = svg.select_nodes("g[starts-with(@class,'series')]/path");
    return found[static_cast<std::size_t>(series)].node().attribute("d").value();
  }
  // A value read back from a pixel with the scale that report.js uses.
  double value(const char* axis, double pixel) const {
    std::istringstream in(svg.attribute(axis).value());
    double low = 0.0;
    double high = 0.0;
    double logarithmic = 0.0;
    double pixelLow = 0.0;
    double pixelHigh = 0.0;
    in >> low >> high >> logarithmic >> pixelLow >> pixelHigh;
    const double part = (pixel - pixelLow) / (pixelHigh - pixelLow);
    return logarithmic != 0.0 ? low * std::pow(high / low, part) : low + (high - low) * part;
  }
  pugi::xml_document document;
  pugi::xml_node svg;
};

// The numbers of a path, without its commands.
std::vector<double> numbersOf(std::string path) {
  std::replace_if(
      path.begin(), path.end(), [](char c) { return c != '-' && c != '.' && (c < '0' || c > '9'); },
      ' ');
  std::istringstream in(path);
  return {std::istream_iterator<double>(in), {}};
}

std::vector<Point> pointsOf(std::string path) {
  // "h0" draws a lonely point and is no coordinate.
  for (std::size_t at = path.find("h0"); at != std::string::npos; at = path.find("h0")) {
    path.erase(at, 2);
  }
  const std::vector<double> numbers = numbersOf(path);
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    points.push_back({numbers[i], numbers[i + 1]});
  }
  return points;
}

Plot simplePlot(std::vector<double> x, std::vector<double> y) {
  return {.title = "t",
          .xLabel = "time in s",
          .yLabel = "y",
          .series = {{"a", std::move(x), std::move(y)}}};
}

TEST(Plot, ValuesCanBeReadBackFromPixels) {
  for (const bool logarithmic : {false, true}) {
    Plot plot = simplePlot({1.0, 2.0, 4.0, 10.0}, {3.0, 1e-2, 0.5, 1.0});
    plot.logX = plot.logY = logarithmic;
    const Picture picture(plotHtml(plot));
    const std::vector<Point> points = pointsOf(picture.path(0));
    ASSERT_EQ(points.size(), 4U);
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_NEAR(picture.value("data-x", points[i].x), plot.series[0].x[i], 1e-3);
      EXPECT_NEAR(picture.value("data-y", points[i].y), plot.series[0].y[i], 1e-3);
    }
    EXPECT_GT(points[1].y, points[0].y) << "larger values are higher up";
  }
}

TEST(Plot, InterruptsACurveWhereThereIsNoValue) {
  const Picture linear(plotHtml(simplePlot({0, 1, 2, 3, 4}, {1, 2, kNaN, 3, 4})));
  const std::string twoPieces = linear.path(0);
  EXPECT_EQ(std::count(twoPieces.begin(), twoPieces.end(), 'M'), 2);

  Plot plot = simplePlot({0, 1, 2, 3}, {0.0, 1e-3, -1.0, 1e-2});
  plot.logY = true;
  const std::string path = Picture(plotHtml(plot)).path(0);
  EXPECT_EQ(pointsOf(path).size(), 2U) << "zero and negative values have no logarithm";
  EXPECT_NE(path.find("h0"), std::string::npos) << "a lonely point is visible";
}

TEST(Plot, SaysWhenThereIsNothingToDraw) {
  EXPECT_NE(plotHtml(simplePlot({}, {})).find("No data"), std::string::npos);
  EXPECT_NE(plotHtml(simplePlot({1, 2}, {kNaN, kNaN})).find("No data"), std::string::npos);
}

TEST(Plot, RefusesAHalfSeries) {
  EXPECT_THROW(plotHtml(simplePlot({1, 2, 3}, {1, 2})), std::invalid_argument);
}

TEST(Plot, TriangleHasTheSlopeOfItsLabel) {
  Plot plot{.title = "order", .xLabel = "h", .yLabel = "error", .logX = true, .logY = true};
  Series series{"k = 3", {1e-3, 5e-4, 2.5e-4}, {}, true, 3.0};
  for (const double h : series.x) series.y.push_back(h * h * h);
  plot.series = {series};
  const Picture picture(plotHtml(plot));
  const pugi::xml_node triangle = picture.svg.select_node("g[@class='slope']").node();
  ASSERT_TRUE(triangle);
  EXPECT_STREQ(triangle.child_value("text"), "3");
  // M left bottom H right V top Z
  const std::vector<double> corner = numbersOf(triangle.child("path").attribute("d").value());
  ASSERT_EQ(corner.size(), 4U);
  const double run =
      std::log(picture.value("data-x", corner[2]) / picture.value("data-x", corner[0]));
  const double rise =
      std::log(picture.value("data-y", corner[3]) / picture.value("data-y", corner[1]));
  EXPECT_NEAR(rise / run, 3.0, 0.05);
}

TEST(Plot, DistinguishesMoreCurvesThanColours) {
  Plot plot = simplePlot({0, 1}, {0, 1});
  plot.series.resize(12, plot.series[0]);
  const std::string html = plotHtml(plot);
  EXPECT_NE(html.find("class=\"series c3\""), std::string::npos);
  EXPECT_NE(html.find("class=\"series c3 dashed\""), std::string::npos);
}

ReportData sample() {
  ReportData data;
  data.title = "Top & <friends>";
  data.description = "First.\n\nSecond with `code`.";
  data.meta = {{"Model", "heavy_top"}};
  data.statistics = {{"Steps", "1000"}};
  Section section{.title = "Motion"};
  section.plots = {simplePlot({0, 1}, {0, 1}), simplePlot({0, 1}, {1, 0})};
  section.tables = {{"Errors", {"h", "note"}, {{"1e-3", "coarse"}}}};
  section.verdicts = {{"order 2", "2.01", true}, {"order 3", "1.2", false}};
  data.sections = {section};
  return data;
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Report, ShowsEverythingItWasGiven) {
  const std::string html = htmlReport(sample());
  EXPECT_EQ(countOf(html, "<svg"), 2U);
  EXPECT_NE(html.find("<title>Top &amp; &lt;friends&gt;</title>"), std::string::npos);
  EXPECT_NE(html.find("<p>First.</p><p>Second with <code>code</code>.</p>"), std::string::npos);
  EXPECT_NE(html.find("<dt>Steps</dt><dd>1000</dd>"), std::string::npos);
  EXPECT_NE(html.find("<td class=\"number\">1e-3</td><td>coarse</td>"), std::string::npos);
  EXPECT_NE(html.find("<span class=\"fail\">1 of 2 claims hold</span>"), std::string::npos);
  EXPECT_EQ(countOf(html, "✓ holds"), 1U);
  EXPECT_EQ(countOf(html, "✗ fails"), 1U);
}

TEST(Report, TellsExplainedClaimsFromOpenOnes) {
  ReportData data = sample();
  data.sections[0].verdicts[1].explanation = "because of <this>";
  const std::string html = htmlReport(data);
  EXPECT_NE(html.find("<span class=\"pass\">1 of 2 claims hold</span>"), std::string::npos);
  EXPECT_NE(html.find("1 do not, explained"), std::string::npos);
  EXPECT_NE(html.find("because of &lt;this&gt;"), std::string::npos);
  EXPECT_EQ(countOf(html, "✗ fails"), 0U);
}

TEST(Report, GroupsSectionsAndLinksTheirData) {
  ReportData data = sample();
  data.sections.assign(4, data.sections[0]);
  for (Section& section : data.sections) section.group = "Paper A";
  data.sections[3].group = "Paper B";
  data.sections[3].anchor = "last";
  data.sections[3].plots[0].file = "curve.csv";
  const std::string html = htmlReport(data);
  EXPECT_EQ(countOf(html, "<h2 class=\"group\">"), 2U);
  EXPECT_EQ(countOf(html, "<li class=\"group\">"), 2U);
  EXPECT_NE(html.find("<a href=\"#last\">"), std::string::npos);
  EXPECT_NE(html.find("<section id=\"last\">"), std::string::npos);
  EXPECT_EQ(countOf(html, "href=\"curve.csv\""), 1U);
}

TEST(Report, LoadsNothingFromAnywhere) {
  const std::string html = htmlReport(sample());
  for (const char* outside : {"http:", "https:", "src=", "@import", "url("}) {
    EXPECT_EQ(html.find(outside), std::string::npos) << outside;
  }
  EXPECT_NE(html.find("prefers-color-scheme: dark"), std::string::npos) << "style is in the page";
  EXPECT_NE(html.find("addReadout"), std::string::npos) << "script is in the page";
}

TEST(Report, ListsItsContentsWhenLong) {
  ReportData data = sample();
  EXPECT_EQ(htmlReport(data).find("<nav>"), std::string::npos);
  data.sections.resize(5, data.sections[0]);
  const std::string html = htmlReport(data);
  EXPECT_EQ(countOf(html, "<a href=\"#s"), 5U);
  EXPECT_EQ(countOf(html, "<section id=\"s"), 5U);
}

}  // namespace
}  // namespace liefmu::report
