// Checks for the programs that use the driver API.
#pragma once

#include <cuda.h>

#include "check.h"

#define DRIVER_CHECK(call) EXPECT_DRIVER(CUDA_SUCCESS, call)
#define EXPECT_DRIVER(expected, call)                                                              \
  conformance::expectResult((expected), (call), #call, __FILE__, __LINE__)

namespace conformance {

inline void expectResult(CUresult expected, CUresult actual, const char* call, const char* file,
                         int line) {
  if (actual == expected)
    return;
  const char* name = nullptr;
  cuGetErrorName(actual, &name);
  char message[512];
  snprintf(message, sizeof message, "%s returned %s (%d), expected %d", call, name ? name : "?",
           static_cast<int>(actual), static_cast<int>(expected));
  fail(file, line, message);
}

} // namespace conformance

// The primary context of device 0, current in this thread.
inline CUcontext usePrimaryContext() {
  CUdevice device;
  CUcontext context;
  DRIVER_CHECK(cuInit(0));
  DRIVER_CHECK(cuDeviceGet(&device, 0));
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&context, device));
  DRIVER_CHECK(cuCtxSetCurrent(context));
  return context;
}
