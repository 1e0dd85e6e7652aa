// Warp operations, and memory accesses in step, of threads that run as fibers.

#include "exec/barrier_check.h"
#include "exec/fiber.h"
#include "exec/runtime_gate.h"
#include "exec/warp_exchange.h"
#include "exec/worker.h"
#include "trace/findings.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::exec {

std::uint64_t ThreadFibers::warpOperation(std::uint32_t thread, WarpOperation operation,
                                          std::uint64_t value, std::uint32_t b, std::uint32_t c,
                                          std::uint32_t members, const void* callSite) {
  Fiber& fiber = *fibers_[thread];
  fiber.operation = operation;
  fiber.value = value;
  fiber.b = b;
  fiber.c = c;
  fiber.members = members;
  fiber.callSite = callSite;
  fiber.state = Fiber::State::AtWarpOperation;
  fiber.polls = 0;
  suspend(fiber);
  return fiber.result;
}

void ThreadFibers::step(std::uint32_t thread, std::uint64_t position) {
  Fiber& fiber = *fibers_[thread];
  fiber.state = Fiber::State::AtStep;
  fiber.stackDepth = static_cast<std::size_t>(fiber.stack + kFiberStackBytes -
                                              static_cast<char*>(__builtin_frame_address(0)));
  fiber.position = position;
  suspend(fiber);
}

std::uint64_t ThreadFibers::agree(std::uint32_t thread, std::uint64_t value, const void* address,
                                  std::uint64_t position) {
  Fiber& fiber = *fibers_[thread];
  WarpTurn& warp = warpTurns_[thread / kWarpSize];
  if (warp.turn != turn_) {
    warp.turn = turn_;
    warp.count = 0;
  }
  const std::uint32_t index = fiber.agreements;
  if (index >= warp.agreements.size())
    return value;
  Agreement& agreement = warp.agreements[index];
  if (index == warp.count) {
    agreement = {position, address, value};
    ++warp.count;
  } else if (agreement.position != position || agreement.address != address) {
    // This lane goes another way than the first one.
    fiber.agreements = static_cast<std::uint32_t>(warp.agreements.size());
    return value;
  }
  ++fiber.agreements;
  return agreement.value;
}

bool ThreadFibers::completeWarpOperations(bool isDeadlock) {
  bool anyCompleted = false;
  for (std::uint32_t first = 0; first < threads_; first += kWarpSize)
    anyCompleted |= completeInWarp(first, isDeadlock);
  return anyCompleted;
}

bool ThreadFibers::completeInWarp(std::uint32_t firstThread, bool isDeadlock) {
  const std::uint32_t laneCount = std::min(kWarpSize, threads_ - firstThread);
  std::uint32_t live = 0, here = 0, ready = 0;
  for (std::uint32_t lane = 0; lane < laneCount; ++lane) {
    const Fiber& fiber = *fibers_[firstThread + lane];
    live |= std::uint32_t{fiber.state != Fiber::State::Finished} << lane;
    here |= std::uint32_t{fiber.state == Fiber::State::AtWarpOperation} << lane;
    ready |= std::uint32_t{fiber.state == Fiber::State::Ready} << lane;
  }
  bool anyCompleted = false;
  for (std::uint32_t lane = 0; lane < laneCount; ++lane) {
    if (!(here >> lane & 1))
      continue;
    const Fiber& fiber = *fibers_[firstThread + lane];
    std::uint32_t sameOperation = 0, sameCallSite = 0;
    for (std::uint32_t other = 0; other < laneCount; ++other)
      if (here >> other & 1) {
        const Fiber& its = *fibers_[firstThread + other];
        sameOperation |=
            std::uint32_t{its.members == fiber.members && its.operation == fiber.operation}
            << other;
        sameCallSite |= std::uint32_t{its.callSite == fiber.callSite} << other;
      }
    std::uint32_t together = 0;
    if (fiber.operation == WarpOperation::ActiveMask) {
      // The active lanes are those that are here once no lane of the warp can run any further.
      if (ready == 0)
        together = sameCallSite;
    } else {
      const std::uint32_t wanted = (fiber.members & live) | std::uint32_t{1} << lane;
      if ((sameOperation & wanted) == wanted)
        together = wanted;
      else if (isDeadlock) {
        together = sameOperation & sameCallSite;
        if (trace::checkSettings().synchronisation) {
          const ServiceScope service;
          const auto absent = static_cast<std::uint32_t>(std::countr_zero(wanted & ~sameOperation));
          reportAbsentThread(*context_, firstThread + lane, fiber.members, firstThread + absent);
        }
      }
    }
    if (!together)
      continue;
    exchangeValues(firstThread, together);
    here &= ~together;
    anyCompleted = true;
  }
  return anyCompleted || (ready == 0 && advanceInStep(firstThread, laneCount));
}

