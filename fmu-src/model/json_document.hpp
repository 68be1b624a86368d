// From text to a JSON document, for text nobody vouches for: size and nesting are limited, keys
// that appear twice are problems, and every problem says where it is. What the keys mean is not
// known here (json_reader.hpp, read_model.cpp).
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

using Json = nlohmann::json;

// All that is wrong with one file.
class Problems {
 public:
  // `where` is a JSON pointer or a line and column; `what` says what is wrong and what to do.
  void add(const std::string& where, const std::string& what);

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] std::size_t count() const { return lines_.size(); }
  // One problem per line, each starting with the file name; empty without problems.
  [[nodiscard]] std::string report(const std::string& fileName) const;

 private:
  std::vector<std::string> lines_;
};

// The pointer to a member of an object or array. Keys are escaped as RFC 6901 wants it.
std::string childPointer(const std::string& pointer, std::string_view key);
std::string childPointer(const std::string& pointer, std::size_t index);

// The document; nothing, with an entry in `problems`, where the text is no JSON.
std::optional<Json> parseJson(std::string_view text, Problems& problems);

}  // namespace liefmu
