// The devices: this machine's processor, described in the terms of compute capability 9.0 or as
// another GPU.
#include "driver/device/device.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"
#include "driver/device/host_cpu.h"
#include "driver/device/visible_devices.h"
#include "driver/memory/memory_pool.h"
#include "environment/environment.h"
#include "exec/engine.h"
#include "memory/machine_memory.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

namespace heddle::driver {

namespace {

constexpr int kClockKilohertz = 1'000'000; // clock() in device code counts nanoseconds

struct Attribute {
  CUdevice_attribute id;
  int value;
};

// The attributes that do not depend on the device. All others are 0: they are features that are not
// there, or numbers that mean nothing here.
constexpr Attribute kAttributes[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, INT_MAX},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 << 10},
    {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
    {CU_DEVICE_ATTRIBUTE_MAX_PITCH, INT_MAX},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, kClockKilohertz},
    // The OS does not tell these. They are those of two channels of common memory, so that programs
    // which compute a bandwidth get a plausible one.
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 1'600'000},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 128},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512},
    {CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1},
    {CU_DEVICE_ATTRIBUTE_INTEGRATED, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 65536},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 512},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 2},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 8192},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 8192},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 32768},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 32},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 2046},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, 65536},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 2046},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 268435456},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 65000},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, 2097120},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 228 << 10},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 2},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 1},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 227 << 10},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1 << 10},
    {CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, 128 << 20},
    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR},
    {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1},
    {CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1},
    {CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT, 1},
    {CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_NUMA_ID, -1},
    {CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, -1},
};

int attributeValue(const Device& device, CUdevice_attribute attribute) {
  if (profile() && profile()->attributes.contains(attribute))
    return profile()->attributes.at(attribute);
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    return static_cast<int>(exec::Engine::workersPerDevice());
  case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
    return static_cast<int>(machine::computeMode(device.index()));
  case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
    return static_cast<int>(device.index());
  case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS:
  case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES:
    return memory::wantedWall() == memory::Wall::None ? 1 : 0;
  case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    return hasMulticast() ? 1 : 0;
  case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: {
    static const auto bytes =
        static_cast<int>(std::min<std::size_t>(memory::lastLevelCacheBytes(), INT_MAX));
    return bytes;
  }
  case CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE:
    return attributeValue(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE) / 8 * 5;
  default:
    return fixedAttribute(attribute);
  }
}

CUresult checkDevice(CUdevice handle) {
  Device* device;
  return findDevice(handle, device);
}

// The PCI address (domain, bus, device and function) that a device reports: each is on a bus of its
// own.
std::string pciBusId(const Device& device) {
  char text[16];
  std::snprintf(text, sizeof text, "0000:%02x:00.0", device.index());
  return text;
}

CUmemPoolProps defaultPoolProperties(int ordinal) {
  CUmemPoolProps properties{};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = ordinal;
  return properties;
}

void copyText(char* out, int size, std::string_view text) {
  const auto length = std::min<std::size_t>(text.size(), static_cast<std::size_t>(size) - 1);
  std::memcpy(out, text.data(), length);
  out[length] = '\0';
}

} // namespace

int fixedAttribute(CUdevice_attribute attribute) {
  if (profile() && profile()->attributes.contains(attribute))
    return profile()->attributes.at(attribute);
  for (const Attribute& entry : kAttributes)
    if (entry.id == attribute)
      return entry.value;
  return 0;
}

Device::Device(int ordinal, unsigned index)
    : ordinal_(ordinal), index_(index),
      primary_(Driver::instance().tables().contexts.create(*this, true)),
      defaultPool_(std::make_unique<MemoryPool>(*this, defaultPoolProperties(ordinal))),
      currentPool_(defaultPool_.get()) {
  if (!primary_)
    throw std::bad_alloc();
}

Device::~Device() = default;

bool Device::enter() {
  std::lock_guard lock(claimMutex_);
  if (!claim_.acquire(index_))
    return false;
  ++contexts_;
  return true;
}

void Device::leave() {
  std::lock_guard lock(claimMutex_);
  if (--contexts_ == 0)
    claim_.release();
}

std::size_t totalMemory() {
  const bool asProfile =
      profile() && profile()->memoryBytes && !environmentVariable("HEDDLE_MEMORY");
  return asProfile ? profile()->memoryBytes : Driver::instance().memory().capacity();
}

