// Whose memory a thread may touch. Where the CPU has protection keys (x86-64 with PKU, AArch64 with
// permission overlays), the memory of each device carries a key of its own, and a thread that runs
// a kernel shuts out the devices that its context has no access to: reaching them is a fault. On
// other machines, and for devices beyond the CPU's keys, nothing is shut out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::memory {

namespace detail {
extern std::atomic<bool> deviceKeysInUse;
void allowAllDevices();
} // namespace detail

// Takes keys for so many devices; one alone needs none.
void makeDeviceKeys(unsigned devices);
inline bool deviceKeysInUse() {
  return detail::deviceKeysInUse.load(std::memory_order_relaxed);
}
// Gives memory of the OS the device's key.
void protectAsDeviceMemory(void* base, std::size_t bytes, unsigned device);

// For threads of ours, and for the program's while they copy: all devices may be touched. Threads
// that the program has begun before there were keys start with none.
inline void allowAllDevices() {
  if (deviceKeysInUse()) [[unlikely]]
    detail::allowAllDevices();
}

// While one exists, the calling thread may touch only the devices whose bits are set.
class DeviceAccess {
public:
  explicit DeviceAccess(std::uint64_t devices);
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};

} // namespace heddle::memory
