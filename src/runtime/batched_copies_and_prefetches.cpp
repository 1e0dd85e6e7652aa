// Functions that copy, prefetch or discard many ranges of memory in one call.
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

static_assert(sizeof(cudaMemcpyAttributes) == sizeof(CUmemcpyAttributes));
static_assert(sizeof(cudaMemcpy3DBatchOp) == sizeof(CUDA_MEMCPY3D_BATCH_OP));
static_assert(sizeof(cudaMemLocation) == sizeof(CUmemLocation));
static_assert(sizeof(void*) == sizeof(CUdeviceptr));

// Arrays of the runtime's types, which are the driver's under other names.
template <class To, class From> To* toDriver(From* array) {
  static_assert(sizeof(To) == sizeof(From));
  return reinterpret_cast<To*>(const_cast<std::remove_const_t<From>*>(array));
}

} // namespace

extern "C" {

cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* sizes,
                                 size_t count, cudaMemcpyAttributes* attrs, size_t* attrsIdxs,
                                 size_t numAttrs, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemcpyBatchAsync(
        toDriver<CUdeviceptr>(dsts), toDriver<CUdeviceptr>(srcs), const_cast<size_t*>(sizes), count,
        toDriver<CUmemcpyAttributes>(attrs), attrsIdxs, numAttrs, stream);
  });
}

cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, cudaMemcpy3DBatchOp* opList,
                                   unsigned long long flags, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemcpy3DBatchAsync(numOps, toDriver<CUDA_MEMCPY3D_BATCH_OP>(opList), flags,
                                       stream);
  });
}

cudaError_t cudaMemPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count,
                                      cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                      size_t numPrefetchLocs, unsigned long long flags,
                                      cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemPrefetchBatchAsync(toDriver<CUdeviceptr>(dptrs), sizes, count,
                                          toDriver<CUmemLocation>(prefetchLocs), prefetchLocIdxs,
                                          numPrefetchLocs, flags, stream);
  });
}

cudaError_t cudaMemDiscardBatchAsync(void** dptrs, size_t* sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemDiscardBatchAsync(toDriver<CUdeviceptr>(dptrs), sizes, count, flags, stream);
  });
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count,
                                                cudaMemLocation* prefetchLocs,
                                                size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                                unsigned long long flags, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemDiscardAndPrefetchBatchAsync(
        toDriver<CUdeviceptr>(dptrs), sizes, count, toDriver<CUmemLocation>(prefetchLocs),
        prefetchLocIdxs, numPrefetchLocs, flags, stream);
  });
}

} // extern "C"
