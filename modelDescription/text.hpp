// Numbers and words as text for XML, HTML and SVG.
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace liefmu {

// The shortest text that reads back as the same bits.
inline std::string numberText(double value) {
  std::array<char, 32> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), result.ptr};
}

// With the characters that have a meaning in HTML replaced.
inline std::string htmlText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace liefmu
