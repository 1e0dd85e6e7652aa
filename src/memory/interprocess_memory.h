// Memory that other processes can map: a file without a name (memfd). Another process opens it
// through the file descriptors of this one in /proc. It lives until the last process has closed it.
#pragma once

#include <cstddef>
#include <sys/types.h>
#include <utility>

namespace heddle::memory {

class InterprocessMemory {
public:
  InterprocessMemory() = default;
  explicit InterprocessMemory(std::size_t bytes);
  // Takes over a file descriptor. Empty when it does not refer to such a file.
  static InterprocessMemory adopt(int descriptor);
  // Opens the memory that another process has as `descriptor`. Empty when it no longer exists.
  static InterprocessMemory ofProcess(pid_t process, int descriptor);
  ~InterprocessMemory();
  InterprocessMemory(InterprocessMemory&& other) noexcept { swap(other); }
  InterprocessMemory& operator=(InterprocessMemory&& other) noexcept {
    swap(other);
    return *this;
  }

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  std::size_t size() const { return size_; }
  // A second file descriptor, which the caller must close. -1 when the process has too many.
  int duplicate() const;

private:
  void swap(InterprocessMemory& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
  }

  int descriptor_ = -1;
  std::size_t size_ = 0;
};

} // namespace heddle::memory
