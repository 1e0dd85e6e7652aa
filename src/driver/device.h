// CUdevice: one of the simulated devices. All of them run on this machine's processor; each has its
// own memory, its own primary context and its own streams.
#pragma once

#include "driver/driver.h"

#include <atomic>
#include <mutex>

namespace heddle::driver {

class Device {
public:
  // `ordinal` is what the program calls it, `index` its place among all devices of the machine.
  Device(int ordinal, unsigned index);

  int ordinal() const { return ordinal_; }
  unsigned index() const { return index_; }
  // Its handle stays the same however often it is reset.
  Context& primaryContext() { return *primary_; }
  // Guards the coming and going of the primary context.
  std::mutex& primaryMutex() { return primaryMutex_; }

private:
  const int ordinal_;
  const unsigned index_;
  Context* primary_;
  std::mutex primaryMutex_;
};

// What entry points with a device argument start with.
CUresult findDevice(CUdevice handle, Device*& device);

} // namespace heddle::driver
