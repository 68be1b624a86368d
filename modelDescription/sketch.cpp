#include "modelDescription/sketch.hpp"

#include "modelDescription/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

namespace liefmu {
namespace {

constexpr double kWidth = 720.0;
constexpr double kHeight = 480.0;
constexpr double kMargin = 60.0;

using Point = Eigen::Vector2d;  // pixels, y downwards
using Points = std::vector<Vector3>;

// Colours that stay apart for colour-blind readers too (Okabe and Ito).
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#5f5f5f"};

std::string colourOf(const Shape& shape, std::size_t body) {
  return shape.colour.empty() ? kColours[body % kColours.size()] : shape.colour;
}

Vector3 toWorld(const Model& model, Index body, const Vector3& point) {
  if (body == kGround) return point;
  const Body& b = model.bodies[static_cast<std::size_t>(body)];
  return b.position + b.orientation * point;
}

// The corners of a shape in the frame of its body; of a sphere, the box around it.
Points outline(const Shape& shape) {
  if (shape.kind == Shape::Kind::line) return {shape.position, shape.end};
  Points points;
  if (shape.kind == Shape::Kind::cylinder) {
    constexpr int kSides = 32;
    for (const double z : {-0.5, 0.5}) {
      for (int i = 0; i < kSides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / kSides;
        const double radius = shape.size.x();
        points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z * shape.size.z());
      }
    }
  } else {
    const Vector3 half = shape.kind == Shape::Kind::sphere
                             ? Vector3::Constant(shape.size.x()).eval()
                             : (0.5 * shape.size).eval();
    for (int corner = 0; corner < 8; ++corner) {
      points.emplace_back((corner & 1) != 0 ? half.x() : -half.x(),
                          (corner & 2) != 0 ? half.y() : -half.y(),
                          (corner & 4) != 0 ? half.z() : -half.z());
    }
  }
  for (Vector3& point : points) point = shape.position + shape.orientation * point;
  return points;
}

// The points on a body where joints and springs take hold, world frame.
Points attachments(const Model& model, Index body) {
  Points points;
  for (const Joint& joint : model.joints) {
    if (joint.first == body) points.push_back(toWorld(model, body, joint.onFirst.point));
    if (joint.second == body) points.push_back(toWorld(model, body, joint.onSecond.point));
  }
  for (const Force& force : model.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.type)) {
      if (spring->first == body) points.push_back(toWorld(model, body, spring->pointOnFirst));
      if (spring->second == body) points.push_back(toWorld(model, body, spring->pointOnSecond));
    }
  }
  return points;
}

Points everything(const Model& model) {
  Points points = attachments(model, kGround);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const auto body = static_cast<Index>(i);
    points.push_back(toWorld(model, body, model.bodies[i].centreOfMass));
    for (const Vector3& point : attachments(model, body)) points.push_back(point);
    for (const Shape& shape : model.bodies[i].geometry) {
      for (const Vector3& point : outline(shape)) points.push_back(toWorld(model, body, point));
    }
  }
  if (points.empty()) points.push_back(Vector3::Zero());
  return points;
}

// An orthographic view that shows all points.
class View {
 public:
  View(const Points& points, const Vector3& gravity) {
    up_ = gravity.norm() > 0.0 ? Vector3(-gravity.normalized()) : Vector3::UnitZ();
    chooseDirection(points);
    Point low = flat(points.front());
    Point high = low;
    for (const Vector3& point : points) {
      low = low.cwiseMin(flat(point));
      high = high.cwiseMax(flat(point));
    }
    const Point size = high - low;
    const double perPixel =
        std::max(size.x() / (kWidth - 2.0 * kMargin), size.y() / (kHeight - 2.0 * kMargin));
    scale_ = perPixel > 0.0 ? 1.0 / perPixel : 100.0;
    centre_ = 0.5 * (low + high);
  }

  [[nodiscard]] Point operator()(const Vector3& point) const {
    return Point(0.5 * kWidth, 0.5 * kHeight) + scale_ * (flat(point) - centre_);
  }
  [[nodiscard]] double scale() const { return scale_; }

 private:
  [[nodiscard]] Point flat(const Vector3& point) const {
    return {right_.dot(point), -upward_.dot(point)};
  }

