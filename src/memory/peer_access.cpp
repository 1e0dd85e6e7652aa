#include "memory/peer_access.h"

#include <sys/mman.h>
#include <vector>

namespace heddle::memory {

constinit std::atomic<bool> detail::protectionKeysInUse{false};

namespace {

constexpr std::uint64_t kAllDevices = ~std::uint64_t{0};

// The key of each device. Filled in once, before there is device memory.
std::vector<int>& keys() {
  static auto* const instance = new std::vector<int>;
  return *instance;
}

// The devices that this thread has last been allowed to access. A new thread begins with 0, which
// means that its rights are not known.
thread_local std::uint64_t allowedDevices = 0;

void allow(std::uint64_t devices) {
  const std::vector<int>& all = keys();
  for (std::size_t device = 0; device < all.size(); ++device)
    pkey_set(all[device], devices >> device & 1 ? 0 : PKEY_DISABLE_ACCESS);
  allowedDevices = devices;
}

} // namespace

void allocateProtectionKeys(unsigned devices) {
  if (devices < 2 || protectionKeysInUse())
    return;
  for (unsigned device = 0; device < devices; ++device) {
    const int key = pkey_alloc(0, 0);
    if (key < 0)
      break;
    keys().push_back(key);
  }
  detail::protectionKeysInUse = !keys().empty();
}

void assignProtectionKey(void* base, std::size_t bytes, unsigned device) {
  if (protectionKeysInUse() && device < keys().size())
    pkey_mprotect(base, bytes, PROT_READ | PROT_WRITE, keys()[device]);
}

void detail::allowAllDevices() {
  if (allowedDevices != kAllDevices)
    allow(kAllDevices);
}

DeviceAccessScope::DeviceAccessScope(std::uint64_t devices) {
  if (protectionKeysInUse())
    allow(devices);
}

DeviceAccessScope::~DeviceAccessScope() {
  // Needed even if all devices were allowed: the kernel disables all keys when it delivers a
  // signal, and after a fault the signal handler was left by a jump.
  if (protectionKeysInUse())
    allow(kAllDevices);
}

} // namespace heddle::memory
