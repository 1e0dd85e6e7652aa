#include "memory/slab.h"

#include "memory/access_bounds.h"

#include <algorithm>
#include <sys/mman.h>

namespace heddle::memory {

namespace {

// The size of a slab of small slots.
constexpr std::size_t kSlabBytes = 2u << 20;
// A slab of larger slots has this many, and the memory of each is given back when the slot is
// freed.
constexpr std::size_t kLargeSlots = 16;

// Smaller slots begin at the same places of pages: kOffsetStep would be too much of their size.
constexpr std::size_t kLeastSlotWithStep = 64u << 10;

bool isLarge(std::size_t slotBytes) {
  return slotBytes > kSmallAllocation;
}

// From one slot to the next. Managed memory is advised about, and that of large slots is given
// back, by pages, so these are whole ones.
std::size_t slotDistance(Kind kind, std::size_t slotBytes) {
  const bool hasStep =
      kind == Kind::Device && slotBytes >= kLeastSlotWithStep && !isLarge(slotBytes);
  return hasStep ? slotBytes + kOffsetStep : slotBytes;
}

std::size_t slabBytes(std::size_t slotBytes) {
  return isLarge(slotBytes) ? slotBytes * kLargeSlots : kSlabBytes;
}

std::vector<std::size_t> makeSizeClasses() {
  std::vector<std::size_t> classes;
  for (std::size_t base = kSlotAlignment; base < kLargestSlot; base *= 2)
    for (std::size_t step = 4; step < 8; ++step) {
      const std::size_t bytes = roundUp(base * step / 4, kSlotAlignment);
      if (classes.empty() || classes.back() != bytes)
        classes.push_back(bytes);
    }
  classes.push_back(kLargestSlot);
  return classes;
}

const std::vector<std::size_t>& sizeClasses() {
  static const std::vector<std::size_t> table = makeSizeClasses();
  return table;
}

} // namespace

unsigned sizeClass(std::size_t bytes) {
  const auto& table = sizeClasses();
  return static_cast<unsigned>(std::lower_bound(table.begin(), table.end(), bytes) - table.begin());
}

std::size_t slotBytes(unsigned sizeClass) {
  return sizeClasses()[sizeClass];
}

unsigned sizeClassCount() {
  return static_cast<unsigned>(sizeClasses().size());
}

Slab::Slab(Kind kind, unsigned sizeClass)
    : kind_(kind), sizeClass_(sizeClass), slotDistance_(slotDistance(kind, slotBytes(sizeClass))),
      memory_(User::Kernels, slabBytes(slotBytes(sizeClass)), pageSize()) {
  if (!memory_)
    return;
  const std::size_t count = memory_.size() / slotDistance_;
  slots_.resize(count);
  freeSlots_.reserve(count);
  for (std::size_t index = count; index-- > 0;)
    freeSlots_.push_back(static_cast<std::uint32_t>(index));
}

char* Slab::take(const Slot& slot) {
  const std::uint32_t index = freeSlots_.back();
  freeSlots_.pop_back();
  slots_[index] = slot;
  return addressOf(index);
}

void Slab::give(std::size_t index) {
  slots_[index] = Slot{};
  if (isLarge(slotBytes(sizeClass_)))
    madvise(addressOf(index), slotDistance_, MADV_DONTNEED);
  // The slot that was freed last is taken first, because it is still in the processor's caches. For
  // the checker it is taken last, so that accesses to freed memory are found for as long as
  // possible.
  freeSlots_.insert(AccessBounds::active() ? freeSlots_.begin() : freeSlots_.end(),
                    static_cast<std::uint32_t>(index));
}

std::size_t Slab::indexOf(const void* address) const {
  return static_cast<std::size_t>(static_cast<const char*>(address) - base()) / slotDistance_;
}

} // namespace heddle::memory
