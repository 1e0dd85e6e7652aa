// Time in device code: clock64(), %globaltimer and __nanosleep().

#include "exec/wait.h"
#include "ir/kernel_abi.h"

#include <ctime>

using heddle::BlockContext;
using heddle::exec::monotonicNanoseconds;

extern "C" {

std::uint64_t heddle_globaltimer(BlockContext*) {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// The device properties say that the clock runs at 1 GHz, so a cycle is a nanosecond.
std::uint64_t heddle_clock64(BlockContext*) {
  return monotonicNanoseconds();
}

void heddle_nanosleep(BlockContext*, std::uint32_t nanoseconds) {
  const std::uint64_t until = monotonicNanoseconds() + nanoseconds;
  do
    heddle::exec::yieldThread();
  while (monotonicNanoseconds() < until);
}

} // extern "C"
