#include "memory/protection_keys.h"

#include "environment/environment.h"
#include "memory/key_rights.h"
#include "memory/process_mappings.h"
#include "memory/reservation.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <vector>

[[gnu::visibility("hidden")]] constinit std::uint32_t heddle_key_rights = 0;

namespace heddle::memory {

constinit std::atomic<bool> detail::protectionKeysInUse{false};
constinit std::atomic<bool> detail::wallIsUp{false};

namespace {

#if defined(HEDDLE_ASAN) || defined(HEDDLE_TSAN)
constexpr bool kHasSanitizer = true;
#else
constexpr bool kHasSanitizer = false;
#endif
constexpr std::uint64_t kAllDevices = ~std::uint64_t{0};
// The key of ordinary memory. pkey_mprotect() also takes it to mean that pages get no key.
constexpr int kDefaultKey = 0;

int kernelKey = -1;

// The key of each device. Filled in once, before there is device memory.
std::vector<int>& deviceKeys() {
  static auto* const instance = new std::vector<int>;
  return *instance;
}

int allocateKey() {
  const int key = pkey_alloc(0, 0);
  if (key < 0)
    return key;
  // A key has two bits: the first one forbids all accesses, and the second one forbids writing.
  heddle_key_rights |= std::uint32_t{3} << 2 * key;
  return key;
}

void allow(std::uint64_t devices) {
  const std::vector<int>& keys = deviceKeys();
  for (std::size_t device = 0; device < keys.size(); ++device)
    pkey_set(keys[device], devices >> device & 1 ? 0 : PKEY_DISABLE_ACCESS);
}

// Whether the CPU and the system have keys, and this process can use them for a wall. The
// sanitizers' own data are memory of the host that instrumented code accesses everywhere.
bool canUseKeys() {
  if (!kHasKeyRights || kHasSanitizer)
    return false;
  const int key = pkey_alloc(0, 0);
  if (key >= 0)
    pkey_free(key);
  return key >= 0;
}

Wall findWantedWall() {
  const char* text = environmentVariable("HEDDLE_WALL");
  if (text && std::strcmp(text, "0") == 0)
    return Wall::None;
  const bool wantsKeys = !(text && std::strcmp(text, "addresses") == 0);
  return wantsKeys && canUseKeys() ? Wall::Keys : Wall::Addresses;
}

void assignKeyToProgramsPages(const void* base, std::size_t bytes, int key) {
  const auto begin = reinterpret_cast<std::uintptr_t>(base) & -pageSize();
  const auto end = roundUp(reinterpret_cast<std::uintptr_t>(base) + bytes, pageSize());
  const auto assign = [&](std::uintptr_t low, std::uintptr_t high, int protection) {
    return pkey_mprotect(reinterpret_cast<void*>(low), high - low, protection, key) == 0;
  };
  forEachMapping(begin, end, [&](const ProcessMapping& mapping) {
    // A huge page has one key. Where a part of one cannot get a key of its own, the whole mapping
    // gets it.
    if (!assign(std::max(mapping.low, begin), std::min(mapping.high, end), mapping.protection))
      assign(mapping.low, mapping.high, mapping.protection);
  });
}

} // namespace

Wall wantedWall() {
  static const Wall wall = findWantedWall();
  return wall;
}

void raiseWall() {
  if (wallIsUp() || wantedWall() != Wall::Keys)
    return;
  const int key = canLeaveRestartableSequences() ? allocateKey() : -1;
  if (key < 0)
    return;
  // A thread that could not access the memory of kernels would be worse than no wall.
  if (!allowAllKeysInOtherThreads()) {
    pkey_free(key);
    heddle_key_rights = 0;
    return;
  }
  kernelKey = key;
  detail::wallIsUp = true;
  detail::protectionKeysInUse = true;
}

void allocateDeviceKeys(unsigned devices) {
  if (devices < 2 || !deviceKeys().empty())
    return;
  for (unsigned device = 0; device < devices; ++device) {
    const int key = allocateKey();
    if (key < 0)
      break;
    deviceKeys().push_back(key);
  }
  if (deviceKeys().empty())
    return;
  detail::protectionKeysInUse = true;
  if (wallIsUp() && !allowAllKeysInOtherThreads())
    deviceKeys().clear();
}

void assignKernelKey(void* base, std::size_t bytes, int protection) {
  if (wallIsUp())
    pkey_mprotect(base, bytes, protection, kernelKey);
}

void assignDeviceKey(void* base, std::size_t bytes, unsigned device) {
  if (device < deviceKeys().size())
    pkey_mprotect(base, bytes, PROT_READ | PROT_WRITE, deviceKeys()[device]);
}

void lendToKernels(const void* base, std::size_t bytes) {
  if (wallIsUp())
    assignKeyToProgramsPages(base, bytes, kernelKey);
}

void takeFromKernels(const void* base, std::size_t bytes) {
  if (wallIsUp())
    assignKeyToProgramsPages(base, bytes, kDefaultKey);
}

void detail::allowAllKeys() {
  if constexpr (kHasKeyRights) {
    if (const std::uint32_t rights = readKeyRights(); rights & heddle_key_rights)
      writeKeyRights(rights & ~heddle_key_rights);
  } else {
    allow(kAllDevices);
  }
}

DeviceAccessScope::DeviceAccessScope(std::uint64_t devices) {
  if (!deviceKeys().empty())
    allow(devices);
}

DeviceAccessScope::~DeviceAccessScope() {
  // This is needed even if all devices were allowed: Linux takes away the access to all keys but 0
  // when it delivers a signal, and after a fault the signal handler was left by a jump.
  allowAllKeys();
}

} // namespace heddle::memory
