// Stream-ordered allocation and memory pools.
#include "runtime/runtime.h"

using namespace heddle::runtime;

static_assert(sizeof(cudaMemPoolProps) == sizeof(CUmemPoolProps));
static_assert(sizeof(cudaMemAccessDesc) == sizeof(CUmemAccessDesc));
static_assert(sizeof(cudaMemLocation) == sizeof(CUmemLocation));

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  if (!devPtr)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    return driver.cuMemAllocAsync(reinterpret_cast<CUdeviceptr*>(devPtr), size, hStream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool,
                                    cudaStream_t stream) {
  if (!ptr)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    if (size == 0) {
      *ptr = nullptr;
      return CUDA_SUCCESS;
    }
    return driver.cuMemAllocFromPoolAsync(reinterpret_cast<CUdeviceptr*>(ptr), size, memPool,
                                          stream);
  });
}

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  return inContext([&](const Driver& driver) {
    return devPtr ? driver.cuMemFreeAsync(toDevice(devPtr), hStream) : CUDA_SUCCESS;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  return inDriver(
      [&](const Driver& driver) { return driver.cuDeviceGetDefaultMemPool(memPool, device); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  return inDriver([&](const Driver& driver) { return driver.cuDeviceGetMemPool(memPool, device); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return inDriver([&](const Driver& driver) { return driver.cuDeviceSetMemPool(device, memPool); });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr,
                                           void* value) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetGraphMemAttribute(device, static_cast<CUgraphMem_attribute>(attr),
                                               value);
  });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr,
                                           void* value) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceSetGraphMemAttribute(device, static_cast<CUgraphMem_attribute>(attr),
                                               value);
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return inDriver([&](const Driver& driver) { return driver.cuDeviceGraphMemTrim(device); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolCreate(memPool, reinterpret_cast<const CUmemPoolProps*>(poolProps));
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return inContext([&](const Driver& driver) { return driver.cuMemPoolDestroy(memPool); });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep) {
  return inContext(
      [&](const Driver& driver) { return driver.cuMemPoolTrimTo(memPool, minBytesToKeep); });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolSetAttribute(memPool, static_cast<CUmemPool_attribute>(attr), value);
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolGetAttribute(memPool, static_cast<CUmemPool_attribute>(attr), value);
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList,
                                 size_t count) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolSetAccess(memPool, reinterpret_cast<const CUmemAccessDesc*>(descList),
                                     count);
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool,
                                 cudaMemLocation* location) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolGetAccess(reinterpret_cast<CUmemAccess_flags*>(flags), memPool,
                                     reinterpret_cast<CUmemLocation*>(location));
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location,
                                     cudaMemAllocationType type) {
  return inDriver([&](const Driver& driver) {
    return driver.cuMemGetDefaultMemPool(memPool, reinterpret_cast<CUmemLocation*>(location),
                                         static_cast<CUmemAllocationType>(type));
  });
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location,
                              cudaMemAllocationType type) {
  return inDriver([&](const Driver& driver) {
    return driver.cuMemGetMemPool(memPool, reinterpret_cast<CUmemLocation*>(location),
                                  static_cast<CUmemAllocationType>(type));
  });
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                              cudaMemPool_t memPool) {
  return inDriver([&](const Driver& driver) {
    return driver.cuMemSetMemPool(reinterpret_cast<CUmemLocation*>(location),
                                  static_cast<CUmemAllocationType>(type), memPool);
  });
}

cudaError_t cudaMemPoolExportToShareableHandle(void* shareableHandle, cudaMemPool_t memPool,
                                               cudaMemAllocationHandleType handleType,
                                               unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolExportToShareableHandle(
        shareableHandle, memPool, static_cast<CUmemAllocationHandleType>(handleType), flags);
  });
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* memPool, void* shareableHandle,
                                                 cudaMemAllocationHandleType handleType,
                                                 unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolImportFromShareableHandle(
        memPool, shareableHandle, static_cast<CUmemAllocationHandleType>(handleType), flags);
  });
}

static_assert(sizeof(cudaMemPoolPtrExportData) == sizeof(CUmemPoolPtrExportData));

cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData* exportData, void* ptr) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolExportPointer(reinterpret_cast<CUmemPoolPtrExportData*>(exportData),
                                         toDevice(ptr));
  });
}

cudaError_t cudaMemPoolImportPointer(void** ptr, cudaMemPool_t memPool,
                                     cudaMemPoolPtrExportData* exportData) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPoolImportPointer(reinterpret_cast<CUdeviceptr*>(ptr), memPool,
                                         reinterpret_cast<CUmemPoolPtrExportData*>(exportData));
  });
}
