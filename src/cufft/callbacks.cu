#include "callbacks.h"

namespace {

using heddle::cufft::CallbackCall;
using heddle::cufft::kCallbackAxes;

constexpr unsigned kThreads = 128;
constexpr unsigned long long kMostBlocks = 1 << 16;

extern __shared__ char sharedMemory[];

__device__ unsigned long long elementCount(const CallbackCall& call) {
  unsigned long long count = 1;
  for (unsigned axis = 0; axis < kCallbackAxes; ++axis)
    count *= call.extents[axis];
  return count;
}

// Where an element without gaps lies in the program's data.
__device__ size_t offsetOf(const CallbackCall& call, unsigned long long index) {
  long long offset = 0;
  for (unsigned axis = 0; axis < kCallbackAxes; ++axis) {
    offset += static_cast<long long>(index % call.extents[axis]) * call.strides[axis];
    index /= call.extents[axis];
  }
  return static_cast<size_t>(offset);
}

template <class Element> __global__ void load(CallbackCall call) {
  using Routine = Element (*)(void*, size_t, void*, void*);
  const auto routine = reinterpret_cast<Routine>(call.routine);
  const unsigned long long count = elementCount(call);
  for (unsigned long long index =
           blockIdx.x * static_cast<unsigned long long>(kThreads) + threadIdx.x;
       index < count; index += gridDim.x * static_cast<unsigned long long>(kThreads))
    static_cast<Element*>(call.dense)[index] =
        routine(call.data, offsetOf(call, index), call.info, sharedMemory);
}

template <class Element> __global__ void store(CallbackCall call) {
  using Routine = void (*)(void*, size_t, Element, void*, void*);
  const auto routine = reinterpret_cast<Routine>(call.routine);
  const unsigned long long count = elementCount(call);
  for (unsigned long long index =
           blockIdx.x * static_cast<unsigned long long>(kThreads) + threadIdx.x;
       index < count; index += gridDim.x * static_cast<unsigned long long>(kThreads))
    routine(call.data, offsetOf(call, index), static_cast<const Element*>(call.dense)[index],
            call.info, sharedMemory);
}

using Kernel = void (*)(CallbackCall);

Kernel kernelFor(cufftXtCallbackType type) {
  switch (type) {
  case CUFFT_CB_LD_COMPLEX:
    return load<cufftComplex>;
  case CUFFT_CB_LD_COMPLEX_DOUBLE:
    return load<cufftDoubleComplex>;
  case CUFFT_CB_LD_REAL:
    return load<cufftReal>;
  case CUFFT_CB_LD_REAL_DOUBLE:
    return load<cufftDoubleReal>;
  case CUFFT_CB_ST_COMPLEX:
    return store<cufftComplex>;
  case CUFFT_CB_ST_COMPLEX_DOUBLE:
    return store<cufftDoubleComplex>;
  case CUFFT_CB_ST_REAL:
    return store<cufftReal>;
  case CUFFT_CB_ST_REAL_DOUBLE:
    return store<cufftDoubleReal>;
  default:
    return nullptr;
  }
}

} // namespace

namespace heddle::cufft {

cudaError_t launchCallbacks(const CallbackCall& call, cudaStream_t stream) {
  const Kernel kernel = kernelFor(call.type);
  if (!kernel)
    return cudaErrorInvalidValue;
  unsigned long long count = 1;
  for (const unsigned long long extent : call.extents)
    count *= extent;
  const unsigned long long blocks = (count + kThreads - 1) / kThreads;
  kernel<<<static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks), kThreads,
           call.sharedBytes, stream>>>(call);
  return cudaGetLastError();
}

} // namespace heddle::cufft
