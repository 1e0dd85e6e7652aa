#include "memory.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace heddle::reference {

void Memory::addRegion(std::uint64_t base, std::uint64_t size, Sharing sharing, bool initialised,
                       std::string name) {
  Region region{base, size, sharing, std::move(name), {}, {}};
  if (!initialised)
    region.initialised.resize(size);
  if (sharing == Sharing::Common)
    region.bytes.resize(size);
  regions_.insert_or_assign(base, std::move(region));
}

void Memory::removeRegion(std::uint64_t base) {
  regions_.erase(base);
}

void Memory::order(Region& region, std::uint64_t offset, Access access, const Accessor& who) {
  ByteState& state = region.bytes[offset];
  auto isOrdered = [&](const History& history) {
    return history.last.empty() ||
           (history.block == who.block && std::ranges::all_of(history.last, [&](const auto& entry) {
              return entry.first == who.thread || entry.second <= (*who.seen)[entry.first];
            }));
  };
  bool fine = isOrdered(state.writes) && (access == Access::Atomic || isOrdered(state.atomics)) &&
              (access == Access::Read || isOrdered(state.reads));
  if (!fine)
    throw Undefined(fmt::format("a race on {}+{} by thread {} of block {}", region.name, offset,
                                who.thread, who.block));
  History& history = access == Access::Read    ? state.reads
                     : access == Access::Write ? state.writes
                                               : state.atomics;
  if (history.block != who.block || access == Access::Write)
    history.last.clear();
  history.block = who.block;
  std::uint32_t now = (*who.seen)[who.thread];
  // What this access is ordered after need not be remembered.
  std::erase_if(history.last, [&](const auto& entry) {
    return entry.first == who.thread || entry.second <= (*who.seen)[entry.first];
  });
  history.last.emplace_back(who.thread, now);
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
  if (access != Access::Read && region.sharing == Sharing::ReadOnly)
    throw Undefined(fmt::format("a write to {}", region.name));
  for (unsigned i = 0; i < bytes; ++i) {
    if (!region.initialised.empty()) {
      if (access != Access::Write && !region.initialised[offset + i])
        throw Undefined(fmt::format("{}+{} is read before it is written", region.name, offset));
      region.initialised[offset + i] = true;
    }
    if (region.sharing == Sharing::Common)
      order(region, offset + i, access, who);
  }
  return region;
}

Bits Memory::load(std::uint64_t address, unsigned bytes, const Accessor& who) {
  check(address, bytes, Access::Read, who);
  Bits value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
  return value;
}

void Memory::store(std::uint64_t address, unsigned bytes, Bits value, const Accessor& who) {
  check(address, bytes, Access::Write, who);
  std::memcpy(reinterpret_cast<void*>(address), &value, bytes);
}

char* Memory::atomicAccess(std::uint64_t address, unsigned bytes, const Accessor& who) {
  check(address, bytes, Access::Atomic, who);
  return reinterpret_cast<char*>(address);
}

} // namespace heddle::reference
