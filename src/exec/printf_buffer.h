// The output of device printf() until the host synchronises and it is written to standard output.
// As on a GPU, the oldest entries are dropped when it exceeds its capacity (row L-351).
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
  // Writes everything to standard output. Most calls of the API flush, so the usual case that there
  // is nothing is a single load.
  void flush() {
    if (hasEntries_.load(std::memory_order_acquire))
      write();
  }

  std::size_t capacity() const { return capacity_.load(std::memory_order_relaxed); }
  // False once something has been printed, for the capacity is then fixed.
  bool setCapacity(std::size_t bytes);

private:
  void write();

  std::atomic<bool> hasEntries_{false};
  std::atomic<std::size_t> capacity_{8650752}; // bytes; the default of a GPU
  std::mutex mutex_;                           // guards the next three members
  bool isUsed_ = false;
  std::deque<std::string> entries_;
  std::size_t used_ = 0;
  std::mutex outputMutex_; // keeps the output of two flushes apart
};

} // namespace heddle::exec
