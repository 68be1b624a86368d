#include "model/json_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace liefmu {
namespace {

constexpr double kLargestNumber = 1e30;
constexpr double kUnitLengthTolerance = 1e-6;
constexpr std::size_t kMaxWordLength = 60;
constexpr std::size_t kMaxListed = 20;

// The number of characters to insert, delete or replace to turn one word into the other.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string lowercase(std::string_view word) {
  std::string result(word.substr(0, kMaxWordLength));
  for (char& c : result) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string kindOf(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return "text";
    case Json::value_t::boolean:
      return "true or false";
    default:
      return "a number";
  }
}

std::string inQuotes(std::string_view word) {
  std::string result = "'";
  for (const char c : word.substr(0, kMaxWordLength)) {
    result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return result + (word.size() > kMaxWordLength ? "…'" : "'");
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string rounded(double x) {
  std::array<char, 32> buffer{};
  constexpr int kDigits = 6;
  const auto format = std::chars_format::general;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, format, kDigits).ptr;
  return {buffer.data(), end};
}

std::string formatted(double x) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  return {buffer.data(), end};
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known,
                       std::string_view noun) {
  const std::string* closest = nullptr;
  std::size_t smallest = 1 + std::min<std::size_t>(2, (word.size() + 1) / 3);
  for (const std::string& candidate : known) {
    if (const auto distance = editDistance(lowercase(word), lowercase(candidate));
        distance < smallest) {
      smallest = distance;
      closest = &candidate;
    }
  }
  if (closest != nullptr) {
    return " (did you mean '" + *closest + "'?)";
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(known.size(), kMaxListed); ++i) {
    list += (i == 0 ? "" : ", ") + known[i];
  }
  list += known.size() > kMaxListed ? ", …" : "";
  return " (known " + std::string(noun) + ": " + (list.empty() ? "none" : list) + ")";
}

ObjectReader::ObjectReader(const JsonValue& value, std::string what)
    : value_(value), what_(std::move(what)) {
  if (!value_.json.is_object()) {
    value_.problem("is " + kindOf(value_.json) + " (" + what_ + " must be an object)");
  }
}

const Json* ObjectReader::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
    known_.emplace_back(key);
  }
  if (!value_.json.is_object()) {
    return nullptr;
  }
  const auto member = value_.json.find(key);
  return member == value_.json.end() ? nullptr : &*member;
}

void ObjectReader::missing(std::string_view key) const {
  if (value_.json.is_object()) {
    value_.problem("key '" + std::string(key) + "' is missing (" + what_ + " needs it)");
  }
}

void ObjectReader::problemAt(std::string_view key, const std::string& what) const {
  value_.problems.add(childPointer(value_.pointer, key), what);
}

void ObjectReader::finish() const {
  if (!value_.json.is_object()) {
    return;
  }
  for (const auto& [key, member] : value_.json.items()) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
      problemAt(key, "unknown key" + suggestion(key, known_, "keys"));
    }
  }
}

double number(const JsonValue& value) {
  if (!value.json.is_number()) {
    value.problem("is " + kindOf(value.json) + " (must be a number)");
    return 0.0;
  }
  const auto x = value.json.get<double>();
  if (!(std::abs(x) <= kLargestNumber)) {
    value.problem("is " + formatted(x) + " (must be between " + formatted(-kLargestNumber) +
                  " and " + formatted(kLargestNumber) + ")");
    return 0.0;
  }
  return x;
}

double positiveNumber(const JsonValue& value) {
  const double x = number(value);
  if (value.json.is_number() && x <= 0.0) {
    value.problem("is " + formatted(x) + " (must be greater than 0)");
  }
  return x > 0.0 ? x : 1.0;
}

double nonNegativeNumber(const JsonValue& value) {
  const double x = number(value);
  if (x < 0.0) {
    value.problem("is " + formatted(x) + " (must not be negative)");
  }
  return std::max(x, 0.0);
}

int integer(const JsonValue& value) {
  const double x = number(value);
  if (std::abs(x) > std::numeric_limits<int>::max() || std::floor(x) != x) {
    value.problem("is " + formatted(x) + " (must be a whole number)");
    return 0;
  }
  return static_cast<int>(x);
}

bool boolean(const JsonValue& value) {
  if (!value.json.is_boolean()) {
    value.problem("is " + kindOf(value.json) + " (must be true or false)");
    return false;
  }
  return value.json.get<bool>();
}

std::string text(const JsonValue& value) {
  if (!value.json.is_string()) {
    value.problem("is " + kindOf(value.json) + " (must be text in quotes)");
    return {};
  }
  return value.json.get<std::string>();
}

std::string identifier(const JsonValue& value) {
  const std::string name = text(value);
  const bool good = !name.empty() && name.size() <= kMaxWordLength && isLetter(name.front()) &&
                    std::all_of(name.begin(), name.end(), [](char c) {
                      return isLetter(c) || (c >= '0' && c <= '9') || c == '_';
                    });
  if (value.json.is_string() && !good) {
    value.problem(inQuotes(name) + " is no name (use 1 to " + std::to_string(kMaxWordLength) +
                  " letters, digits and _, a letter first)");
    return {};
  }
  return name;
}

std::vector<double> numberList(const JsonValue& value) {
  return listOf(number)(value);
}

Vector3 vector3(const JsonValue& value) {
  const auto entries = listOf(number, 3)(value);
  return {entries[0], entries[1], entries[2]};
}

Vector3 unitVector(const JsonValue& value) {
  const auto before = value.problems.count();
  const Vector3 axis = vector3(value);
  const double length = axis.norm();
  if (value.problems.count() != before) {
    return Vector3::UnitX();
  }
  if (length == 0.0) {
    value.problem("has length 0 (a direction needs one, for example [0, 0, 1])");
    return Vector3::UnitX();
  }
  const Vector3 unit = axis / length;
  if (std::abs(length - 1.0) > kUnitLengthTolerance) {
    value.problem("has length " + formatted(length) + " (must have length 1: write [" +
                  formatted(unit.x()) + ", " + formatted(unit.y()) + ", " + formatted(unit.z()) +
                  "])");
  }
  return unit;
}

}  // namespace liefmu
