// barrier.cluster. One 64-bit word holds the state of the barrier: the number of the phase in its
// upper half, below it the threads of the cluster that have exited and those that have arrived in
// this phase. A thread that has exited counts as arrived in every phase.

#include "ir/kernel_abi.h"

#include <atomic>
#include <utility>

namespace {

using heddle::BlockContext;

// What one more arrival, exit and phase add to the word.
constexpr std::uint64_t kOneArrival = 1, kOneExit = 1u << 16, kOnePhase = std::uint64_t{1} << 32;
constexpr std::uint64_t kCountMask = 0xffff;
// Stands in ClusterState::arrivals for a thread that has exited.
constexpr std::uint32_t kHasExited = ~0u;

std::uint32_t blockThreads(const BlockContext& context) {
  return context.ntid[0] * context.ntid[1] * context.ntid[2];
}

std::uint32_t rankOf(const BlockContext& context) {
  std::uint32_t rank = 0;
  for (int axis = 2; axis >= 0; --axis)
    rank = rank * context.clusterDim[axis] + context.ctaid[axis] % context.clusterDim[axis];
  return rank;
}

std::uint32_t& arrivalOf(const BlockContext& context, std::uint32_t thread) {
  return context.cluster->arrivals[rankOf(context) * blockThreads(context) + thread];
}

// Adds increment(word) to the word and begins the next phase if that completes this one. Returns
// the word as it was before.
template <typename Increment>
std::uint64_t addToBarrier(const BlockContext& context, Increment increment) {
  const std::uint64_t total = std::uint64_t{blockThreads(context)} * context.clusterDim[0] *
                              context.clusterDim[1] * context.clusterDim[2];
  std::atomic_ref<std::uint64_t> barrier(context.cluster->barrier);
  std::uint64_t before = barrier.load(std::memory_order_relaxed), after;
  do {
    after = before + increment(before);
    const std::uint64_t arrived = after & kCountMask, exited = after / kOneExit & kCountMask;
    if (arrived + exited == total)
      after += kOnePhase - arrived;
  } while (!barrier.compare_exchange_weak(before, after, std::memory_order_acq_rel));
  return before;
}

} // namespace

void heddle_cluster_arrive(BlockContext* context, std::uint32_t thread) {
  if (!context->cluster)
    return;
  const std::uint64_t before = addToBarrier(*context, [](std::uint64_t) { return kOneArrival; });
  const auto phase = static_cast<std::uint32_t>(before / kOnePhase);
  context->cluster->phase[rankOf(*context)] = phase;
  arrivalOf(*context, thread) = phase + 1;
}

void heddle_cluster_exit(BlockContext* context, std::uint32_t thread, std::uint32_t leaves) {
  if (!context->cluster || !leaves)
    return;
  const std::uint32_t arrival = std::exchange(arrivalOf(*context, thread), kHasExited);
  if (arrival == kHasExited)
    return;
  // A thread that has arrived in this phase and exits without waiting must not count twice.
  addToBarrier(*context, [&](std::uint64_t before) {
    return before / kOnePhase + 1 == arrival ? kOneExit - kOneArrival : kOneExit;
  });
}