CUresult findDevice(CUdevice handle, Device*& device) {
  HEDDLE_TRY(Driver::instance().state());
  auto& devices = Driver::instance().devices();
  if (handle < 0 || static_cast<std::size_t>(handle) >= devices.size())
    return CUDA_ERROR_INVALID_DEVICE;
  device = devices[static_cast<std::size_t>(handle)].get();
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuInit(unsigned int flags) {
  return flags ? CUDA_ERROR_INVALID_VALUE : Driver::instance().initialise();
}

CUresult cuDriverGetVersion(int* version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  HEDDLE_TRY(checkDevice(ordinal));
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  HEDDLE_TRY(Driver::instance().state());
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = static_cast<int>(Driver::instance().devices().size());
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int size, CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  if (!name || size <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  copyText(name, size, profile() ? profile()->name : cpuName());
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!value || attribute < CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK ||
      attribute >= CU_DEVICE_ATTRIBUTE_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  *value = attributeValue(*device, attribute);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  *bytes = totalMemory();
  return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  if (!major || !minor)
    return CUDA_ERROR_INVALID_VALUE;
  *major = static_cast<int>(limits().computeCapability / 10);
  *minor = static_cast<int>(limits().computeCapability % 10);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  if (!properties)
    return CUDA_ERROR_INVALID_VALUE;
  properties->maxThreadsPerBlock = static_cast<int>(limits().threadsPerBlock);
  std::copy(limits().block.begin(), limits().block.end(), properties->maxThreadsDim);
  std::copy(limits().grid.begin(), limits().grid.end(), properties->maxGridSize);
  properties->sharedMemPerBlock = static_cast<int>(limits().sharedPerBlock);
  properties->totalConstantMemory = 65536;
  properties->SIMDWidth = 32;
  properties->memPitch = INT_MAX;
  properties->regsPerBlock = fixedAttribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  properties->clockRate = fixedAttribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  properties->textureAlign = fixedAttribute(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!uuid)
    return CUDA_ERROR_INVALID_VALUE;
  *uuid = deviceUuid(device->index());
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetLuid(char*, unsigned int*, CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  return CUDA_ERROR_NOT_SUPPORTED; // LUIDs exist only on Windows
}

CUresult cuDeviceGetPCIBusId(char* text, int size, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  const std::string id = pciBusId(*device);
  if (!text || size <= static_cast<int>(id.size()))
    return CUDA_ERROR_INVALID_VALUE;
  copyText(text, size, id);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetByPCIBusId(CUdevice* out, const char* text) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !text)
    return CUDA_ERROR_INVALID_VALUE;
  const std::string_view given(text);
  if (given.find(':') == std::string_view::npos ||
      given.find_first_not_of("0123456789abcdefABCDEF:.") != std::string_view::npos)
    return CUDA_ERROR_INVALID_VALUE;
  for (const auto& device : Driver::instance().devices()) {
    // A program may leave out the domain and the function.
    const std::string full = pciBusId(*device);
    if (given == full || given == full.substr(0, 10) || given == full.substr(5) ||
        given == full.substr(5, 5)) {
      *out = device->ordinal();
      return CUDA_SUCCESS;
    }
  }
  return CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  HEDDLE_TRY(checkDevice(device));
  HEDDLE_TRY(checkDevice(peer));
  if (!can)
    return CUDA_ERROR_INVALID_VALUE;
  *can = device != peer;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice device,
                                 CUdevice peer) {
  HEDDLE_TRY(Driver::instance().state());
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkDevice(device));
  HEDDLE_TRY(checkDevice(peer));
  if (device == peer) // a device is not its own peer
    return CUDA_ERROR_INVALID_DEVICE;
  switch (attribute) {
  case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
    *value = 0;
    return CUDA_SUCCESS;
  case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
  case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
  case CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED:
    *value = 1;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuDeviceGetExecAffinitySupport(int* supported, CUexecAffinityType, CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  if (!supported)
    return CUDA_ERROR_INVALID_VALUE;
  *supported = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t* width, CUarray_format, unsigned int channels,
                                            CUdevice device) {
  HEDDLE_TRY(checkDevice(device));
  if (!width || channels == 0)
    return CUDA_ERROR_INVALID_VALUE;
  *width = 268435456;
  return CUDA_SUCCESS;
}
