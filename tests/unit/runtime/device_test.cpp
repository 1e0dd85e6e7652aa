#include "runtime_fixture.h"

namespace {

using DeviceTest = RuntimeTest;

TEST_F(DeviceTest, CountAndChoice) {
  int count = -1, device = -1;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaGetDevice(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceCount(nullptr), cudaErrorInvalidValue);
}

TEST_F(DeviceTest, QueriesNeedNoContext) {
  int count = 0, value = 0;
  cudaDeviceProp properties;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0), cudaSuccess);
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_EQ(this->count("cuDevicePrimaryCtxRetain"), 0);
}

TEST_F(DeviceTest, PropertiesComeFromTheirAttributes) {
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_STREQ(properties.name, "Fake device");
  EXPECT_EQ(properties.totalGlobalMem, size_t(1) << 30);
  EXPECT_EQ(properties.uuid.bytes[15], 7);
  EXPECT_EQ(properties.warpSize, 1000 + cudaDevAttrWarpSize);
  EXPECT_EQ(properties.maxGridSize[2], 1000 + cudaDevAttrMaxGridDimZ);
  EXPECT_EQ(properties.major, 1000 + cudaDevAttrComputeCapabilityMajor);
  EXPECT_EQ(properties.sharedMemPerBlock, size_t(1000 + cudaDevAttrMaxSharedMemoryPerBlock));
  EXPECT_EQ(properties.maxTexture3DAlt[1], 1000 + cudaDevAttrMaxTexture3DHeightAlt);
  EXPECT_EQ(properties.hostNumaMultinodeIpcSupported,
            1000 + cudaDevAttrHostNumaMultinodeIpcSupported);
}

// Row P-108.
TEST_F(DeviceTest, Versions) {
  int version = 0;
  EXPECT_EQ(cudaRuntimeGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 13000);
  EXPECT_EQ(cudaDriverGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 13000);
  EXPECT_EQ(cudaRuntimeGetVersion(nullptr), cudaErrorInvalidValue);
}

TEST_F(DeviceTest, DriverEntryPoints) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointVersionNotSufficent;
  EXPECT_EQ(cudaGetDriverEntryPoint("cuMemAlloc", &function, cudaEnableDefault, &found),
            cudaSuccess);
  EXPECT_EQ(found, cudaDriverEntryPointSuccess);
  EXPECT_NE(function, nullptr);
  EXPECT_EQ(cudaGetDriverEntryPoint("cuNoSuchThing", &function, cudaEnableDefault, &found),
            cudaSuccess);
  EXPECT_EQ(found, cudaDriverEntryPointSymbolNotFound);
  EXPECT_EQ(function, nullptr);
}

// What the driver lacks fails in the runtime, too.
TEST_F(DeviceTest, MissingDriverFunctions) {
  size_t free = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

} // namespace
