// Shows: which devices there are, and their compute capability.
// From: X-139 of the guide.
// Try next: cuDeviceGetName, cuDeviceTotalMem and cuDeviceGetUuid.
// nvcc: -lcuda -Wno-deprecated-declarations
#include "driver.h"

int main() {
  CHECK_DRIVER(cuInit(0));
  int count = 0;
  CHECK_DRIVER(cuDeviceGetCount(&count));
  EXPECT(count >= 1);
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device;
    int major = 0, minor = -1, oldMajor = 0, oldMinor = -1;
    CHECK_DRIVER(cuDeviceGet(&device, ordinal));
    CHECK_DRIVER(
        cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CHECK_DRIVER(
        cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    CHECK_DRIVER(cuDeviceComputeCapability(&oldMajor, &oldMinor, device)); // as CUDA 4 asked
    std::printf("Device %d has compute capability %d.%d.\n", ordinal, major, minor);
    EXPECT(major >= 1 && minor >= 0 && major == oldMajor && minor == oldMinor);
  }
  CUdevice none;
  EXPECT(cuDeviceGet(&none, count) == CUDA_ERROR_INVALID_DEVICE);
  return report();
}
