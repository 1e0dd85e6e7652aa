#include "memory/device_keys.h"

#include <sys/mman.h>
#include <vector>

namespace heddle::memory {

constinit std::atomic<bool> detail::deviceKeysInUse{false};

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

// Set once, before there is memory to protect.
std::vector<int>& keys() {
  static auto* const made = new std::vector<int>;
  return *made;
}

// What this thread's registers say; at first nothing is known.
thread_local std::uint64_t allowed = 0;

void allow(std::uint64_t devices) {
  const std::vector<int>& all = keys();
  for (std::size_t device = 0; device < all.size(); ++device)
    pkey_set(all[device], devices >> device & 1 ? 0 : PKEY_DISABLE_ACCESS);
  allowed = devices;
}

} // namespace

void makeDeviceKeys(unsigned devices) {
  if (devices < 2 || deviceKeysInUse())
    return;
  for (unsigned device = 0; device < devices; ++device) {
    const int key = pkey_alloc(0, 0);
    if (key < 0)
      break;
    keys().push_back(key);
  }
  detail::deviceKeysInUse = !keys().empty();
}

void protectAsDeviceMemory(void* base, std::size_t bytes, unsigned device) {
  if (deviceKeysInUse() && device < keys().size())
    pkey_mprotect(base, bytes, PROT_READ | PROT_WRITE, keys()[device]);
}

void detail::allowAllDevices() {
  if (allowed != kAll)
    allow(kAll);
}

DeviceAccess::DeviceAccess(std::uint64_t devices) {
  if (deviceKeysInUse())
    allow(devices);
}

DeviceAccess::~DeviceAccess() {
  // Even when nothing was shut out: a fault's signal has shut out everything.
  if (deviceKeysInUse())
    allow(kAll);
}

} // namespace heddle::memory
