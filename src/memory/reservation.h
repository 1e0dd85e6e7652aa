// Memory straight from the OS: zeroed, page-aligned, backed on first touch, between guard regions
// that fault.
#pragma once

#include <cstddef>
#include <utility>

namespace heddle::memory {

std::size_t pageSize();
constexpr std::size_t roundUp(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

class Reservation {
public:
  Reservation() = default;
  // `guardBytes` are put on both sides. Aligned to 2 MiB or more, it asks for huge pages. Empty
  // when the OS refuses.
  Reservation(std::size_t bytes, std::size_t guardBytes, std::size_t alignment = 0);
  ~Reservation();
  Reservation(Reservation&& other) noexcept { swap(other); }
  Reservation& operator=(Reservation&& other) noexcept {
    swap(other);
    return *this;
  }

  explicit operator bool() const { return data_ != nullptr; }
  char* data() const { return data_; }
  std::size_t size() const { return size_; }

private:
  void swap(Reservation& other) {
    std::swap(mapping_, other.mapping_);
    std::swap(mappingSize_, other.mappingSize_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  void* mapping_ = nullptr;
  std::size_t mappingSize_ = 0;
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace heddle::memory
