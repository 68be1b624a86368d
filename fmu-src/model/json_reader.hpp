// Checked reading of JSON objects. Nothing here throws: whatever is wrong becomes a line in the
// list of problems and a harmless value takes its place, so that one pass over a file finds all
// problems. A reader of T is any function JsonValue → T; the usual ones are below, and an element
// of a model is read by a few lines `element.x = object.required("x", positiveNumber)`. What the
// elements are is not known here (read_model.cpp).
#pragma once

#include "linear_algebra.hpp"
#include "model/json_document.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace liefmu {

// Takes the place of what could not be read.
template<class T>
T harmless() {
  if constexpr (requires { T::Zero(); }) {
    return T::Zero();
  } else if constexpr (requires { T::Identity(); }) {
    return T::Identity();
  } else {
    return T{};
  }
}

// A value, where it is, and where to complain about it.
struct JsonValue {
  const Json& json;
  std::string pointer;
  Problems& problems;

  void problem(const std::string& what) const { problems.add(pointer, what); }
  [[nodiscard]] JsonValue element(std::size_t index) const {
    return {json[index], childPointer(pointer, index), problems};
  }
};

// Reads the members of one object. `finish` complains about the keys nobody asked for, so every key
// that is allowed has to be asked for on every path.
class ObjectReader {
 public:
  // `what` names the object in messages: "a body".
  ObjectReader(const JsonValue& value, std::string what);

  template<class Read, class T = std::decay_t<std::invoke_result_t<Read, JsonValue>>>
  T required(std::string_view key, Read read) {
    if (const Json* member = find(key)) {
      return read(child(key, *member));
    }
    missing(key);
    return harmless<T>();
  }

  template<class Read, class T = std::decay_t<std::invoke_result_t<Read, JsonValue>>>
  T optional(std::string_view key, Read read,
             const std::type_identity_t<T>& fallback = harmless<T>()) {
    const Json* member = find(key);
    return member != nullptr ? read(child(key, *member)) : fallback;
  }

  // Makes `key` a known one; whether it is there.
  bool has(std::string_view key) { return find(key) != nullptr; }
  [[nodiscard]] const JsonValue& value() const { return value_; }
  void problemAt(std::string_view key, const std::string& what) const;

  void finish() const;

 private:
  const Json* find(std::string_view key);
  void missing(std::string_view key) const;
  [[nodiscard]] JsonValue child(std::string_view key, const Json& json) const {
    return {json, childPointer(value_.pointer, key), value_.problems};
  }

  JsonValue value_;
  std::string what_;
  std::vector<std::string> known_;
};

// Parts of messages.
std::string kindOf(const Json& json);         // "a number", "text", …
std::string inQuotes(std::string_view word);  // 'word', shortened and without control characters
std::string formatted(double x);              // as it was written: 0.1, 1e-06
std::string rounded(double x);                // for computed numbers: six digits
std::string counted(std::size_t count, std::string_view noun);  // "1 row", "2 rows"
// " (did you mean 'x'?)" for a slip of the pen, else " (known NOUN: a, b, c)".
std::string suggestion(std::string_view word, const std::vector<std::string>& known,
                       std::string_view noun);

// Numbers. All are finite; the limit of their size keeps products of a few of them finite, too.
double number(const JsonValue& value);
double positiveNumber(const JsonValue& value);
double nonNegativeNumber(const JsonValue& value);
bool boolean(const JsonValue& value);
inline auto numberBetween(double lowest, double highest) {
  return [=](const JsonValue& value) {
    const double x = number(value);
    if (x < lowest || x > highest) {
      value.problem("is " + formatted(x) + " (must be between " + formatted(lowest) + " and " +
                    formatted(highest) + ")");
      return lowest;
    }
    return x;
  };
}
int integer(const JsonValue& value);

std::string text(const JsonValue& value);
// A name that can be a part of an FMI variable name: letters, digits and _, a letter first.
std::string identifier(const JsonValue& value);

Vector3 vector3(const JsonValue& value);
// Length one up to 1e-6, made exact.
Vector3 unitVector(const JsonValue& value);
std::vector<double> numberList(const JsonValue& value);

// A list with `size` elements, or of any size.
template<class Read>
auto listOf(Read read, std::optional<std::size_t> size = std::nullopt) {
  using T = std::decay_t<std::invoke_result_t<Read, JsonValue>>;
  return [read, size](const JsonValue& value) {
    std::vector<T> result;
    if (!value.json.is_array()) {
      value.problem("is " + kindOf(value.json) + " (must be a list)");
    } else if (size && value.json.size() != *size) {
      value.problem("has " + counted(value.json.size(), "element") + " (must have " +
                    std::to_string(*size) + ")");
    } else {
      for (std::size_t i = 0; i < value.json.size(); ++i) {
        result.push_back(read(value.element(i)));
      }
    }
    if (size) {
      result.resize(*size, harmless<T>());
    }
    return result;
  };
}

// One of several words.
template<class T>
auto oneOf(std::initializer_list<std::pair<std::string_view, T>> choices) {
  return [choices = std::vector(choices)](const JsonValue& value) {
    const std::string word = text(value);
    std::vector<std::string> words;
    for (const auto& [name, meaning] : choices) {
      if (word == name) {
        return meaning;
      }
      words.emplace_back(name);
    }
    if (value.json.is_string()) {
      value.problem("unknown value " + inQuotes(word) + suggestion(word, words, "values"));
    }
    return harmless<T>();
  };
}

}  // namespace liefmu
