// libnvidia-ml: answers the questions of monitoring programs from the driver API and from what
// Linux reports about this machine.
#include "machine/compute_mode.h"
#include "nvml/device_query.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>

using namespace heddle::nvml;

namespace {

// Programs parse the version and compare it with the minimum for their CUDA. This is the driver
// that came with the CUDA version which cuDriverGetVersion returns.
constexpr const char* kDriverVersion = "580.65.06";
constexpr const char* kDriverBranch = "r580_00";

// The text of 16 bytes.
std::string uuidText(const unsigned char* bytes) {
  std::string text = "GPU-";
  for (int i = 0; i < NVML_DEVICE_UUID_BINARY_LEN; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    text += digits;
  }
  return text;
}

std::string uuidOf(CUdevice device) {
  CUuuid uuid{};
  cuDeviceGetUuid(&uuid, device);
  return uuidText(reinterpret_cast<const unsigned char*>(uuid.bytes));
}

// Bytes of memory that Linux can give to programs.
unsigned long long availableMemory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    unsigned long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %llu kB", &kilobytes) == 1)
      return kilobytes << 10;
  }
  return 0;
}

nvmlMemory_t memoryOf(CUdevice device) {
  std::size_t total = 0;
  cuDeviceTotalMem(&total, device);
  nvmlMemory_t memory{};
  memory.total = total;
  memory.free = std::min<unsigned long long>(availableMemory(), total);
  memory.used = memory.total - memory.free;
  return memory;
}

// The processor time in use since the last call, in percent.
unsigned utilization() {
  static std::mutex mutex;
  static unsigned long long lastBusy = 0, lastTotal = 0;
  static unsigned lastShare = 0;
  std::ifstream file("/proc/stat");
  std::string cpu;
  unsigned long long times[8] = {};
  file >> cpu;
  for (unsigned long long& each : times)
    file >> each;
  unsigned long long total = 0;
  for (unsigned long long each : times)
    total += each;
  unsigned long long busy = total - times[3] - times[4]; // without idle and iowait
  std::lock_guard lock(mutex);
  if (total > lastTotal)
    lastShare = static_cast<unsigned>((busy - lastBusy) * 100 / (total - lastTotal));
  lastBusy = busy;
  lastTotal = total;
  return std::min(lastShare, 100u);
}

} // namespace

HEDDLE_NVML nvmlInitWithFlags(unsigned int) {
  if (CUresult result = cuInit(0); result != CUDA_SUCCESS && result != CUDA_ERROR_NO_DEVICE)
    return NVML_ERROR_DRIVER_NOT_LOADED;
  countInitialization();
  return NVML_SUCCESS;
}
HEDDLE_NVML nvmlInit_v2(void) {
  return nvmlInitWithFlags(0);
}
HEDDLE_NVML nvmlShutdown(void) {
  return takeBackInitialization() ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}

extern "C" __attribute__((visibility("default"))) const char* nvmlErrorString(nvmlReturn_t result) {
  static constexpr const char* texts[] = {"Success",
                                          "Uninitialized",
                                          "Invalid Argument",
                                          "Not Supported",
                                          "Insufficient Permissions",
                                          "Already Initialized",
                                          "Not Found",
                                          "Insufficient Size",
                                          "Insufficient External Power",
                                          "Driver Not Loaded",
                                          "Timeout",
                                          "Interrupt Request Issue",
                                          "NVML Shared Library Not Found",
                                          "Function Not Found",
                                          "Corrupted infoROM",
                                          "GPU is lost",
                                          "GPU requires reset",
                                          "GPU access blocked by the operating system",
                                          "Driver/library version mismatch",
                                          "In use by another client",
                                          "Insufficient Memory",
                                          "No data"};
  auto number = static_cast<std::size_t>(result);
  return number < std::size(texts) ? texts[number] : "Unknown Error";
}

