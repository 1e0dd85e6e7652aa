// The properties of device 0 are sensible and agree with the attributes. Rows R-011, R-012, R-017
// to R-038.
#include <string.h>

#include "check.h"

static int attribute(cudaDeviceAttr which) {
  int value = -1;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  int count = 0, current = -1;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  CHECK(count >= 1);
  CUDA_CHECK(cudaGetDevice(&current));
  EXPECT_EQ(current, 0);
  CUDA_CHECK(cudaSetDevice(0));
  cudaDeviceProp p;
  memset(&p, 0xff, sizeof p);
  CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
  CHECK(strlen(p.name) > 0 && strlen(p.name) < sizeof p.name);
  CHECK(p.totalGlobalMem > 0);
  CHECK(p.sharedMemPerBlock >= 48 * 1024);
  CHECK(p.sharedMemPerBlockOptin >= p.sharedMemPerBlock);
  CHECK(p.regsPerBlock >= 32768);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_EQ(p.maxThreadsDim[0], 1024);
  EXPECT_EQ(p.maxThreadsDim[1], 1024);
  EXPECT_EQ(p.maxThreadsDim[2], 64);
  EXPECT_EQ(p.maxGridSize[0], 2147483647);
  EXPECT_EQ(p.maxGridSize[1], 65535);
  EXPECT_EQ(p.maxGridSize[2], 65535);
  EXPECT_EQ(p.totalConstMem, 65536u);
  CHECK(p.major >= 7 && p.minor >= 0);
  CHECK(p.multiProcessorCount >= 1);
  CHECK(p.maxThreadsPerMultiProcessor >= 1024 && p.maxThreadsPerMultiProcessor % 32 == 0);
  CHECK(p.memPitch > 0 && p.textureAlignment > 0);
  EXPECT_EQ(p.canMapHostMemory, 1);
  EXPECT_EQ(p.unifiedAddressing, 1);
  EXPECT_EQ(p.concurrentKernels, 1);
  EXPECT_EQ(p.managedMemory, 1);
  EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerBlock), p.maxThreadsPerBlock);
  EXPECT_EQ(attribute(cudaDevAttrMaxBlockDimZ), p.maxThreadsDim[2]);
  EXPECT_EQ(attribute(cudaDevAttrMaxGridDimY), p.maxGridSize[1]);
  EXPECT_EQ(attribute(cudaDevAttrMaxSharedMemoryPerBlock), static_cast<int>(p.sharedMemPerBlock));
  EXPECT_EQ(attribute(cudaDevAttrWarpSize), p.warpSize);
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), p.multiProcessorCount);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), p.major);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMinor), p.minor);
  EXPECT_EQ(attribute(cudaDevAttrTotalConstantMemory), 65536);
  EXPECT_EQ(attribute(cudaDevAttrUnifiedAddressing), 1);
  CHECK(attribute(cudaDevAttrClockRate) > 0);
  int runtime = 0, driver = 0;
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  EXPECT_EQ(runtime, CUDART_VERSION);
  CHECK(driver >= 11000);
  return ok();
}
