// Devices and contexts of the driver API: queries, the context stack, calls without a context.
// Rows D-011, D-012, D-014 to D-017, D-028, D-031 to D-034, D-099.
// nvcc: -lcuda
#include <string.h>

#include "driver.h"

int main() {
  int count = 0;
  EXPECT_DRIVER(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
  DRIVER_CHECK(cuInit(0));
  DRIVER_CHECK(cuDeviceGetCount(&count));
  CHECK(count >= 1);
  CUdevice device, current;
  DRIVER_CHECK(cuDeviceGet(&device, 0));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&current, 4711));
  char name[100] = "";
  DRIVER_CHECK(cuDeviceGetName(name, sizeof name, device));
  CHECK(strlen(name) > 0);
  size_t bytes = 0;
  DRIVER_CHECK(cuDeviceTotalMem(&bytes, device));
  CHECK(bytes > 0);
  int warp = 0, major = 0, version = 0;
  DRIVER_CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  EXPECT_EQ(warp, 32);
  DRIVER_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  CHECK(major >= 7);
  DRIVER_CHECK(cuDriverGetVersion(&version));
  CHECK(version >= 11000);

  CUdeviceptr p;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&p, 100));
  CUcontext primary, got;
  DRIVER_CHECK(cuCtxGetCurrent(&got));
  CHECK(got == nullptr);
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&primary, device));
  DRIVER_CHECK(cuCtxPushCurrent(primary));
  DRIVER_CHECK(cuCtxGetCurrent(&got));
  CHECK(got == primary);
  DRIVER_CHECK(cuCtxGetDevice(&current));
  EXPECT_EQ(current, device);
  DRIVER_CHECK(cuMemAlloc(&p, 100));
  DRIVER_CHECK(cuMemFree(p));
  DRIVER_CHECK(cuCtxPopCurrent(&got));
  CHECK(got == primary);
  DRIVER_CHECK(cuCtxGetCurrent(&got));
  CHECK(got == nullptr);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&p, 100));
  DRIVER_CHECK(cuDevicePrimaryCtxRelease(device));
  return ok();
}
