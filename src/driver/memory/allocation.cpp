// Allocates and frees memory of devices and of the host, and answers what a pointer belongs to.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/device/device_profile.h"
#include "driver/graph/graph_memory.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/batch_decompression.h"
#include "driver/memory/ipc.h"
#include "driver/memory/leak_check.h"
#include "driver/memory/unused_memory.h"
#include "exec/pool_memory_order.h"
#include "memory/process_mappings.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::driver {

namespace {

using memory::Allocation;
using memory::Kind;

constexpr std::size_t kPitchAlignment = 512;
constexpr std::size_t kMaxPitch = 0x7fffffff;
// Addresses have at most 57 bits.
constexpr std::uintptr_t kEndOfAddresses = std::uintptr_t{1} << 57;

std::size_t memoryOfMachine() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

void* toPointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

CUdeviceptr toDevice(const void* pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

CUresult allocate(CUdeviceptr* out, std::size_t bytes, Kind kind, unsigned flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(refuseUnsafeCall());
  void* pointer = space().allocate(bytes, kind, flags, context, context->device().index());
  if (!pointer)
    return CUDA_ERROR_OUT_OF_MEMORY;
  noteAllocation(pointer, bytes);
  if (kind == Kind::Device)
    noteForUse(pointer, bytes);
  *out = toDevice(pointer);
  return CUDA_SUCCESS;
}

CUresult allocateHost(void** out, std::size_t bytes, unsigned flags) {
  constexpr unsigned known =
      CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
  if (!out || (flags & ~known))
    return CUDA_ERROR_INVALID_VALUE;
  if (bytes == 0) {
    Context* context;
    HEDDLE_TRY(currentContext(context));
    *out = nullptr;
    return CUDA_SUCCESS;
  }
  CUdeviceptr pointer;
  HEDDLE_TRY(allocate(&pointer, bytes, Kind::Pinned, flags));
  *out = toPointer(pointer);
  return CUDA_SUCCESS;
}

// Frees memory, after all work that may use it.
CUresult release(void* pointer, std::initializer_list<Kind> kinds) {
  if (!pointer)
    return CUDA_SUCCESS;
  const auto allocation = space().find(pointer);
  if (!allocation || allocation->base != pointer ||
      std::find(kinds.begin(), kinds.end(), allocation->kind) == kinds.end())
    return CUDA_ERROR_INVALID_VALUE;
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(refuseUnsafeCall());
  // The call waits for work here, but as on a GPU the program must not rely on it.
  if (exec::followsStreamOrder()) [[unlikely]]
    exec::notePoolFree(pointer);
  auto* owner = const_cast<Context*>(static_cast<const Context*>(allocation->owner));
  owner->waitForWork();
  HEDDLE_TRY(owner->health());
  if (MemoryPool* pool = poolOf(pointer))
    pool->forget(pointer);
  reportUnused(pointer);
  return space().release(pointer, kinds) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

template <typename Value> void put(void* out, Value value) {
  std::memcpy(out, &value, sizeof value);
}

int ordinalOf(const Allocation& allocation) {
  for (const auto& device : Driver::instance().devices())
    if (device->index() == allocation.device)
      return device->ordinal();
  return CU_DEVICE_INVALID;
}

bool isHost(const Allocation& allocation) {
  return allocation.kind == Kind::Pinned || allocation.kind == Kind::Registered;
}

bool isDeviceOnly(const Allocation& allocation) {
  return !isHost(allocation) && allocation.kind != Kind::Managed;
}

// The allocations with CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, by their ids, which are never used again.
// The attribute is only stored: our copies are complete when they return wherever it matters.
class SynchronousAllocations {
public:
  void set(std::uint64_t id, bool synchronous) {
    std::lock_guard lock(mutex_);
    if (synchronous)
      ids_.insert(id);
    else
      ids_.erase(id);
  }
  bool contains(std::uint64_t id) {
    std::lock_guard lock(mutex_);
    return ids_.contains(id);
  }

private:
  std::mutex mutex_;
  std::set<std::uint64_t> ids_;
};
SynchronousAllocations& synchronousAllocations() {
  static auto* allocations = new SynchronousAllocations;
  return *allocations;
}

// The attributes of a pointer to memory that the driver does not know.
CUresult putUnknown(void* out, CUpointer_attribute attribute) {
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    put(out, 0);
    return CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    put(out, static_cast<int>(CU_DEVICE_INVALID));
    return CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
  case CU_POINTER_ATTRIBUTE_MAPPED:
    put(out, 0);
    return CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_CONTEXT:
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    put(out, std::uint64_t{0});
    return CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
    return CUDA_ERROR_NOT_SUPPORTED;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult putAttribute(void* out, CUpointer_attribute attribute, CUdeviceptr pointer,
                      const Allocation& allocation) {
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    put(out, allocation.owner);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    put(out, static_cast<unsigned>(isHost(allocation) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    put(out, pointer);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    put(out, isDeviceOnly(allocation) ? nullptr : toPointer(pointer));
    return isDeviceOnly(allocation) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    put(out, synchronousAllocations().contains(allocation.id) ? 1 : 0);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
  case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
    put(out, allocation.id);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    put(out, allocation.kind == Kind::Managed ? 1 : 0);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    put(out, ordinalOf(allocation));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
  case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    put(out, toDevice(allocation.base));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
  case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    put(out, allocation.size);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MAPPED:
    put(out, 1);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    put(out, std::uint64_t{0});
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    put(out, static_cast<int>(CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    put(out, allocation.kind == Kind::Device ? 1 : 0);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    put(out, 0);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
    put(out, isDecompressCapable(toPointer(pointer)) ? 1 : 0);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: {
    MemoryPool* pool = poolOf(toPointer(pointer));
    put(out, pool);
    return CUDA_SUCCESS;
  }
  case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
    return CUDA_ERROR_NOT_SUPPORTED;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

} // namespace
} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemGetInfo(size_t* available, size_t* total) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (available)
    *available = space().available(context->device().index());
  if (total)
    *total = totalMemory();
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr* out, size_t bytes) {
  return allocate(out, bytes, Kind::Device, 0);
}

CUresult cuMemAllocPitch(CUdeviceptr* out, size_t* pitch, size_t width, size_t height,
                         unsigned int elementBytes) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !pitch || width == 0 || height == 0 || width > kMaxPitch ||
      (elementBytes != 4 && elementBytes != 8 && elementBytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t row = memory::roundUp(width, kPitchAlignment);
  std::size_t bytes;
  if (row < width || __builtin_mul_overflow(row, height, &bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  HEDDLE_TRY(allocate(out, bytes, Kind::Device, 0));
  *pitch = row;
  return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  // Memory that was imported from a pool of another process is closed, not freed.
  if (const auto allocation = space().find(toPointer(pointer));
      allocation && allocation->kind == Kind::Imported)
    return closeMemory(pointer);
  if (freeExternalBuffer(pointer))
    return CUDA_SUCCESS;
  if (CUresult result; freeGraphMemory(toPointer(pointer), result))
    return result;
  return release(toPointer(pointer), {Kind::Device, Kind::Managed});
}

CUresult cuMemAllocHost(void** out, size_t bytes) {
  return allocateHost(out, bytes, 0);
}

CUresult cuMemHostAlloc(void** out, size_t bytes, unsigned int flags) {
  return allocateHost(out, bytes, flags);
}

CUresult cuMemFreeHost(void* pointer) {
  HEDDLE_TRY(Driver::instance().state());
  return release(pointer, {Kind::Pinned});
}

CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  constexpr unsigned known = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                             CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  std::uintptr_t end;
  if (!pointer || bytes == 0 || (flags & ~known) || __builtin_add_overflow(begin, bytes, &end))
    return CUDA_ERROR_INVALID_VALUE;
  // As on a GPU, addresses and sizes that no process can have come before the question whether the
  // memory is there.
  if (end > kEndOfAddresses)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (bytes > memoryOfMachine())
    return CUDA_ERROR_OUT_OF_MEMORY;
  // Memory of I/O devices is not supported.
  if ((flags & CU_MEMHOSTREGISTER_IOMEMORY) ||
      !memory::isMappedWith(pointer, bytes,
                            flags & CU_MEMHOSTREGISTER_READ_ONLY ? PROT_READ
                                                                 : PROT_READ | PROT_WRITE))
    return CUDA_ERROR_INVALID_VALUE;
  if (const auto allocation = space().find(pointer);
      allocation && allocation->kind != Kind::Registered)
    return CUDA_ERROR_INVALID_VALUE;
  return space().registerHost(pointer, bytes, flags, context)
             ? CUDA_SUCCESS
             : CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

CUresult cuMemHostUnregister(void* pointer) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!pointer)
    return CUDA_ERROR_INVALID_VALUE;
  if (const auto allocation = space().find(pointer);
      allocation && (allocation->kind != Kind::Registered || allocation->base != pointer))
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(context->synchronize());
  return space().unregisterHost(pointer) ? CUDA_SUCCESS : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* out, void* pointer, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const auto allocation = space().find(pointer);
  if (!out || flags || !allocation || !isHost(*allocation))
    return CUDA_ERROR_INVALID_VALUE;
  *out = toDevice(pointer);
  return CUDA_SUCCESS;
}

CUresult cuMemHostGetFlags(unsigned int* flags, void* pointer) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const auto allocation = space().find(pointer);
  if (!flags || !allocation || isDeviceOnly(*allocation))
    return CUDA_ERROR_INVALID_VALUE;
  // As on a GPU, memory that was registered for reading only does not say so.
  constexpr unsigned kReported = ~unsigned{CU_MEMHOSTREGISTER_READ_ONLY};
  *flags = (isHost(*allocation) ? allocation->flags & kReported : 0) | CU_MEMHOSTALLOC_DEVICEMAP;
  return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* bytes, CUdeviceptr pointer) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const auto allocation = space().find(toPointer(pointer));
  if (!allocation)
    return CUDA_ERROR_NOT_FOUND;
  if (base)
    *base = toDevice(allocation->base);
  if (bytes)
    *bytes = allocation->size;
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void* out, CUpointer_attribute attribute, CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  const auto allocation = space().find(toPointer(pointer));
  return allocation ? putAttribute(out, attribute, pointer, *allocation)
                    : putUnknown(out, attribute);
}

CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** out,
                                CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  if (!attributes || !out || std::find(out, out + count, nullptr) != out + count)
    return CUDA_ERROR_INVALID_VALUE;
  const auto allocation = space().find(toPointer(pointer));
  for (unsigned index = 0; index < count; ++index) {
    const CUresult result = allocation
                                ? putAttribute(out[index], attributes[index], pointer, *allocation)
                                : putUnknown(out[index], attributes[index]);
    // An attribute that does not apply to the pointer has got its empty value, and is no error.
    if (result == CUDA_ERROR_NOT_SUPPORTED)
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute,
                               CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  const auto allocation = space().find(toPointer(pointer));
  if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS || !allocation)
    return CUDA_ERROR_INVALID_VALUE;
  synchronousAllocations().set(allocation->id, *static_cast<const unsigned*>(value) != 0);
  return CUDA_SUCCESS;
}
