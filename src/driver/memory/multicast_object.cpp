// Multicast objects (cuMulticastCreate). They are a feature of a switch between devices, so they
// are there where there are several devices; a single one answers CUDA_ERROR_NOT_SUPPORTED to all
// arguments, as an H200 without the switch does.
#include "driver/memory/multicast_object.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/memory/virtual_memory.h"

#include <algorithm>
#include <utility>

namespace heddle::driver {

MulticastObject::~MulticastObject() {
  for (const auto& [place, memory] : owners_)
    drop(*memory);
}

CUresult MulticastObject::addDevice(unsigned device) {
  return !isComplete() && team_.insert(device).second ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult MulticastObject::bind(const memory::MulticastBinding& binding, PhysicalMemory* owner) {
  // On a GPU this call waits until the other processes of the team have added their devices.
  // Objects are not shared between processes here, so that it would wait for ever.
  if (!isComplete())
    return CUDA_ERROR_ILLEGAL_STATE;
  if (!team_.contains(binding.device))
    return CUDA_ERROR_INVALID_DEVICE;
  if (binding.offset > size() || binding.bytes > size() - binding.offset)
    return CUDA_ERROR_INVALID_VALUE;
  const auto overlaps = [&](const memory::MulticastBinding& other) {
    return other.device == binding.device && other.offset < binding.offset + binding.bytes &&
           binding.offset < other.offset + other.bytes;
  };
  if (std::ranges::any_of(*bindings_, overlaps))
    return CUDA_ERROR_INVALID_VALUE;
  bindings_->reserve(bindings_->size() + 1);
  if (owner)
    owners_.emplace(std::pair(binding.device, binding.offset), owner);
  memory::MulticastAddresses::instance().change([&] { bindings_->push_back(binding); });
  return CUDA_SUCCESS;
}

CUresult MulticastObject::unbind(unsigned device, std::size_t offset, std::size_t bytes) {
  const auto found = std::ranges::find_if(*bindings_, [&](const memory::MulticastBinding& binding) {
    return binding.device == device && binding.offset == offset && binding.bytes == bytes;
  });
  if (found == bindings_->end())
    return CUDA_ERROR_INVALID_VALUE;
  memory::MulticastAddresses::instance().change([&] { bindings_->erase(found); });
  if (const auto owner = owners_.find({device, offset}); owner != owners_.end()) {
    drop(*owner->second);
    owners_.erase(owner);
  }
  return CUDA_SUCCESS;
}

namespace {

bool isWhole(std::uint64_t value) {
  return value % kMemoryGranularity == 0;
}

CUresult checkFeature() {
  HEDDLE_TRY(Driver::instance().state());
  return hasMulticast() ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult checkProperties(const CUmulticastObjectProp* properties) {
  if (!properties || properties->numDevices == 0 ||
      properties->numDevices > Driver::instance().devices().size() || properties->size == 0 ||
      properties->flags)
    return CUDA_ERROR_INVALID_VALUE;
  // An object that other processes can import would need bindings that all of them see.
  return properties->handleTypes ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}

CUresult findObject(CUmemGenericAllocationHandle handle, MulticastObject*& object) {
  object = Driver::instance().tables().multicastObjects.find(reinterpret_cast<void*>(handle));
  return object && object->handles > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

bool hasMulticast() {
  return Driver::instance().devices().size() > 1;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMulticastGetGranularity(size_t* out, const CUmulticastObjectProp* properties,
                                   CUmulticastGranularity_flags option) {
  HEDDLE_TRY(checkFeature());
  HEDDLE_TRY(checkProperties(properties));
  if (!out || option > CU_MULTICAST_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  *out = kMemoryGranularity;
  return CUDA_SUCCESS;
}

CUresult cuMulticastCreate(CUmemGenericAllocationHandle* out,
                           const CUmulticastObjectProp* properties) {
  HEDDLE_TRY(checkFeature());
  HEDDLE_TRY(checkProperties(properties));
  if (!out || !isWhole(properties->size))
    return CUDA_ERROR_INVALID_VALUE;
  MulticastObject* made = Driver::instance().tables().multicastObjects.create(*properties);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUmemGenericAllocationHandle>(made);
  return CUDA_SUCCESS;
}

CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle handle, CUdevice device) {
  HEDDLE_TRY(checkFeature());
  const std::lock_guard lock(virtualMemoryMutex());
  MulticastObject* object;
  HEDDLE_TRY(findObject(handle, object));
  Device* added;
  HEDDLE_TRY(findDevice(device, added));
  return object->addDevice(added->index());
}

CUresult cuMulticastBindMem(CUmemGenericAllocationHandle handle, size_t offset,
                            CUmemGenericAllocationHandle memoryHandle, size_t memoryOffset,
                            size_t bytes, unsigned long long flags) {
  HEDDLE_TRY(checkFeature());
  const std::lock_guard lock(virtualMemoryMutex());
  MulticastObject* object;
  HEDDLE_TRY(findObject(handle, object));
  PhysicalMemory* memory = findPhysicalMemory(memoryHandle);
  if (!memory || flags || bytes == 0 || !isWhole(offset) || !isWhole(memoryOffset) ||
      !isWhole(bytes) || memoryOffset > memory->memory.size() ||
      bytes > memory->memory.size() - memoryOffset)
    return CUDA_ERROR_INVALID_VALUE;
  if (memory->properties.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_INVALID_DEVICE;
  const char* const base = memory->mapping();
  if (!base)
    return CUDA_ERROR_OUT_OF_MEMORY;
  countAsWritten(*memory);
  HEDDLE_TRY(object->bind({memory->device.index(), offset, bytes,
                           reinterpret_cast<std::uintptr_t>(base) + memoryOffset},
                          memory));
  ++memory->references;
  return CUDA_SUCCESS;
}

CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle handle, size_t offset,
                             CUdeviceptr address, size_t bytes, unsigned long long flags) {
  HEDDLE_TRY(checkFeature());
  const std::lock_guard lock(virtualMemoryMutex());
  MulticastObject* object;
  HEDDLE_TRY(findObject(handle, object));
  if (flags || bytes == 0 || !isWhole(offset) || !isWhole(address) || !isWhole(bytes))
    return CUDA_ERROR_INVALID_VALUE;
  const std::optional<memory::Allocation> allocation =
      Driver::instance().memory().find(reinterpret_cast<void*>(address));
  if (!allocation ||
      (allocation->kind != memory::Kind::Device && allocation->kind != memory::Kind::Mapped))
    return CUDA_ERROR_INVALID_VALUE;
  const std::uint64_t before = address - reinterpret_cast<std::uintptr_t>(allocation->base);
  if (bytes > allocation->size - before)
    return CUDA_ERROR_INVALID_VALUE;
  // Memory that is mapped stays as long as it is bound, also where its mapping goes before.
  PhysicalMemory* owner = mappedMemory(address);
  const char* const base = owner ? owner->mapping() : allocation->base;
  if (owner)
    countAsWritten(*owner);
  if (!base)
    return CUDA_ERROR_OUT_OF_MEMORY;
  HEDDLE_TRY(object->bind(
      {allocation->device, offset, bytes, reinterpret_cast<std::uintptr_t>(base) + before}, owner));
  if (owner)
    ++owner->references;
  return CUDA_SUCCESS;
}

CUresult cuMulticastUnbind(CUmemGenericAllocationHandle handle, CUdevice device, size_t offset,
                           size_t bytes) {
  HEDDLE_TRY(checkFeature());
  const std::lock_guard lock(virtualMemoryMutex());
  MulticastObject* object;
  HEDDLE_TRY(findObject(handle, object));
  Device* bound;
  HEDDLE_TRY(findDevice(device, bound));
  return object->unbind(bound->index(), offset, bytes);
}
