// MTGP32 in kernels: the threads of a block, at most 256, draw from one state at the same time.
// clang's header for its own CUDA mode includes this one for every program, with dim3 as a macro
// for another type. Here it needs nothing from it, and the program may include it later.
#if !defined(HEDDLE_CURAND_MTGP32_KERNEL_H) && !defined(dim3)
#define HEDDLE_CURAND_MTGP32_KERNEL_H

/* The name that programs test for. */
#define CURAND_MTGP32_KERNEL_H

#include "cuda_runtime.h"
#include "curand.h"
#include "curand_mtgp32.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

namespace heddle {
namespace device {

struct MtgpWord {
  unsigned int value;  // of the recursion
  unsigned int helper; // 4 bits that choose how it is tempered
};

// Makes the word at `place` places behind the ring's current one; all threads together, then the
// thread at the first place moves the ring on by `count`.
__HEDDLE_DEVICE__ MtgpWord mtgpNext(curandStateMtgp32* state, unsigned int place,
                                    unsigned int count) {
  const mtgp32_kernel_params* p = state->k;
  const int set = state->pIdx;
  const unsigned int here = place + (unsigned int)state->offset, pick = here + p->pos_tbl[set];
  unsigned int x =
      (state->s[here & MTGP32_STATE_MASK] & p->mask[0]) ^ state->s[(here + 1) & MTGP32_STATE_MASK];
  x ^= x << p->sh1_tbl[set];
  const unsigned int y = x ^ (state->s[pick & MTGP32_STATE_MASK] >> p->sh2_tbl[set]);
  MtgpWord word;
  word.value = y ^ p->param_tbl[set][y & 15];
  unsigned int t = state->s[(pick - 1) & MTGP32_STATE_MASK];
  t ^= t >> 16;
  t ^= t >> 8;
  word.helper = t & 15;
  state->s[(here + MTGPDC_N) & MTGP32_STATE_MASK] = word.value;
  __syncthreads();
  if (place == 0)
    state->offset = (int)(((unsigned int)state->offset + count) & MTGP32_STATE_MASK);
  __syncthreads();
  return word;
}

__HEDDLE_DEVICE__ unsigned int mtgpBits(const curandStateMtgp32* state, MtgpWord word) {
  return word.value ^ state->k->temper_tbl[state->pIdx][word.helper];
}
// From 1 up to 2, as the authors' generator gives them.
__HEDDLE_DEVICE__ float mtgpSingle(const curandStateMtgp32* state, MtgpWord word) {
  return __uint_as_float((word.value >> 9) ^ state->k->single_temper_tbl[state->pIdx][word.helper]);
}

// The thread's place in its block, as cuRAND counts it.
__HEDDLE_DEVICE__ unsigned int mtgpPlace() {
  return blockDim.z * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;
}
__HEDDLE_DEVICE__ unsigned int mtgpCount() {
  return blockDim.x * blockDim.y * blockDim.z;
}

} // namespace device
} // namespace heddle

__HEDDLE_DEVICE__ unsigned int curand(curandStateMtgp32_t* state) {
  using namespace heddle::device;
  return mtgpBits(state, mtgpNext(state, mtgpPlace(), mtgpCount()));
}
__HEDDLE_DEVICE__ unsigned int curand_mtgp32_specific(curandStateMtgp32_t* state,
                                                      unsigned char index, unsigned char n) {
  using namespace heddle::device;
  return mtgpBits(state, mtgpNext(state, index, n));
}
__HEDDLE_DEVICE__ float curand_mtgp32_single(curandStateMtgp32_t* state) {
  using namespace heddle::device;
  return mtgpSingle(state, mtgpNext(state, mtgpPlace(), mtgpCount()));
}
__HEDDLE_DEVICE__ float curand_mtgp32_single_specific(curandStateMtgp32_t* state,
                                                      unsigned char index, unsigned char n) {
  using namespace heddle::device;
  return mtgpSingle(state, mtgpNext(state, index, n));
}

#endif

#endif
