// Which stream is the default stream. A program compiled with --default-stream per-thread calls the
// forms of functions whose names end in _ptsz or _ptds. For these the default stream is one of the
// calling thread's own.
#pragma once

#include <atomic>

namespace heddle::runtime {

// While an object of this class exists, calls by the same thread use the driver's functions in
// their per-thread forms.
class PerThreadDefaultStream {
public:
  PerThreadDefaultStream() : outer_(active_) {
    active_ = true;
    if (!used_.load(
            std::memory_order_relaxed)) // a store at each call would slow other threads down
      used_.store(true, std::memory_order_relaxed);
  }
  ~PerThreadDefaultStream() { active_ = outer_; }
  PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
  PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;

  static bool isActive() { return used_.load(std::memory_order_relaxed) && isActiveInThisThread(); }

private:
  // This must not be inline, or the compiler would read the thread-local variable before it looks
  // at used_.
  static bool isActiveInThisThread();

  static constinit thread_local bool active_;
  // Whether an object of this class has ever been made. Most programs make none, and reading this
  // is cheaper than reading a thread-local variable of a shared library (3 ns of the 16 ns of
  // cudaGetDevice).
  static constinit std::atomic<bool> used_;
  const bool outer_;
};

} // namespace heddle::runtime
