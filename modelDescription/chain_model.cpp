#include "modelDescription/chain_model.hpp"

#include <charconv>

namespace liefmu {
namespace {

constexpr int kMaxLinks = 100000;

// Exact decimals in a grid of 0.01: the links are 0.1 m long.
std::string hundredths(int count) {
  std::string digits = std::to_string(count);
  digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
  return digits.insert(digits.size() - 2, ".");
}

std::string link(int number) {
  const int centre = 10 * number - 5;  // in 0.01 m
  return R"(    {
      "name": "link)" +
         std::to_string(number) + R"(",
      "mass": 0.1,
      "inertia": [0.00001, 0.0000833, 0.0000833],
      "position": [)" +
         hundredths(centre) + R"(, 0, 0],
      "velocity": [0, )" +
         hundredths(centre) + R"(, 0],
      "angularVelocity": [0, 0, 1],
      "geometry": [{ "shape": "line", "from": [-0.05, 0, 0], "to": [0.05, 0, 0] }]
    })";
}

std::string joint(int number) {
  const std::string last = "link" + std::to_string(number - 1);
  return R"(    { "name": "ball)" + std::to_string(number) +
         R"(", "type": "spherical", "bodies": [")" + (number == 1 ? "ground" : last) +
         R"(", "link)" + std::to_string(number) + R"("], "points": [[)" +
         (number == 1 ? "0" : "0.05") + R"(, 0, 0], [-0.05, 0, 0]] })";
}

}  // namespace

std::optional<std::string> chainModel(std::string_view name) {
  constexpr std::string_view kPrefix = "chain_";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const std::string_view number = name.substr(kPrefix.size());
  int links = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), links);
  const bool isNumber = error == std::errc() && end == number.data() + number.size();
  if (!isNumber || links < 1 || links > kMaxLinks || std::to_string(links) != number) {
    return std::nullopt;
  }
  std::string text =
      R"({
  "$schema": "../model.schema.json",
  "name": "chain_)" +
      std::to_string(links) + R"(",
  "description": "Chain of )" +
      std::to_string(links) +
      R"( links with spherical joints, falling and turning; chain_N for other numbers",
  "gravity": [0, 0, -9.81],
  "bodies": [
)";
  for (int i = 1; i <= links; ++i) {
    text += link(i) + (i < links ? ",\n" : "\n");
  }
  text += "  ],\n  \"joints\": [\n";
  for (int i = 1; i <= links; ++i) {
    text += joint(i) + (i < links ? ",\n" : "\n");
  }
  return text + R"(  ],
  "experiment": { "stopTime": 2, "stepSize": 0.01 }
}
)";
}

}  // namespace liefmu