  // From the side where all points lie in a vertical plane x = const. or y = const. (or z, if z is
  // not up); else from above and aside.
  void chooseDirection(const Points& points) {
    Vector3 low = points.front();
    Vector3 high = low;
    for (const Vector3& point : points) {
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
    const Vector3 extent = high - low;
    for (const int axis : {1, 0, 2}) {
      const Vector3 direction =
          axis == 1 ? Vector3(-Vector3::Unit(axis)) : Vector3(Vector3::Unit(axis));
      const bool thin = extent[axis] <= 1e-6 * extent.maxCoeff();
      if (thin && std::abs(direction.dot(up_)) < 1e-6) {
        lookAlong(-direction);
        return;
      }
    }
    const Vector3 aside = std::abs(up_.x()) < 0.9 ? Vector3::UnitX() : Vector3::UnitY();
    const Vector3 east = (aside - aside.dot(up_) * up_).normalized();
    const Vector3 north = up_.cross(east);
    lookAlong(-(0.55 * east - 0.8 * north + 0.45 * up_).normalized());
  }

  void lookAlong(const Vector3& direction) {
    right_ = direction.cross(up_).normalized();
    upward_ = right_.cross(direction);
  }

  Vector3 up_;
  Vector3 right_;
  Vector3 upward_;
  double scale_ = 1.0;
  Point centre_;
};

// Andrew's monotone chain.
std::vector<Point> convexHull(std::vector<Point> points) {
  const auto before = [](const Point& a, const Point& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  };
  std::sort(points.begin(), points.end(), before);
  std::vector<Point> hull;
  const auto append = [&](const Point& point, std::size_t fixed) {
    const auto turnsRight = [&] {
      const Point& a = hull[hull.size() - 2];
      const Point& b = hull.back();
      return (b.x() - a.x()) * (point.y() - a.y()) - (b.y() - a.y()) * (point.x() - a.x()) <= 0.0;
    };
    while (hull.size() >= fixed + 2 && turnsRight()) hull.pop_back();
    hull.push_back(point);
  };
  for (const Point& point : points) append(point, 0);
  const std::size_t lower = hull.size() - 1;
  for (auto point = points.rbegin(); point != points.rend(); ++point) append(*point, lower);
  hull.pop_back();
  return hull;
}

class Drawing {
 public:
  explicit Drawing(const View& view) : view_(view) {}

  [[nodiscard]] const View& view() const { return view_; }

  void line(const std::vector<Point>& points, const std::string& style) {
    element("polyline", "fill=\"none\" " + style, points);
  }
  void area(const std::vector<Point>& points, const std::string& style) {
    element("polygon", style, points);
  }
  void circle(const Point& centre, double radius, const std::string& style) {
    svg_ += "<circle cx=\"" + pixels(centre.x()) + "\" cy=\"" + pixels(centre.y()) + "\" r=\"" +
            pixels(radius) + "\" " + style + "/>\n";
  }
  void label(const Point& at, const std::string& text, const std::string& style) {
    svg_ += "<text x=\"" + pixels(at.x()) + "\" y=\"" + pixels(at.y()) + "\" " + style + ">" +
            htmlText(text) + "</text>\n";
  }
  [[nodiscard]] std::string finish() const {
    return "<svg viewBox=\"0 0 " + pixels(kWidth) + " " + pixels(kHeight) +
           "\" role=\"img\" aria-label=\"sketch of the mechanism\" font-family=\"sans-serif\" "
           "font-size=\"13\">\n" +
           svg_ + "</svg>\n";
  }

 private:
  static std::string pixels(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
  }
  void element(const char* name, const std::string& style, const std::vector<Point>& points) {
    svg_ += "<" + std::string(name) + " " + style + " points=\"";
    for (const Point& point : points) svg_ += pixels(point.x()) + "," + pixels(point.y()) + " ";
    svg_ += "\"/>\n";
  }

