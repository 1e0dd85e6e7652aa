// Arrays. They are the driver's arrays; the runtime describes their elements by channel formats of
// its own.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

inline CUarray toDriver(cudaArray_const_t array) {
  return reinterpret_cast<CUarray>(const_cast<cudaArray_t>(array));
}

// Returns false if the driver has no such format.
bool toDriver(const cudaChannelFormatDesc& desc, CUarray_format& format, unsigned& channels);
cudaChannelFormatDesc toRuntime(CUarray_format format, unsigned channels);

CUresult arrayElementBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes);
CUresult arrayRowBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes);

} // namespace heddle::runtime
