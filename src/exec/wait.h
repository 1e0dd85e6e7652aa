// Ways to wait: spinning for a short time, sleeping on a word of memory, and a spin lock.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::exec {

std::uint64_t monotonicNanoseconds();

inline void cpuRelax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory"); // "yield" is a no-op on most cores
#endif
}

// How long to spin before sleeping. Waking a sleeping thread costs several microseconds, so a
// thread that expects its condition to hold soon polls it first.
constexpr std::uint64_t kSpinNanoseconds = 50'000;
// How long a spinning thread keeps its core to itself. After that it yields between two looks, in
// case the thread that it waits for needs the core.
constexpr std::uint64_t kSpinWithoutYieldNanoseconds = 1'000;
// How often the condition is looked at between two reads of the clock, one of which costs about as
// much as all these looks.
constexpr int kLooksPerClockRead = 32;

void yieldThread();

// Polls `condition`. Returns true as soon as it holds, false after `limit` nanoseconds.
template <typename Condition> bool spinFor(std::uint64_t limit, Condition condition) {
  const std::uint64_t start = monotonicNanoseconds();
  for (;;) {
    for (int i = 0; i < kLooksPerClockRead; ++i) {
      if (condition())
        return true;
      cpuRelax();
    }
    const std::uint64_t elapsed = monotonicNanoseconds() - start;
    if (elapsed > limit)
      return false;
    if (elapsed > kSpinWithoutYieldNanoseconds)
      yieldThread();
  }
}

// Sleeps until wakeAll(word), unless the word does not hold `value`. It may also return for no
// reason.
void sleepWhile(std::atomic<std::uint32_t>& word, std::uint32_t value);
void wakeAll(std::atomic<std::uint32_t>& word);

// A lock for sections of a few instructions. A thread that has tried for long yields its core,
// because the holder seems to have lost its own.
class SpinLock {
public:
  void lock() {
    for (unsigned tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries) {
      while (held_.load(std::memory_order_relaxed)) {
        if (++tries % kTriesPerYield == 0)
          yieldThread();
        cpuRelax();
      }
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

private:
  static constexpr unsigned kTriesPerYield = 128;
  std::atomic<bool> held_{false};
};

} // namespace heddle::exec
