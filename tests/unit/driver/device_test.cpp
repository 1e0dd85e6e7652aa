#include "fixture.h"

#include <cstring>
#include <string>

namespace {

struct DeviceTest : testing::Test {
  void SetUp() override { ASSERT_CU(cuInit(0)); }
  static int attribute(CUdevice_attribute id) {
    int value = -1;
    EXPECT_CU(cuDeviceGetAttribute(&value, id, 0));
    return value;
  }
};

TEST_F(DeviceTest, OneDeviceWithAName) {
  int count = 0;
  EXPECT_CU(cuDeviceGetCount(&count));
  EXPECT_EQ(count, 1);
  CUdevice device = -1;
  EXPECT_CU(cuDeviceGet(&device, 0));
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
  char name[256] = {};
  EXPECT_CU(cuDeviceGetName(name, sizeof name, 0));
  EXPECT_GT(std::strlen(name), 2u);
  char cut[4];
  EXPECT_CU(cuDeviceGetName(cut, sizeof cut, 0));
  EXPECT_EQ(std::string(cut), std::string(name, 3));
}

TEST_F(DeviceTest, AttributesOfComputeCapability9) {
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 9);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), 0);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z), 64);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), 2147483647);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), 49152);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), 232448);
  EXPECT_GE(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 1);
  int value;
  EXPECT_EQ(cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(9999), 0),
            CUDA_ERROR_INVALID_VALUE);
  for (int id = 1; id < CU_DEVICE_ATTRIBUTE_MAX; ++id)
    EXPECT_CU(cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(id), 0)) << id;
}

TEST_F(DeviceTest, VersionMemoryAndBusId) {
  int version = 0;
  EXPECT_CU(cuDriverGetVersion(&version));
  EXPECT_EQ(version, 13000);
  std::size_t bytes = 0;
  EXPECT_CU(cuDeviceTotalMem(&bytes, 0));
  EXPECT_GT(bytes, 1u << 20);
  char id[20];
  EXPECT_CU(cuDeviceGetPCIBusId(id, sizeof id, 0));
  CUdevice device = -1;
  EXPECT_CU(cuDeviceGetByPCIBusId(&device, id));
  EXPECT_EQ(device, 0);
}

TEST(ErrorText, EveryErrorHasNameAndText) {
  const char* text = nullptr;
  EXPECT_CU(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_CU(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
  EXPECT_STREQ(text, "invalid argument");
  EXPECT_EQ(cuGetErrorName(static_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
}

} // namespace
