// Saved states as bytes that may leave the process: what they are, which model they belong to and
// whether they arrived unharmed can be told before anything is read from them. What is inside does
// not belong here (simulation.hpp).
//
// Layout, in the byte order of the machine: magic (8), format version (4), zero (4), model hash
// (8), payload length (8), payload, CRC-64 of everything before (8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace liefmu {

inline constexpr std::uint32_t kSnapshotVersion = 1;

// CRC-64/XZ. Every change that is confined to 64 neighbouring bits is detected, any other one with
// probability 1 − 2⁻⁶⁴.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes);
[[nodiscard]] std::uint64_t checksum(std::string_view text);

[[nodiscard]] std::size_t sealedSize(std::size_t payloadSize);

// Writes header, payload and checksum into `result`, which has sealedSize(payload.size()) bytes.
void sealSnapshot(std::span<const std::byte> payload, std::uint64_t modelHash,
                  std::span<std::byte> result);

// The payload inside `sealed`, as a view. Throws Error if the bytes are no snapshot, are damaged,
// or belong to another model or format version.
[[nodiscard]] std::span<const std::byte> openSnapshot(std::span<const std::byte> sealed,
                                                      std::uint64_t modelHash);

}  // namespace liefmu
