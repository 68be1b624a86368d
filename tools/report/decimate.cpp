#include "report/decimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace liefmu::report {

namespace {

bool isFinite(const Point& p) {
  return std::isfinite(p.x) && std::isfinite(p.y);
}

bool neverDecreasing(const std::vector<Point>& points, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (points[i].x < points[i - 1].x) return false;
  }
  return true;
}

void keepExtremesPerColumn(const std::vector<Point>& points, std::size_t begin, std::size_t end,
                           std::vector<Point>& kept) {
  for (std::size_t i = begin; i < end;) {
    const double column = std::floor(points[i].x);
    std::size_t lowest = i;
    std::size_t highest = i;
    std::size_t next = i;
    for (; next < end && std::floor(points[next].x) == column; ++next) {
      if (points[next].y < points[lowest].y) lowest = next;
      if (points[next].y > points[highest].y) highest = next;
    }
    std::array<std::size_t, 4> chosen = {i, std::min(lowest, highest), std::max(lowest, highest),
                                         next - 1};
    const auto* last = std::unique(chosen.begin(), chosen.end());
    for (const auto* index = chosen.begin(); index != last; ++index) kept.push_back(points[*index]);
    i = next;
  }
}

void keepDistinct(const std::vector<Point>& points, std::size_t begin, std::size_t end,
                  std::vector<Point>& kept) {
  constexpr double kVisible = 0.5;
  kept.push_back(points[begin]);
  for (std::size_t i = begin + 1; i < end; ++i) {
    const double distance = std::hypot(points[i].x - kept.back().x, points[i].y - kept.back().y);
    if (distance >= kVisible || i + 1 == end) kept.push_back(points[i]);
  }
}

}  // namespace

std::vector<Point> decimate(const std::vector<Point>& points) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < points.size();) {
    if (!isFinite(points[i])) {
      if (kept.empty() || isFinite(kept.back())) kept.push_back(points[i]);
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < points.size() && isFinite(points[end])) ++end;
    if (neverDecreasing(points, i, end)) {
      keepExtremesPerColumn(points, i, end, kept);
    } else {
      keepDistinct(points, i, end, kept);
    }
    i = end;
  }
  return kept;
}

}  // namespace liefmu::report
