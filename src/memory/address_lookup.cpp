// Finding allocations by address, with a cache for each thread.

#include "memory/address_space.h"
#include "memory/quick_thread_local.h"

#include <algorithm>

namespace heddle::memory {

namespace {

struct CachedRange {
  std::uint64_t version = 0; // of the address space when it was looked up
  AddressSpace::AddressRange range;
};
HEDDLE_QUICK_THREAD_LOCAL CachedRange lastRanges[2];

std::uintptr_t toKey(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

} // namespace

std::optional<Allocation> AddressSpace::find(const void* address) const {
  std::shared_lock lock(mutex_);
  if (const Slab* slab = slabOf(address)) {
    const std::size_t index = slab->indexOf(address);
    const Slab::Slot* slot = slab->slot(index);
    if (!slot || slot->size == 0 || slot->dormant ||
        toKey(address) - toKey(slab->addressOf(index)) >= slot->size)
      return std::nullopt;
    return Allocation{slab->addressOf(index),
                      slot->size,
                      slab->kind(),
                      slot->flags,
                      slot->id,
                      slot->owner,
                      slot->device};
  }
  auto next = blocks_.upper_bound(toKey(address));
  if (next == blocks_.begin())
    return std::nullopt;
  const Block& block = std::prev(next)->second;
  const Allocation& allocation = block.allocation;
  if (block.dormant || toKey(address) - toKey(allocation.base) >= allocation.size)
    return std::nullopt;
  return allocation;
}

AddressSpace::AddressRange AddressSpace::findRange(const void* address) const {
  std::shared_lock lock(mutex_);
  if (const Slab* slab = slabOf(address)) {
    const std::size_t index = slab->indexOf(address);
    const Slab::Slot* slot = slab->slot(index);
    const std::uintptr_t low = toKey(slab->addressOf(index));
    if (slot && slot->size != 0 && !slot->dormant && toKey(address) - low < slot->size)
      return {low, low + slot->size, true};
    return {toKey(address), toKey(address) + 1, false};
  }
  // No allocation holds the address: find the gap between its neighbours, blocks and slabs.
  AddressRange gap{0, UINTPTR_MAX, false};
  const auto narrow = [&gap](std::uintptr_t low, std::uintptr_t high, std::uintptr_t at) {
    if (low > at)
      gap.high = std::min(gap.high, low);
    else
      gap.low = std::max(gap.low, high);
  };
  const auto next = blocks_.upper_bound(toKey(address));
  if (next != blocks_.end())
    narrow(next->first, 0, toKey(address));
  if (next != blocks_.begin()) {
    const Block& block = std::prev(next)->second;
    const std::uintptr_t low = toKey(block.allocation.base), high = low + block.allocation.size;
    if (toKey(address) < high)
      return block.dormant ? AddressRange{toKey(address), toKey(address) + 1, false}
                           : AddressRange{low, high, true};
    narrow(low, high, toKey(address));
  }
  const auto slab = slabs_.upper_bound(toKey(address));
  if (slab != slabs_.end())
    narrow(slab->first, 0, toKey(address));
  if (slab != slabs_.begin())
    narrow(std::prev(slab)->first, std::prev(slab)->first + std::prev(slab)->second->bytes(),
           toKey(address));
  return gap;
}

AddressSpace::AddressRange AddressSpace::rangeOf(const void* address, unsigned cacheSlot) const {
  return cachedRange(address, cacheSlot);
}

bool AddressSpace::isCached(const void* address, unsigned cacheSlot) const {
  const CachedRange& cached = lastRanges[cacheSlot];
  return cached.version == version_.load(std::memory_order_acquire) &&
         toKey(address) >= cached.range.low && toKey(address) < cached.range.high;
}

const AddressSpace::AddressRange& AddressSpace::cachedRange(const void* address,
                                                            unsigned cacheSlot) const {
  CachedRange& cached = lastRanges[cacheSlot];
  if (!isCached(address, cacheSlot)) [[unlikely]] {
    // Read before the lookup: a change in between makes the cached range stale, not wrong.
    const std::uint64_t version = version_.load(std::memory_order_acquire);
    cached = {version, findRange(address)};
  }
  return cached.range;
}

bool AddressSpace::containsBoth(const void* destination, bool destinationAllocated,
                                const void* source, bool sourceAllocated, std::size_t bytes) const {
  if (!isCached(destination, 0) || !isCached(source, 1)) [[unlikely]]
    return containsBothUncached(destination, destinationAllocated, source, sourceAllocated, bytes);
  const AddressRange &to = lastRanges[0].range, &from = lastRanges[1].range;
  return to.high - toKey(destination) >= bytes && from.high - toKey(source) >= bytes &&
         (to.allocated || !destinationAllocated) && (from.allocated || !sourceAllocated) &&
         destination && source;
}

// A function of its own, so that the cached case needs no stack frame.
bool AddressSpace::containsBothUncached(const void* destination, bool destinationAllocated,
                                        const void* source, bool sourceAllocated,
                                        std::size_t bytes) const {
  cachedRange(destination, 0);
  cachedRange(source, 1);
  return isCached(destination, 0) && isCached(source, 1) &&
         containsBoth(destination, destinationAllocated, source, sourceAllocated, bytes);
}

bool AddressSpace::contains(const void* address, std::size_t bytes) const {
  const char* at = static_cast<const char*>(address);
  for (;;) {
    const auto allocation = find(at);
    if (!allocation)
      return false;
    const auto left = allocation->size - static_cast<std::size_t>(at - allocation->base);
    if (bytes <= left)
      return true;
    if (allocation->kind != Kind::Mapped)
      return false;
    at += left;
    bytes -= left;
  }
}

} // namespace heddle::memory
