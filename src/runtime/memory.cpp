// Device and managed memory.
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

// The driver refuses allocations of nothing; the runtime answers them with a null pointer.
template <class Pointer> bool isNothing(Pointer** pointer, size_t size) {
  if (size == 0)
    *pointer = nullptr;
  return size == 0;
}

} // namespace

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  if (!devPtr)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    if (isNothing(devPtr, size))
      return CUDA_SUCCESS;
    return driver.cuMemAlloc(reinterpret_cast<CUdeviceptr*>(devPtr), size);
  });
}

cudaError_t cudaFree(void* devPtr) {
  return inContext([&](const Driver& driver) {
    return devPtr ? driver.cuMemFree(toDevice(devPtr)) : CUDA_SUCCESS;
  });
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  if (!devPtr || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    if (isNothing(devPtr, size))
      return CUDA_SUCCESS;
    return driver.cuMemAllocManaged(reinterpret_cast<CUdeviceptr*>(devPtr), size, flags);
  });
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  if (!devPtr || !pitch)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    if (width == 0 || height == 0) {
      *devPtr = nullptr;
      *pitch = 0;
      return CUDA_SUCCESS;
    }
    constexpr unsigned kElementSize = 4; // the smallest that the driver takes
    return driver.cuMemAllocPitch(reinterpret_cast<CUdeviceptr*>(devPtr), pitch, width, height,
                                  kElementSize);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  if (!pitchedDevPtr)
    return record(cudaErrorInvalidValue);
  cudaPitchedPtr allocated{nullptr, 0, extent.width, extent.height};
  size_t rows = 0;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return record(cudaErrorInvalidValue);
  cudaError_t status = cudaMallocPitch(&allocated.ptr, &allocated.pitch, extent.width, rows);
  if (status == cudaSuccess)
    *pitchedDevPtr = allocated;
  return status;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return inContext([&](const Driver& driver) { return driver.cuMemGetInfo(free, total); });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  if (!attributes)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    unsigned memoryType = 0;
    unsigned managed = 0;
    int device = cudaInvalidDeviceId;
    CUdeviceptr devicePointer = 0;
    void* hostPointer = nullptr;
    CUpointer_attribute kinds[] = {
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE,    CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
        CU_POINTER_ATTRIBUTE_HOST_POINTER,
    };
    void* values[] = {&memoryType, &managed, &device, &devicePointer, &hostPointer};
    CUresult result = driver.cuPointerGetAttributes(std::size(kinds), kinds, values, toDevice(ptr));
    if (result != CUDA_SUCCESS)
      return result;
    cudaPointerAttributes found{};
    if (managed)
      found.type = cudaMemoryTypeManaged;
    else if (memoryType == CU_MEMORYTYPE_HOST)
      found.type = cudaMemoryTypeHost;
    else if (memoryType == CU_MEMORYTYPE_DEVICE)
      found.type = cudaMemoryTypeDevice;
    else
      found.type = cudaMemoryTypeUnregistered;
    if (found.type == cudaMemoryTypeUnregistered) {
      found.device = cudaInvalidDeviceId;
      found.hostPointer = const_cast<void*>(ptr);
    } else {
      found.device = device;
      found.devicePointer = reinterpret_cast<void*>(devicePointer);
      found.hostPointer = found.type == cudaMemoryTypeDevice ? nullptr : hostPointer;
    }
    *attributes = found;
    return CUDA_SUCCESS;
  });
}
