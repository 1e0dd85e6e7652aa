// Time in device code: clock64(), %globaltimer and __nanosleep().

#include "exec/wait.h"
#include "ir/kernel_abi.h"

#include <ctime>

using heddle::BlockContext;
using heddle::exec::monotonicNanoseconds;

namespace {

// Sleeps up to so many nanoseconds return at once, which the PTX ISA allows: a sleep takes up to
// twice the time that it is asked for, and may take none. Programs call for short ones to spare a
// GPU's memory, as CUB does before each tile looks at those before it. Here they would give the
// core away, and getting it back takes longer than that on a machine that has other work. A loop
// in which a thread waits for another one does not need them, since it yields by itself
// (simt/insert_yields.h).
constexpr std::uint32_t kLongestOmittedSleep = 10'000;

} // namespace

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
  if (nanoseconds <= kLongestOmittedSleep)
    return;
  const std::uint64_t until = monotonicNanoseconds() + nanoseconds;
  do
    heddle::exec::yieldThread();
  while (monotonicNanoseconds() < until);
}

} // extern "C"
