#include "memory.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace heddle::reference {

void Clock::join(const Clock& other) {
  for (const auto& [block, theirs] : other.times_) {
    auto& times = times_[block];
    if (times.size() < theirs.size())
      times.resize(theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i)
      times[i] = std::max(times[i], theirs[i]);
  }
}

void Memory::addRegion(std::uint64_t base, std::uint64_t size, Sharing sharing, bool initialised,
                       std::string name) {
  Region region{base, size, sharing, std::move(name), {}, {}};
  if (!initialised)
    region.initialised.resize(size);
  if (sharing == Sharing::Common)
    region.pieces.resize(size / kPiece + 1);
  regions_.insert_or_assign(base, std::move(region));
}

void Memory::removeRegion(std::uint64_t base) {
  regions_.erase(base);
}

void Memory::order(Region& region, std::uint64_t offset, Access access, const Accessor& who) {
  // What an access must be ordered after, by Access: the reads, writes, strong reads and strong
  // writes before it.
  static constexpr bool kConflicts[4][4] = {{false, true, false, true},
                                            {true, true, true, true},
                                            {false, true, false, false},
                                            {true, true, false, false}};
  auto& piece = region.pieces[offset / kPiece];
  if (!piece)
    piece = std::make_unique<ByteState[]>(kPiece);
  ByteState& state = piece[offset % kPiece];
  auto isSeen = [&](const Moment& moment) {
    return (moment.thread == who.thread && moment.block == who.block) ||
           moment.time <= who.seen->of(moment.block, moment.thread);
  };
  for (std::size_t other = 0; other < state.byAccess.size(); ++other)
    if (kConflicts[static_cast<std::size_t>(access)][other] &&
        !std::ranges::all_of(state.byAccess[other], isSeen))
      throw Undefined(fmt::format("a race on {}+{} by thread {} of block {}", region.name, offset,
                                  who.thread, who.block));
  // A write is ordered after everything before it, which need not be remembered then.
  if (access == Access::Write)
    for (History& before : state.byAccess)
      before.clear();
  History& history = state.byAccess[static_cast<std::size_t>(access)];
  std::uint32_t now = who.seen->of(who.block, who.thread);
  auto own = std::ranges::find_if(history, [&](const Moment& moment) {
    return moment.thread == who.thread && moment.block == who.block;
  });
  if (own != history.end())
    own->time = now;
  else
    history.push_back({who.block, who.thread, now});
}

Memory::Region& Memory::check(std::uint64_t address, unsigned bytes, Access access,
                              const Accessor& who) {
  auto next = regions_.upper_bound(address);
  if (next == regions_.begin())
    throw Undefined(fmt::format("an access to unknown memory by thread {}", who.thread));
  Region& region = std::prev(next)->second;
  std::uint64_t offset = address - region.base;
  if (offset + bytes > region.size)
    throw Undefined(
        fmt::format("an access outside {} at {} by thread {}", region.name, offset, who.thread));
  if (address % bytes != 0)
    throw Undefined(fmt::format("a misaligned access to {}+{}", region.name, offset));
  bool writes = access == Access::Write || access == Access::StrongWrite;
  if (writes && region.sharing == Sharing::ReadOnly)
    throw Undefined(fmt::format("a write to {}", region.name));
  for (unsigned i = 0; i < bytes; ++i) {
    if (!region.initialised.empty()) {
      if (!writes && !region.initialised[offset + i])
        throw Undefined(fmt::format("{}+{} is read before it is written", region.name, offset));
      region.initialised[offset + i] = true;
    }
    if (region.sharing == Sharing::Common)
      order(region, offset + i, access, who);
  }
  return region;
}

Bits Memory::load(std::uint64_t address, unsigned bytes, const Accessor& who, bool strong) {
  check(address, bytes, strong ? Access::StrongRead : Access::Read, who);
  Bits value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
  return value;
}

void Memory::store(std::uint64_t address, unsigned bytes, Bits value, const Accessor& who,
                   bool strong) {
  check(address, bytes, strong ? Access::StrongWrite : Access::Write, who);
  std::memcpy(reinterpret_cast<void*>(address), &value, bytes);
}

char* Memory::atomicAccess(std::uint64_t address, unsigned bytes, const Accessor& who) {
  check(address, bytes, Access::StrongRead, who);
  check(address, bytes, Access::StrongWrite, who);
  return reinterpret_cast<char*>(address);
}

} // namespace heddle::reference
