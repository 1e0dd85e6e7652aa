// The features that devices gained one by one, all there: 32-bit atomics and exchanges of floats in
// both memories, votes and ballots, the fences of three scopes, barriers that count, grids and
// blocks of three dimensions; and at least the resources of a multiprocessor of compute capability
// 2.x. Rows H-035, H-036, H-038, H-040, H-044, H-045, H-046, H-048, H-049, H-051, H-055 to H-060,
// L-086, L-088.
#include "check.h"

struct Results {
  int sum;
  float exchanged;
  int sharedSum;
  float sharedExchanged;
  int all, any, fenced;
  unsigned ballot;
  int count, everyone, someone;
};

__global__ void features(Results* results, volatile int* mailbox) {
  __shared__ int sum;
  __shared__ float exchanged;
  int t = threadIdx.x;
  if (t == 0) {
    sum = 0;
    exchanged = 1.5f;
  }
  __syncthreads();
  atomicAdd(&results->sum, t);
  atomicAdd(&sum, t);
  if (t == 5) {
    // What each exchange takes out is what was there before.
    results->sharedExchanged = atomicExch(&exchanged, 2.5f) + atomicExch(&exchanged, 3.5f);
    results->exchanged = 4.5f;
    results->exchanged += atomicExch(&results->exchanged, 0.0f);
  }
  if (t < 32) {
    int all = __all_sync(~0u, t < 32), any = __any_sync(~0u, t == 40);
    unsigned ballot = __ballot_sync(~0u, t % 3 == 0);
    if (t == 0) {
      results->all = all;
      results->any = any;
      results->ballot = ballot;
    }
  }
  int count = __syncthreads_count(t % 5 == 0);
  int everyone = __syncthreads_and(t < 60), someone = __syncthreads_or(t == 63);
  if (t == 0) {
    results->sharedSum = sum;
    results->count = count;
    results->everyone = everyone != 0;
    results->someone = someone != 0;
    // Each fence between a value and the flag that announces it.
    mailbox[1] = 11;
    __threadfence_block();
    mailbox[0] = 1;
    mailbox[3] = 22;
    __threadfence();
    mailbox[2] = 1;
    mailbox[5] = 33;
    __threadfence_system();
    mailbox[4] = 1;
    results->fenced = 1;
  }
}

__global__ void threeDimensions(int* out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 100 + thread;
}

int main() {
  Buffer<Results> results(1);
  int* mailbox;
  CUDA_CHECK(cudaMallocHost(&mailbox, 6 * sizeof(int)));
  for (int i = 0; i < 6; ++i)
    mailbox[i] = 0;
  features<<<1, 64>>>(results.device(), mailbox);
  results.download();
  EXPECT_EQ(results[0].sum, 64 * 63 / 2);
  EXPECT_EQ(results[0].sharedSum, 64 * 63 / 2);
  EXPECT_EQ(results[0].sharedExchanged, 4.0f);
  EXPECT_EQ(results[0].exchanged, 4.5f);
  CHECK(results[0].all != 0);
  EXPECT_EQ(results[0].any, 0);
  EXPECT_EQ(results[0].ballot, 0x49249249u);
  EXPECT_EQ(results[0].count, 13);
  EXPECT_EQ(results[0].everyone, 0);
  EXPECT_EQ(results[0].someone, 1);
  EXPECT_EQ(results[0].fenced, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(mailbox[2 * i], 1);
    EXPECT_EQ(mailbox[2 * i + 1], 11 * (i + 1));
  }
  CUDA_CHECK(cudaFreeHost(mailbox));

  Buffer<int> out(24 * 24);
  threeDimensions<<<dim3(2, 3, 4), dim3(4, 3, 2)>>>(out.device());
  out.download();
  for (int i = 0; i < 24 * 24; ++i)
    EXPECT_EQ_AT(i, out[i], i / 24 * 100 + i % 24);

  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  EXPECT_EQ(properties.warpSize, 32);
  CHECK(properties.maxBlocksPerMultiProcessor >= 8);
  CHECK(properties.maxThreadsPerMultiProcessor >= 48 * 32 - 512);
  CHECK(properties.maxThreadsPerMultiProcessor % properties.warpSize == 0);
  CHECK(properties.regsPerMultiprocessor >= 32 * 1024);
  CHECK(properties.sharedMemPerMultiprocessor >= 48 * 1024);
  return ok();
}
