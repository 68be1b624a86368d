#include "snapshot.hpp"

#include "types.hpp"

#include <array>
#include <cstring>
#include <string>

namespace liefmu {
namespace {

constexpr std::array<char, 8> kMagic = {'l', 'i', 'e', 'f', 'm', 'u', 'S', '\n'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kSnapshotVersion;
  std::uint32_t zero = 0;
  std::uint64_t modelHash = 0;
  std::uint64_t payloadSize = 0;
};
static_assert(sizeof(Header) == 32, "the header has no padding, so its bytes are all defined");

// ECMA-182 polynomial, bits reversed.
constexpr std::array<std::uint64_t, 256> kCrcTable = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t i = 0; i < table.size(); ++i) {
    std::uint64_t crc = i;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 1U) != 0 ? (crc >> 1U) ^ 0xC96C5795D7870F42U : crc >> 1U;
    }
    table[i] = crc;
  }
  return table;
}();

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (const std::byte byte : bytes) {
    crc = kCrcTable[(crc ^ std::to_integer<std::uint64_t>(byte)) & 0xFFU] ^ (crc >> 8U);
  }
  return ~crc;
}

std::uint64_t checksum(std::string_view text) {
  return checksum(std::as_bytes(std::span(text.data(), text.size())));
}

std::size_t sealedSize(std::size_t payloadSize) {
  return sizeof(Header) + payloadSize + sizeof(std::uint64_t);
}

void sealSnapshot(std::span<const std::byte> payload, std::uint64_t modelHash,
                  std::span<std::byte> result) {
  if (result.size() != sealedSize(payload.size())) {
    throw Error("the buffer for the serialised state has " + std::to_string(result.size()) +
                " bytes but " + std::to_string(sealedSize(payload.size())) + " are needed");
  }
  const Header header{.modelHash = modelHash, .payloadSize = payload.size()};
  std::memcpy(result.data(), &header, sizeof header);
  if (!payload.empty()) {
    std::memcpy(result.data() + sizeof header, payload.data(), payload.size());
  }
  const std::uint64_t crc = checksum(result.first(result.size() - sizeof crc));
  std::memcpy(result.data() + result.size() - sizeof crc, &crc, sizeof crc);
}

std::span<const std::byte> openSnapshot(std::span<const std::byte> sealed,
                                        std::uint64_t modelHash) {
  Header header;
  if (sealed.size() < sealedSize(0)) {
    throw Error("the serialised state is too short: " + std::to_string(sealed.size()) + " bytes");
  }
  std::memcpy(&header, sealed.data(), sizeof header);
  if (header.magic != kMagic) {
    throw Error("the bytes are not a serialised state of a liefmu model");
  }
  if (header.version != kSnapshotVersion) {
    throw Error("the serialised state has format version " + std::to_string(header.version) +
                ", this binary reads version " + std::to_string(kSnapshotVersion));
  }
  // The size before the checksum, so that a truncated state is called truncated.
  if (header.payloadSize != sealed.size() - sealedSize(0)) {
    throw Error("the serialised state is truncated or has been altered: it claims a content of " +
                std::to_string(header.payloadSize) + " bytes and has " +
                std::to_string(sealed.size() - sealedSize(0)));
  }
  std::uint64_t crc = 0;
  std::memcpy(&crc, sealed.data() + sealed.size() - sizeof crc, sizeof crc);
  if (crc != checksum(sealed.first(sealed.size() - sizeof crc))) {
    throw Error("the serialised state has been altered: its checksum is wrong");
  }
  if (header.modelHash != modelHash) {
    throw Error("the serialised state belongs to another model, or to another version of this one");
  }
  return sealed.subspan(sizeof header, static_cast<std::size_t>(header.payloadSize));
}

}  // namespace liefmu
