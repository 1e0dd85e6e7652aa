// Advice about managed memory and prefetching it.
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

CUmemLocation toDriver(cudaMemLocation location) {
  CUmemLocation converted{};
  converted.type = static_cast<CUmemLocationType>(location.type);
  converted.id = location.id;
  return converted;
}

} // namespace

cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPrefetchAsync(toDevice(devPtr), count, toDriver(location), flags, stream);
  });
}

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemAdvise(toDevice(devPtr), count, static_cast<CUmem_advise>(advice),
                              toDriver(location));
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, cudaMemRangeAttribute attribute,
                                     const void* devPtr, size_t count) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemRangeGetAttribute(
        data, dataSize, static_cast<CUmem_range_attribute>(attribute), toDevice(devPtr), count);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataSizes,
                                      cudaMemRangeAttribute* attributes, size_t numAttributes,
                                      const void* devPtr, size_t count) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemRangeGetAttributes(data, dataSizes,
                                          reinterpret_cast<CUmem_range_attribute*>(attributes),
                                          numAttributes, toDevice(devPtr), count);
  });
}
