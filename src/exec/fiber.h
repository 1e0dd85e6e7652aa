// The state of one thread that runs as a fiber. Private to thread_fibers.cpp and
// fiber_warp_operations.cpp.
#pragma once

#include "exec/thread_fibers.h"

#include <boost/context/detail/fcontext.hpp>

namespace heddle::exec {

constexpr std::size_t kFiberStackBytes = 256u << 10;
constexpr std::uint32_t kWarpSize = 32;

// For how many iterations of a waiting loop the rest of the warp stays in step with a lane. Not
// every loop that looks like a waiting loop waits for other lanes, so the warp stays in step at
// first. A loop that really waits would never end that way, so the others then go on without the
// lane.
constexpr std::uint32_t kMostPollsInStep = 32;

struct ThreadFibers::Fiber {
  enum class State { Ready, AtBarrier, AtWarpOperation, AtStep, Waiting, Finished };

  boost::context::detail::fcontext_t context; // null until the thread starts
  char* stack;
  State state;
  std::uint64_t result; // of the barrier or warp operation
  // While AtBarrier:
  std::uint32_t barrier, count;
  // While AtWarpOperation:
  WarpOperation operation;
  std::uint64_t value;
  std::uint32_t b, c, members;
  const void* callSite;
  // While AtStep:
  std::size_t stackDepth;
  std::uint64_t position;
  // How many of its warp's agreements of this turn the thread has come to.
  std::uint32_t agreements;
  // Iterations of waiting loops since the thread last met others.
  std::uint32_t polls;

  bool staysInStep() const { return polls < kMostPollsInStep; }
};

} // namespace heddle::exec
