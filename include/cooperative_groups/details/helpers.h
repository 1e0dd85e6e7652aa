// What the groups are made of: positions in warp, block, cluster and grid, values as words, and the
// barrier of a cooperative grid.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_HELPERS_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_HELPERS_H

#include "cuda_runtime.h"

#define __HEDDLE_CG__ __inline__ __attribute__((always_inline)) __device__

namespace cooperative_groups {
namespace __v1 {
namespace details {

__HEDDLE_DEVICE__ unsigned int laneid() {
  unsigned int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__HEDDLE_DEVICE__ unsigned int lanemask32_lt() {
  unsigned int mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
__HEDDLE_DEVICE__ unsigned int threadInBlock() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__HEDDLE_DEVICE__ unsigned int threadsInBlock() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__HEDDLE_DEVICE__ unsigned long long blockInGrid() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * (unsigned long long)blockIdx.z);
}
__HEDDLE_DEVICE__ unsigned long long blocksInGrid() {
  return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}

// A value of any type travels as words.
template <class T> struct Words {
  enum { count = (sizeof(T) + sizeof(int) - 1) / sizeof(int) };
  int words[count];
};
template <class T> __HEDDLE_CG__ Words<T> toWords(const T& value) {
  Words<T> w;
  w.words[Words<T>::count - 1] = 0;
  __builtin_memcpy(w.words, &value, sizeof(T));
  return w;
}
// T need not have a constructor without arguments.
template <class T> __HEDDLE_CG__ T fromWords(const Words<T>& w) {
  union Value {
    T value;
    char bytes[sizeof(T)];
    __HEDDLE_CG__ Value() {}
    __HEDDLE_CG__ ~Value() {}
  } result;
  __builtin_memcpy(result.bytes, w.words, sizeof(T));
  return result.value;
}

template <class T> struct remove_qual {
  typedef T type;
};
template <class T> struct remove_qual<const T> {
  typedef T type;
};
template <class T> struct remove_qual<volatile T> {
  typedef T type;
};
template <class T> struct remove_qual<T&> {
  typedef typename remove_qual<T>::type type;
};
template <class T> struct remove_qual<T&&> {
  typedef typename remove_qual<T>::type type;
};

// The barrier of a cooperative grid. Grids in flight at the same time use different slots.
struct GridBarrier {
  unsigned int arrived;
  unsigned int generation;
};
static __device__ GridBarrier gridBarriers[64];

__HEDDLE_DEVICE__ GridBarrier* gridBarrier() {
  unsigned long long grid;
  asm("mov.u64 %0, %%gridid;" : "=l"(grid));
  return &gridBarriers[grid % 64];
}
__HEDDLE_DEVICE__ unsigned int gridArrive(GridBarrier* barrier) {
  const unsigned int generation = *(volatile unsigned int*)&barrier->generation;
  __threadfence();
  if (atomicAdd(&barrier->arrived, 1u) == (unsigned int)blocksInGrid() - 1) {
    *(volatile unsigned int*)&barrier->arrived = 0;
    __threadfence();
    atomicAdd(&barrier->generation, 1u);
  }
  return generation;
}
__HEDDLE_DEVICE__ void gridWait(GridBarrier* barrier, unsigned int generation) {
  while (*(volatile unsigned int*)&barrier->generation == generation)
    __nanosleep(100);
  __threadfence();
}

} // namespace details
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