HEDDLE_NVML nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  return isInitialized() ? copyText(kDriverVersion, version, length) : NVML_ERROR_UNINITIALIZED;
}
HEDDLE_NVML nvmlSystemGetNVMLVersion(char* version, unsigned int length) {
  return guarded([&] {
    return isInitialized() ? copyText(std::string("13.") + kDriverVersion, version, length)
                           : NVML_ERROR_UNINITIALIZED;
  });
}
HEDDLE_NVML nvmlSystemGetDriverBranch(nvmlSystemDriverBranchInfo_t* info, unsigned int length) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  if (!info)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (info->version != nvmlSystemDriverBranchInfo_v1)
    return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
  return copyText(kDriverBranch, info->branch, length);
}
HEDDLE_NVML nvmlSystemGetCudaDriverVersion(int* version) {
  return version ? toNvml(cuDriverGetVersion(version)) : NVML_ERROR_INVALID_ARGUMENT;
}
HEDDLE_NVML nvmlSystemGetCudaDriverVersion_v2(int* version) {
  return nvmlSystemGetCudaDriverVersion(version);
}
HEDDLE_NVML nvmlSystemGetProcessName(unsigned int pid, char* name, unsigned int length) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  return guarded([&] {
    std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline");
    std::string text;
    if (!std::getline(file, text, '\0'))
      return NVML_ERROR_NOT_FOUND;
    return copyText(text.substr(0, length ? length - 1 : 0), name, length);
  });
}

HEDDLE_NVML nvmlDeviceGetCount_v2(unsigned int* count) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  int devices = 0;
  if (!count)
    return NVML_ERROR_INVALID_ARGUMENT;
  cuDeviceGetCount(&devices);
  *count = static_cast<unsigned>(devices);
  return NVML_SUCCESS;
}
HEDDLE_NVML nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  if (!device)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlDevice_t handle = handleOf(static_cast<int>(index));
  CUdevice found = 0;
  nvmlReturn_t status = find(handle, found);
  if (status == NVML_SUCCESS)
    *device = handle;
  return status;
}
HEDDLE_NVML nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
  if (!uuid || !device)
    return NVML_ERROR_INVALID_ARGUMENT;
  return guarded([&] {
    CUdevice found = 0;
    nvmlReturn_t status = NVML_SUCCESS;
    const std::string_view given = uuid;
    const std::string wanted = (given.starts_with("GPU-") ? "" : "GPU-") + std::string(given);
    for (int ordinal = 0; (status = find(handleOf(ordinal), found)) == NVML_SUCCESS; ++ordinal)
      if (uuidOf(found) == wanted) {
        *device = handleOf(ordinal);
        return NVML_SUCCESS;
      }
    return status == NVML_ERROR_UNINITIALIZED ? status : NVML_ERROR_NOT_FOUND;
  });
}
HEDDLE_NVML nvmlDeviceGetHandleByUUIDV(const nvmlUUID_t* uuid, nvmlDevice_t* device) {
  if (!uuid || !device)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (uuid->version != nvmlUUID_v1)
    return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
  return guarded([&] {
    const char* text = uuid->value.str;
    switch (uuid->type) {
    case NVML_UUID_TYPE_ASCII:
      return nvmlDeviceGetHandleByUUID(
          std::string(text, strnlen(text, NVML_DEVICE_UUID_ASCII_LEN)).c_str(), device);
    case NVML_UUID_TYPE_BINARY:
      return nvmlDeviceGetHandleByUUID(uuidText(uuid->value.bytes).c_str(), device);
    default:
      return NVML_ERROR_INVALID_ARGUMENT;
    }
  });
}
HEDDLE_NVML nvmlDeviceGetHandleByPciBusId_v2(const char* busId, nvmlDevice_t* device) {
  if (!busId || !device)
    return NVML_ERROR_INVALID_ARGUMENT;
  // The domain has four digits or eight, or is left out when it is zero.
  unsigned domain = 0, bus = 0, slot = 0;
  if (std::sscanf(busId, "%x:%x:%x", &domain, &bus, &slot) != 3) {
    domain = 0;
    if (std::sscanf(busId, "%x:%x", &bus, &slot) != 2)
      return NVML_ERROR_INVALID_ARGUMENT;
  }
  CUdevice found = 0;
  nvmlReturn_t status = NVML_SUCCESS;
  for (int ordinal = 0; (status = find(handleOf(ordinal), found)) == NVML_SUCCESS; ++ordinal) {
    auto is = [&](CUdevice_attribute which, unsigned value) {
      return static_cast<unsigned>(attribute(found, which)) == value;
    };
    if (is(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, domain) && is(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, bus) &&
        is(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, slot)) {
      *device = handleOf(ordinal);
      return NVML_SUCCESS;
    }
  }
  return status == NVML_ERROR_UNINITIALIZED ? status : NVML_ERROR_NOT_FOUND;
}

