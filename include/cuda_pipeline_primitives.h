// Asynchronous copies from global to shared memory, in batches (cp.async). Devices before compute
// capability 8.0 copy at once.
#ifndef HEDDLE_CUDA_PIPELINE_PRIMITIVES_H
#define HEDDLE_CUDA_PIPELINE_PRIMITIVES_H

/* The name that programs test for. */
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800

__HEDDLE_DEVICE__ void __pipeline_memcpy_async(void* dst_shared, const void* src_global,
                                               size_t size_and_align, size_t zfill = 0) {
  for (size_t i = 0; i < size_and_align; i += 4) {
    unsigned int word = 0;
    if (i + zfill < size_and_align)
      __builtin_memcpy(&word, (const char*)src_global + i,
                       size_and_align - zfill - i < 4 ? size_and_align - zfill - i : 4);
    *(unsigned int*)((char*)dst_shared + i) = word;
  }
}
__HEDDLE_DEVICE__ void __pipeline_commit() {}
__HEDDLE_DEVICE__ void __pipeline_wait_prior(size_t) {}
__HEDDLE_DEVICE__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
  // The arrival is one more than the barrier expects, as it is where copies are asynchronous.
  atomicAdd((unsigned long long*)barrier, 1ull);
  __mbarrier_arrive(barrier);
}

#else

// Of `size_and_align` bytes, which are 4, 8 or 16, the last `zfill` become zero.
__HEDDLE_DEVICE__ void __pipeline_memcpy_async(void* dst_shared, const void* src_global,
                                               size_t size_and_align, size_t zfill = 0) {
  const unsigned int to = __heddle_shared_address(dst_shared);
  const unsigned int bytes = (unsigned int)(size_and_align - zfill);
  const size_t from = __cvta_generic_to_global(src_global);
  if (size_and_align == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
  else if (size_and_align == 8)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
}
__HEDDLE_DEVICE__ void __pipeline_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
// The count is an immediate. Waiting for more than was asked is no error.
__HEDDLE_DEVICE__ void __pipeline_wait_prior(size_t prior) {
  switch (prior) {
  case 0:
    asm volatile("cp.async.wait_all;" ::: "memory");
    break;
  case 1:
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    break;
  case 2:
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    break;
  case 3:
    asm volatile("cp.async.wait_group 3;" ::: "memory");
    break;
  case 4:
    asm volatile("cp.async.wait_group 4;" ::: "memory");
    break;
  case 5:
    asm volatile("cp.async.wait_group 5;" ::: "memory");
    break;
  case 6:
    asm volatile("cp.async.wait_group 6;" ::: "memory");
    break;
  default:
    asm volatile("cp.async.wait_group 7;" ::: "memory");
    break;
  }
}
__HEDDLE_DEVICE__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(__heddle_shared_address(barrier))
               : "memory");
}

#endif

#endif

#endif
