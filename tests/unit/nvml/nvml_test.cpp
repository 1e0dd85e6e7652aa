#include "nvml.h"

#include "cuda.h"
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

namespace {

struct NvmlTest : testing::Test {
  nvmlDevice_t device = nullptr;
  void SetUp() override {
    ASSERT_EQ(nvmlInit(), NVML_SUCCESS);
    ASSERT_EQ(nvmlDeviceGetHandleByIndex(0, &device), NVML_SUCCESS);
  }
  void TearDown() override { EXPECT_EQ(nvmlShutdown(), NVML_SUCCESS); }
};

TEST(Nvml, NothingWorksBeforeInit) {
  unsigned count = 0;
  EXPECT_EQ(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  EXPECT_EQ(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
  EXPECT_STREQ(nvmlErrorString(NVML_ERROR_UNINITIALIZED), "Uninitialized");
  EXPECT_STREQ(nvmlErrorString(static_cast<nvmlReturn_t>(12345)), "Unknown Error");
}

TEST_F(NvmlTest, AgreesWithTheDriver) {
  CUdevice cudaDevice;
  char name[96], cudaName[96];
  std::size_t bytes = 0;
  ASSERT_EQ(cuDeviceGet(&cudaDevice, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuDeviceGetName(cudaName, sizeof cudaName, cudaDevice), CUDA_SUCCESS);
  ASSERT_EQ(cuDeviceTotalMem(&bytes, cudaDevice), CUDA_SUCCESS);
  EXPECT_EQ(nvmlDeviceGetName(device, name, sizeof name), NVML_SUCCESS);
  EXPECT_STREQ(name, cudaName);
  nvmlMemory_t memory;
  EXPECT_EQ(nvmlDeviceGetMemoryInfo(device, &memory), NVML_SUCCESS);
  EXPECT_EQ(memory.total, bytes);
  EXPECT_EQ(memory.free + memory.used, memory.total);
  nvmlMemory_v2_t second{};
  EXPECT_EQ(nvmlDeviceGetMemoryInfo_v2(device, &second), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
  second.version = nvmlMemory_v2;
  EXPECT_EQ(nvmlDeviceGetMemoryInfo_v2(device, &second), NVML_SUCCESS);
  EXPECT_EQ(second.total, bytes);
  int major = 0, minor = -1;
  EXPECT_EQ(nvmlDeviceGetCudaComputeCapability(device, &major, &minor), NVML_SUCCESS);
  EXPECT_EQ(major * 10 + minor, 90);
  nvmlDeviceArchitecture_t architecture = 0;
  EXPECT_EQ(nvmlDeviceGetArchitecture(device, &architecture), NVML_SUCCESS);
  EXPECT_EQ(architecture, unsigned{NVML_DEVICE_ARCH_HOPPER});
  EXPECT_EQ(nvmlDeviceGetArchitecture(device, nullptr), NVML_ERROR_INVALID_ARGUMENT);
}

TEST_F(NvmlTest, VersionsThatProgramsTakeApart) {
  char driver[NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE], nvml[NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE];
  ASSERT_EQ(nvmlSystemGetDriverVersion(driver, sizeof driver), NVML_SUCCESS);
  int branch = 0, minor = -1, patch = -1, cuda = 0;
  EXPECT_EQ(std::sscanf(driver, "%d.%d.%d", &branch, &minor, &patch), 3) << driver;
  EXPECT_EQ(nvmlSystemGetCudaDriverVersion(&cuda), NVML_SUCCESS);
  // CUDA 13 came with branch 580.
  EXPECT_EQ(cuda / 1000, 13);
  EXPECT_GE(branch, 580);
  ASSERT_EQ(nvmlSystemGetNVMLVersion(nvml, sizeof nvml), NVML_SUCCESS);
  EXPECT_EQ(std::string(nvml), std::string("13.") + driver);
  nvmlSystemDriverBranchInfo_t info{};
  EXPECT_EQ(nvmlSystemGetDriverBranch(&info, sizeof info.branch),
            NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
  info.version = nvmlSystemDriverBranchInfo_v1;
  EXPECT_EQ(nvmlSystemGetDriverBranch(&info, 2), NVML_ERROR_INSUFFICIENT_SIZE);
  EXPECT_EQ(nvmlSystemGetDriverBranch(nullptr, 80), NVML_ERROR_INVALID_ARGUMENT);
  ASSERT_EQ(nvmlSystemGetDriverBranch(&info, sizeof info.branch), NVML_SUCCESS);
  EXPECT_EQ(std::string(info.branch).find("r" + std::to_string(branch)), 0u);
}

TEST_F(NvmlTest, HandlesByUuidAndBus) {
  char uuid[96];
  nvmlPciInfo_t pci;
  nvmlDevice_t found = nullptr;
  EXPECT_EQ(nvmlDeviceGetUUID(device, uuid, 4), NVML_ERROR_INSUFFICIENT_SIZE);
  ASSERT_EQ(nvmlDeviceGetUUID(device, uuid, sizeof uuid), NVML_SUCCESS);
  EXPECT_EQ(std::strlen(uuid), 40u);
  EXPECT_EQ(nvmlDeviceGetHandleByUUID(uuid, &found), NVML_SUCCESS);
  EXPECT_EQ(found, device);
  found = nullptr;
  EXPECT_EQ(nvmlDeviceGetHandleByUUID(uuid + std::strlen("GPU-"), &found), NVML_SUCCESS);
  EXPECT_EQ(found, device);
  EXPECT_EQ(nvmlDeviceGetHandleByUUID("GPU-none", &found), NVML_ERROR_NOT_FOUND);
  ASSERT_EQ(nvmlDeviceGetPciInfo(device, &pci), NVML_SUCCESS);
  found = nullptr;
  EXPECT_EQ(nvmlDeviceGetHandleByPciBusId(pci.busId, &found), NVML_SUCCESS);
  EXPECT_EQ(found, device);
}

TEST_F(NvmlTest, BadArgumentsAndUnsupportedQueries) {
  unsigned value = 0;
  EXPECT_EQ(nvmlDeviceGetIndex(nullptr, &value), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetIndex(device, nullptr), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetHandleByIndex(1000, &device), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &value),
            NVML_ERROR_NOT_SUPPORTED);
  char serial[NVML_DEVICE_SERIAL_BUFFER_SIZE];
  EXPECT_EQ(nvmlDeviceGetSerial(device, serial, sizeof serial), NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(nvmlDeviceGetFanSpeed(device, &value), NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(nvmlDeviceGetApplicationsClock(device, NVML_CLOCK_SM, &value),
            NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(nvmlDeviceSetApplicationsClocks(device, 1, 1), NVML_ERROR_NOT_SUPPORTED);
  nvmlEnableState_t restricted;
  EXPECT_EQ(
      nvmlDeviceGetAPIRestriction(device, NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS, &restricted),
      NVML_ERROR_NOT_SUPPORTED);
  nvmlUtilization_t rates;
  EXPECT_EQ(nvmlDeviceGetUtilizationRates(device, &rates), NVML_SUCCESS);
  EXPECT_LE(rates.gpu, 100u);
  char name[256];
  EXPECT_EQ(nvmlSystemGetProcessName(static_cast<unsigned>(getpid()), name, sizeof name),
            NVML_SUCCESS);
  EXPECT_NE(std::string(name).find("nvml_test"), std::string::npos);
}

} // namespace
