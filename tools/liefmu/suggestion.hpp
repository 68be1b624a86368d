// "Did you mean …?": the name nearest to a misspelled one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

// The candidates closest to `name` (fewest insertions, deletions, replacements and swaps of
// neighbours, upper and lower case alike), best first, at most three; empty if nothing is near.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);

// A sentence for the end of an error message: "did you mean 'a' or 'b'?", or `otherwise` if nothing
// is near.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates,
                       std::string_view otherwise);

}  // namespace liefmu
