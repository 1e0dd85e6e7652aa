#include "exec/global_race_order.h"

#include <algorithm>

namespace heddle::exec {

namespace {

// Blocks that use more flags than this mostly use them as counters, which order nothing that
// matters. Beyond it the addresses are no longer told apart.
constexpr std::size_t kMostAddresses = 32;
// How many addresses may be remembered for a block or for all, which bounds the memory.
constexpr std::size_t kMostReleases = 4096, kMostKnown = std::size_t{1} << 20;

} // namespace

void GlobalRaceOrder::Acquired::add(std::uint64_t address, std::uint64_t time) {
  if (times.size() < kMostAddresses || times.contains(address)) {
    std::uint64_t& last = times[address];
    last = std::max(last, time);
  } else {
    everything = std::max(everything, time);
  }
}

void GlobalRaceOrder::Acquired::merge(const Acquired& other) {
  everything = std::max(everything, other.everything);
  for (const auto& [address, time] : other.times)
    add(address, time);
}

void GlobalRaceOrder::add(Releases& releases, Release release) {
  if (releases.empty() || releases.back().epoch < release.epoch)
    releases.push_back(release);
}

bool GlobalRaceOrder::isReleased(const Releases& releases, std::uint64_t epoch,
                                 std::uint64_t until) {
  const auto first = std::ranges::lower_bound(releases, epoch, {}, &Release::epoch);
  return first != releases.end() && first->time <= until;
}

void GlobalRaceOrder::release(std::uint64_t run, std::uint64_t epoch, std::uint64_t address) {
  Block& block = blocks_[run];
  const Release release{epoch, ++time_};
  add(block.anywhere, release);
  if (block.releases.size() < kMostReleases || block.releases.contains(address))
    add(block.releases[address], release);
  if (known_.size() < kMostKnown || known_.contains(address))
    known_[address].merge(block.acquired);
}

void GlobalRaceOrder::acquire(std::uint64_t run, std::uint64_t address) {
  Acquired& acquired = blocks_[run].acquired;
  acquired.add(address, ++time_);
  if (const auto known = known_.find(address); known != known_.end())
    acquired.merge(known->second);
  else if (known_.size() >= kMostKnown)
    acquired.everything = time_;
}

bool GlobalRaceOrder::isOrdered(std::uint64_t before, std::uint64_t epoch,
                                std::uint64_t now) const {
  const auto first = blocks_.find(before), second = blocks_.find(now);
  if (first == blocks_.end() || second == blocks_.end())
    return false;
  const Acquired& acquired = second->second.acquired;
  if (isReleased(first->second.anywhere, epoch, acquired.everything))
    return true;
  const bool hasAll = first->second.releases.size() < kMostReleases;
  return std::ranges::any_of(acquired.times, [&](const auto& entry) {
    if (!hasAll)
      return isReleased(first->second.anywhere, epoch, entry.second);
    const auto releases = first->second.releases.find(entry.first);
    return releases != first->second.releases.end() &&
           isReleased(releases->second, epoch, entry.second);
  });
}

void GlobalRaceOrder::forget(std::uint64_t firstRun, std::uint64_t count) {
  blocks_.erase(blocks_.lower_bound(firstRun), blocks_.lower_bound(firstRun + count));
  if (blocks_.empty())
    known_.clear();
}

} // namespace heddle::exec