HEDDLE_NVML nvmlDeviceGetName(nvmlDevice_t handle, char* name, unsigned int length) {
  return query(handle, name, [&](CUdevice device) {
    char text[NVML_DEVICE_NAME_V2_BUFFER_SIZE] = "";
    cuDeviceGetName(text, sizeof text, device);
    return copyText(text, name, length);
  });
}
HEDDLE_NVML nvmlDeviceGetUUID(nvmlDevice_t handle, char* uuid, unsigned int length) {
  return query(handle, uuid,
               [&](CUdevice device) { return copyText(uuidOf(device), uuid, length); });
}
HEDDLE_NVML nvmlDeviceGetIndex(nvmlDevice_t handle, unsigned int* index) {
  return query(handle, index, [&](CUdevice device) {
    *index = static_cast<unsigned>(device);
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetMinorNumber(nvmlDevice_t handle, unsigned int* number) {
  return nvmlDeviceGetIndex(handle, number);
}
HEDDLE_NVML nvmlDeviceGetBrand(nvmlDevice_t handle, nvmlBrandType_t* brand) {
  return answer(handle, brand, NVML_BRAND_UNKNOWN);
}
HEDDLE_NVML nvmlDeviceGetMemoryInfo(nvmlDevice_t handle, nvmlMemory_t* memory) {
  return query(handle, memory, [&](CUdevice device) {
    *memory = memoryOf(device);
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t handle, nvmlMemory_v2_t* memory) {
  return query(handle, memory, [&](CUdevice device) {
    if (memory->version != nvmlMemory_v2)
      return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    const nvmlMemory_t plain = memoryOf(device);
    memory->total = plain.total;
    memory->reserved = 0;
    memory->free = plain.free;
    memory->used = plain.used;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetUtilizationRates(nvmlDevice_t handle, nvmlUtilization_t* rates) {
  return query(handle, rates, [&](CUdevice device) {
    const nvmlMemory_t memory = memoryOf(device);
    rates->gpu = utilization();
    rates->memory =
        memory.total ? static_cast<unsigned>(memory.used / (memory.total / 100 + 1)) : 0;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetComputeMode(nvmlDevice_t handle, nvmlComputeMode_t* mode) {
  return query(handle, mode, [&](CUdevice device) {
    *mode = static_cast<nvmlComputeMode_t>(attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE));
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceSetComputeMode(nvmlDevice_t handle, nvmlComputeMode_t mode) {
  return query(handle, &mode, [&](CUdevice device) {
    using heddle::machine::ComputeMode;
    if (mode != NVML_COMPUTEMODE_DEFAULT && mode != NVML_COMPUTEMODE_PROHIBITED &&
        mode != NVML_COMPUTEMODE_EXCLUSIVE_PROCESS)
      return NVML_ERROR_INVALID_ARGUMENT;
    // The bus number is the device's index among all of the machine, visible or not.
    const auto index = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID));
    return heddle::machine::setComputeMode(index, static_cast<ComputeMode>(mode))
               ? NVML_SUCCESS
               : NVML_ERROR_NO_PERMISSION;
  });
}
HEDDLE_NVML nvmlDeviceGetPersistenceMode(nvmlDevice_t handle, nvmlEnableState_t* mode) {
  return answer(handle, mode, NVML_FEATURE_ENABLED);
}
HEDDLE_NVML nvmlDeviceGetDisplayMode(nvmlDevice_t handle, nvmlEnableState_t* display) {
  return answer(handle, display, NVML_FEATURE_DISABLED);
}
HEDDLE_NVML nvmlDeviceGetDisplayActive(nvmlDevice_t handle, nvmlEnableState_t* active) {
  return nvmlDeviceGetDisplayMode(handle, active);
}
HEDDLE_NVML nvmlDeviceGetCudaComputeCapability(nvmlDevice_t handle, int* major, int* minor) {
  return query(handle, minor ? major : nullptr, [&](CUdevice device) {
    *major = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    *minor = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetArchitecture(nvmlDevice_t handle, nvmlDeviceArchitecture_t* architecture) {
  struct Generation {
    int since; // the lowest compute capability
    nvmlDeviceArchitecture_t architecture;
  };
  constexpr Generation generations[] = {
      {100, NVML_DEVICE_ARCH_BLACKWELL}, {90, NVML_DEVICE_ARCH_HOPPER},
      {89, NVML_DEVICE_ARCH_ADA},        {80, NVML_DEVICE_ARCH_AMPERE},
      {75, NVML_DEVICE_ARCH_TURING},     {70, NVML_DEVICE_ARCH_VOLTA},
      {60, NVML_DEVICE_ARCH_PASCAL},     {50, NVML_DEVICE_ARCH_MAXWELL},
      {30, NVML_DEVICE_ARCH_KEPLER},     {0, NVML_DEVICE_ARCH_UNKNOWN}};
  return query(handle, architecture, [&](CUdevice device) {
    const int capability = 10 * attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                           attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    *architecture = std::ranges::find_if(generations, [&](const Generation& each) {
                      return capability >= each.since;
                    })->architecture;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetClockInfo(nvmlDevice_t handle, nvmlClockType_t type, unsigned int* clock) {
  return query(handle, clock, [&](CUdevice device) {
    if (type < NVML_CLOCK_GRAPHICS || type > NVML_CLOCK_VIDEO)
      return NVML_ERROR_INVALID_ARGUMENT;
    const auto which = type == NVML_CLOCK_MEM ? CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE
                                              : CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
    *clock = static_cast<unsigned>(attribute(device, which) / 1000);
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetMaxClockInfo(nvmlDevice_t handle, nvmlClockType_t type,
                                      unsigned int* clock) {
  return nvmlDeviceGetClockInfo(handle, type, clock);
}
HEDDLE_NVML nvmlDeviceGetMemoryBusWidth(nvmlDevice_t handle, unsigned int* width) {
  return query(handle, width, [&](CUdevice device) {
    *width = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetClock(nvmlDevice_t handle, nvmlClockType_t type, nvmlClockId_t which,
                               unsigned int* clock) {
  // Clocks that an administrator sets do not exist here.
  return which == NVML_CLOCK_ID_CURRENT
             ? nvmlDeviceGetClockInfo(handle, type, clock)
             : query(handle, clock, [](CUdevice) { return NVML_ERROR_NOT_SUPPORTED; });
}
// Nothing slows a device down on purpose.
HEDDLE_NVML nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t handle,
                                                   unsigned long long* reasons) {
  return answer(handle, reasons, 0ull);
}
HEDDLE_NVML nvmlDeviceGetSupportedClocksEventReasons(nvmlDevice_t handle,
                                                     unsigned long long* reasons) {
  return answer(handle, reasons, 0ull);
}
HEDDLE_NVML nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t handle,
                                                      unsigned long long* reasons) {
  return answer(handle, reasons, 0ull);
}
HEDDLE_NVML nvmlDeviceGetSupportedClocksThrottleReasons(nvmlDevice_t handle,
                                                        unsigned long long* reasons) {
  return answer(handle, reasons, 0ull);
}
HEDDLE_NVML nvmlDeviceGetPerformanceState(nvmlDevice_t handle, nvmlPstates_t* state) {
  return answer(handle, state, NVML_PSTATE_0);
}
HEDDLE_NVML nvmlDeviceGetNumFans(nvmlDevice_t handle, unsigned int* fans) {
  return answer(handle, fans, 0u);
}
HEDDLE_NVML nvmlDeviceIsMigDeviceHandle(nvmlDevice_t handle, unsigned int* isMigDevice) {
  return answer(handle, isMigDevice, 0u);
}
HEDDLE_NVML nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t handle, unsigned int* count) {
  return answer(handle, count, 0u);
}
HEDDLE_NVML nvmlDeviceGetCapabilities(nvmlDevice_t handle, nvmlDeviceCapabilities_t* capabilities) {
  return query(handle, capabilities, [&](CUdevice) {
    if (capabilities->version != nvmlDeviceCapabilities_v1)
      return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    capabilities->capMask = 0;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlUnitGetCount(unsigned int* count) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  if (!count)
    return NVML_ERROR_INVALID_ARGUMENT;
  *count = 0;
  return NVML_SUCCESS;
}
HEDDLE_NVML nvmlGetExcludedDeviceCount(unsigned int* count) {
  return nvmlUnitGetCount(count);
}

// Earlier versions of functions that differ only in name.
#undef nvmlInit
#undef nvmlDeviceGetCount
#undef nvmlDeviceGetHandleByIndex
#undef nvmlDeviceGetHandleByPciBusId
HEDDLE_NVML nvmlInit(void) {
  return nvmlInit_v2();
}
HEDDLE_NVML nvmlDeviceGetCount(unsigned int* count) {
  return nvmlDeviceGetCount_v2(count);
}
HEDDLE_NVML nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}
HEDDLE_NVML nvmlDeviceGetHandleByPciBusId(const char* busId, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByPciBusId_v2(busId, device);
}
