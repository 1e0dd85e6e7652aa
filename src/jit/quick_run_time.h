// How long the quick code of kernels has run, in this process and in those before it. Optimised
// code is made in the background of a process that runs long enough; a kernel of many short
// processes would be quick code for ever. So each process leaves in the compute cache how long it
// has run quick code, and once that is what optimising the kernel takes, the next process optimises
// it first.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace heddle::jit {

// Times are in nanoseconds of all workers together.
struct QuickRunTime {
  std::uint64_t earlier = 0;           // in processes that have ended
  std::atomic<std::uint64_t> total{0}; // the same, and in this one
};

// The time of the kernel whose optimised code has this key in the cache. It lives as long as the
// process, which writes it into the cache when it exits.
QuickRunTime& quickRunTime(const std::string& key);

} // namespace heddle::jit
