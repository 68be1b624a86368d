#include "liefmu/suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

namespace liefmu {
namespace {

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> older(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], older[j - 2] + 1);
      }
    }
    std::swap(older, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view name,
                                 const std::vector<std::string>& candidates) {
  const std::string wanted = lowerCase(name);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : candidates) {
    const std::string lower = lowerCase(candidate);
    const std::size_t apart = distance(wanted, lower);
    const bool contained = wanted.size() >= 3 && lower.find(wanted) != std::string::npos;
    if (apart <= std::max<std::size_t>(1, wanted.size() / 3)) {
      found.emplace_back(apart, candidate);
    } else if (contained) {
      found.emplace_back(wanted.size(), candidate);
    }
  }
  // Equal distances stay in the candidates' own order.
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [apart, candidate] : found) {
    if (names.size() < 3 && apart <= found.front().first + 1) names.push_back(candidate);
  }
  return names;
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates,
                       std::string_view otherwise) {
  const std::vector<std::string> names = nearest(name, candidates);
  if (names.empty()) return std::string(otherwise);
  std::string sentence = "did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) sentence += i + 1 < names.size() ? ", " : " or ";
    sentence += "'" + names[i] + "'";
  }
  return sentence + "?";
}

}  // namespace liefmu
