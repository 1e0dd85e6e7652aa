// Transforms whose input or output goes through device functions of the program. Kernels call these
// (callbacks.h), before and after a transform of data without gaps.
#pragma once

#include "cufft/callbacks.h"
#include "cufft/transform.h"

#include <memory>

namespace heddle::cufft {

struct Callback {
  void* routine = nullptr; // null: none
  void* info = nullptr;
  std::size_t sharedBytes = 0;
};

struct Callbacks {
  Callback load, store;
  bool areSet() const { return load.routine || store.routine; }
};

// The kinds of callbacks that a transform can have.
cufftXtCallbackType loadCallbackType(const Geometry& geometry, Precision precision);
cufftXtCallbackType storeCallbackType(const Geometry& geometry, Precision precision);

// It needs no work area besides its own memory. Null when there is none on the device; throws
// std::bad_alloc when there is none on the host.
std::unique_ptr<Transform> makeCallbackTransform(const Geometry& geometry, Precision precision,
                                                 const Callbacks& callbacks);

} // namespace heddle::cufft
