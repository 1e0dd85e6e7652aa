#include "exec/race_clocks.h"

#include <algorithm>

namespace heddle::exec {

namespace {
constexpr std::uint32_t kWarpThreads = 32;
} // namespace

void RaceClocks::prepare(Clocks& clocks, std::uint64_t epoch) const {
  if (clocks.epoch == epoch && !clocks.counts.empty())
    return;
  clocks.epoch = epoch;
  clocks.counts.assign(threads_, 0);
}

std::pair<std::uint32_t, std::uint32_t> RaceClocks::rangeOf(std::uint32_t thread) const {
  if (isAcrossWarps_)
    return {0, threads_};
  const std::uint32_t begin = thread / kWarpThreads * kWarpThreads;
  return {begin, std::min(begin + kWarpThreads, threads_)};
}

void RaceClocks::join(Clocks& to, const Clocks& from, std::uint32_t begin,
                      std::uint32_t end) const {
  if (from.epoch != to.epoch || from.counts.empty())
    return;
  for (std::uint32_t i = begin; i < end; ++i)
    to.counts[i] = std::max(to.counts[i], from.counts[i]);
}

void RaceClocks::publish(std::uint32_t thread, RaceMoment now, Clocks& to) {
  prepare(known_[thread], now.epoch);
  prepare(to, now.epoch);
  known_[thread].counts[thread] = now.clock + 1;
  const auto [begin, end] = rangeOf(thread);
  join(to, known_[thread], begin, end);
}

void RaceClocks::learn(std::uint32_t thread, std::uint64_t epoch, const Clocks& from) {
  prepare(known_[thread], epoch);
  const auto [begin, end] = rangeOf(thread);
  join(known_[thread], from, begin, end);
}

void RaceClocks::arrive(Meetings& meetings, std::uint64_t number, std::uint32_t thread,
                        RaceMoment now) {
  const unsigned slot = number % kMeetings;
  if (meetings.numbers[slot] != number) {
    meetings.numbers[slot] = number;
    meetings.clocks[slot].counts.clear();
  }
  publish(thread, now, meetings.clocks[slot]);
  meetings.last[thread] = number;
}

void RaceClocks::leave(Meetings& meetings, std::uint32_t thread, std::uint64_t epoch) {
  const std::uint64_t number = meetings.last[thread];
  if (meetings.numbers[number % kMeetings] == number)
    learn(thread, epoch, meetings.clocks[number % kMeetings]);
}

void RaceClocks::arriveAtWarp(std::uint32_t thread, std::uint32_t members, RaceMoment now) {
  Meetings& meetings = warps_[{thread / kWarpThreads, members}];
  // Each thread comes to all meetings of its members, so that its own count is the number.
  arrive(meetings, meetings.last[thread] + 1, thread, now);
}

void RaceClocks::leaveWarp(std::uint32_t thread, std::uint32_t members, std::uint64_t epoch) {
  leave(warps_[{thread / kWarpThreads, members}], thread, epoch);
}

void RaceClocks::arriveAtBarrier(std::uint32_t thread, std::uint32_t barrier, std::uint32_t threads,
                                 RaceMoment now) {
  isAcrossWarps_ = true;
  Meetings& meetings = barriers_[barrier];
  arrive(meetings, meetings.current, thread, now);
  // A barrier for a number of threads counts whole warps, so the last thread of the block stands
  // for the threads that its warp lacks, too.
  const std::uint32_t absent =
      thread + 1 == threads_ ? kWarpThreads - 1 - thread % kWarpThreads : 0;
  meetings.arrived += threads ? 1 + absent : 1;
  if (meetings.arrived < (threads ? threads : threads_))
    return;
  meetings.arrived = 0;
  ++meetings.current;
}

void RaceClocks::leaveBarrier(std::uint32_t thread, std::uint32_t barrier, std::uint64_t epoch) {
  leave(barriers_[barrier], thread, epoch);
}

void RaceClocks::release(std::uint32_t thread, std::uint64_t address, RaceMoment now) {
  isAcrossWarps_ = true;
  publish(thread, now, atomics_[address]);
}

void RaceClocks::acquire(std::uint32_t thread, std::uint64_t address, std::uint64_t epoch) {
  isAcrossWarps_ = true;
  learn(thread, epoch, atomics_[address]);
}

bool RaceClocks::isBehind(std::uint32_t thread, std::uint64_t epoch, std::uint32_t other,
                          std::uint32_t clock) const {
  const Clocks& known = known_[thread];
  return known.epoch == epoch && !known.counts.empty() && known.counts[other] > clock;
}

} // namespace heddle::exec
