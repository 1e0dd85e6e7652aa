#include "memory/access_bounds.h"

#include "memory/kernel_addresses.h"
#include "memory/slab.h"

#include <algorithm>

namespace heddle::memory {

namespace {

constexpr std::size_t kGranule = std::size_t{1} << AccessBounds::kGranuleBits;
static_assert(kGranule == kSlotAlignment);
// Further allocations have record 0, so that each access to them takes the slow way.
constexpr std::size_t kMostRecords = std::size_t{1} << 22;
// Where kernels have no range of their own, kernelRange() is all that a process can have, and a
// table for it would not fit beside it.
constexpr std::size_t kLargestRange = std::size_t{1} << 46;

AccessBounds* table = nullptr;

std::uintptr_t toNumber(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

} // namespace

bool AccessBounds::enable() {
  static const bool isEnabled = [] {
    // Never destroyed, since kernels may run until the end of the process.
    auto* const made = new AccessBounds;
    if (made->granules_ && made->records_)
      table = made;
    return table != nullptr;
  }();
  return isEnabled;
}

AccessBounds* AccessBounds::active() {
  return table;
}

AccessBounds::AccessBounds() {
  const KernelRange range = kernelRange();
  if (range.bytes > kLargestRange)
    return;
  begin_ = range.begin;
  granuleCount_ = range.bytes >> kGranuleBits;
  granules_ = Reservation(User::Kernels, granuleCount_ * sizeof(std::uint32_t), pageSize());
  records_ = Reservation(User::Kernels, kMostRecords * sizeof(Record), pageSize());
}

std::uint32_t* AccessBounds::granuleAt(const void* address) const {
  const std::uintptr_t offset = toNumber(address) - begin_;
  if (offset >> kGranuleBits >= granuleCount_ || offset % kGranule != 0)
    return nullptr;
  return reinterpret_cast<std::uint32_t*>(granules_.data()) + (offset >> kGranuleBits);
}

AccessBounds::Record* AccessBounds::record(std::uint32_t number) const {
  return reinterpret_cast<Record*>(records_.data()) + number;
}

void AccessBounds::setGranules(const Record& bounds, std::uint32_t number) {
  std::uint32_t* const first = granuleAt(reinterpret_cast<const void*>(bounds.low));
  std::fill_n(first, roundUp(bounds.bytes, kGranule) >> kGranuleBits, number);
}

// 0 when there is none left.
std::uint32_t AccessBounds::takeRecord() {
  if (freeRecords_.empty())
    return nextRecord_ < kMostRecords ? nextRecord_++ : 0;
  const std::uint32_t number = freeRecords_.back();
  freeRecords_.pop_back();
  return number;
}

void AccessBounds::add(const void* base, std::size_t bytes, bool isInTable) {
  const std::lock_guard lock(mutex_);
  // The heap of a context that has ended leaves its allocations behind.
  allocations_.erase(allocations_.lower_bound(toNumber(base)),
                     allocations_.lower_bound(toNumber(base) + bytes));
  allocations_.emplace(toNumber(base), bytes);
  const std::uint32_t number = isInTable && granuleAt(base) ? takeRecord() : 0;
  if (number == 0)
    return;
  *record(number) = {toNumber(base), bytes};
  setGranules(*record(number), number);
}

void AccessBounds::remove(const void* base) {
  const std::lock_guard lock(mutex_);
  allocations_.erase(toNumber(base));
  readOnly_.erase(toNumber(base));
  takeOutOfTable(base);
}

void AccessBounds::takeOutOfTable(const void* base) {
  const std::uint32_t* const granule = granuleAt(base);
  const std::uint32_t number = granule ? *granule : 0;
  if (number == 0)
    return;
  setGranules(*record(number), 0);
  *record(number) = {0, 0};
  freeRecords_.push_back(number);
}

// Compiled code looks an address up in a table that does not tell writes from reads. Allocations
// that kernels may only read are therefore left out of the table, so that accesses to them take the
// slow way, which does.
void AccessBounds::makeReadOnly(const void* base) {
  const std::lock_guard lock(mutex_);
  readOnly_.insert(toNumber(base));
  takeOutOfTable(base);
}

bool AccessBounds::isReadOnly(const void* address) {
  const std::lock_guard lock(mutex_);
  const auto next = allocations_.upper_bound(toNumber(address));
  return next != allocations_.begin() && readOnly_.contains(std::prev(next)->first) &&
         toNumber(address) - std::prev(next)->first < std::prev(next)->second;
}

void AccessBounds::addSlab(const void* base, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  allocations_.erase(allocations_.lower_bound(toNumber(base)),
                     allocations_.lower_bound(toNumber(base) + bytes));
  slabs_.insert_or_assign(toNumber(base), bytes);
}

void AccessBounds::removeSlab(const void* base) {
  const std::lock_guard lock(mutex_);
  slabs_.erase(toNumber(base));
}

bool AccessBounds::areAllocated(std::uintptr_t address, std::size_t bytes) const {
  const auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin())
    return false;
  const auto& [base, size] = *std::prev(next);
  const std::size_t here = address - base < size ? size - (address - base) : 0;
  return here >= bytes || (here > 0 && next != allocations_.end() && next->first == base + size &&
                           areAllocated(next->first, bytes - here));
}

// Whether the address is in a mapping that has nothing but allocations: a slab, or the last page of
// an allocation that has a mapping of its own.
bool AccessBounds::isBesideAllocation(std::uintptr_t address) const {
  const auto isIn = [&](const std::map<std::uintptr_t, std::size_t>& ranges, std::size_t unit) {
    const auto next = ranges.upper_bound(address);
    return next != ranges.begin() &&
           address - std::prev(next)->first < roundUp(std::prev(next)->second, unit);
  };
  return isIn(slabs_, 1) || isIn(allocations_, pageSize());
}

// Whether the address is in the table itself, which takes up so many addresses among those of
// kernels that an index of 32 bits often ends there.
bool AccessBounds::isOfTable(std::uintptr_t address) const {
  const auto isIn = [&](const Reservation& part) {
    return address - toNumber(part.data()) < part.size();
  };
  return isIn(granules_) || isIn(records_);
}

std::optional<AccessBounds::Record> AccessBounds::nearestTo(std::uintptr_t address) const {
  const auto next = allocations_.upper_bound(address);
  std::optional<Record> nearest;
  if (next != allocations_.end())
    nearest = {next->first, next->second};
  if (next == allocations_.begin())
    return nearest;
  const Record before{std::prev(next)->first, std::prev(next)->second};
  const std::uintptr_t end = before.low + before.bytes;
  if (!nearest || address < end || address - end < nearest->low - address)
    nearest = before;
  return nearest;
}

std::map<std::uintptr_t, std::size_t> AccessBounds::allocations() {
  const std::lock_guard lock(mutex_);
  return allocations_;
}

bool AccessBounds::holds(const void* address, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  return areAllocated(toNumber(address), bytes);
}

AccessBounds::Surroundings AccessBounds::surroundingsOf(const void* address, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::uintptr_t number = toNumber(address);
  const bool mayBeAccessed =
      areAllocated(number, bytes) ||
      (!isBesideAllocation(number) && !isOfTable(number) && isMappedInKernelRange(address));
  return {mayBeAccessed, nearestTo(number)};
}

} // namespace heddle::memory
