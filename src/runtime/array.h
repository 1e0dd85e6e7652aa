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

// The bytes of a texel, or of a block of a compressed format; `texels`, if asked for, is how many
// texels that is along an axis.
CUresult arrayElementBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes,
                           size_t* texels = nullptr);
CUresult arrayRowBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes);

} // namespace heddle::runtime
