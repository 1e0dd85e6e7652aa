// Barriers in shared memory whose arrival and wait are two steps (mbarrier). Devices before compute
// capability 8.0 lack the instructions; there a 64-bit word is changed by compare-and-swap.
#ifndef HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H
#define HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H

/* The name that programs test for. */
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

#include <stdint.h>

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

__HEDDLE_HOST_DEVICE__ constexpr uint32_t __mbarrier_maximum_count() {
  return (1u << 20) - 1;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800

// The word: 20 bits of arrivals still to come, 20 bits of how many a phase has, and the phase.
__HEDDLE_DEVICE__ void __mbarrier_init(__mbarrier_t* barrier, uint32_t count) {
  *(volatile __mbarrier_t*)barrier = (uint64_t)count << 20 | count;
}
__HEDDLE_DEVICE__ void __mbarrier_inval(__mbarrier_t*) {}
__HEDDLE_DEVICE__ __mbarrier_token_t __heddle_mbarrier_arrive(__mbarrier_t* barrier,
                                                              uint64_t dropped) {
  __threadfence_block();
  unsigned long long old = *(volatile unsigned long long*)barrier, assumed;
  do {
    assumed = old;
    const uint64_t expected = ((assumed >> 20) & 0xfffff) - dropped;
    const uint64_t pending = (assumed & 0xfffff) - 1;
    const uint64_t phase = assumed >> 40;
    const unsigned long long next = pending == 0 ? (phase ^ 1) << 40 | expected << 20 | expected
                                                 : phase << 40 | expected << 20 | pending;
    old = atomicCAS((unsigned long long*)barrier, assumed, next);
  } while (old != assumed);
  return old;
}
__HEDDLE_DEVICE__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return __heddle_mbarrier_arrive(barrier, 0);
}
__HEDDLE_DEVICE__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return __heddle_mbarrier_arrive(barrier, 1);
}
__HEDDLE_DEVICE__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool phase_parity) {
  const bool done = ((*(volatile __mbarrier_t*)barrier >> 40) & 1) != (phase_parity ? 1 : 0);
  __threadfence_block();
  return done;
}
__HEDDLE_DEVICE__ bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return __mbarrier_test_wait_parity(barrier, ((token >> 40) & 1) != 0);
}
__HEDDLE_DEVICE__ uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return (uint32_t)(token & 0xfffff);
}

#else

__HEDDLE_DEVICE__ unsigned int __heddle_shared_address(const void* pointer) {
  return (unsigned int)__cvta_generic_to_shared(pointer);
}
__HEDDLE_DEVICE__ void __mbarrier_init(__mbarrier_t* barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__heddle_shared_address(barrier)),
               "r"(count)
               : "memory");
}
__HEDDLE_DEVICE__ void __mbarrier_inval(__mbarrier_t* barrier) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__heddle_shared_address(barrier))
               : "memory");
}
__HEDDLE_DEVICE__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
               : "=l"(token)
               : "r"(__heddle_shared_address(barrier))
               : "memory");
  return token;
}
__HEDDLE_DEVICE__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
               : "=l"(token)
               : "r"(__heddle_shared_address(barrier))
               : "memory");
  return token;
}
__HEDDLE_DEVICE__ bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  int done;
  asm volatile("{\n\t.reg .pred %%p;\n\tmbarrier.test_wait.shared.b64 %%p, [%1], %2;\n\t"
               "selp.s32 %0, 1, 0, %%p;\n\t}"
               : "=r"(done)
               : "r"(__heddle_shared_address(barrier)), "l"(token)
               : "memory");
  return done != 0;
}
__HEDDLE_DEVICE__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool phase_parity) {
  int done;
  asm volatile("{\n\t.reg .pred %%p;\n\tmbarrier.test_wait.parity.shared.b64 %%p, [%1], %2;\n\t"
               "selp.s32 %0, 1, 0, %%p;\n\t}"
               : "=r"(done)
               : "r"(__heddle_shared_address(barrier)), "r"((uint32_t)phase_parity)
               : "memory");
  return done != 0;
}
__HEDDLE_DEVICE__ uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  uint32_t count;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
  return count;
}

#endif

// Waits for a while, at most so long, and says whether the phase is over.
__HEDDLE_DEVICE__ bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                           uint32_t max_sleep_nanosec) {
  const unsigned long long start = __globaltimer();
  bool done = __mbarrier_test_wait(barrier, token);
  while (!done && __globaltimer() - start < max_sleep_nanosec)
    done = __mbarrier_test_wait(barrier, token);
  return done;
}
__HEDDLE_DEVICE__ bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool phase_parity,
                                                  uint32_t max_sleep_nanosec) {
  const unsigned long long start = __globaltimer();
  bool done = __mbarrier_test_wait_parity(barrier, phase_parity);
  while (!done && __globaltimer() - start < max_sleep_nanosec)
    done = __mbarrier_test_wait_parity(barrier, phase_parity);
  return done;
}

#endif

#endif
