// Memory straight from the OS: zeroed, page-aligned, backed on first touch, between guard regions
// that fault.
#pragma once

#include "memory/shared_memory.h"

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
  // Maps memory of another process, between guard pages.
  explicit Reservation(const SharedMemory& memory);
  // Addresses that fault.
  static Reservation addressesOnly(std::size_t bytes, std::size_t alignment);
  ~Reservation();
  Reservation(Reservation&& other) noexcept { swap(other); }
  Reservation& operator=(Reservation&& other) noexcept {
    swap(other);
    return *this;
  }

  explicit operator bool() const { return data_ != nullptr; }
  char* data() const { return data_; }
  std::size_t size() const { return size_; }

  // From now on other processes can map it. Nobody may write to it meanwhile. Null when the OS
  // refuses.
  const SharedMemory* share();

private:
  void swap(Reservation& other) {
    std::swap(mapping_, other.mapping_);
    std::swap(mappingSize_, other.mappingSize_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(shared_, other.shared_);
  }

  void* mapping_ = nullptr;
  std::size_t mappingSize_ = 0;
  char* data_ = nullptr;
  std::size_t size_ = 0;
  SharedMemory shared_;
};

} // namespace heddle::memory
