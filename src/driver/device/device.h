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
  // `ordinal` is what the program calls it, `index` its place among all devices of the machine.
  Device(int ordinal, unsigned index);
  ~Device();

  int ordinal() const { return ordinal_; }
  unsigned index() const { return index_; }
  // Its handle stays the same however often it is reset.
  Context& primaryContext() { return *primary_; }
  // Guards the coming and going of the primary context.
  std::mutex& primaryMutex() { return primaryMutex_; }

  // What cuMemAllocAsync takes from: the default pool, unless the program has set another.
  MemoryPool& defaultPool() { return *defaultPool_; }
  MemoryPool& currentPool() { return *currentPool_.load(); }
  void setCurrentPool(MemoryPool& pool) { currentPool_ = &pool; }
  // A pool is going away.
  void dropPool(MemoryPool& pool) {
    MemoryPool* current = &pool;
    currentPool_.compare_exchange_strong(current, defaultPool_.get());
  }
  std::atomic<bool> poolsHoldFreeMemory{false};

  // For contexts, from their beginning to their end. False when the compute mode forbids them.
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

// An attribute that is the same for all devices.
int fixedAttribute(CUdevice_attribute attribute);
// What a device says it has. A profile's may be more than the machine's, which then runs out first.
std::size_t totalMemory();

// What entry points with a device argument start with.
CUresult findDevice(CUdevice handle, Device*& device);

} // namespace heddle::driver
