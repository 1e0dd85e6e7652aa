#include "memory/address_space.h"

#include "environment/environment.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "memory/kernel_access.h"
#include "memory/machine_memory.h"
#include "memory/protection_keys.h"
#include "memory/race_shadow.h"

#include <algorithm>
#include <cstdio>

namespace heddle::memory {

namespace {

constexpr std::size_t kHugePage = 2u << 20;
// From this size on, an allocation first asks how much memory the machine has left. Reading that
// costs more than a small allocation does.
constexpr std::size_t kCheckMachineFromBytes = 32u << 20;
// The allocations that have a mapping of their own, between guard pages. Linux allows a process
// 65,530 mappings unless it is told otherwise. Two for each of these leave half of them to the
// program, and to the slabs that further allocations share.
constexpr std::size_t kMostGuardedBlocks = 16384;
// The share of the machine's memory that is left free: one part in this many.
constexpr std::size_t kReservedPart = 32;

// Each address space starts its versions at a number of its own. A range that a thread has cached
// for one space is then never taken for another one that was created at the same address.
constexpr std::uint64_t kVersionsPerSpace = std::uint64_t{1} << 48;
std::atomic<std::uint64_t> firstVersion{1};

// Allocations are found by their address as a number.
std::uintptr_t toKey(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

// Tells kernels that check their accesses what they may access. The host can write to all memory
// but that of a device without the driver's knowledge, so it counts as written.
void addBounds(const void* base, std::size_t bytes, Kind kind) {
  if (RaceShadow* const races = RaceShadow::active()) [[unlikely]]
    races->provide(base, bytes);
  AccessBounds* const bounds = AccessBounds::active();
  if (!bounds) [[likely]]
    return;
  InitialisedBytes* const initialised = InitialisedBytes::active();
  // Compiled code takes what is in the table to have a shadow.
  const bool isInTable = !initialised || initialised->provide(base, bytes, kind != Kind::Device);
  bounds->add(base, bytes, isInTable);
}
void removeBounds(const void* base) {
  if (RaceShadow* const races = RaceShadow::active()) [[unlikely]]
    races->forget(base);
  if (AccessBounds* bounds = AccessBounds::active()) [[unlikely]]
    bounds->remove(base);
}

// For memory that is no longer registered. Pages that it shares with other registered memory stay
// as they are.
template <typename Blocks>
void takePagesFromKernels(const Allocation& registered, const Blocks& blocks) {
  forgetKernelMemory(registered.base);
  std::uintptr_t low = toKey(registered.base) & -pageSize();
  std::uintptr_t high = roundUp(toKey(registered.base) + registered.size, pageSize());
  const auto next = blocks.lower_bound(toKey(registered.base));
  if (next != blocks.end() && next->first < high)
    high -= pageSize();
  if (next != blocks.begin()) {
    const Allocation& previous = std::prev(next)->second.allocation;
    if (toKey(previous.base) + previous.size > low)
      low += pageSize();
  }
  if (low < high)
    takeFromKernels(reinterpret_cast<void*>(low), high - low);
}

} // namespace

AddressSpace::AddressSpace(std::size_t capacity, bool keepMachineAlive, unsigned devices)
    : capacity_(capacity), keepMachineAlive_(keepMachineAlive),
      slabLists_(devices * kSlabKinds * sizeClassCount()), used_(devices),
      version_(firstVersion.fetch_add(kVersionsPerSpace)) {
  if (keepMachineAlive_) {
    const MachineMemory machine = machineMemory();
    const std::size_t share = machine.total / devices;
    const std::size_t used = (machine.total - std::min(machine.total, machine.available)) / devices;
    // Where the device is smaller than its share of the machine, the memory in use elsewhere counts
    // against the rest of the share first.
    const std::size_t rest = share - std::min(share, capacity_);
    usedByOthers_ = std::min(capacity_, used - std::min(used, rest));
  }
}

std::unique_ptr<AddressSpace> AddressSpace::create(unsigned devices, std::size_t most) {
  if (const char* text = environmentVariable("HEDDLE_MEMORY")) {
    if (auto bytes = parseByteSize(text))
      return std::make_unique<AddressSpace>(*bytes, false, devices);
    std::fprintf(stderr, "heddle: HEDDLE_MEMORY=%s is not a size; using the machine's memory\n",
                 text);
  }
  const std::size_t share = machineMemory().total / devices;
  return std::make_unique<AddressSpace>(most ? std::min(most, share) : share, true, devices);
}

std::unique_lock<std::shared_mutex> AddressSpace::lockForChange() {
  std::unique_lock lock(mutex_);
  version_.fetch_add(1, std::memory_order_release);
  return lock;
}

std::size_t& AddressSpace::usedBytes(Kind kind, unsigned device) {
  return kind == Kind::Pinned ? pinned_ : used_[device];
}

std::size_t AddressSpace::available(unsigned device) const {
  std::shared_lock lock(mutex_);
  return capacity_ - std::min(capacity_, used_[device] + usedByOthers_);
}

bool AddressSpace::machineCanBack(std::size_t bytes) const {
  if (!keepMachineAlive_ || bytes < kCheckMachineFromBytes)
    return true;
  const MachineMemory machine = machineMemory();
  return bytes <= machine.available - std::min(machine.available, machine.total / kReservedPart);
}

void* AddressSpace::allocate(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                             unsigned device) {
  if (bytes == 0)
    return nullptr;
  const std::size_t rounded = roundUp(bytes, kSlotAlignment);
  if (rounded < bytes)
    return nullptr;
  const auto lock = lockForChange();
  const std::size_t inUse = used_[device] + pinned_ / used_.size() + usedByOthers_;
  if (rounded > capacity_ - std::min(capacity_, inUse) || !machineCanBack(rounded))
    return nullptr;
  void* base = sharesMapping(bytes) ? allocateSlot(bytes, kind, flags, owner, device)
                                    : allocateBlock(bytes, kind, flags, owner, device);
  if (base) {
    usedBytes(kind, device) += rounded;
    addBounds(base, bytes, kind);
  }
  return base;
}

bool AddressSpace::sharesMapping(std::size_t bytes) const {
  return bytes <= kSmallAllocation ||
         (bytes <= kLargestSlot && blocks_.size() >= kMostGuardedBlocks);
}

AddressSpace::SlabList& AddressSpace::slabsOf(Kind kind, unsigned device, unsigned sizeClass) {
  return slabLists_[(device * kSlabKinds + static_cast<unsigned>(kind)) * sizeClassCount() +
                    sizeClass];
}

bool AddressSpace::addSlab(Kind kind, unsigned device, unsigned sizeClass) {
  auto slab = std::make_unique<Slab>(kind, sizeClass);
  if (!*slab)
    return false;
  if (kind == Kind::Device)
    assignDeviceKey(slab->base(), slab->bytes(), device);
  if (AccessBounds* const bounds = AccessBounds::active()) [[unlikely]]
    bounds->addSlab(slab->base(), slab->bytes());
  SlabList& list = slabsOf(kind, device, sizeClass);
  if (list.withRoom.capacity() == list.count)
    list.withRoom.reserve(2 * list.count + 1);
  Slab* made = slab.get();
  slabs_.emplace(toKey(made->base()), std::move(slab));
  list.withRoom.push_back(made);
  ++list.count;
  return true;
}

void* AddressSpace::allocateSlot(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                                 unsigned device) {
  // Where kernels check their accesses, the first byte behind an allocation belongs to no other.
  const std::size_t gap = AccessBounds::active() ? kSlotAlignment : 0;
  unsigned cls = sizeClass(std::min(bytes + gap, std::max(bytes, kLargestSlot)));
  // Advice about managed memory holds for pages, so that no two allocations share one.
  while (kind == Kind::Managed && slotBytes(cls) % pageSize() != 0)
    ++cls;
  auto& withRoom = slabsOf(kind, device, cls).withRoom;
  if (withRoom.empty() && !addSlab(kind, device, cls))
    return nullptr;
  Slab* slab = withRoom.back();
  char* base = slab->take({bytes, flags, nextId_++, owner, device, false});
  if (slab->full())
    withRoom.pop_back();
  return base;
}

// Only allocations of one size begin at different places, since arrays that a kernel uses at the
// same index are mostly of one size. The first of them begins a page, as on a GPU: programs that
// cut a large allocation up by themselves may count on that.
std::size_t AddressSpace::offsetInFirstPage(std::size_t bytes, Kind kind) {
  // Programs expect whole pages of pinned memory.
  if (kind == Kind::Pinned)
    return 0;
  const auto latest = blocks_.find(latestBySize_[bytes / pageSize() % latestBySize_.size()]);
  const bool hasCompanion = latest != blocks_.end() && latest->second.allocation.size == bytes;
  const std::size_t offset = hasCompanion ? nextOffset_ : 0;
  nextOffset_ = (offset + kOffsetStep) % kOffsetRange;
  return offset;
}

void* AddressSpace::allocateBlock(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                                  unsigned device) {
  const std::size_t offset = offsetInFirstPage(bytes, kind);
  Reservation memory(User::Kernels, offset + bytes, pageSize(), bytes >= kHugePage ? kHugePage : 0);
  if (!memory)
    return nullptr;
  char* base = memory.data() + offset;
  latestBySize_[bytes / pageSize() % latestBySize_.size()] = toKey(base);
  if (kind == Kind::Device)
    assignDeviceKey(memory.data(), memory.size(), device);
  blocks_.emplace(toKey(base),
                  Block{std::move(memory), {base, bytes, kind, flags, nextId_++, owner, device}});
  return base;
}

Slab* AddressSpace::slabOf(const void* address) const {
  auto next = slabs_.upper_bound(toKey(address));
  if (next == slabs_.begin())
    return nullptr;
  Slab* slab = std::prev(next)->second.get();
  return toKey(address) - toKey(slab->base()) < slab->bytes() ? slab : nullptr;
}

bool AddressSpace::releaseSlot(Slab& slab, void* base) {
  const std::size_t index = slab.indexOf(base);
  const Slab::Slot* slot = slab.slot(index);
  if (!slot || slot->size == 0 || slab.addressOf(index) != base)
    return false;
  usedBytes(slab.kind(), slot->device) -= roundUp(slot->size, kSlotAlignment);
  auto& [count, withRoom] = slabsOf(slab.kind(), slot->device, slab.sizeClass());
  if (slab.full())
    withRoom.push_back(&slab);
  removeBounds(base);
  slab.give(index);
  // One empty slab of each class stays, so that a program that allocates and frees in turn does not
  // create a slab each time.
  if (slab.empty() && withRoom.size() > 1) {
    std::erase(withRoom, &slab);
    --count;
    if (AccessBounds* const bounds = AccessBounds::active()) [[unlikely]]
      bounds->removeSlab(slab.base());
    slabs_.erase(toKey(slab.base()));
  }
  return true;
}

bool AddressSpace::release(void* base, std::initializer_list<Kind> kinds) {
  const auto lock = lockForChange();
  const auto allowed = [&](Kind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (Slab* slab = slabOf(base))
    return allowed(slab->kind()) && releaseSlot(*slab, base);
  auto found = blocks_.find(toKey(base));
  if (found == blocks_.end() || found->second.allocation.kind == Kind::Registered ||
      !allowed(found->second.allocation.kind))
    return false;
  const Allocation& allocation = found->second.allocation;
  if (allocation.kind != Kind::Imported)
    usedBytes(allocation.kind, allocation.device) -= roundUp(allocation.size, kSlotAlignment);
  removeBounds(base);
  blocks_.erase(found);
  return true;
}

void AddressSpace::releaseOwnedBy(const void* owner) {
  const auto lock = lockForChange();
  for (auto it = blocks_.begin(); it != blocks_.end();) {
    const Allocation& allocation = it->second.allocation;
    if (allocation.owner != owner) {
      ++it;
      continue;
    }
    if (allocation.kind != Kind::Registered && allocation.kind != Kind::Imported)
      usedBytes(allocation.kind, allocation.device) -= roundUp(allocation.size, kSlotAlignment);
    const Allocation removed = allocation;
    removeBounds(removed.base);
    it = blocks_.erase(it);
    if (removed.kind == Kind::Registered)
      takePagesFromKernels(removed, blocks_);
  }
  for (auto it = slabs_.begin(); it != slabs_.end();) {
    Slab& slab = *it->second;
    ++it; // before the slab goes with its last allocation
    releaseSlotsOwnedBy(owner, slab);
  }
}

void AddressSpace::releaseSlotsOwnedBy(const void* owner, Slab& slab) {
  const std::uintptr_t key = toKey(slab.base());
  const std::size_t count = slab.slotCount();
  for (std::size_t index = 0; index < count && slabs_.contains(key); ++index)
    if (slab.slot(index)->size != 0 && slab.slot(index)->owner == owner)
      releaseSlot(slab, slab.addressOf(index));
}

bool AddressSpace::registerHost(void* base, std::size_t bytes, unsigned flags, const void* owner) {
  const auto lock = lockForChange();
  auto next = blocks_.lower_bound(toKey(base));
  const bool hitsNext = next != blocks_.end() && next->first < toKey(base) + bytes;
  const bool hitsPrevious =
      next != blocks_.begin() &&
      std::prev(next)->first + std::prev(next)->second.allocation.size > toKey(base);
  if (hitsNext || hitsPrevious || slabOf(base))
    return false;
  blocks_.emplace(toKey(base), Block{Reservation(),
                                     {static_cast<char*>(base), bytes, Kind::Registered, flags,
                                      nextId_++, owner, 0}});
  addBounds(base, bytes, Kind::Registered);
  lendToKernels(base, bytes);
  noteKernelMemory(base, bytes);
  return true;
}

bool AddressSpace::unregisterHost(void* base) {
  const auto lock = lockForChange();
  auto found = blocks_.find(toKey(base));
  if (found == blocks_.end() || found->second.allocation.kind != Kind::Registered)
    return false;
  const Allocation registered = found->second.allocation;
  removeBounds(base);
  blocks_.erase(found);
  takePagesFromKernels(registered, blocks_);
  return true;
}

std::optional<AddressSpace::Shared> AddressSpace::share(const void* address) {
  const auto lock = lockForChange();
  allowAllKeys();
  if (Slab* slab = slabOf(address)) {
    if (slab->kind() != Kind::Device)
      return std::nullopt;
    const InterprocessMemory* memory = slab->share();
    if (const Slab::Slot* slot = slab->slot(slab->indexOf(address)))
      assignDeviceKey(slab->base(), slab->bytes(), slot->device);
    return memory ? std::optional(Shared{memory, slab->base()}) : std::nullopt;
  }
  auto next = blocks_.upper_bound(toKey(address));
  if (next == blocks_.begin())
    return std::nullopt;
  Block& block = std::prev(next)->second;
  if (block.allocation.kind != Kind::Device ||
      toKey(address) - toKey(block.allocation.base) >= block.allocation.size)
    return std::nullopt;
  const InterprocessMemory* memory = block.memory.share();
  assignDeviceKey(block.memory.data(), block.memory.size(), block.allocation.device);
  return memory ? std::optional(Shared{memory, block.memory.data()}) : std::nullopt;
}

void* AddressSpace::import(const InterprocessMemory& memory, const void* owner, unsigned device) {
  Reservation mapping(User::Kernels, memory);
  if (!mapping)
    return nullptr;
  char* base = mapping.data();
  const auto lock = lockForChange();
  blocks_.emplace(toKey(base),
                  Block{std::move(mapping),
                        {base, memory.size(), Kind::Imported, 0, nextId_++, owner, device}});
  addBounds(base, memory.size(), Kind::Imported);
  return base;
}

bool AddressSpace::charge(std::size_t bytes, unsigned device) {
  std::unique_lock lock(mutex_);
  const std::size_t inUse = used_[device] + pinned_ / used_.size() + usedByOthers_;
  if (bytes > capacity_ - std::min(capacity_, inUse) || !machineCanBack(bytes))
    return false;
  used_[device] += bytes;
  return true;
}

void AddressSpace::refund(std::size_t bytes, unsigned device) {
  std::unique_lock lock(mutex_);
  used_[device] -= bytes;
}

void AddressSpace::addMapped(void* base, std::size_t bytes, unsigned device) {
  const auto lock = lockForChange();
  blocks_.emplace(toKey(base), Block{Reservation(),
                                     {static_cast<char*>(base), bytes, Kind::Mapped, 0, nextId_++,
                                      nullptr, device}});
  addBounds(base, bytes, Kind::Mapped);
}

void AddressSpace::removeMapped(void* base) {
  const auto lock = lockForChange();
  auto found = blocks_.find(toKey(base));
  if (found != blocks_.end() && found->second.allocation.kind == Kind::Mapped) {
    removeBounds(base);
    blocks_.erase(found);
  }
}

void AddressSpace::setDormant(void* base, bool dormant) {
  const auto lock = lockForChange();
  if (Slab* slab = slabOf(base))
    slab->setDormant(slab->indexOf(base), dormant);
  else if (auto found = blocks_.find(toKey(base)); found != blocks_.end()) {
    Block& block = found->second;
    const bool isChange = block.dormant != dormant;
    block.dormant = dormant;
    if (!isChange || block.allocation.kind != Kind::Mapped)
      return;
    if (dormant)
      removeBounds(base);
    else
      addBounds(base, block.allocation.size, Kind::Mapped);
  }
}

} // namespace heddle::memory
