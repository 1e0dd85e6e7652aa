// Memory from the operating system, between guard regions that fault when they are accessed. It is
// zeroed and page-aligned, and the system provides each page when it is first touched.
#pragma once

#include "memory/interprocess_memory.h"

#include <cstddef>
#include <utility>

namespace heddle::memory {

std::size_t pageSize();
constexpr std::size_t roundUp(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Who accesses the memory. What kernels access lies in an address range of its own
// (kernel_addresses.h), far from the driver's data.
enum class User { Driver, Kernels };

class Reservation {
public:
  Reservation() = default;
  // There are at least `guardBytes` on both sides. With an alignment of 2 MiB or more it asks for
  // huge pages. Empty when the system has no memory.
  Reservation(User user, std::size_t bytes, std::size_t guardBytes, std::size_t alignment = 0);
  // Maps memory that another process has shared, between guard pages.
  Reservation(User user, const InterprocessMemory& memory);
  // Reserves addresses without memory behind them. commit() or a mapping over them provides it.
  static Reservation addressesOnly(User user, std::size_t bytes, std::size_t alignment);
  ~Reservation();
  Reservation(Reservation&& other) noexcept { swap(other); }
  Reservation& operator=(Reservation&& other) noexcept {
    swap(other);
    return *this;
  }

  explicit operator bool() const { return data_ != nullptr; }
  char* data() const { return data_; }
  std::size_t size() const { return size_; }

  // Provides memory for the first `bytes` of a reservation made by addressesOnly(). False when the
  // system has none.
  bool commit(std::size_t bytes);

  // Moves the memory into a file that other processes can map. No thread may write to the memory
  // during the call. Null when the system refuses.
  const InterprocessMemory* share();

private:
  Reservation(User user, std::size_t bytes, std::size_t guardBytes, std::size_t alignment,
              int protection);
  bool mapAnywhere(std::size_t guardBytes, std::size_t alignment, int protection);

  void swap(Reservation& other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(mappingSize_, other.mappingSize_);
    std::swap(isInKernelRange_, other.isInKernelRange_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(shared_, other.shared_);
  }

  void* mapping_ = nullptr;
  std::size_t mappingSize_ = 0;
  bool isInKernelRange_ = false;
  char* data_ = nullptr;
  std::size_t size_ = 0;
  InterprocessMemory shared_;
};

} // namespace heddle::memory
