// Thinning of curves that have more points than the page has pixels.
#pragma once

#include <vector>

namespace liefmu::report {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

// A curve in pixels without what cannot be seen. Where x never decreases, each pixel column keeps
// its first, lowest, highest and last point, so that no peak gets lost; otherwise points closer
// than half a pixel to the last kept one are dropped. Points that are not finite are kept, one per
// gap.
std::vector<Point> decimate(const std::vector<Point>& points);

}  // namespace liefmu::report
