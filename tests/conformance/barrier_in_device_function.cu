// A barrier inside a device function, called from several places. Rows L-013, L-090.
#include "check.h"

__device__ __noinline__ int blockSum(int value, int* scratch) {
  int t = threadIdx.x;
  scratch[t] = value;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride)
      scratch[t] += scratch[t + stride];
    __syncthreads();
  }
  int total = scratch[0];
  __syncthreads();
  return total;
}

__global__ void run(int* out) {
  __shared__ int scratch[128];
  int t = threadIdx.x;
  int first = blockSum(t, scratch);
  int second = blockSum(t * first % 17, scratch);
  if (second > 5)
    second += blockSum(1, scratch);
  out[blockIdx.x * 128 + t] = first * 10000 + second;
}

int main() {
  Buffer<int> out(256);
  run<<<2, 128>>>(out.device());
  out.download();
  int first = 127 * 128 / 2, second = 0;
  for (int t = 0; t < 128; ++t)
    second += t * first % 17;
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ_AT(i, out[i], first * 10000 + second + 128);
  return ok();
}
