#include "liefmu/structured_name.hpp"

#include <cstddef>

namespace liefmu {
namespace {

// name = identifier | "der(" identifier ["," integer] ")"
// identifier = part {"." part};  part = (plain | quoted) ["[" integer {"," integer} "]"]
class Grammar {
 public:
  explicit Grammar(std::string_view text) : rest_(text) {}

  bool name() {
    if (rest_.starts_with("der(")) {
      rest_.remove_prefix(4);
      return identifier() && (!take(',') || integer()) && take(')') && rest_.empty();
    }
    return identifier() && rest_.empty();
  }

 private:
  bool identifier() {
    do {
      if (!part()) return false;
    } while (take('.'));
    return true;
  }

  bool part() {
    if (!(take('\'') ? quoted() : plain())) return false;
    if (!take('[')) return true;
    do {
      if (!integer()) return false;
    } while (take(','));
    return take(']');
  }

  bool plain() {
    const auto letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    if (rest_.empty() || !letter(rest_.front())) return false;
    std::size_t length = 1;
    while (length < rest_.size() && (letter(rest_[length]) || digit(rest_[length]))) ++length;
    rest_.remove_prefix(length);
    return true;
  }

  bool quoted() {
    std::size_t length = 0;
    while (length < rest_.size() && rest_[length] != '\'')
      length += rest_[length] == '\\' ? 2U : 1U;
    if (length == 0 || length >= rest_.size()) return false;
    rest_.remove_prefix(length + 1);
    return true;
  }

  bool integer() {
    std::size_t length = 0;
    while (length < rest_.size() && digit(rest_[length])) ++length;
    rest_.remove_prefix(length);
    return length > 0;
  }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  static bool digit(char c) { return c >= '0' && c <= '9'; }

  std::string_view rest_;
};

}  // namespace

bool isStructuredName(std::string_view name) {
  return Grammar(name).name();
}

}  // namespace liefmu
