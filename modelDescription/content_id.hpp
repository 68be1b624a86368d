// The identity of an FMU: a UUID computed from everything that makes it what it is. Equal contents
// give equal identities, any change gives another one; importers cache by it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

// SHA-256 (FIPS 180-4).
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

// A UUID of version 8 (RFC 9562, section 5.8: "custom") from the SHA-256 of the parts, each
// preceded by its length.
std::string contentUuid(const std::vector<std::string_view>& parts);

}  // namespace liefmu
