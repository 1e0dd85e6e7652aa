// Where device printf's output waits until the host comes by: a ring of whole entries that drops
// the oldest when it overflows (row L-351).
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>

namespace heddle::exec {

class PrintfBuffer {
public:
  void push(std::string text);
  // Writes everything to stdout.
  void flush() {
    if (waiting_.load(std::memory_order_acquire))
      write();
  }

  std::size_t capacity() const { return capacity_.load(std::memory_order_relaxed); }
  void setCapacity(std::size_t bytes) { capacity_.store(bytes, std::memory_order_relaxed); }

private:
  void write();

  std::atomic<bool> waiting_{false};
  std::atomic<std::size_t> capacity_{8650752} /* as on a GPU */;
  std::mutex mutex_;
  std::deque<std::string> entries_;
  std::size_t used_ = 0;
  std::mutex output_; // keeps flushes whole
};

} // namespace heddle::exec
