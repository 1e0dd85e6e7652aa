#include "memory/address_space.h"

#include "memory/device_keys.h"
#include "memory/machine_memory.h"
#include "memory/quick_thread_local.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace heddle::memory {

namespace {

struct Remembered {
  std::uint64_t change = 0;
  AddressSpace::Stretch stretch;
};
HEDDLE_QUICK_THREAD_LOCAL Remembered remembered[2];

constexpr std::size_t kHugePage = 2u << 20;
// Asking the OS costs more than a small allocation; small ones are held by the count alone.
constexpr std::size_t kAskMachineFrom = 32u << 20;

// Changes of one space are never those of another, which may lie where it was.
std::atomic<std::uint64_t> nextChange{1};

std::uintptr_t key(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

} // namespace

AddressSpace::AddressSpace(std::size_t capacity, bool keepMachineAlive, unsigned devices)
    : capacity_(capacity), keepMachineAlive_(keepMachineAlive),
      slabsWithRoom_(devices * sizeClassCount()), used_(devices),
      changes_(nextChange.fetch_add(std::uint64_t{1} << 48)) {
  if (keepMachineAlive_) {
    const MachineMemory machine = machineMemory();
    const std::size_t share = machine.total / devices;
    const std::size_t taken =
        (machine.total - std::min(machine.total, machine.available)) / devices;
    // Of a device that is smaller than its share of the machine, others take what lies beside
    // first.
    const std::size_t beside = share - std::min(share, capacity_);
    takenByOthers_ = std::min(capacity_, taken - std::min(taken, beside));
  }
}

std::unique_ptr<AddressSpace> AddressSpace::create(unsigned devices, std::size_t most) {
  if (const char* text = std::getenv("HEDDLE_MEMORY")) {
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
  changes_.fetch_add(1, std::memory_order_release);
  return lock;
}

std::size_t& AddressSpace::account(Kind kind, unsigned device) {
  return kind == Kind::Pinned ? pinned_ : used_[device];
}

std::size_t AddressSpace::available(unsigned device) const {
  std::shared_lock lock(mutex_);
  const std::size_t taken = used_[device] + takenByOthers_;
  return capacity_ - std::min(capacity_, taken);
}

bool AddressSpace::machineCanBack(std::size_t bytes) const {
  if (!keepMachineAlive_ || bytes < kAskMachineFrom)
    return true;
  const MachineMemory machine = machineMemory();
  return bytes <= machine.available - std::min(machine.available, machine.total / 32);
}

void* AddressSpace::allocate(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                             unsigned device) {
  if (bytes == 0)
    return nullptr;
  const std::size_t rounded = roundUp(bytes, kSlotAlignment);
  if (rounded < bytes)
    return nullptr;
  const auto lock = lockForChange();
  const std::size_t inUse = used_[device] + pinned_ / used_.size() + takenByOthers_;
  if (rounded > capacity_ - std::min(capacity_, inUse) || !machineCanBack(rounded))
    return nullptr;
  // Only plain device memory goes into slabs: a slot's kind is then known from where it is.
  void* base = kind == Kind::Device && bytes <= kLargestSlot
                   ? allocateSlot(bytes, flags, owner, device)
                   : allocateBlock(bytes, kind, flags, owner, device);
  if (base)
    account(kind, device) += rounded;
  return base;
}

void* AddressSpace::allocateSlot(std::size_t bytes, unsigned flags, const void* owner,
                                 unsigned device) {
  const unsigned cls = sizeClass(bytes);
  auto& withRoom = slabsWithRoom_[device * sizeClassCount() + cls];
  if (withRoom.empty()) {
    auto slab = std::make_unique<Slab>(cls);
    if (!*slab)
      return nullptr;
    protectAsDeviceMemory(slab->base(), slab->bytes(), device);
    withRoom.push_back(slab.get());
    slabs_.emplace(key(slab->base()), std::move(slab));
  }
  Slab* slab = withRoom.back();
  char* base = slab->take({bytes, flags, nextId_++, owner, device, false});
  if (slab->full())
    withRoom.pop_back();
  return base;
}

void* AddressSpace::allocateBlock(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                                  unsigned device) {
  Reservation memory(bytes, pageSize(), bytes >= kHugePage ? kHugePage : 0);
  if (!memory)
    return nullptr;
  char* base = memory.data();
  if (kind == Kind::Device)
    protectAsDeviceMemory(base, memory.size(), device);
  blocks_.emplace(key(base),
                  Block{std::move(memory), {base, bytes, kind, flags, nextId_++, owner, device}});
  return base;
}

Slab* AddressSpace::slabOf(const void* address) const {
  auto next = slabs_.upper_bound(key(address));
  if (next == slabs_.begin())
    return nullptr;
  Slab* slab = std::prev(next)->second.get();
  return key(address) - key(slab->base()) < slab->bytes() ? slab : nullptr;
}

bool AddressSpace::releaseSlot(Slab& slab, void* base) {
  const std::size_t index = slab.indexOf(base);
  const Slab::Slot* slot = slab.slot(index);
  if (!slot || slot->size == 0 || slab.addressOf(index) != base)
    return false;
  used_[slot->device] -= roundUp(slot->size, kSlotAlignment);
  auto& withRoom = slabsWithRoom_[slot->device * sizeClassCount() + slab.sizeClass()];
  if (slab.full())
    withRoom.push_back(&slab);
  slab.give(index);
  // One empty slab per class stays, so that a program that allocates and frees in turn is quick.
  if (slab.empty() && withRoom.size() > 1) {
    std::erase(withRoom, &slab);
    slabs_.erase(key(slab.base()));
  }
  return true;
}

bool AddressSpace::release(void* base, std::initializer_list<Kind> kinds) {
  const auto lock = lockForChange();
  const auto allowed = [&](Kind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (Slab* slab = slabOf(base))
    return allowed(Kind::Device) && releaseSlot(*slab, base);
  auto found = blocks_.find(key(base));
  if (found == blocks_.end() || found->second.allocation.kind == Kind::Registered ||
      !allowed(found->second.allocation.kind))
    return false;
  const Allocation& allocation = found->second.allocation;
  if (allocation.kind != Kind::Imported)
    account(allocation.kind, allocation.device) -= roundUp(allocation.size, kSlotAlignment);
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
      account(allocation.kind, allocation.device) -= roundUp(allocation.size, kSlotAlignment);
    it = blocks_.erase(it);
  }
  std::vector<void*> slots;
  for (const auto& [base, slab] : slabs_)
    for (std::size_t index = 0; index < slab->slotCount(); ++index)
      if (slab->slot(index)->size != 0 && slab->slot(index)->owner == owner)
        slots.push_back(slab->addressOf(index));
  for (void* slot : slots)
    releaseSlot(*slabOf(slot), slot);
}

AddressSpace::RegisterResult AddressSpace::registerHost(void* base, std::size_t bytes,
                                                        unsigned flags, const void* owner) {
  const auto lock = lockForChange();
  auto next = blocks_.lower_bound(key(base));
  const bool hitsNext = next != blocks_.end() && next->first < key(base) + bytes;
  const bool hitsPrevious =
      next != blocks_.begin() &&
      std::prev(next)->first + std::prev(next)->second.allocation.size > key(base);
  if (hitsNext || hitsPrevious || slabOf(base))
    return RegisterResult::Overlaps;
  blocks_.emplace(key(base), Block{Reservation(),
                                   {static_cast<char*>(base), bytes, Kind::Registered, flags,
                                    nextId_++, owner, 0}});
  return RegisterResult::Done;
}

bool AddressSpace::unregisterHost(void* base) {
  const auto lock = lockForChange();
  auto found = blocks_.find(key(base));
  if (found == blocks_.end() || found->second.allocation.kind != Kind::Registered)
    return false;
  blocks_.erase(found);
  return true;
}

std::optional<AddressSpace::Shared> AddressSpace::share(const void* address) {
  const auto lock = lockForChange();
  allowAllDevices();
  if (Slab* slab = slabOf(address)) {
    const SharedMemory* memory = slab->share();
    if (const Slab::Slot* slot = slab->slot(slab->indexOf(address)))
      protectAsDeviceMemory(slab->base(), slab->bytes(), slot->device);
    return memory ? std::optional(Shared{memory, slab->base()}) : std::nullopt;
  }
  auto next = blocks_.upper_bound(key(address));
  if (next == blocks_.begin())
    return std::nullopt;
  Block& block = std::prev(next)->second;
  if (block.allocation.kind != Kind::Device ||
      key(address) - key(block.allocation.base) >= block.allocation.size)
    return std::nullopt;
  const SharedMemory* memory = block.memory.share();
  protectAsDeviceMemory(block.memory.data(), block.memory.size(), block.allocation.device);
  return memory ? std::optional(Shared{memory, block.memory.data()}) : std::nullopt;
}

void* AddressSpace::import(const SharedMemory& memory, const void* owner, unsigned device) {
  Reservation mapping(memory);
  if (!mapping)
    return nullptr;
  char* base = mapping.data();
  const auto lock = lockForChange();
  blocks_.emplace(key(base),
                  Block{std::move(mapping),
                        {base, memory.size(), Kind::Imported, 0, nextId_++, owner, device}});
  return base;
}

bool AddressSpace::charge(std::size_t bytes, unsigned device) {
  std::unique_lock lock(mutex_);
  const std::size_t inUse = used_[device] + pinned_ / used_.size() + takenByOthers_;
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
  blocks_.emplace(key(base), Block{Reservation(),
                                   {static_cast<char*>(base), bytes, Kind::Mapped, 0, nextId_++,
                                    nullptr, device}});
}

void AddressSpace::removeMapped(void* base) {
  const auto lock = lockForChange();
  auto found = blocks_.find(key(base));
  if (found != blocks_.end() && found->second.allocation.kind == Kind::Mapped)
    blocks_.erase(found);
}

void AddressSpace::setDormant(void* base, bool dormant) {
  const auto lock = lockForChange();
  if (Slab* slab = slabOf(base))
    slab->setDormant(slab->indexOf(base), dormant);
  else if (auto found = blocks_.find(key(base)); found != blocks_.end())
    found->second.dormant = dormant;
}

std::optional<Allocation> AddressSpace::find(const void* address) const {
  std::shared_lock lock(mutex_);
  if (const Slab* slab = slabOf(address)) {
    const std::size_t index = slab->indexOf(address);
    const Slab::Slot* slot = slab->slot(index);
    if (!slot || slot->size == 0 || slot->dormant ||
        key(address) - key(slab->addressOf(index)) >= slot->size)
      return std::nullopt;
    return Allocation{slab->addressOf(index),
                      slot->size,
                      Kind::Device,
                      slot->flags,
                      slot->id,
                      slot->owner,
                      slot->device};
  }
  auto next = blocks_.upper_bound(key(address));
  if (next == blocks_.begin())
    return std::nullopt;
  const Block& block = std::prev(next)->second;
  const Allocation& allocation = block.allocation;
  if (block.dormant || key(address) - key(allocation.base) >= allocation.size)
    return std::nullopt;
  return allocation;
}

AddressSpace::Stretch AddressSpace::findStretch(const void* address) const {
  std::shared_lock lock(mutex_);
  if (const Slab* slab = slabOf(address)) {
    const std::size_t index = slab->indexOf(address);
    const Slab::Slot* slot = slab->slot(index);
    const std::uintptr_t low = key(slab->addressOf(index));
    if (slot && slot->size != 0 && !slot->dormant && key(address) - low < slot->size)
      return {low, low + slot->size, true};
    return {key(address), key(address) + 1, false};
  }
  Stretch gap{0, UINTPTR_MAX, false};
  const auto bound = [&gap](std::uintptr_t low, std::uintptr_t high, std::uintptr_t at) {
    if (low > at)
      gap.high = std::min(gap.high, low);
    else
      gap.low = std::max(gap.low, high);
  };
  const auto next = blocks_.upper_bound(key(address));
  if (next != blocks_.end())
    bound(next->first, 0, key(address));
  if (next != blocks_.begin()) {
    const Block& block = std::prev(next)->second;
    const std::uintptr_t low = key(block.allocation.base), high = low + block.allocation.size;
    if (key(address) < high)
      return block.dormant ? Stretch{key(address), key(address) + 1, false}
                           : Stretch{low, high, true};
    bound(low, high, key(address));
  }
  const auto slab = slabs_.upper_bound(key(address));
  if (slab != slabs_.end())
    bound(slab->first, 0, key(address));
  if (slab != slabs_.begin())
    bound(std::prev(slab)->first, std::prev(slab)->first + std::prev(slab)->second->bytes(),
          key(address));
  return gap;
}

AddressSpace::Stretch AddressSpace::stretchOf(const void* address, unsigned slot) const {
  return recall(address, slot);
}

bool AddressSpace::remembers(const void* address, unsigned slot) const {
  const Remembered& last = remembered[slot];
  return last.change == changes_.load(std::memory_order_acquire) &&
         key(address) >= last.stretch.low && key(address) < last.stretch.high;
}

const AddressSpace::Stretch& AddressSpace::recall(const void* address, unsigned slot) const {
  Remembered& last = remembered[slot];
  if (!remembers(address, slot)) [[unlikely]] {
    const std::uint64_t change = changes_.load(std::memory_order_acquire);
    last = {change, findStretch(address)};
  }
  return last.stretch;
}

bool AddressSpace::holdBoth(const void* destination, bool destinationAllocated, const void* source,
                            bool sourceAllocated, std::size_t bytes) const {
  if (!remembers(destination, 0) || !remembers(source, 1)) [[unlikely]]
    return findBoth(destination, destinationAllocated, source, sourceAllocated, bytes);
  const Stretch &to = remembered[0].stretch, &from = remembered[1].stretch;
  return to.high - key(destination) >= bytes && from.high - key(source) >= bytes &&
         (to.allocated || !destinationAllocated) && (from.allocated || !sourceAllocated) &&
         destination && source;
}

// Apart, so that what is remembered needs no frame. What another thread changes meanwhile makes the
// answer no: those who ask look again with more care.
bool AddressSpace::findBoth(const void* destination, bool destinationAllocated, const void* source,
                            bool sourceAllocated, std::size_t bytes) const {
  recall(destination, 0);
  recall(source, 1);
  return remembers(destination, 0) && remembers(source, 1) &&
         holdBoth(destination, destinationAllocated, source, sourceAllocated, bytes);
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
