// Races on shared memory with asynchronous copies and asynchronous barriers.
#include "truth.h"

#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

enum Omitted { Nothing, Wait, Barrier };

template <Omitted What> __global__ void copyTile(const int* source, int* result) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &source[threadIdx.x], sizeof(int));
  __pipeline_commit();
  if (What != Wait)
    __pipeline_wait_prior(0);
  if (What != Barrier)
    __syncthreads();
  result[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(clean, copy_with_wait_and_barrier) {
  copyTile<Nothing><<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
CASE(racecheck, copy_without_wait) {
  copyTile<Wait><<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
CASE(racecheck, copy_without_barrier) {
  copyTile<Barrier><<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}

template <bool HasWait> __global__ void copyOwn(const int* source, int* result) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &source[threadIdx.x], sizeof(int));
  __pipeline_commit();
  if (HasWait)
    __pipeline_wait_prior(0);
  result[threadIdx.x] = tile[threadIdx.x];
}
CASE(clean, copy_of_own) {
  copyOwn<true><<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
CASE(racecheck, copy_of_own_without_wait) {
  copyOwn<false><<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}

template <bool HasBarrier> __global__ void doubleBuffer(const int* source, int* result, int n) {
  __shared__ int tiles[2][32];
  int sum = 0;
  __pipeline_memcpy_async(&tiles[0][threadIdx.x], &source[threadIdx.x], sizeof(int));
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n)
      __pipeline_memcpy_async(&tiles[(i + 1) % 2][threadIdx.x], &source[(i + 1) * 32 + threadIdx.x],
                              sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tiles[i % 2][31 - threadIdx.x];
    if (HasBarrier)
      __syncthreads();
  }
  result[threadIdx.x] = sum;
}
CASE(clean, double_buffer) {
  doubleBuffer<true><<<1, 32>>>(zeros<int>(256), zeros<int>(32), 8);
}
CASE(racecheck, double_buffer_overwritten_too_early) {
  doubleBuffer<false><<<1, 32>>>(zeros<int>(256), zeros<int>(32), 8);
}
__global__ void waitForTooFew(const int* source, int* result) {
  __shared__ int tiles[2][32];
  __pipeline_memcpy_async(&tiles[0][threadIdx.x], &source[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_memcpy_async(&tiles[1][threadIdx.x], &source[32 + threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  result[threadIdx.x] = tiles[0][31 - threadIdx.x] + tiles[1][31 - threadIdx.x];
}
CASE(racecheck, wait_for_too_few_copies) {
  waitForTooFew<<<1, 32>>>(zeros<int>(64), zeros<int>(32));
}

template <bool HasWait> __global__ void asynchronousBarrier(int* result) {
  __shared__ __mbarrier_t barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  if (HasWait)
    while (!__mbarrier_test_wait(&barrier, token)) {
    }
  result[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(clean, asynchronous_barrier) {
  asynchronousBarrier<true><<<1, 64>>>(zeros<int>(64));
}
CASE(racecheck, asynchronous_barrier_without_wait) {
  asynchronousBarrier<false><<<1, 64>>>(zeros<int>(64));
}
__global__ void initialiseLate(int* result) {
  __shared__ __mbarrier_t barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  tile[63 - threadIdx.x] += 1;
  result[threadIdx.x] = tile[threadIdx.x];
}
CASE(racecheck, race_behind_asynchronous_barrier) {
  initialiseLate<<<1, 64>>>(zeros<int>(64));
}
