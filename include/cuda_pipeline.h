// nvcuda::experimental::pipeline: batches of asynchronous copies into shared memory.
#ifndef HEDDLE_CUDA_PIPELINE_H
#define HEDDLE_CUDA_PIPELINE_H

/* The name that programs test for. */
#define _CUDA_PIPELINE_H_

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

namespace nvcuda {
namespace experimental {

class pipeline {
public:
  __device__ pipeline() : batches_(0) {}
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  __device__ size_t commit() {
    __pipeline_commit();
    return batches_++;
  }
  __device__ void commit_and_wait() {
    commit();
    __pipeline_wait_prior(0);
  }
  __device__ void wait(size_t batch) {
    __pipeline_wait_prior(batches_ > batch ? batches_ - batch - 1 : 0);
  }
  template <unsigned int prior> __device__ void wait_prior() { __pipeline_wait_prior(prior); }
  __device__ void arrive_on(awbarrier& barrier) { __pipeline_arrive_on(&barrier.barrier_); }

private:
  size_t batches_;
};

template <class T> __device__ inline void memcpy_async(T& dst, const T& src, pipeline&) {
  if (sizeof(T) == alignof(T) && (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16))
    __pipeline_memcpy_async(&dst, &src, sizeof(T));
  else
    dst = src;
}
template <class T, size_t DstN, size_t SrcN>
__device__ inline void memcpy_async(T (&dst)[DstN], const T (&src)[SrcN], pipeline& pipe) {
  for (size_t i = 0; i < DstN; ++i) {
    if (i < SrcN)
      memcpy_async(dst[i], src[i], pipe);
    else
      dst[i] = T();
  }
}

} // namespace experimental
} // namespace nvcuda

#endif

#endif
