#include "nvml.h"

#include "cuda.h"
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <sched.h>
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
  nvmlUUID_t given{};
  given.version = nvmlUUID_v1;
  given.type = NVML_UUID_TYPE_ASCII;
  std::memcpy(given.value.str, uuid, NVML_DEVICE_UUID_ASCII_LEN);
  found = nullptr;
  EXPECT_EQ(nvmlDeviceGetHandleByUUIDV(&given, &found), NVML_SUCCESS);
  EXPECT_EQ(found, device);
  CUuuid bytes{};
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  ASSERT_EQ(cuDeviceGetUuid(&bytes, 0), CUDA_SUCCESS);
  given.type = NVML_UUID_TYPE_BINARY;
  std::memcpy(given.value.bytes, bytes.bytes, NVML_DEVICE_UUID_BINARY_LEN);
  found = nullptr;
  EXPECT_EQ(nvmlDeviceGetHandleByUUIDV(&given, &found), NVML_SUCCESS);
  EXPECT_EQ(found, device);
  given.version = 1;
  EXPECT_EQ(nvmlDeviceGetHandleByUUIDV(&given, &found), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
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

TEST_F(NvmlTest, EachVersionOfThePciInfoHasItsOwnSize) {
  nvmlPciInfo_t present;
  ASSERT_EQ(nvmlDeviceGetPciInfo(device, &present), NVML_SUCCESS);
  nvmlPciInfo_t second;
  std::memset(&second, 0x5a, sizeof second);
  ASSERT_EQ(nvmlDeviceGetPciInfo_v2(device, &second), NVML_SUCCESS);
  EXPECT_STREQ(second.busIdLegacy, present.busIdLegacy);
  EXPECT_EQ(second.bus, present.bus);
  EXPECT_EQ(second.busId[0], 0x5a); // the second version ends before it
  nvmlPciInfoExt_t extended{};
  EXPECT_EQ(nvmlDeviceGetPciInfoExt(device, &extended), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
  extended.version = nvmlPciInfoExt_v1;
  ASSERT_EQ(nvmlDeviceGetPciInfoExt(device, &extended), NVML_SUCCESS);
  EXPECT_STREQ(extended.busId, present.busId);
}

TEST_F(NvmlTest, AffinityIsTheProcessorsOfThisProcess) {
  unsigned long cpus[16], again[16], nodes[4];
  ASSERT_EQ(nvmlDeviceGetCpuAffinity(device, 16, cpus), NVML_SUCCESS);
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  for (int cpu = 0; cpu < 16 * 64; ++cpu)
    EXPECT_EQ(cpus[cpu / 64] >> cpu % 64 & 1, CPU_ISSET(cpu, &allowed) ? 1u : 0u) << cpu;
  ASSERT_EQ(nvmlDeviceGetCpuAffinityWithinScope(device, 16, again, NVML_AFFINITY_SCOPE_SOCKET),
            NVML_SUCCESS);
  EXPECT_EQ(std::memcmp(cpus, again, sizeof cpus), 0);
  EXPECT_EQ(nvmlDeviceGetCpuAffinityWithinScope(device, 16, again, 7), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetCpuAffinity(device, 0, cpus), NVML_ERROR_INVALID_ARGUMENT);
  ASSERT_EQ(nvmlDeviceGetMemoryAffinity(device, 4, nodes, NVML_AFFINITY_SCOPE_NODE), NVML_SUCCESS);
  EXPECT_NE(nodes[0] | nodes[1] | nodes[2] | nodes[3], 0u);
  EXPECT_EQ(nvmlDeviceSetCpuAffinity(device), NVML_SUCCESS);
  EXPECT_EQ(nvmlDeviceClearCpuAffinity(nullptr), NVML_ERROR_INVALID_ARGUMENT);
}

TEST_F(NvmlTest, TopologyOfOneMachine) {
  unsigned count = 0, devices = 0;
  ASSERT_EQ(nvmlDeviceGetCount(&devices), NVML_SUCCESS);
  nvmlGpuTopologyLevel_t level = NVML_TOPOLOGY_SYSTEM;
  EXPECT_EQ(nvmlDeviceGetTopologyCommonAncestor(device, device, &level), NVML_SUCCESS);
  EXPECT_EQ(level, NVML_TOPOLOGY_INTERNAL);
  EXPECT_EQ(nvmlDeviceGetTopologyNearestGpus(device, NVML_TOPOLOGY_NODE, &count, nullptr),
            NVML_SUCCESS);
  EXPECT_EQ(count, devices - 1);
  EXPECT_EQ(nvmlSystemGetTopologyGpuSet(0, &count, nullptr), NVML_SUCCESS);
  EXPECT_EQ(count, devices);
  nvmlDevice_t all[64] = {};
  EXPECT_EQ(nvmlSystemGetTopologyGpuSet(0, &count, all), NVML_SUCCESS);
  EXPECT_EQ(all[0], device);
  count = 0;
  EXPECT_EQ(nvmlSystemGetTopologyGpuSet(0, &count, all), NVML_ERROR_INSUFFICIENT_SIZE);
  int onSameBoard = 0;
  EXPECT_EQ(nvmlDeviceOnSameBoard(device, device, &onSameBoard), NVML_SUCCESS);
  EXPECT_EQ(onSameBoard, 1);
  nvmlGpuP2PStatus_t status = NVML_P2P_STATUS_UNKNOWN;
  EXPECT_EQ(nvmlDeviceGetP2PStatus(device, nullptr, NVML_P2P_CAPS_INDEX_READ, &status),
            NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetP2PStatus(device, device, NVML_P2P_CAPS_INDEX_NVLINK, &status),
            NVML_SUCCESS);
  EXPECT_EQ(status, NVML_P2P_STATUS_NOT_SUPPORTED);
}

TEST_F(NvmlTest, DevicesAreNotVirtualAndNeedNoLicence) {
  auto mode = NVML_GPU_VIRTUALIZATION_MODE_VGPU;
  EXPECT_EQ(nvmlDeviceGetVirtualizationMode(device, &mode), NVML_SUCCESS);
  EXPECT_EQ(mode, NVML_GPU_VIRTUALIZATION_MODE_NONE);
  nvmlGridLicensableFeatures_t features{1, 3, {}};
  EXPECT_EQ(nvmlDeviceGetGridLicensableFeatures_v4(device, &features), NVML_SUCCESS);
  EXPECT_EQ(features.isGridLicenseSupported, 0);
  EXPECT_EQ(features.licensableFeaturesCount, 0u);
}

TEST_F(NvmlTest, EventsOfHardwareNeverHappen) {
  nvmlEventSet_t set = nullptr;
  ASSERT_EQ(nvmlEventSetCreate(&set), NVML_SUCCESS);
  unsigned long long types = 1;
  EXPECT_EQ(nvmlDeviceGetSupportedEventTypes(device, &types), NVML_SUCCESS);
  EXPECT_EQ(types, 0u);
  EXPECT_EQ(nvmlDeviceRegisterEvents(device, nvmlEventTypeNone, set), NVML_SUCCESS);
  EXPECT_EQ(nvmlDeviceRegisterEvents(device, nvmlEventTypeXidCriticalError, set),
            NVML_ERROR_NOT_SUPPORTED);
  nvmlEventData_t data;
  EXPECT_EQ(nvmlEventSetWait(set, &data, 1), NVML_ERROR_TIMEOUT);
  EXPECT_EQ(nvmlEventSetFree(set), NVML_SUCCESS);
  EXPECT_EQ(nvmlEventSetFree(set), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlEventSetWait(set, &data, 1), NVML_ERROR_INVALID_ARGUMENT);
}

TEST_F(NvmlTest, FieldsAnswerForThemselves) {
  nvmlFieldValue_t values[2] = {};
  values[0].fieldId = 1;
  values[1].fieldId = 100;
  ASSERT_EQ(nvmlDeviceGetFieldValues(device, 2, values), NVML_SUCCESS);
  EXPECT_EQ(values[1].fieldId, 100u);
  for (const nvmlFieldValue_t& each : values) {
    EXPECT_EQ(each.nvmlReturn, NVML_ERROR_NOT_SUPPORTED);
    EXPECT_GT(each.timestamp, 0);
  }
  EXPECT_EQ(nvmlDeviceGetFieldValues(device, 0, values), NVML_ERROR_INVALID_ARGUMENT);
}

TEST_F(NvmlTest, WhatIsTheSameForEveryDevice) {
  unsigned number = 9;
  unsigned long long reasons = 9;
  EXPECT_EQ(nvmlDeviceGetNumFans(device, &number), NVML_SUCCESS);
  EXPECT_EQ(number, 0u);
  EXPECT_EQ(nvmlDeviceGetCurrentClocksEventReasons(device, &reasons), NVML_SUCCESS);
  EXPECT_EQ(reasons, 0u);
  EXPECT_EQ(nvmlClocksThrottleReasonAll, 0x1ff);
  EXPECT_EQ(nvmlClocksThrottleReasonUserDefinedClocks,
            nvmlClocksEventReasonApplicationsClocksSetting);
  EXPECT_EQ(nvmlClocksThrottleReasonNone, 0);
  nvmlPstates_t state = NVML_PSTATE_UNKNOWN;
  EXPECT_EQ(nvmlDeviceGetPerformanceState(device, &state), NVML_SUCCESS);
  EXPECT_EQ(state, NVML_PSTATE_0);
  unsigned clock = 0, current = 1;
  EXPECT_EQ(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &clock), NVML_SUCCESS);
  EXPECT_EQ(nvmlDeviceGetClock(device, NVML_CLOCK_SM, NVML_CLOCK_ID_CURRENT, &current),
            NVML_SUCCESS);
  EXPECT_EQ(clock, current);
  EXPECT_EQ(nvmlDeviceGetClock(device, NVML_CLOCK_SM, NVML_CLOCK_ID_APP_CLOCK_DEFAULT, &current),
            NVML_ERROR_NOT_SUPPORTED);
  nvmlDeviceCapabilities_t capabilities{};
  EXPECT_EQ(nvmlDeviceGetCapabilities(device, &capabilities), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
  capabilities.version = nvmlDeviceCapabilities_v1;
  EXPECT_EQ(nvmlDeviceGetCapabilities(device, &capabilities), NVML_SUCCESS);
  EXPECT_EQ(capabilities.capMask, 0u);
  EXPECT_EQ(nvmlUnitGetCount(&number), NVML_SUCCESS);
  EXPECT_EQ(number, 0u);
  EXPECT_EQ(nvmlDeviceGetComputeRunningProcesses(device, &number, nullptr), NVML_SUCCESS);
  EXPECT_EQ(number, 0u);
}

} // namespace
