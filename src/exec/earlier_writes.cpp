#include "exec/earlier_writes.h"

#include <algorithm>
#include <atomic>

namespace heddle::exec {
namespace {

constexpr std::uint64_t kStampBits = ~((std::uint64_t{1} << kGlobalRaceThreadShift) - 1);
constexpr std::uint64_t kThreadBits = kGlobalRaceThreadMask << kGlobalRaceThreadShift;
// Where an entry is not in the first place for it, it may be in one of the places that follow.
// Kernels look only at the first one, so that their code stays short, and leave the others to the
// engine.
constexpr std::size_t kMostProbes = 8;

bool isSameEpoch(std::uint64_t one, std::uint64_t other) {
  return ((one ^ other) >> kGlobalRaceEpochShift) == 0;
}

std::size_t firstPlace(const GlobalRaceEarlierWrite& entry) {
  return ((entry.distance ^ entry.read << kGlobalRaceEntryHashShift) * kGlobalRaceEntryHash) >>
         (64 - kGlobalRaceEntryBits);
}

} // namespace

std::optional<std::uint64_t> EarlierWrites::combine(std::uint64_t read, std::uint64_t write) {
  if (!isSameEpoch(read, write))
    write = (write & ~kThreadBits) | (read & kThreadBits);
  const GlobalRaceEarlierWrite wanted{read & kGlobalRaceEntryMask, write - (read & kStampBits)};
  const std::size_t first = firstPlace(wanted);
  for (std::size_t probe = 0; probe < kMostProbes; ++probe) {
    const std::size_t place = (first + probe) % kGlobalRaceEntries;
    GlobalRaceEarlierWrite& entry = entries_[place];
    if (entry.read == 0) {
      isEmpty_ = false;
      entry.distance = wanted.distance;
      // A kernel may look at the entry meanwhile. It knows an entry by its read, so that is stored
      // when the distance is there.
      std::atomic_ref(entry.read).store(wanted.read, std::memory_order_release);
    }
    if (entry.read == wanted.read && entry.distance == wanted.distance)
      return (read & ~kGlobalRaceEntryMask) | place << kGlobalRaceEntryShift | kGlobalRaceWritten;
  }
  return std::nullopt;
}

std::uint64_t EarlierWrites::readOf(std::uint64_t word) const {
  return (word & ~(kGlobalRaceEntryMask | kGlobalRaceWritten)) | entryOf(word).read;
}

std::uint64_t EarlierWrites::writeOf(std::uint64_t word) const {
  return (word & kStampBits) + entryOf(word).distance;
}

bool EarlierWrites::knowsWriter(std::uint64_t word) const {
  return isSameEpoch(word, writeOf(word));
}

void EarlierWrites::clear() {
  if (!isEmpty_)
    std::fill_n(entries_, kGlobalRaceEntries, GlobalRaceEarlierWrite{});
  isEmpty_ = true;
}

const GlobalRaceEarlierWrite& EarlierWrites::entryOf(std::uint64_t word) const {
  return entries_[(word & kGlobalRaceEntryMask) >> kGlobalRaceEntryShift];
}

} // namespace heddle::exec
