// Saving and restoring everything a simulation remembers. A class lists its members once, in
// `visit(archive)`; the same list measures, writes and reads. Values are copied bit by bit, so a
// restored simulation continues identically. A reader checks every size against the object it fills
// and never reads past its end: foreign bytes make it fail
// (`ok()` false) instead of doing harm. What the bytes belong to (version, model, checksum) is the
// caller's business.
#pragma once

#include "byte_buffer.hpp"
#include "linear_algebra.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace liefmu {

template<class T>
concept PlainValue = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class ArchiveWriter {
 public:
  explicit ArchiveWriter(ByteBuffer& bytes) : bytes_(bytes) {}

  template<class T>
  void operator()(T& value) {
    if constexpr (PlainValue<T>) {
      append(&value, sizeof value);
    } else {
      value.visit(*this);
    }
  }
  void operator()(Vector& vector) {
    values(vector.data(), static_cast<std::size_t>(vector.size()));
  }
  void operator()(Matrix& matrix) {
    values(matrix.data(), static_cast<std::size_t>(matrix.size()));
  }
  void operator()(Block& block) {
    auto rows = block.rows();
    auto columns = block.cols();
    (*this)(rows);
    (*this)(columns);
    append(block.data(), sizeof(double) * static_cast<std::size_t>(block.size()));
  }
  template<class T>
  void operator()(std::vector<T>& vector) {
    const std::size_t size = vector.size();
    append(&size, sizeof size);
    if constexpr (PlainValue<T>) {
      append(vector.data(), size * sizeof(T));
    } else {
      for (T& element : vector) {
        (*this)(element);
      }
    }
  }

 private:
  void values(const double* data, std::size_t size) {
    append(&size, sizeof size);
    append(data, size * sizeof(double));
  }
  void append(const void* data, std::size_t size) { bytes_.append(data, size); }

  ByteBuffer& bytes_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  // True if everything was found in the right size so far.
  [[nodiscard]] bool ok() const { return ok_; }
  // True if nothing is left over either.
  [[nodiscard]] bool complete() const { return ok_ && rest_.empty(); }

  template<class T>
  void operator()(T& value) {
    if constexpr (PlainValue<T>) {
      take(&value, sizeof value);
    } else {
      value.visit(*this);
    }
  }
  void operator()(Vector& vector) {
    values(vector.data(), static_cast<std::size_t>(vector.size()));
  }
  void operator()(Matrix& matrix) {
    values(matrix.data(), static_cast<std::size_t>(matrix.size()));
  }
  void operator()(Block& block) {
    Index rows = 0;
    Index columns = 0;
    take(&rows, sizeof rows);
    take(&columns, sizeof columns);
    ok_ = ok_ && rows >= 0 && rows <= kMaxBlock && columns >= 0 && columns <= kMaxBlock;
    if (ok_) {
      block.resize(rows, columns);
      take(block.data(), sizeof(double) * static_cast<std::size_t>(block.size()));
    }
  }
  template<class T>
  void operator()(std::vector<T>& vector) {
    expectSize(vector.size());
    if constexpr (PlainValue<T>) {
      take(vector.data(), vector.size() * sizeof(T));
    } else {
      for (T& element : vector) {
        if (!ok_) {
          return;
        }
        (*this)(element);
      }
    }
  }

 private:
  void expectSize(std::size_t expected) {
    std::size_t size = 0;
    take(&size, sizeof size);
    ok_ = ok_ && size == expected;
  }
  void values(double* data, std::size_t size) {
    expectSize(size);
    if (ok_) {
      take(data, size * sizeof(double));
    }
  }
  void take(void* data, std::size_t size) {
    if (!ok_ || size > rest_.size()) {
      ok_ = false;
      return;
    }
    if (size > 0) {
      std::memcpy(data, rest_.data(), size);
    }
    rest_ = rest_.subspan(size);
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace liefmu
