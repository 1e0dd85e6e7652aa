// Kernels that call the device functions which a program gives to a plan: to read the input of a
// transform into an array without gaps, and to write the output from one. nvcc compiles
// callbacks.cu as C++17, so this file includes nothing of the rest of the library.
#pragma once

#include "cufftXt.h"

namespace heddle::cufft {

constexpr unsigned kCallbackAxes = 4; // three dimensions and the batch

struct CallbackCall {
  cufftXtCallbackType type;
  void* routine; // a device function
  void* info;    // what it is given besides the data
  size_t sharedBytes;
  void* data;  // the program's, laid out as `strides` say
  void* dense; // the same elements without gaps
  // The axis that varies fastest first; strides are in elements.
  unsigned long long extents[kCallbackAxes];
  long long strides[kCallbackAxes];
};

// Calls the function for each element, in the order of the stream.
cudaError_t launchCallbacks(const CallbackCall& call, cudaStream_t stream);

} // namespace heddle::cufft
