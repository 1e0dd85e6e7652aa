#include "memory/kernel_access.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <shared_mutex>

namespace heddle::memory {

namespace {

// How far the range that compiled code tests pointers against reaches beyond the memory of kernels.
// A kernel may compute with a pointer that is a little outside of its memory, and it adds small
// numbers after the test (simt/mark_host_addresses.h); both together do not reach memory of the
// host.
constexpr std::uint64_t kNearby = std::uint64_t{1} << 43;

// All addresses pass until the range has been computed for the first time.
constinit AccessRange accessRange{0, UINT64_MAX};

struct NotedMemory {
  std::shared_mutex mutex;
  std::map<std::uintptr_t, std::size_t> bytes; // by the address of the memory

  // Never destroyed, because kernels may still run when the process ends. It takes no memory from
  // the heap, because the first call may come from a destructor, which must not fail.
  static NotedMemory& instance() {
    alignas(NotedMemory) static std::byte memory[sizeof(NotedMemory)];
    static auto* const noted = ::new (memory) NotedMemory;
    return *noted;
  }
};

// A block that begins meanwhile may read one number of before and one of after. In either order the
// range that it sees is not smaller than both are.
void updateAccessRange(const NotedMemory& noted) {
  const KernelRange range = kernelRange();
  auto& [begin, bytes] = accessRange;
  if (noted.bytes.empty()) {
    begin = range.begin - kNearby;
    bytes = range.bytes + 2 * kNearby;
  } else {
    bytes = UINT64_MAX;
    begin = 0;
  }
}

} // namespace

void noteKernelMemory(const void* base, std::size_t bytes) {
  NotedMemory& noted = NotedMemory::instance();
  std::lock_guard lock(noted.mutex);
  noted.bytes[reinterpret_cast<std::uintptr_t>(base)] = bytes;
  updateAccessRange(noted);
}

void forgetKernelMemory(const void* base) {
  NotedMemory& noted = NotedMemory::instance();
  std::lock_guard lock(noted.mutex);
  // Destructors call this, so that it must not fail. Only the first update takes memory, and where
  // there is something to forget, noteKernelMemory() has made that one.
  if (noted.bytes.erase(reinterpret_cast<std::uintptr_t>(base)))
    updateAccessRange(noted);
}

const AccessRange& kernelAccessRange() {
  static const bool isUpToDate = [] {
    NotedMemory& noted = NotedMemory::instance();
    std::lock_guard lock(noted.mutex);
    updateAccessRange(noted);
    return true;
  }();
  (void)isUpToDate;
  return accessRange;
}

bool detail::isNotedKernelMemory(const void* address, std::size_t bytes) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  NotedMemory& noted = NotedMemory::instance();
  std::shared_lock lock(noted.mutex);
  const auto next = noted.bytes.upper_bound(number);
  if (next == noted.bytes.begin())
    return false;
  const auto& [base, size] = *std::prev(next);
  return number - base < size && bytes <= size - (number - base);
}

} // namespace heddle::memory
