#include "clock.h"

#include <cstdlib>
#include <filesystem>

namespace heddle::bench {
namespace {

double read(clockid_t clock) {
  timespec time{};
  // The clock of a thread that has ended cannot be read. The platforms keep their threads.
  return clock_gettime(clock, &time) == 0
             ? static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9
             : 0;
}

// How Linux numbers the clock of a thread's own processor time (see clock_getcpuclockid(3), which
// knows processes only).
clockid_t clockOfThread(int thread) {
  constexpr unsigned kProcessorTime = 2, kOfThread = 4;
  return static_cast<clockid_t>((~static_cast<unsigned>(thread) << 3) | kOfThread | kProcessorTime);
}

} // namespace

double WallClock::seconds() const {
  return read(CLOCK_MONOTONIC);
}

void ProcessorClock::prepare() {
  threads_.clear();
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    threads_.push_back(clockOfThread(std::atoi(entry.path().filename().c_str())));
  }
}

double ProcessorClock::seconds() const {
  double sum = 0;
  for (const clockid_t thread : threads_) {
    sum += read(thread);
  }
  return sum;
}

} // namespace heddle::bench
