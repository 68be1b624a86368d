#include "model/json_document.hpp"

#include <algorithm>
#include <utility>

namespace liefmu {
namespace {

constexpr std::size_t kMaxTextSize = std::size_t{64} << 20U;  // bytes
constexpr std::size_t kMaxDepth = 32;
// A file with a systematic mistake would bury the user; so would a single line that never ends.
constexpr std::size_t kMaxProblems = 100;
constexpr std::size_t kMaxQuote = 60;

std::string lineAndColumn(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 == 0: the first line
  return "line " + std::to_string(line) + ", column " +
         std::to_string(std::max<std::size_t>(1, before.size() - lineStart));
}

// Builds the document from parser events. nlohmann's own builder keeps the last of two equal keys
// and has no limit for nesting.
class DocumentBuilder {
 public:
  using number_integer_t = Json::number_integer_t;
  using number_unsigned_t = Json::number_unsigned_t;
  using number_float_t = Json::number_float_t;
  using string_t = Json::string_t;
  using binary_t = Json::binary_t;

  DocumentBuilder(std::string_view text, Problems& problems) : text_(text), problems_(problems) {}

  Json takeDocument() { return std::move(root_); }

  // The parser's vocabulary; its names are prescribed.
  // NOLINTBEGIN(readability-identifier-naming)
  bool null() { return place(nullptr); }
  bool boolean(bool value) { return place(value); }
  bool number_integer(number_integer_t value) { return place(value); }
  bool number_unsigned(number_unsigned_t value) { return place(value); }
  bool number_float(number_float_t value, const string_t&) { return place(value); }
  bool string(string_t& value) { return place(std::move(value)); }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(string_t& value) {
    if (stack_.back()->contains(value)) {
      problems_.add(childPointer(pointer(), value), "key appears twice (keep one of them)");
    }
    key_ = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) {
      problems_.add(lineAndColumn(text_, position), "number " + token.substr(0, kMaxQuote) +
                                                        " is out of range (use a smaller one)");
    } else if (position > text_.size()) {
      problems_.add(lineAndColumn(text_, position),
                    "the file ends too early (close every bracket, brace and quote)");
    } else {
      problems_.add(
          lineAndColumn(text_, position),
          "not valid JSON" + near(position) + " (look for a missing comma, quote or brace)");
    }
    return false;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  [[nodiscard]] std::string near(std::size_t position) const {
    const std::size_t end = std::min(position, text_.size());
    std::size_t begin = end - std::min<std::size_t>(end, 20);
    if (const std::size_t lineStart = text_.substr(begin, end - begin).rfind('\n');
        lineStart != std::string_view::npos) {
      begin += lineStart + 1;
    }
    std::string quote(text_.substr(begin, end - begin));
    std::replace_if(
        quote.begin(), quote.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    quote.erase(0, quote.find_first_not_of(" ?"));
    return quote.empty() ? "" : " at '" + quote + "'";
  }

  [[nodiscard]] std::string pointer() const {
    std::string result;
    for (std::size_t i = 0; i + 1 < stack_.size(); ++i) {
      const Json& outer = *stack_[i];
      result = outer.is_array() ? childPointer(result, outer.size() - 1)
                                : childPointer(result, openKeys_[i]);
    }
    return result;
  }

  Json* insert(Json value) {
    if (stack_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& outer = *stack_.back();
    if (outer.is_array()) {
      outer.push_back(std::move(value));
      return &outer.back();
    }
    return &(outer[key_] = std::move(value));
  }

  bool place(Json value) {
    insert(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (stack_.size() == kMaxDepth) {
      problems_.add(pointer(), "nested more than " + std::to_string(kMaxDepth) +
                                   " levels deep (no model needs that; is this a model file?)");
      return false;
    }
    if (!stack_.empty()) {
      openKeys_.push_back(key_);
    }
    stack_.push_back(insert(std::move(value)));
    return true;
  }

  bool close() {
    stack_.pop_back();
    if (!openKeys_.empty()) {
      openKeys_.pop_back();
    }
    return true;
  }

  std::string_view text_;
  Problems& problems_;
  Json root_;
  std::vector<Json*> stack_;           // open arrays and objects, outermost first
  std::vector<std::string> openKeys_;  // openKeys_[i]: key of stack_[i + 1], if in an object
  std::string key_;
};

}  // namespace

void Problems::add(const std::string& where, const std::string& what) {
  if (lines_.size() < kMaxProblems) {
    lines_.push_back((where.empty() ? "/" : where) + ": " + what);
  } else if (lines_.size() == kMaxProblems) {
    lines_.emplace_back("/: and more of this kind (correct these first)");
  }
}

std::string Problems::report(const std::string& fileName) const {
  std::string text;
  for (const std::string& line : lines_) {
    text += text.empty() ? "" : "\n";
    text += fileName + ": " + line;
  }
  return text;
}

std::string childPointer(const std::string& pointer, std::string_view key) {
  std::string result = pointer + "/";
  for (const char c : key.substr(0, kMaxQuote)) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
  }
  return result;
}

std::string childPointer(const std::string& pointer, std::size_t index) {
  return pointer + "/" + std::to_string(index);
}

std::optional<Json> parseJson(std::string_view text, Problems& problems) {
  if (text.size() > kMaxTextSize) {
    problems.add(
        "", "larger than " + std::to_string(kMaxTextSize >> 20U) + " MiB (is this a model file?)");
    return std::nullopt;
  }
  DocumentBuilder builder(text, problems);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    return std::nullopt;
  }
  return builder.takeDocument();
}

}  // namespace liefmu
