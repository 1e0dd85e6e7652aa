// Memory that other processes can map: a file without a name. Another process reaches it through
// this one's file descriptors in /proc, so it is gone when both are.
#pragma once

#include <cstddef>
#include <sys/types.h>
#include <utility>

namespace heddle::memory {

class SharedMemory {
public:
  SharedMemory() = default;
  explicit SharedMemory(std::size_t bytes);
  // Takes over a descriptor; empty when it is not of such memory.
  static SharedMemory adopt(int descriptor);
  // What process `process` has as `descriptor`; empty when it is gone.
  static SharedMemory ofProcess(pid_t process, int descriptor);
  ~SharedMemory();
  SharedMemory(SharedMemory&& other) noexcept { swap(other); }
  SharedMemory& operator=(SharedMemory&& other) noexcept {
    swap(other);
    return *this;
  }

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  std::size_t size() const { return size_; }
  // A descriptor for someone else to close; -1 when there are no more.
  int duplicate() const;

private:
  void swap(SharedMemory& other) {
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
  }

  int descriptor_ = -1;
  std::size_t size_ = 0;
};

} // namespace heddle::memory
