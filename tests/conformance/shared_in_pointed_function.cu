// A function that is called through a pointer has a shared variable of its own: one for each block,
// the same for all its threads.
#include "check.h"

__device__ __noinline__ int sumOfBlock(int value) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, value);
  __syncthreads();
  return total;
}
__device__ __noinline__ int rotated(int value) {
  __shared__ int values[64];
  values[threadIdx.x] = value;
  __syncthreads();
  const int result = values[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return result;
}

using Function = int (*)(int);
__device__ Function functions[] = {sumOfBlock, rotated};

__global__ void run(int which, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = functions[which](i);
}

int main() {
  Buffer<int> out(128);
  run<<<2, 64>>>(0, out.device());
  out.download();
  EXPECT_EQ(out[0], 63 * 64 / 2);
  EXPECT_EQ(out[127], 64 * 64 + 63 * 64 / 2);
  run<<<2, 64>>>(1, out.device());
  out.download();
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ_AT(i, out[i], i / 64 * 64 + (i + 1) % 64);
  return ok();
}
