// The ready-made models chain_N: too many to have a file each, so they are written when asked for.
// models/chain_10.json is the one that the list of models shows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace liefmu {

// The model file of `chain_N` for N = 1 … 100000 links; nothing for any other name.
[[nodiscard]] std::optional<std::string> chainModel(std::string_view name);

}  // namespace liefmu
