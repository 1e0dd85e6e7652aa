// Transforms of one geometry, ready to be ordered on streams.
#pragma once

#include "cuda_runtime_api.h"
#include "cufft/geometry.h"

#include <cstddef>
#include <memory>

namespace heddle::cufft {

class Transform {
public:
  virtual ~Transform() = default;
  // The bytes of the work area that launch() needs.
  virtual std::size_t workBytes() const = 0;
  // Orders the transform on the stream. `in` and `out` may be the same.
  virtual cudaError_t launch(cudaStream_t stream, void* in, void* out, void* work,
                             bool isInverse) const = 0;
};

// Throws std::bad_alloc.
std::unique_ptr<Transform> makeTransform(const Geometry& geometry, Precision precision);

} // namespace heddle::cufft
