// Waiting: time, short spins, and sleeping on a word of memory.
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

// How long to look before sleeping. Waking a sleeper costs several microseconds, so who expects an
// answer soon looks for it first, and after a while lets other threads of the core run in between.
constexpr std::uint64_t kPureSpinNanoseconds = 1'000;
constexpr std::uint64_t kSpinNanoseconds = 50'000;

void yieldThread();

// True as soon as `condition` holds, false after `limit` nanoseconds.
template <typename Condition> bool spinFor(std::uint64_t limit, Condition condition) {
  const std::uint64_t start = monotonicNanoseconds();
  for (;;) {
    for (int i = 0; i < 32; ++i) {
      if (condition())
        return true;
      cpuRelax();
    }
    const std::uint64_t elapsed = monotonicNanoseconds() - start;
    if (elapsed > limit)
      return false;
    if (elapsed > kPureSpinNanoseconds)
      yieldThread();
  }
}

void sleepWhile(std::atomic<std::uint32_t>& word, std::uint32_t value);
void wakeAll(std::atomic<std::uint32_t>& word);

// For sections of a few instructions. Gives the core away when the holder seems not to run.
class SpinLock {
public:
  void lock() {
    for (unsigned tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries) {
      while (held_.load(std::memory_order_relaxed)) {
        if (++tries % 128 == 0)
          yieldThread();
        cpuRelax();
      }
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> held_{false};
};

} // namespace heddle::exec
