// Peer access between devices. Where the CPU has protection keys (x86-64 with PKU, AArch64 with
// permission overlays), the memory of each device carries a key of its own. While a thread runs a
// kernel, it disables the keys of the devices that the kernel's context has not enabled as peers,
// so that an access to them faults. On other machines, and for more devices than the CPU has keys,
// nothing is enforced.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::memory {

namespace detail {
extern std::atomic<bool> protectionKeysInUse;
void allowAllDevices();
} // namespace detail

// Allocates one key for each device. A single device needs none.
void allocateProtectionKeys(unsigned devices);
inline bool protectionKeysInUse() {
  return detail::protectionKeysInUse.load(std::memory_order_relaxed);
}
// Puts pages under the device's key.
void assignProtectionKey(void* base, std::size_t bytes, unsigned device);

// Lets the calling thread access all devices. Heddle's own threads need this when they start, and a
// thread of the program needs it before it copies: if it is older than the keys, it may access
// none.
inline void allowAllDevices() {
  if (protectionKeysInUse()) [[unlikely]]
    detail::allowAllDevices();
}

// While an object of this class lives, the calling thread can access only the devices whose bits
// are set.
class DeviceAccessScope {
public:
  explicit DeviceAccessScope(std::uint64_t devices);
  ~DeviceAccessScope();
  DeviceAccessScope(const DeviceAccessScope&) = delete;
  DeviceAccessScope& operator=(const DeviceAccessScope&) = delete;
};

} // namespace heddle::memory
