#include "memory/race_shadow.h"

#include "memory/kernel_addresses.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <atomic>
#include <sys/mman.h>

namespace heddle::memory {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << RaceShadow::kChunkBits;
constexpr std::size_t kGranule = 4;
constexpr std::size_t kShadowBytes = kChunk / kGranule * sizeof(RaceShadow::Words);
// As for AccessBounds: without a range of their own, kernels may have all addresses of the process.
constexpr std::size_t kLargestRange = std::size_t{1} << 46;

RaceShadow* instance = nullptr;

// Makes words zero. Whole pages go back to the system, which gives zeroed ones when they are
// touched.
void clear(RaceShadow::Words* begin, RaceShadow::Words* end) {
  const auto first = roundUp(reinterpret_cast<std::uintptr_t>(begin), pageSize());
  const auto last = reinterpret_cast<std::uintptr_t>(end) / pageSize() * pageSize();
  if (first >= last || madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED) != 0) {
    std::fill(begin, end, RaceShadow::Words{});
    return;
  }
  std::fill(begin, reinterpret_cast<RaceShadow::Words*>(first), RaceShadow::Words{});
  std::fill(reinterpret_cast<RaceShadow::Words*>(last), end, RaceShadow::Words{});
}

} // namespace

bool RaceShadow::enable() {
  static const bool isEnabled = [] {
    // Never destroyed, since kernels may run until the end of the process.
    auto* const made = new RaceShadow;
    if (made->chunks_)
      instance = made;
    return instance != nullptr;
  }();
  return isEnabled;
}

RaceShadow* RaceShadow::active() {
  return instance;
}

RaceShadow::RaceShadow() {
  const KernelRange range = kernelRange();
  if (range.bytes > kLargestRange)
    return;
  begin_ = range.begin;
  chunkCount_ = range.bytes >> kChunkBits;
  chunks_ = Reservation(User::Kernels, chunkCount_ * sizeof(std::uintptr_t), pageSize());
}

std::uintptr_t* RaceShadow::table() const {
  return reinterpret_cast<std::uintptr_t*>(chunks_.data());
}

bool RaceShadow::mapChunk(std::size_t chunk) {
  if (table()[chunk])
    return true;
  void* const mapped = mmap(nullptr, kShadowBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return false;
  assignKernelKey(mapped, kShadowBytes, PROT_READ | PROT_WRITE);
  std::atomic_ref(table()[chunk])
      .store(reinterpret_cast<std::uintptr_t>(mapped), std::memory_order_release);
  return true;
}

void RaceShadow::provide(const void* base, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  allowAllKeys();
  allocations_.insert_or_assign(reinterpret_cast<std::uintptr_t>(base), bytes);
  std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(base) - begin_;
  const std::uintptr_t end = offset + bytes;
  while (offset < end && offset >> kChunkBits < chunkCount_) {
    const std::uintptr_t next = std::min(end, ((offset >> kChunkBits) + 1) << kChunkBits);
    if (!mapChunk(offset >> kChunkBits))
      return;
    Words* const words = wordsAt(begin_ + offset);
    clear(words, words + roundUp(next - offset, kGranule) / kGranule);
    offset = next;
  }
}

void RaceShadow::forget(const void* base) {
  const std::lock_guard lock(mutex_);
  allocations_.erase(reinterpret_cast<std::uintptr_t>(base));
}

RaceShadow::Words* RaceShadow::find(std::uintptr_t address) {
  const std::lock_guard lock(mutex_);
  auto behind = allocations_.upper_bound(address);
  if (behind == allocations_.begin())
    return nullptr;
  --behind;
  return address - behind->first < behind->second ? wordsAt(address) : nullptr;
}

RaceShadow::Words* RaceShadow::wordsAt(std::uintptr_t address) const {
  const std::uintptr_t offset = address - begin_;
  if (offset >> kChunkBits >= chunkCount_)
    return nullptr;
  auto* const shadow = reinterpret_cast<Words*>(table()[offset >> kChunkBits]);
  return shadow ? shadow + offset % kChunk / kGranule : nullptr;
}

} // namespace heddle::memory
