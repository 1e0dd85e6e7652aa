// barrier.cluster. One word holds the phase (upper half), the threads that have returned and those
// that have arrived in this phase. A thread that has returned counts as arrived in every phase.

#include "ir/kernel_abi.h"

#include <atomic>
#include <utility>

namespace {

using heddle::BlockContext;
using heddle::ClusterState;

constexpr std::uint64_t kArrived = 1, kExited = 1u << 16, kPhase = std::uint64_t{1} << 32;
constexpr std::uint64_t kCount = 0xffff;
constexpr std::uint32_t kGone = ~0u; // in place of a thread's last arrival

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

// Counts `more` and ends the phase when it is complete; the word before.
template <typename More> std::uint64_t count(const BlockContext& context, More more) {
  const std::uint64_t total = std::uint64_t{blockThreads(context)} * context.clusterDim[0] *
                              context.clusterDim[1] * context.clusterDim[2];
  std::atomic_ref<std::uint64_t> barrier(context.cluster->barrier);
  std::uint64_t before = barrier.load(std::memory_order_relaxed), after;
  do {
    after = before + more(before);
    const std::uint64_t arrived = after & kCount, exited = after / kExited & kCount;
    if (arrived + exited == total)
      after += kPhase - arrived;
  } while (!barrier.compare_exchange_weak(before, after, std::memory_order_acq_rel));
  return before;
}

} // namespace

void heddle_cluster_arrive(BlockContext* context, std::uint32_t thread) {
  if (!context->cluster)
    return;
  const std::uint64_t before = count(*context, [](std::uint64_t) { return kArrived; });
  const auto phase = static_cast<std::uint32_t>(before / kPhase);
  context->cluster->phase[rankOf(*context)] = phase;
  arrivalOf(*context, thread) = phase + 1;
}

void heddle_cluster_exit(BlockContext* context, std::uint32_t thread, std::uint32_t leaves) {
  if (!context->cluster || !leaves)
    return;
  const std::uint32_t arrival = std::exchange(arrivalOf(*context, thread), kGone);
  if (arrival == kGone)
    return;
  // Who has arrived without waiting is not counted twice.
  count(*context, [&](std::uint64_t before) {
    return before / kPhase + 1 == arrival ? kExited - kArrived : kExited;
  });
}
