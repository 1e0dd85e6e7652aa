// Virtual memory management (cuMemAddressReserve, cuMemCreate, cuMemMap): physical memory, which is
// a file without a name, is mapped into reserved ranges of addresses. A page faults until
// cuMemSetAccess gives access to it.
#include "driver/memory/virtual_memory.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/memory/leak_check.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "memory/protection_keys.h"
#include "memory/reservation.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/mman.h>

namespace heddle::driver {

namespace {

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

struct Mapping {
  std::size_t bytes;
  // Either memory or a multicast object is mapped; the other pointer is null. The mapping counts as
  // a reference to it, so that it lives as long as the mapping.
  PhysicalMemory* memory;
  MulticastObject* multicast;
  CUmemAccess_flags access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  bool isNew = false; // as PhysicalMemory::isNew, and nobody has had access to the mapping
};

struct Range {
  memory::Reservation reservation;
  std::size_t bytes;
};

// The reserved ranges and their mappings, by address.
class VirtualMemory {
public:
  static VirtualMemory& instance() {
    static auto* const memory = new VirtualMemory;
    return *memory;
  }

  std::mutex mutex;
  std::map<std::uintptr_t, Range> ranges;
  std::map<std::uintptr_t, Mapping> mappings;

  bool reserved(std::uintptr_t address, std::size_t bytes) const {
    auto next = ranges.upper_bound(address);
    if (next == ranges.begin())
      return false;
    const auto& [base, range] = *std::prev(next);
    return address - base <= range.bytes && bytes <= range.bytes - (address - base);
  }
  // The first mapping that overlaps [address, address+bytes).
  auto firstIn(std::uintptr_t address, std::size_t bytes) {
    auto at = mappings.upper_bound(address);
    if (at != mappings.begin() && std::prev(at)->first + std::prev(at)->second.bytes > address)
      at = std::prev(at);
    return at != mappings.end() && at->first < address + bytes ? at : mappings.end();
  }
  // Whether mappings fill the range exactly.
  bool filled(std::uintptr_t address, std::size_t bytes) {
    auto at = mappings.find(address);
    const std::uintptr_t end = address + bytes;
    for (; at != mappings.end() && at->first == address && address < end; ++at)
      address += at->second.bytes;
    return address == end;
  }
};

bool aligned(std::uint64_t value) {
  return value && value % kMemoryGranularity == 0;
}

CUresult findMemory(CUmemGenericAllocationHandle handle, PhysicalMemory*& memory) {
  HEDDLE_TRY(Driver::instance().state());
  memory = Driver::instance().tables().physicalMemory.find(reinterpret_cast<void*>(handle));
  return memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void drop(MulticastObject& object) {
  if (--object.references == 0)
    Driver::instance().tables().multicastObjects.destroy(&object);
}

MulticastObject* findMulticast(CUmemGenericAllocationHandle handle) {
  return Driver::instance().tables().multicastObjects.find(reinterpret_cast<void*>(handle));
}

CUresult checkProperties(const CUmemAllocationProp* properties, Device*& device) {
  if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED ||
      (properties->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
    return CUDA_ERROR_INVALID_VALUE;
  switch (properties->location.type) {
  case CU_MEM_LOCATION_TYPE_DEVICE:
    return findDevice(properties->location.id, device);
  case CU_MEM_LOCATION_TYPE_HOST:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
    return findDevice(0, device);
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

int protection(CUmemAccess_flags flags) {
  switch (flags) {
  case CU_MEM_ACCESS_FLAGS_PROT_READ:
    return PROT_READ;
  case CU_MEM_ACCESS_FLAGS_PROT_READWRITE:
    return PROT_READ | PROT_WRITE;
  default:
    return PROT_NONE;
  }
}

// Tells the checker what kernels may do with a mapping whose access rights have changed. If the
// host has access as well, the memory counts as written from then on, because the checker does not
// see what the host writes.
void tellChecker(std::uintptr_t address, Mapping& mapping, bool isOfHost) {
  void* const base = reinterpret_cast<void*>(address);
  if (mapping.access == CU_MEM_ACCESS_FLAGS_PROT_NONE)
    return;
  noteAllocation(base, mapping.bytes);
  auto* const initialised = memory::InitialisedBytes::active();
  if (mapping.isNew && !isOfHost && initialised) [[unlikely]]
    initialised->provide(base, mapping.bytes, false);
  mapping.isNew = false;
  if (auto* bounds = memory::AccessBounds::active();
      bounds && mapping.access == CU_MEM_ACCESS_FLAGS_PROT_READ) [[unlikely]]
    bounds->makeReadOnly(base);
}

CUresult createMemory(CUmemGenericAllocationHandle* out, memory::InterprocessMemory memory,
                      const CUmemAllocationProp& properties, Device& device) {
  PhysicalMemory* made =
      Driver::instance().tables().physicalMemory.create(device, std::move(memory), properties);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUmemGenericAllocationHandle>(made);
  return CUDA_SUCCESS;
}

} // namespace

std::mutex& virtualMemoryMutex() {
  return VirtualMemory::instance().mutex;
}

PhysicalMemory* findPhysicalMemory(CUmemGenericAllocationHandle handle) {
  PhysicalMemory* memory;
  return findMemory(handle, memory) == CUDA_SUCCESS && memory->handles > 0 ? memory : nullptr;
}

PhysicalMemory* mappedMemory(CUdeviceptr address) {
  auto& virtualMemory = VirtualMemory::instance();
  const auto found = virtualMemory.firstIn(address, 1);
  return found != virtualMemory.mappings.end() ? found->second.memory : nullptr;
}

void drop(PhysicalMemory& memory) {
  if (--memory.references == 0)
    Driver::instance().tables().physicalMemory.destroy(&memory);
}

void countAsWritten(PhysicalMemory& memory) {
  memory.isNew = false;
  for (auto& [address, mapping] : VirtualMemory::instance().mappings)
    if (mapping.memory == &memory) {
      mapping.isNew = false;
      memory::markInitialised(reinterpret_cast<void*>(address), mapping.bytes);
    }
}

char* PhysicalMemory::mapping() {
  isNew = false;
  std::lock_guard lock(mappingMutex_);
  if (!mapping_) {
    mapping_ = memory::Reservation(memory::User::Kernels, memory);
    if (mapping_)
      space().addMapped(mapping_.data(), memory.size(), device.index());
  }
  return mapping_.data();
}

PhysicalMemory* retainPhysicalMemory(CUmemGenericAllocationHandle handle) {
  std::lock_guard lock(virtualMemoryMutex());
  PhysicalMemory* const memory = findPhysicalMemory(handle);
  if (memory)
    ++memory->references;
  return memory;
}

void addReference(PhysicalMemory& memory) {
  std::lock_guard lock(virtualMemoryMutex());
  ++memory.references;
}

void dropReference(PhysicalMemory& memory) {
  std::lock_guard lock(virtualMemoryMutex());
  drop(memory);
}

PhysicalMemory::~PhysicalMemory() {
  if (mapping_)
    space().removeMapped(mapping_.data());
  if (charged)
    space().refund(memory.size(), device.index());
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemGetAllocationGranularity(size_t* out, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags option) {
  HEDDLE_TRY(Driver::instance().state());
  Device* device;
  HEDDLE_TRY(checkProperties(properties, device));
  if (!out || option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  *out = kMemoryGranularity;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* out, size_t bytes, size_t alignment, CUdeviceptr,
                             unsigned long long flags) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !aligned(bytes) || flags || (alignment & (alignment - 1)))
    return CUDA_ERROR_INVALID_VALUE;
  memory::Reservation reservation = memory::Reservation::addressesOnly(
      memory::User::Kernels, bytes, std::max(alignment, kMemoryGranularity));
  if (!reservation)
    return CUDA_ERROR_OUT_OF_MEMORY;
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  // A reserved range of addresses has no memory yet, so the checker lets kernels access only the
  // parts that are mapped.
  if (auto* bounds = memory::AccessBounds::active()) [[unlikely]]
    bounds->addSlab(reservation.data(), bytes);
  const auto base = reinterpret_cast<std::uintptr_t>(reservation.data());
  virtualMemory.ranges.emplace(base, Range{std::move(reservation), bytes});
  *out = base;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
  HEDDLE_TRY(Driver::instance().state());
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  const auto found = virtualMemory.ranges.find(pointer);
  if (found == virtualMemory.ranges.end() || found->second.bytes != bytes ||
      virtualMemory.firstIn(pointer, bytes) != virtualMemory.mappings.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (auto* bounds = memory::AccessBounds::active()) [[unlikely]]
    bounds->removeSlab(reinterpret_cast<void*>(pointer));
  virtualMemory.ranges.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* out, size_t bytes,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
  HEDDLE_TRY(Driver::instance().state());
  Device* device;
  HEDDLE_TRY(checkProperties(properties, device));
  if (!out || !aligned(bytes) || flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!space().charge(bytes, device->index()))
    return CUDA_ERROR_OUT_OF_MEMORY;
  memory::InterprocessMemory memory(bytes);
  if (!memory) {
    space().refund(bytes, device->index());
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  HEDDLE_TRY(createMemory(out, std::move(memory), *properties, *device));
  auto& made = *reinterpret_cast<PhysicalMemory*>(*out);
  made.charged = true;
  made.isNew = properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE &&
               properties->requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE;
  return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  HEDDLE_TRY(Driver::instance().state());
  const auto release = [](auto& object) {
    if (object.handles == 0)
      return CUDA_ERROR_INVALID_VALUE;
    --object.handles;
    drop(object);
    return CUDA_SUCCESS;
  };
  if (MulticastObject* const multicast = findMulticast(handle))
    return release(*multicast);
  PhysicalMemory* memory;
  HEDDLE_TRY(findMemory(handle, memory));
  return release(*memory);
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  HEDDLE_TRY(Driver::instance().state());
  PhysicalMemory* memory = nullptr;
  MulticastObject* const multicast = findMulticast(handle);
  if (!multicast)
    HEDDLE_TRY(findMemory(handle, memory));
  if (!aligned(pointer) || bytes == 0 || flags ||
      (multicast ? multicast->handles : memory->handles) == 0)
    return CUDA_ERROR_INVALID_VALUE;
  // As on a GPU, only a whole allocation can be mapped.
  if (!aligned(bytes) || offset || bytes > (multicast ? multicast->size() : memory->memory.size()))
    return CUDA_ERROR_NOT_SUPPORTED;
  if (!virtualMemory.reserved(pointer, bytes) ||
      virtualMemory.firstIn(pointer, bytes) != virtualMemory.mappings.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (multicast) {
    if (!multicast->isComplete())
      return CUDA_ERROR_ILLEGAL_STATE;
    memory::MulticastAddresses::instance().map(pointer, bytes, multicast->bindings());
    if (auto* bounds = memory::AccessBounds::active()) [[unlikely]]
      bounds->addOutside(reinterpret_cast<void*>(pointer), bytes);
    ++multicast->references;
    virtualMemory.mappings.emplace(pointer, Mapping{bytes, nullptr, multicast});
    return CUDA_SUCCESS;
  }
  void* base = reinterpret_cast<void*>(pointer);
  if (mmap(base, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->memory.descriptor(), 0) ==
      MAP_FAILED)
    return CUDA_ERROR_MAP_FAILED;
  memory::assignKernelKey(base, bytes, PROT_NONE);
  ++memory->references;
  const bool isNew = memory->isNew;
  countAsWritten(*memory);
  virtualMemory.mappings.emplace(
      pointer, Mapping{bytes, memory, nullptr, CU_MEM_ACCESS_FLAGS_PROT_NONE, isNew});
  space().addMapped(base, bytes, memory->device.index());
  space().setDormant(base, true); // until cuMemSetAccess gives access
  return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
  HEDDLE_TRY(Driver::instance().state());
  if (Context* context = Context::current(); context && context->isActive())
    context->waitForWork();
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  // A mapping can only be removed as a whole. A range without a mapping is no error.
  if (!aligned(bytes) || !virtualMemory.reserved(pointer, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  const auto first = virtualMemory.firstIn(pointer, bytes);
  for (auto at = first; at != virtualMemory.mappings.end() && at->first < pointer + bytes; ++at)
    if (at->first < pointer || at->first + at->second.bytes > pointer + bytes)
      return CUDA_ERROR_INVALID_VALUE;
  for (auto at = first; at != virtualMemory.mappings.end() && at->first < pointer + bytes;) {
    if (MulticastObject* const multicast = at->second.multicast) {
      memory::MulticastAddresses::instance().unmap(at->first);
      if (auto* bounds = memory::AccessBounds::active()) [[unlikely]]
        bounds->remove(reinterpret_cast<void*>(at->first));
      drop(*multicast);
      at = virtualMemory.mappings.erase(at);
      continue;
    }
    void* base = reinterpret_cast<void*>(at->first);
    // Where the system refuses, for want of room in its tables, this mapping stays.
    if (mmap(base, at->second.bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
      return CUDA_ERROR_OUT_OF_MEMORY;
    space().removeMapped(base);
    drop(*at->second.memory);
    at = virtualMemory.mappings.erase(at);
  }
  return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc* access,
                        size_t count) {
  HEDDLE_TRY(Driver::instance().state());
  if (!access || count == 0 || !aligned(bytes))
    return CUDA_ERROR_INVALID_VALUE;
  CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  bool isOfHost = false;
  for (size_t index = 0; index < count; ++index) {
    if (access[index].location.type == CU_MEM_LOCATION_TYPE_DEVICE) {
      Device* device;
      if (findDevice(access[index].location.id, device) != CUDA_SUCCESS)
        return CUDA_ERROR_INVALID_VALUE;
    } else if (access[index].location.type == CU_MEM_LOCATION_TYPE_HOST) {
      isOfHost = true;
    } else {
      return CUDA_ERROR_INVALID_VALUE;
    }
    if (access[index].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
        access[index].flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
        access[index].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
    // Devices and host share one page table, so the most access that any of them is given holds for
    // all.
    flags = static_cast<CUmemAccess_flags>(flags | access[index].flags);
  }
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  if (!virtualMemory.filled(pointer, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  for (auto at = virtualMemory.mappings.find(pointer);
       at != virtualMemory.mappings.end() && at->first < pointer + bytes; ++at) {
    at->second.access = flags;
    // Nothing lies at the addresses of a multicast object.
    if (at->second.multicast)
      continue;
    if (mprotect(reinterpret_cast<void*>(at->first), at->second.bytes, protection(flags)) != 0)
      return CUDA_ERROR_OUT_OF_MEMORY;
    space().setDormant(reinterpret_cast<void*>(at->first), flags == CU_MEM_ACCESS_FLAGS_PROT_NONE);
    tellChecker(at->first, at->second, isOfHost);
  }
  return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  if (!flags || !location)
    return CUDA_ERROR_INVALID_VALUE;
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  const auto found = virtualMemory.firstIn(pointer, 1);
  if (found == virtualMemory.mappings.end())
    return CUDA_ERROR_INVALID_VALUE;
  *flags = found->second.access;
  return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* out, void* address) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  auto& virtualMemory = VirtualMemory::instance();
  std::lock_guard lock(virtualMemory.mutex);
  const auto found = virtualMemory.firstIn(reinterpret_cast<std::uintptr_t>(address), 1);
  if (found == virtualMemory.mappings.end())
    return CUDA_ERROR_INVALID_VALUE;
  const auto retain = [out](auto& object) {
    ++object.references;
    ++object.handles;
    *out = reinterpret_cast<CUmemGenericAllocationHandle>(&object);
    return CUDA_SUCCESS;
  };
  return found->second.multicast ? retain(*found->second.multicast) : retain(*found->second.memory);
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* out,
                                                CUmemGenericAllocationHandle handle) {
  PhysicalMemory* memory;
  HEDDLE_TRY(findMemory(handle, memory));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = memory->properties;
  return CUDA_SUCCESS;
}

CUresult cuMemExportToShareableHandle(void* out, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags) {
  PhysicalMemory* memory;
  HEDDLE_TRY(findMemory(handle, memory));
  if (!out || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
      !(memory->properties.requestedHandleTypes & type))
    return CUDA_ERROR_INVALID_VALUE;
  const int descriptor = memory->memory.duplicate();
  if (descriptor < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *static_cast<int*>(out) = descriptor;
  return CUDA_SUCCESS;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* out, void* handle,
                                        CUmemAllocationHandleType type) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  // The program keeps its descriptor, so a copy of it is imported.
  auto memory = memory::InterprocessMemory::adopt(
      fcntl(static_cast<int>(reinterpret_cast<std::intptr_t>(handle)), F_DUPFD_CLOEXEC, 0));
  if (!aligned(memory.size()))
    return CUDA_ERROR_UNKNOWN;
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  Device* device;
  HEDDLE_TRY(findDevice(0, device));
  return createMemory(out, std::move(memory), properties, *device);
}