// Of the lanes that are about to access shared memory, lets those go on that are furthest behind in
// the code, so that the others wait until these have caught up. A lane inside a called function is
// behind those that have not called it or have returned from it.
bool ThreadFibers::advanceInStep(std::uint32_t firstThread, std::uint32_t laneCount) {
  const Fiber* furthestBehind = nullptr;
  const auto isBehind = [&](const Fiber& fiber) {
    return std::pair(fiber.stackDepth, furthestBehind->position) >
           std::pair(furthestBehind->stackDepth, fiber.position);
  };
  bool anyAtStep = false, mustWait = false;
  for (std::uint32_t lane = 0; lane < laneCount; ++lane) {
    const Fiber& fiber = *fibers_[firstThread + lane];
    mustWait |= fiber.state == Fiber::State::Waiting && fiber.staysInStep();
    if (fiber.state != Fiber::State::AtStep)
      continue;
    anyAtStep = true;
    if (fiber.staysInStep() && (!furthestBehind || isBehind(fiber)))
      furthestBehind = &fiber;
  }
  if (!anyAtStep || mustWait)
    return anyAtStep;
  for (std::uint32_t lane = 0; lane < laneCount; ++lane) {
    Fiber& fiber = *fibers_[firstThread + lane];
    if (fiber.state == Fiber::State::AtStep &&
        (!fiber.staysInStep() || (fiber.stackDepth == furthestBehind->stackDepth &&
                                  fiber.position == furthestBehind->position)))
      fiber.state = Fiber::State::Ready;
  }
  return true;
}

void ThreadFibers::exchangeValues(std::uint32_t firstThread, std::uint32_t lanes) {
  WarpExchange exchange{};
  exchange.members = lanes;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    if (lanes >> lane & 1) {
      const Fiber& fiber = *fibers_[firstThread + lane];
      exchange.operation = fiber.operation;
      exchange.value[lane] = fiber.value;
      exchange.b[lane] = fiber.b;
      exchange.c[lane] = fiber.c;
    }
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    if (lanes >> lane & 1) {
      Fiber& fiber = *fibers_[firstThread + lane];
      fiber.result = exchange.resultFor(lane);
      fiber.state = Fiber::State::Ready;
    }
}

} // namespace heddle::exec

extern "C" {

using heddle::BlockContext;
using heddle::exec::ThreadFibers;

std::uint64_t heddle_warp_operation(BlockContext* context, std::uint32_t thread,
                                    heddle::WarpOperation operation, std::uint64_t value,
                                    std::uint32_t b, std::uint32_t c, std::uint32_t members) {
  return ThreadFibers::of(*context).warpOperation(thread, operation, value, b, c, members,
                                                  heddle::exec::callSite());
}

std::uint64_t heddle_agree(BlockContext* context, std::uint32_t thread, std::uint64_t value,
                           const void* address, std::uint64_t position) {
  return ThreadFibers::of(*context).agree(thread, value, address, position);
}

void heddle_step(BlockContext* context, std::uint32_t thread, std::uint64_t position) {
  ThreadFibers::of(*context).step(thread, position);
}

} // extern "C"
