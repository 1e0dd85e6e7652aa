// Barriers for a number of threads count whole warps: the threads that the last warp of a block
// lacks count with it.
#include "check.h"

__device__ void meet(int barrier, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__device__ void arrive(int barrier, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// All threads meet at a barrier for all warps.
__global__ void exchange(int threads, int* out) {
  __shared__ int values[1024];
  const int thread = threadIdx.x, count = blockDim.x;
  for (int round = 0; round < 3; ++round) {
    values[thread] = thread * 10 + round;
    meet(1, threads);
    out[round * count + thread] = values[count - 1 - thread];
    meet(2, threads);
  }
}

// The first warp only arrives, and the others wait for it.
__global__ void produce(int threads, int* out) {
  __shared__ int value;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      value = 7;
    __syncwarp();
    arrive(1, threads);
    out[threadIdx.x] = 1;
  } else {
    meet(1, threads);
    out[threadIdx.x] = value;
  }
}

__global__ void countThreads(int threads, int* out) {
  unsigned sum;
  asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %2, 0;\nbarrier.red.popc.u32 %0, 3, %1, p;\n}"
               : "=r"(sum)
               : "r"(threads), "r"(threadIdx.x % 2)
               : "memory");
  out[threadIdx.x] = static_cast<int>(sum);
}

int main() {
  Buffer<int> out(3 * 1024);
  for (int count : {33, 40, 48, 64, 65, 100, 200}) {
    const int threads = (count + 31) / 32 * 32;
    exchange<<<1, count>>>(threads, out.device());
    out.download();
    for (int i = 0; i < 3 * count; ++i)
      EXPECT_EQ_AT(i, out[i], (count - 1 - i % count) * 10 + i / count);
    produce<<<1, count>>>(threads, out.device());
    out.download();
    for (int i = 0; i < count; ++i)
      EXPECT_EQ_AT(i, out[i], i < 32 ? 1 : 7);
    countThreads<<<1, count>>>(threads, out.device());
    out.download();
    for (int i = 0; i < count; ++i)
      EXPECT_EQ_AT(i, out[i], count / 2);
  }
  return ok();
}
