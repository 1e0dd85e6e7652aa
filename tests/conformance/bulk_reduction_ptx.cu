// Bulk reductions and asynchronous reductions in shared and global memory. Row P-002.
// nvcc: -arch=sm_90
#include <cuda_fp16.h>
#include <stdint.h>

#include "check.h"

constexpr int kCount = 64;

__device__ unsigned shared(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

#define BULK(operation, type, to, from, bytes)                                                     \
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." operation "." type            \
               " [%0], [%1], %2;" ::"l"(to),                                                       \
               "r"(shared(from)), "r"(static_cast<unsigned>(bytes))                                \
               : "memory")

__device__ void complete() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
__device__ void visible() {
  asm volatile("fence.proxy.async;" ::: "memory");
}

// Each block adds, and takes the extremes of, its own values.
__global__ void reduce(uint32_t* sum, int32_t* least, uint64_t* wide, uint32_t* bits, float* real,
                       __half* half) {
  __shared__ alignas(16) uint32_t words[kCount];
  __shared__ alignas(16) int32_t numbers[kCount];
  __shared__ alignas(16) uint64_t doubles[kCount];
  __shared__ alignas(16) uint32_t masks[kCount];
  __shared__ alignas(16) float floats[kCount];
  __shared__ alignas(16) __half halves[kCount];
  int i = threadIdx.x, b = blockIdx.x;
  words[i] = i * 3 + b;
  numbers[i] = (i - 32) * (b - 2);
  doubles[i] = (uint64_t{1} << 33) * i + b;
  masks[i] = 1u << ((i + b) % 32);
  floats[i] = i * 0.5f + b;
  halves[i] = __float2half(static_cast<float>(i % 8 + b));
  visible();
  __syncthreads();
  if (i == 0) {
    BULK("add", "u32", sum, words, sizeof words);
    BULK("min", "s32", least, numbers, sizeof numbers);
    BULK("add", "u64", wide, doubles, sizeof doubles);
    BULK("or", "b32", bits, masks, sizeof masks);
    BULK("add", "f32", real, floats, sizeof floats);
    BULK("add.noftz", "f16", half, halves, sizeof halves);
    complete();
  }
}

// Shared memory of the cluster's only block: the barrier counts the bytes.
__global__ void __cluster_dims__(1, 1, 1) asynchronous(uint32_t* out, unsigned* phases) {
  __shared__ alignas(16) uint32_t source[kCount], target[kCount];
  __shared__ alignas(8) uint64_t bar;
  int i = threadIdx.x;
  source[i] = i;
  target[i] = 1000;
  if (i == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared(&bar)) : "memory");
    visible();
  }
  __syncthreads();
  if (i == 0) {
    unsigned bytes = sizeof source + 2 * 4;
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared(&bar)), "r"(bytes)
                 : "memory");
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "add.u32 [%0], [%1], %2, [%3];" ::"r"(shared(target)),
                 "r"(shared(source)), "r"(static_cast<unsigned>(sizeof source)), "r"(shared(&bar))
                 : "memory");
  }
  if (i == 1 || i == 2)
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 "
                 "[%0], %1, [%2];" ::"r"(shared(&target[0])),
                 "r"(5000u * i), "r"(shared(&bar))
                 : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0;"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(shared(&bar))
                 : "memory");
  out[i] = target[i];
  if (i == 0)
    *phases = done;
}

template <class T> T* managed(int count, T value) {
  T* p;
  CUDA_CHECK(cudaMallocManaged(&p, count * sizeof(T)));
  for (int i = 0; i < count; ++i)
    p[i] = value;
  return p;
}

int main() {
  constexpr int kBlocks = 5;
  uint32_t* sum = managed<uint32_t>(kCount, 7);
  int32_t* least = managed<int32_t>(kCount, 10);
  uint64_t* wide = managed<uint64_t>(kCount, 1);
  uint32_t* bits = managed<uint32_t>(kCount, 0);
  float* real = managed<float>(kCount, 0.25f);
  __half* half = managed<__half>(kCount, __float2half(1.0f));
  reduce<<<kBlocks, kCount>>>(sum, least, wide, bits, real, half);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) {
    uint32_t wantSum = 7, wantBits = 0;
    int32_t wantLeast = 10;
    uint64_t wantWide = 1;
    float wantReal = 0.25f, wantHalf = 1;
    for (int b = 0; b < kBlocks; ++b) {
      wantSum += i * 3 + b;
      wantLeast = wantLeast < (i - 32) * (b - 2) ? wantLeast : (i - 32) * (b - 2);
      wantWide += (uint64_t{1} << 33) * i + b;
      wantBits |= 1u << ((i + b) % 32);
      wantReal += i * 0.5f + b;
      wantHalf += i % 8 + b;
    }
    EXPECT_EQ_AT(i, sum[i], wantSum);
    EXPECT_EQ_AT(i, least[i], wantLeast);
    EXPECT_EQ_AT(i, wide[i], wantWide);
    EXPECT_EQ_AT(i, bits[i], wantBits);
    EXPECT_EQ_AT(i, real[i], wantReal);
    EXPECT_EQ_AT(i, __half2float(half[i]), wantHalf);
  }
  uint32_t* out = managed<uint32_t>(kCount, 0);
  unsigned* phases = managed<unsigned>(1, 0);
  asynchronous<<<1, kCount>>>(out, phases);
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(*phases, 1u);
  // Element 0 got 0 added and the greater of 5000 and 10000, in any order.
  EXPECT_EQ(out[0], 10000u);
  for (int i = 1; i < kCount; ++i)
    EXPECT_EQ_AT(i, out[i], 1000u + i);
  return ok();
}
