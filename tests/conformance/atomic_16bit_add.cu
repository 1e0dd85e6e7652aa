// atomicAdd on half and bfloat16 and on pairs of them, in global and shared memory, with their old
// values. All sums are integers that the types hold exactly.
// nvcc: -arch=sm_90
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T, class Pair> struct Sums {
  T odd, even; // they share a 32-bit word
  Pair pair;
  T fromShared[2];
  unsigned seen[4]; // the old values that threads got, one bit for each
};

template <class T, class Pair> __global__ void add(Sums<T, Pair>* sums) {
  __shared__ T shared[2];
  if (threadIdx.x < 2)
    shared[threadIdx.x] = T(0.0f);
  __syncthreads();
  const int old = static_cast<int>(static_cast<float>(atomicAdd(&sums->odd, T(1.0f))));
  atomicOr(&sums->seen[old / 32], 1u << old % 32);
  atomicAdd(&sums->even, T(-1.0f));
  atomicAdd(&sums->pair, Pair(T(1.0f), T(-2.0f)));
  atomicAdd(&shared[threadIdx.x % 2], T(1.0f));
  __syncthreads();
  if (threadIdx.x < 2)
    sums->fromShared[threadIdx.x] = shared[threadIdx.x];
}

template <class T, class Pair> void check() {
  Buffer<Sums<T, Pair>> sums(1);
  add<T, Pair><<<1, 100>>>(sums.device());
  sums.download();
  EXPECT_EQ(static_cast<float>(sums[0].odd), 100.0f);
  EXPECT_EQ(static_cast<float>(sums[0].even), -100.0f);
  EXPECT_EQ(static_cast<float>(sums[0].pair.x), 100.0f);
  EXPECT_EQ(static_cast<float>(sums[0].pair.y), -200.0f);
  EXPECT_EQ(static_cast<float>(sums[0].fromShared[0]), 50.0f);
  EXPECT_EQ(static_cast<float>(sums[0].fromShared[1]), 50.0f);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, sums[0].seen[i], i < 3 ? ~0u : 0xfu);
}

int main() {
  check<__half, __half2>();
  check<__nv_bfloat16, __nv_bfloat162>();
  return ok();
}
