// A growing sequence of bytes. States are saved before every communication step, value by value;
// std::vector has no way to append a few bytes without a function call.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>

namespace liefmu {

class ByteBuffer {
 public:
  ByteBuffer() = default;
  explicit ByteBuffer(std::span<const std::byte> bytes) { append(bytes.data(), bytes.size()); }

  void append(const void* data, std::size_t size) {
    if (size > capacity_ - size_) {
      grow(size);
    }
    if (size > 0) {
      std::memcpy(bytes_.get() + size_, data, size);
    }
    size_ += size;
  }
  // Keeps the memory.
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const std::byte> span() const { return {bytes_.get(), size_}; }

  friend bool operator==(const ByteBuffer& a, const ByteBuffer& b) {
    return std::equal(a.span().begin(), a.span().end(), b.span().begin(), b.span().end());
  }

 private:
  void grow(std::size_t size) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + size);
    std::unique_ptr<std::byte[]> bytes(new std::byte[capacity]);  // not initialised
    if (size_ > 0) {
      std::memcpy(bytes.get(), bytes_.get(), size_);
    }
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }

  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace liefmu
