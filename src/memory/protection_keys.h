// Protection keys of the CPU (x86-64 with PKU, for devices also AArch64 with permission overlays).
// Each page has a key, and each thread may switch off its own access to the pages of a key.
//
// The kernel key makes a wall between kernels and the host. Everything that kernels may access
// carries it, and a thread that runs the code of a kernel has switched off its access to key 0,
// which is that of all other memory (exec/kernel_mode.h). So a kernel's access to host memory
// faults. All threads may always access the memory of the kernel key.
//
// With several devices, the memory of each carries a key of its own instead. While a thread runs a
// kernel, it switches off the keys of the devices that the kernel's context has not enabled as
// peers.
//
// On machines without keys, and for more devices than the CPU has keys, nothing of this is
// enforced.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::memory {

namespace detail {
extern std::atomic<bool> protectionKeysInUse;
extern std::atomic<bool> wallIsUp;
void allowAllKeys();
} // namespace detail

// What keeps kernels from the host's memory: protection keys where the CPU has them, otherwise
// tests of addresses in compiled code (simt/mark_host_addresses.h). HEDDLE_WALL=addresses chooses
// the tests also where there are keys, and HEDDLE_WALL=0 leaves both out.
enum class Wall { None, Keys, Addresses };
Wall wantedWall();

// Allocates the kernel key, if keys are wanted. To be called as early as possible, for threads
// that are older than the key have to be interrupted once to get access to its memory.
void raiseWall();
inline bool wallIsUp() {
  return detail::wallIsUp.load(std::memory_order_relaxed);
}
// Allocates one key for each device. A single device needs none.
void allocateDeviceKeys(unsigned devices);
inline bool protectionKeysInUse() {
  return detail::protectionKeysInUse.load(std::memory_order_relaxed);
}

// These put pages under a key. The pages have, or get, this protection (PROT_READ and so on).
void assignKernelKey(void* base, std::size_t bytes, int protection);
void assignDeviceKey(void* base, std::size_t bytes, unsigned device);

// These put the program's own pages under the kernel key, with the protection that they have, and
// take them back.
void lendToKernels(const void* base, std::size_t bytes);
void takeFromKernels(const void* base, std::size_t bytes);

// Lets the calling thread access the memory of all keys. Heddle's own threads need this when they
// start, and a thread of the program needs it before it copies: it may have left a signal handler
// by a jump, in which Linux gives it access to key 0 alone.
inline void allowAllKeys() {
  if (protectionKeysInUse()) [[unlikely]]
    detail::allowAllKeys();
}

// In the handler of a fault outside of kernels: if the thread had no access to one of the keys,
// gives it access from the end of the handler on, and returns true. This happens in signal
// handlers, which Linux begins with access to key 0 alone.
bool allowAllKeysAfterHandler(const void* signalInformation, void* context);

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

// The bits of the rights register (PKRU) that switch off access to the keys above. A signal handler
// on a stack with such a key clears them before it touches the stack.
extern "C" std::uint32_t heddle_key_rights;
