#include "memory/race_shadow.h"

#include "memory/kernel_addresses.h"
#include "memory/protection_keys.h"
#include "memory/reservation.h"

#include <algorithm>
#include <iterator>
#include <sys/mman.h>

namespace heddle::memory {

namespace {

// Allocations get ascending addresses from the beginning of the range. More memory than this no
// program has, and a process has addresses for a shadow of so much.
constexpr std::size_t kMostCovered = std::size_t{4} << 40;
// As for AccessBounds: without a range of their own, kernels may have all addresses of the process.
constexpr std::size_t kLargestRange = std::size_t{1} << 46;

RaceShadow* instance = nullptr;

// Makes words zero. Whole pages go back to the system, which gives zeroed ones when they are
// touched.
void clear(std::uint64_t* begin, std::uint64_t* end) {
  const auto first = roundUp(reinterpret_cast<std::uintptr_t>(begin), pageSize());
  const auto last = reinterpret_cast<std::uintptr_t>(end) / pageSize() * pageSize();
  if (first >= last || madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED) != 0) {
    std::fill(begin, end, 0);
    return;
  }
  std::fill(begin, reinterpret_cast<std::uint64_t*>(first), 0);
  std::fill(reinterpret_cast<std::uint64_t*>(last), end, 0);
}

} // namespace

bool RaceShadow::enable(std::size_t tableBytes) {
  static const bool isEnabled = [tableBytes] {
    // Never destroyed, since kernels may run until the end of the process.
    auto* const made = new RaceShadow(tableBytes);
    if (made->coveredBytes_)
      instance = made;
    return instance != nullptr;
  }();
  return isEnabled;
}

RaceShadow* RaceShadow::active() {
  return instance;
}

RaceShadow::RaceShadow(std::size_t tableBytes) {
  const KernelRange range = kernelRange();
  if (range.bytes > kLargestRange)
    return;
  const std::size_t covered = std::min(range.bytes, kMostCovered);
  const std::size_t bytes = covered / kGranule * sizeof(std::uint64_t) + tableBytes;
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return;
  assignKernelKey(mapped, bytes, PROT_READ | PROT_WRITE);
  begin_ = range.begin;
  coveredBytes_ = covered;
  first_ = static_cast<std::uint64_t*>(mapped);
}

RaceShadow::WordMemory::WordMemory(std::size_t words) : bytes_(words * sizeof(std::uint64_t)) {
  void* const mapped = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped != MAP_FAILED)
    data_ = static_cast<std::uint64_t*>(mapped);
}

RaceShadow::WordMemory::~WordMemory() {
  if (data_)
    munmap(data_, bytes_);
}

bool RaceShadow::covers(std::uintptr_t address, std::size_t bytes) const {
  return address - begin_ < coveredBytes_ && bytes <= coveredBytes_ - (address - begin_);
}

void RaceShadow::provide(const void* base, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  allowAllKeys();
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  if (!covers(address, bytes)) {
    allocations_.insert_or_assign(address,
                                  Allocation{bytes, WordMemory(granuleCount(address, bytes))});
    return;
  }
  allocations_.insert_or_assign(address, Allocation{bytes, {}});
  clear(wordAt(address), wordAt(address) + granuleCount(address, bytes));
}

void RaceShadow::forget(const void* base) {
  const std::lock_guard lock(mutex_);
  allocations_.erase(reinterpret_cast<std::uintptr_t>(base));
}

std::uint64_t* RaceShadow::find(std::uintptr_t address) {
  const std::lock_guard lock(mutex_);
  const auto behind = allocations_.upper_bound(address);
  if (behind == allocations_.begin())
    return nullptr;
  const auto& [base, allocation] = *std::prev(behind);
  if (address - base >= allocation.bytes)
    return nullptr;
  if (covers(base, allocation.bytes))
    return wordAt(address);
  std::uint64_t* const own = allocation.ownWords.data();
  return own ? own + (address / kGranule - base / kGranule) : nullptr;
}

std::size_t RaceShadow::granuleCount(std::uintptr_t address, std::size_t bytes) {
  return bytes == 0 ? 0 : (address + bytes - 1) / kGranule - address / kGranule + 1;
}

std::uint64_t* RaceShadow::wordAt(std::uintptr_t address) const {
  return first_ + (address - begin_) / kGranule;
}

} // namespace heddle::memory
