// CUdevice: one of the simulated devices. All of them run on this machine's processor; each has its
// own memory, its own primary context and its own streams.
#pragma once

#include "driver/core/driver.h"
#include "machine/compute_mode.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace heddle::driver {

class Device {
public:
  // `ordinal` is the number by which the program knows the device. `index` is its place among all
  // devices of the machine, of which the program may see only some.
  Device(int ordinal, unsigned index);
  ~Device();

  int ordinal() const { return ordinal_; }
  unsigned index() const { return index_; }
  // The primary context keeps its handle when it is reset.
  Context& primaryContext() { return *primary_; }
  // Held while the primary context is made active, reset or released.
  std::mutex& primaryMutex() { return primaryMutex_; }

  // The current pool is the one that cuMemAllocAsync allocates from. It is the default pool unless
  // the program has set another.
  MemoryPool& defaultPool() { return *defaultPool_; }
  MemoryPool& currentPool() { return *currentPool_.load(); }
  void setCurrentPool(MemoryPool& pool) { currentPool_ = &pool; }
  // Must be called before a pool is destroyed. If it is the current pool, the default pool becomes
  // current again.
  void dropPool(MemoryPool& pool) {
    MemoryPool* current = &pool;
    currentPool_.compare_exchange_strong(current, defaultPool_.get());
  }
  std::atomic<bool> poolsHoldFreeMemory{false};

  // A context enters its device when it begins and leaves it when it ends. False when the compute
  // mode forbids another context.
  bool enter();
  void leave();

private:
  const int ordinal_;
  const unsigned index_;
  Context* primary_;
  std::mutex primaryMutex_;
  std::unique_ptr<MemoryPool> defaultPool_;
  std::atomic<MemoryPool*> currentPool_;
  std::mutex claimMutex_;
  machine::DeviceClaim claim_;
  unsigned contexts_ = 0;
};

// The value of an attribute that does not depend on the device.
int fixedAttribute(CUdevice_attribute attribute);
// The memory that a device reports. That of a profile may be more than the machine has: then
// allocations fail earlier.
std::size_t totalMemory();

// The device of a handle; fails when the driver is not initialised. Entry points with a device
// begin with this.
CUresult findDevice(CUdevice handle, Device*& device);

} // namespace heddle::driver