  View view_;
  std::string svg_;
};

void drawShape(Drawing& drawing, const Model& model, Index body, const Shape& shape) {
  const std::string colour = colourOf(shape, static_cast<std::size_t>(body));
  const auto seen = [&](const Vector3& point) {
    return drawing.view()(toWorld(model, body, point));
  };
  if (shape.kind == Shape::Kind::sphere) {
    drawing.circle(seen(shape.position), shape.size.x() * drawing.view().scale(),
                   "fill=\"" + colour + "\" fill-opacity=\"0.25\" stroke=\"" + colour + "\"");
    return;
  }
  std::vector<Point> points;
  for (const Vector3& point : outline(shape)) points.push_back(seen(point));
  if (shape.kind == Shape::Kind::line) {
    drawing.line(points, "stroke=\"" + colour + "\" stroke-width=\"4\" stroke-linecap=\"round\"");
    return;
  }
  drawing.area(convexHull(points),
               "fill=\"" + colour + "\" fill-opacity=\"0.25\" stroke=\"" + colour + "\"");
}

void drawBody(Drawing& drawing, const Model& model, std::size_t index) {
  const Body& body = model.bodies[index];
  const auto number = static_cast<Index>(index);
  const std::string colour = kColours[index % kColours.size()];
  const Point centre = drawing.view()(toWorld(model, number, body.centreOfMass));
  for (const Shape& shape : body.geometry) drawShape(drawing, model, number, shape);
  if (body.geometry.empty()) {
    for (const Vector3& point : attachments(model, number)) {
      drawing.line({drawing.view()(point), centre},
                   "stroke=\"" + colour + "\" stroke-width=\"4\" stroke-linecap=\"round\"");
    }
  }
  drawing.circle(centre, 4.0, "fill=\"" + colour + "\"");
  drawing.label(centre + Point(8.0, -8.0), body.name,
                "fill=\"" + colour + "\" font-weight=\"bold\"");
}

void drawGround(Drawing& drawing, const Point& at) {
  drawing.line({at + Point(-14.0, 12.0), at + Point(14.0, 12.0)}, "stroke=\"#333\"");
  drawing.line({at, at + Point(-8.0, 12.0), at + Point(8.0, 12.0), at}, "stroke=\"#333\"");
  for (const double x : {-12.0, -6.0, 0.0, 6.0, 12.0}) {
    drawing.line({at + Point(x, 12.0), at + Point(x - 5.0, 18.0)}, "stroke=\"#333\"");
  }
}

void drawJoint(Drawing& drawing, const Model& model, const Joint& joint) {
  const Point first = drawing.view()(toWorld(model, joint.first, joint.onFirst.point));
  const Point second = drawing.view()(toWorld(model, joint.second, joint.onSecond.point));
  if (joint.first == kGround) drawGround(drawing, first);
  if (joint.second == kGround) drawGround(drawing, second);
  if ((second - first).norm() > 2.0) {
    drawing.line({first, second}, "stroke=\"#333\" stroke-dasharray=\"6 4\"");
  }
  drawing.circle(second, 5.0, "fill=\"#fff\" stroke=\"#333\" stroke-width=\"1.5\"");
  drawing.label(second + Point(10.0, 16.0), joint.name, "fill=\"#333\"");
}

void drawSpring(Drawing& drawing, const Model& model, const std::string& name,
                const SpringDamper& spring) {
  const Point begin = drawing.view()(toWorld(model, spring.first, spring.pointOnFirst));
  const Point end = drawing.view()(toWorld(model, spring.second, spring.pointOnSecond));
  const Point along = end - begin;
  if (along.norm() < 1.0) return;
  const Point across = Point(-along.y(), along.x()).normalized() * 6.0;
  constexpr int kTurns = 10;
  std::vector<Point> points = {begin};
  for (int i = 0; i <= kTurns; ++i) {
    const double side = i == 0 || i == kTurns ? 0.0 : i % 2 == 0 ? 1.0 : -1.0;
    points.emplace_back(begin + along * (0.2 + 0.6 * i / kTurns) + side * across);
  }
  points.push_back(end);
  drawing.line(points, "stroke=\"#777\" stroke-width=\"1.5\"");
  if (spring.first == kGround) drawGround(drawing, begin);
  drawing.label(begin + 0.5 * along + 2.0 * across, name, "fill=\"#777\"");
}

void drawGravity(Drawing& drawing) {
  const Point top(24.0, 20.0);
  const Point tip(24.0, 60.0);
  drawing.line({top, tip}, "stroke=\"#333\" stroke-width=\"1.5\"");
  drawing.area({tip, tip + Point(-4.0, -9.0), tip + Point(4.0, -9.0)}, "fill=\"#333\"");
  drawing.label(Point(32.0, 45.0), "g", "fill=\"#333\" font-style=\"italic\"");
}

}  // namespace

std::string sketchSvg(const Model& model) {
  Drawing drawing(View(everything(model), model.gravity));
  for (std::size_t i = 0; i < model.bodies.size(); ++i) drawBody(drawing, model, i);
  for (const Force& force : model.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.type)) {
      drawSpring(drawing, model, force.name, *spring);
    }
  }
  for (const Joint& joint : model.joints) drawJoint(drawing, model, joint);
  if (model.gravity.norm() > 0.0) drawGravity(drawing);
  return drawing.finish();
}

}  // namespace liefmu
