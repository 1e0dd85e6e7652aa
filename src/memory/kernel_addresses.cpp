#include "memory/kernel_addresses.h"

#include "memory/reservation.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <mutex>
#include <sys/mman.h>

namespace heddle::memory {

namespace {

// Linux maps programs above 0x5500'0000'0000 or at the very bottom, and everything else downwards
// from the top of the address space. This range is more than 20 TiB away from all of them, on
// x86-64 and on AArch64, and outside of AddressSanitizer's shadow.
constexpr std::uintptr_t kLow = 0x2000'0000'0000, kHigh = 0x4000'0000'0000;
// Small overruns are the most frequent ones, and most of them stay below this distance.
constexpr std::size_t kLeastGap = 1u << 20;
// Where somebody else has mapped memory in the range, the search goes on this far behind.
constexpr std::size_t kForeignStep = std::size_t{1} << 30;
constexpr unsigned kMostForeignSteps = 64;

// Which addresses of the range are taken. Gaps are part of what is taken.
class KernelAddresses {
public:
  static KernelAddresses& instance() {
    static auto* const addresses = new KernelAddresses;
    return *addresses;
  }

  void* map(std::size_t bytes, std::size_t gap, std::size_t alignment, int protection) {
    std::lock_guard lock(mutex_);
    for (unsigned step = 0; step < kMostForeignSteps; ++step) {
      const std::uintptr_t begin = find(bytes + 2 * gap + alignment);
      if (begin == 0)
        return nullptr;
      const std::uintptr_t base = roundUp(begin + gap, alignment);
      void* const wanted = reinterpret_cast<void*>(base);
      void* const mapped =
          mmap(wanted, bytes, protection,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
      if (mapped == wanted) {
        next_ = base + bytes + gap;
        taken_.emplace(base, Taken{begin, next_, bytes});
        return mapped;
      }
      // A Linux older than 4.17 takes the address for a wish.
      if (mapped != MAP_FAILED)
        munmap(mapped, bytes);
      else if (errno != EEXIST)
        return nullptr;
      next_ = base + kForeignStep;
    }
    return nullptr;
  }

  void unmap(void* base, std::size_t bytes) {
    std::lock_guard lock(mutex_);
    munmap(base, bytes);
    taken_.erase(reinterpret_cast<std::uintptr_t>(base));
  }

  bool contains(const void* address) {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    std::lock_guard lock(mutex_);
    const auto next = taken_.upper_bound(number);
    return next != taken_.begin() &&
           number - std::prev(next)->first < std::prev(next)->second.mappedBytes;
  }

private:
  struct Taken {
    std::uintptr_t begin, end;
    std::size_t mappedBytes; // without the gaps
  };

  // Finds free addresses behind those that were given out last, so that a freed range is not soon
  // used again and an access to it through a stale pointer faults. 0 when there are none.
  std::uintptr_t find(std::size_t bytes) {
    if (const std::uintptr_t found = findBetween(next_, kHigh, bytes))
      return found;
    return findBetween(kLow, kHigh, bytes);
  }

  std::uintptr_t findBetween(std::uintptr_t low, std::uintptr_t high, std::size_t bytes) const {
    auto next = taken_.lower_bound(low);
    // The mapping before may reach behind `low`.
    if (next != taken_.begin())
      low = std::max(low, std::prev(next)->second.end);
    for (; next != taken_.end(); ++next) {
      if (next->second.begin >= low && next->second.begin - low >= bytes)
        return low;
      low = std::max(low, next->second.end);
    }
    return low < high && high - low >= bytes ? low : 0;
  }

  std::mutex mutex_;
  std::uintptr_t next_ = kLow;
  std::map<std::uintptr_t, Taken> taken_; // by the address of the mapping
};

} // namespace

void* mapInKernelRange(std::size_t bytes, std::size_t gap, std::size_t alignment, int protection) {
  // ThreadSanitizer has its own memory there.
  if constexpr (kThreadSanitizer)
    return nullptr;
  return KernelAddresses::instance().map(bytes, std::max(gap, kLeastGap), alignment, protection);
}

void unmapInKernelRange(void* base, std::size_t bytes) {
  KernelAddresses::instance().unmap(base, bytes);
}

bool isMappedInKernelRange(const void* address) {
  return KernelAddresses::instance().contains(address);
}

KernelRange kernelRange() {
  static const bool isAvailable = [] {
    void* const page = mapInKernelRange(pageSize(), 0, pageSize(), PROT_NONE);
    if (page)
      unmapInKernelRange(page, pageSize());
    return page != nullptr;
  }();
  if (isAvailable)
    return {kLow, kHigh - kLow};
  return {pageSize(), UINTPTR_MAX / 2};
}

} // namespace heddle::memory
