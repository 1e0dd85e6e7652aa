// Sum of a warp by __shfl_down_sync, then of a block by one value per warp. Row L-342.
#include "check.h"

__device__ int warpSum(int v) {
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int partial[32];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  sum = warpSum(sum);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? partial[lane] : 0;
    sum = warpSum(sum);
    if (lane == 0)
      atomicAdd(out, sum);
  }
}

int main() {
  const int n = 10007;
  Buffer<int> in(n), out(1);
  int want = 0;
  for (int i = 0; i < n; ++i)
    want += in[i] = i * 31 % 977 - 300;
  in.upload();
  const int blocks[] = {32, 64, 256, 1024};
  for (int size : blocks) {
    CUDA_CHECK(cudaMemset(out.device(), 0, sizeof(int)));
    reduce<<<3, size>>>(in.device(), out.device(), n);
    out.download();
    EXPECT_EQ(out[0], want);
  }
  return ok();
}
