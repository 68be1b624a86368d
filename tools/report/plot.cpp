#include "report/plot.hpp"

#include "report/axis.hpp"
#include "report/decimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace liefmu::report {

namespace {

constexpr double kWidth = 640.0;
constexpr double kHeight = 330.0;
constexpr double kTop = 22.0;
constexpr double kRight = 14.0;
constexpr double kBottom = 46.0;
constexpr double kCharacterWidth = 7.8;  // of the labels, roughly
constexpr std::size_t kColours = 8;      // in report.css

// The inner frame of the picture and the two axes that span it.
struct Frame {
  Axis x;
  Axis y;
  double left = 0.0;
  double right = kWidth - kRight;
  double top = kTop;
  double bottom = kHeight - kBottom;

  double pixelX(double value) const { return left + (right - left) * x.fraction(value); }
  double pixelY(double value) const { return bottom - (bottom - top) * y.fraction(value); }
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return low > high; }
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

bool drawable(double value, bool logarithmic) {
  return std::isfinite(value) && (!logarithmic || value > 0.0);
}

bool drawable(const Plot& plot, double x, double y) {
  return drawable(x, plot.logX) && drawable(y, plot.logY);
}

std::size_t characters(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Room above and below the curves.
void pad(Range& range, bool logarithmic) {
  constexpr double kShare = 0.05;
  if (logarithmic) {
    const double factor = std::pow(range.high / range.low, kShare);
    range.low /= factor;
    range.high *= factor;
  } else {
    const double margin = kShare * (range.high - range.low);
    range.low -= margin;
    range.high += margin;
  }
}

Frame makeFrame(const Plot& plot, Range xRange, Range yRange) {
  const bool measuredPoints = std::any_of(plot.series.begin(), plot.series.end(),
                                          [](const Series& series) { return series.markers; });
  if (measuredPoints) pad(xRange, plot.logX);
  pad(yRange, plot.logY);
  Frame frame;
  frame.x = makeAxis(xRange.low, xRange.high, plot.logX, 7);
  frame.y = makeAxis(yRange.low, yRange.high, plot.logY, 6);
  std::size_t longest = 0;
  for (const Tick& tick : frame.y.ticks) longest = std::max(longest, characters(tick.label));
  frame.left = 34.0 + kCharacterWidth * static_cast<double>(longest);
  return frame;
}

void drawGridAndLabels(const Plot& plot, const Frame& frame, std::string& svg) {
  auto out = std::back_inserter(svg);
  for (const Tick& tick : frame.x.ticks) {
    const double x = frame.pixelX(tick.value);
    fmt::format_to(out, R"(<path class="grid{}" d="M{:.1f} {:.1f}V{:.1f}"/>)",
                   tick.label.empty() ? " minor" : "", x, frame.top, frame.bottom);
    if (!tick.label.empty()) {
      fmt::format_to(out, R"(<text x="{:.1f}" y="{:.1f}" class="mid">{}</text>)", x,
                     frame.bottom + 17.0, tick.label);
    }
  }
  for (const Tick& tick : frame.y.ticks) {
    const double y = frame.pixelY(tick.value);
    fmt::format_to(out, R"(<path class="grid{}" d="M{:.1f} {:.1f}H{:.1f}"/>)",
                   tick.label.empty() ? " minor" : "", frame.left, y, frame.right);
    if (!tick.label.empty()) {
      fmt::format_to(out, R"(<text x="{:.1f}" y="{:.1f}" class="end">{}</text>)", frame.left - 7.0,
                     y + 4.0, tick.label);
    }
  }
  fmt::format_to(out, R"(<path class="axis" d="M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}"/>)", frame.left,
                 frame.top, frame.bottom, frame.right);
  fmt::format_to(out, R"(<text x="{:.1f}" y="{:.1f}" class="mid name">{}</text>)",
                 0.5 * (frame.left + frame.right), kHeight - 8.0, escaped(plot.xLabel));
  fmt::format_to(
      out, R"svg(<text transform="translate(14 {:.1f}) rotate(-90)" class="mid name">{}</text>)svg",
      0.5 * (frame.top + frame.bottom), escaped(plot.yLabel));
  if (!frame.y.common.empty()) {
    fmt::format_to(out, R"(<text x="{:.1f}" y="14" class="common">{}</text>)", frame.left,
                   frame.y.common);
  }
  if (!frame.x.common.empty()) {
    fmt::format_to(out, R"(<text x="{:.1f}" y="{:.1f}" class="end common">{}</text>)", frame.right,
                   kHeight - 8.0, frame.x.common);
  }
}

// A small right-angled triangle of the given slope under the curve, at the smallest x, where a
// convergence study is nearest to its asymptotic order.
void drawSlope(const Plot& plot, const Series& series, const Frame& frame, std::string& svg) {
  if (!plot.logX || !plot.logY) return;
  constexpr double kTriangleWidth = 26.0;
  constexpr double kGap = 8.0;  // between curve and triangle
  std::vector<Point> points;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (drawable(plot, series.x[i], series.y[i])) points.push_back({series.x[i], series.y[i]});
  }
  if (points.size() < 2) return;
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });

  // Pixels per factor e along either axis turn the slope into an angle of the picture.
  const double scaleX = (frame.right - frame.left) / std::log(frame.x.high / frame.x.low);
  const double scaleY = (frame.bottom - frame.top) / std::log(frame.y.high / frame.y.low);
  const double rise = *series.slope * kTriangleWidth * scaleY / scaleX;
  const double left =
      0.5 * (frame.pixelX(points[0].x) + frame.pixelX(points[1].x) - kTriangleWidth);
  const double middle = 0.5 * (frame.pixelY(points[0].y) + frame.pixelY(points[1].y));
  const double bottom = middle + 0.5 * rise + kGap;
  const double right = left + kTriangleWidth;
  fmt::format_to(std::back_inserter(svg),
                 R"(<g class="slope"><path d="M{0:.1f} {2:.1f}H{1:.1f}V{3:.1f}Z"/>)"
                 R"(<text x="{4:.1f}" y="{5:.1f}">{6:g}</text></g>)",
                 left, right, bottom, bottom - rise, right + 4.0, bottom - 1.0, *series.slope);
}

