// libnvidia-ml: answers the questions of monitoring programs from the driver API and from what
// Linux reports about this machine.
#include "nvml.h"

#include "cuda.h"
#include "ir/api_boundary.h"
#include "machine/compute_mode.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>

#define HEDDLE_NVML extern "C" __attribute__((visibility("default"))) nvmlReturn_t

namespace {

// How many calls of nvmlInit have not been taken back by nvmlShutdown.
std::atomic<int> initializations{0};

// Programs parse the version and compare it with the minimum for their CUDA. This is the driver
// that came with the CUDA version which cuDriverGetVersion returns.
constexpr const char* kDriverVersion = "580.65.06";
constexpr const char* kDriverBranch = "r580_00";

// A handle is the ordinal plus one, since it must not be null.
nvmlDevice_t handleOf(int ordinal) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(ordinal) + 1);
}

nvmlReturn_t toNvml(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
    return NVML_SUCCESS;
  case CUDA_ERROR_NO_DEVICE:
    return NVML_ERROR_NOT_FOUND;
  case CUDA_ERROR_INVALID_DEVICE:
  case CUDA_ERROR_INVALID_VALUE:
    return NVML_ERROR_INVALID_ARGUMENT;
  default:
    return NVML_ERROR_UNKNOWN;
  }
}

nvmlReturn_t find(nvmlDevice_t handle, CUdevice& device) {
  if (initializations == 0)
    return NVML_ERROR_UNINITIALIZED;
  const auto ordinal = reinterpret_cast<std::uintptr_t>(handle);
  int count = 0;
  if (cuDeviceGetCount(&count) != CUDA_SUCCESS || ordinal == 0 ||
      ordinal > static_cast<std::uintptr_t>(count))
    return NVML_ERROR_INVALID_ARGUMENT;
  return toNvml(cuDeviceGet(&device, static_cast<int>(ordinal - 1)));
}

nvmlReturn_t copyText(std::string_view text, char* to, unsigned length) {
  if (!to)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (length <= text.size())
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(to, text.data(), text.size());
  to[text.size()] = '\0';
  return NVML_SUCCESS;
}

template <class Body> nvmlReturn_t guarded(Body body) {
  return heddle::withoutExceptions<nvmlReturn_t>(
      {NVML_ERROR_MEMORY, NVML_ERROR_UNKNOWN, NVML_ERROR_UNKNOWN}, body);
}

// Calls `body` with the device when the handle is valid and the result pointer is not null.
template <class Body> nvmlReturn_t query(nvmlDevice_t handle, const void* result, Body body) {
  CUdevice device = 0;
  if (nvmlReturn_t status = find(handle, device); status != NVML_SUCCESS)
    return status;
  return result ? guarded([&] { return body(device); }) : NVML_ERROR_INVALID_ARGUMENT;
}

int attribute(CUdevice device, CUdevice_attribute which) {
  int value = 0;
  cuDeviceGetAttribute(&value, which, device);
  return value;
}

std::string uuidOf(CUdevice device) {
  CUuuid uuid{};
  cuDeviceGetUuid(&uuid, device);
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x",
                  static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    text += digits;
  }
  return text;
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
  ++initializations;
  return NVML_SUCCESS;
}
HEDDLE_NVML nvmlInit_v2(void) {
  return nvmlInitWithFlags(0);
}
HEDDLE_NVML nvmlShutdown(void) {
  int count = initializations;
  while (count > 0)
    if (initializations.compare_exchange_weak(count, count - 1))
      return NVML_SUCCESS;
  return NVML_ERROR_UNINITIALIZED;
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
  return initializations ? copyText(kDriverVersion, version, length) : NVML_ERROR_UNINITIALIZED;
}
HEDDLE_NVML nvmlSystemGetNVMLVersion(char* version, unsigned int length) {
  return guarded([&] {
    return initializations ? copyText(std::string("13.") + kDriverVersion, version, length)
                           : NVML_ERROR_UNINITIALIZED;
  });
}
HEDDLE_NVML nvmlSystemGetDriverBranch(nvmlSystemDriverBranchInfo_t* info, unsigned int length) {
  if (!initializations)
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
  if (!initializations)
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
  if (!initializations)
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
  return query(handle, brand, [&](CUdevice) {
    *brand = NVML_BRAND_UNKNOWN;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetPciInfo_v3(nvmlDevice_t handle, nvmlPciInfo_t* pci) {
  return query(handle, pci, [&](CUdevice device) {
    *pci = {};
    pci->domain = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID));
    pci->bus = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID));
    pci->device = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
    std::snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain, pci->bus,
                  pci->device);
    std::snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0",
                  pci->domain & 0xffff, pci->bus & 0xff, pci->device & 0xff);
    return NVML_SUCCESS;
  });
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
  return query(handle, mode, [&](CUdevice) {
    *mode = NVML_FEATURE_ENABLED;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetDisplayMode(nvmlDevice_t handle, nvmlEnableState_t* display) {
  return query(handle, display, [&](CUdevice) {
    *display = NVML_FEATURE_DISABLED;
    return NVML_SUCCESS;
  });
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
// Which processes use a device is not recorded where other processes could read it.
HEDDLE_NVML nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t handle, unsigned int* count,
                                                    nvmlProcessInfo_t*) {
  return query(handle, count, [&](CUdevice) {
    *count = 0;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t handle, unsigned int* count,
                                                     nvmlProcessInfo_t* infos) {
  return nvmlDeviceGetComputeRunningProcesses_v3(handle, count, infos);
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
