#include "memory/kernel_access.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <shared_mutex>

namespace heddle::memory {

namespace {

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

} // namespace

void noteKernelMemory(const void* base, std::size_t bytes) {
  NotedMemory& noted = NotedMemory::instance();
  std::lock_guard lock(noted.mutex);
  noted.bytes[reinterpret_cast<std::uintptr_t>(base)] = bytes;
}

void forgetKernelMemory(const void* base) {
  NotedMemory& noted = NotedMemory::instance();
  std::lock_guard lock(noted.mutex);
  noted.bytes.erase(reinterpret_cast<std::uintptr_t>(base));
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