void drawSeries(const Plot& plot, const Series& series, std::size_t index, const Frame& frame,
                std::string& svg) {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  std::vector<Point> points;
  points.reserve(series.x.size());
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool visible = drawable(plot, series.x[i], series.y[i]);
    points.push_back(visible ? Point{frame.pixelX(series.x[i]), frame.pixelY(series.y[i])}
                             : Point{gap, gap});
  }
  if (!series.markers) points = decimate(points);

  auto out = std::back_inserter(svg);
  fmt::format_to(out, R"(<g class="series c{}{}" data-name="{}"><path d=")", index % kColours,
                 index >= kColours ? " dashed" : "", escaped(series.name));
  bool drawing = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& p = points[i];
    const bool visible = std::isfinite(p.x);
    if (visible) fmt::format_to(out, "{}{:.2f} {:.2f}", drawing ? 'L' : 'M', p.x, p.y);
    // A point between two gaps: a line of length zero shows as a dot.
    const bool ends = i + 1 == points.size() || !std::isfinite(points[i + 1].x);
    if (visible && !drawing && ends) svg += "h0";
    drawing = visible;
  }
  svg += "\"/>";
  if (series.markers) {
    for (const Point& p : points) {
      if (std::isfinite(p.x))
        fmt::format_to(out, R"(<circle cx="{:.2f}" cy="{:.2f}" r="3.6"/>)", p.x, p.y);
    }
  }
  svg += "</g>";
}

void drawLegend(const Plot& plot, std::string& html) {
  const bool needed =
      plot.series.size() > 1 || (plot.series.size() == 1 && !plot.series[0].name.empty());
  if (!needed) return;
  html += R"(<div class="legend">)";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    fmt::format_to(std::back_inserter(html),
                   R"(<button type="button" class="c{}{}" aria-pressed="true"><i></i>{}</button>)",
                   i % kColours, i >= kColours ? " dashed" : "", escaped(plot.series[i].name));
  }
  html += "</div>";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string dataLink(const std::string& file) {
  if (file.empty()) return {};
  return R"(<a class="data" href=")" + escaped(file) + R"(" download>CSV</a>)";
}

std::string plotHtml(const Plot& plot) {
  Range xRange;
  Range yRange;
  for (const Series& series : plot.series) {
    if (series.x.size() != series.y.size()) {
      throw std::invalid_argument("report: series '" + series.name + "' of plot '" + plot.title +
                                  "' has " + std::to_string(series.x.size()) + " x values and " +
                                  std::to_string(series.y.size()) + " y values");
    }
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      // A gap at the beginning or the end still belongs to the range of x.
      if (drawable(series.x[i], plot.logX)) xRange.include(series.x[i]);
      if (drawable(plot, series.x[i], series.y[i])) yRange.include(series.y[i]);
    }
  }

  std::string html = R"(<figure class="plot"><figcaption>)" + escaped(plot.title) +
                     dataLink(plot.file) + "</figcaption>";
  if (yRange.empty()) return html + R"(<p class="nodata">No data to draw.</p></figure>)";

  const Frame frame = makeFrame(plot, xRange, yRange);
  drawLegend(plot, html);
  // 17 digits: the script computes values back from pixels, with these as its scale.
  fmt::format_to(
      std::back_inserter(html),
      R"(<svg viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}" data-xname="{}" )"
      R"(data-x="{:.17g} {:.17g} {:d} {:.2f} {:.2f}" data-y="{:.17g} {:.17g} {:d} {:.2f} {:.2f}">)",
      kWidth, kHeight, escaped(plot.title), escaped(plot.xLabel), frame.x.low, frame.x.high,
      plot.logX, frame.left, frame.right, frame.y.low, frame.y.high, plot.logY, frame.bottom,
      frame.top);
  drawGridAndLabels(plot, frame, html);
  for (const Series& series : plot.series) {
    if (series.slope) drawSlope(plot, series, frame, html);
  }
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    drawSeries(plot, plot.series[i], i, frame, html);
  }
  html += R"(<g class="cursor"></g></svg></figure>)";
  return html;
}

}  // namespace liefmu::report
