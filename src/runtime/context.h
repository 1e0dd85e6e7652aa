// The implicit context: the first call of a host thread that needs a context gets the primary
// context of the thread's device, unless the program has made a context current itself.
#pragma once

#include "runtime/driver.h"

#include <vector>

namespace heddle::runtime {

// Makes sure that a usable context is current for the calling thread.
cudaError_t requireContext(const Driver& driver);

// The calling thread's current context, or null.
inline CUcontext currentContext(const Driver& driver) {
  CUcontext context = nullptr;
  driver.cuCtxGetCurrent(&context);
  return context;
}

// The device of the calling thread: that of its current context, or the one it has chosen.
int currentDevice(const Driver& driver);

// cudaSetDevice: chooses the device and makes its primary context current.
cudaError_t selectDevice(const Driver& driver, int device);

// The primary context of a device, which is made if there is none. The current context stays what
// it is.
cudaError_t primaryContext(const Driver& driver, int device, CUcontext& context);

// cudaSetValidDevices: sets the devices that are tried, in this order, for a thread that has chosen
// none. An empty list stands for all devices.
void setValidDevices(std::vector<int> devices);

// cudaDeviceReset: throws away the primary context of the calling thread's device. Later calls, of
// any thread, start a new one.
cudaError_t resetDevice(const Driver& driver);

} // namespace heddle::runtime
