// What both APIs say about the device is the same; clocks, caches and the mode can be had, too.
// rows: R-002 R-008 R-009 R-010 R-018 R-019 R-028 R-029 R-031 R-033 R-034 R-037 R-039 R-040
// rows: R-043 D-018 D-019 D-020 D-021 D-022 D-023 D-024 D-025 D-026
// nvcc: -lcuda
#include <string.h>

#include <thread>

#include "driver.h"

static int ofRuntime(cudaDeviceAttr which) {
  int value = -1;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

static int ofDriver(CUdevice_attribute which) {
  int value = -1;
  DRIVER_CHECK(cuDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  DRIVER_CHECK(cuInit(0));
  cudaDeviceProp p;
  CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
  char name[256];
  DRIVER_CHECK(cuDeviceGetName(name, sizeof name, 0));
  CHECK(strcmp(name, p.name) == 0);
  size_t bytes = 0;
  DRIVER_CHECK(cuDeviceTotalMem(&bytes, 0));
  EXPECT_EQ(bytes, p.totalGlobalMem);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), p.major);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), p.minor);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY), 1);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_GPU_OVERLAP), 1);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS), 1);
  CHECK(ofDriver(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT) >= 1);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT), p.asyncEngineCount);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING), 1);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_INTEGRATED), p.integrated);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE), ofRuntime(cudaDevAttrComputeMode));
  EXPECT_EQ(ofRuntime(cudaDevAttrComputeMode), static_cast<int>(cudaComputeModeDefault));
  CHECK(ofDriver(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT) ==
        ofRuntime(cudaDevAttrKernelExecTimeout));
  // In kHz, and the width of the bus in bits: what a lab computes the bandwidth from.
  CHECK(ofRuntime(cudaDevAttrClockRate) > 100000);
  CHECK(ofRuntime(cudaDevAttrMemoryClockRate) > 100000);
  CHECK(ofRuntime(cudaDevAttrGlobalMemoryBusWidth) >= 64);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_CLOCK_RATE), ofRuntime(cudaDevAttrClockRate));
  CHECK(p.l2CacheSize > 0);
  EXPECT_EQ(ofDriver(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE), p.l2CacheSize);
  int count = 0, driverCount = 0, version = 0, driverVersion = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  DRIVER_CHECK(cuDeviceGetCount(&driverCount));
  EXPECT_EQ(count, driverCount);
  CUDA_CHECK(cudaDriverGetVersion(&version));
  DRIVER_CHECK(cuDriverGetVersion(&driverVersion));
  EXPECT_EQ(version, driverVersion);

  // The runtime works in the primary context, which all host threads share.
  int* shared; // typed, without a cast
  CUDA_CHECK(cudaMalloc(&shared, sizeof(int)));
  CUcontext ours = nullptr, theirs = nullptr, primary = nullptr;
  DRIVER_CHECK(cuCtxGetCurrent(&ours));
  std::thread([&] {
    CUDA_CHECK(cudaMemset(shared, 0, sizeof(int)));
    DRIVER_CHECK(cuCtxGetCurrent(&theirs));
  }).join();
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT_EQ(ours, theirs);
  EXPECT_EQ(ours, primary);
  DRIVER_CHECK(cuDevicePrimaryCtxRelease(0));
  CUDA_CHECK(cudaFree(shared));
  return ok();
}
