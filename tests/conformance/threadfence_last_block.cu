// A sum over the grid in one launch: the block that finishes last adds the blocks' results.
// Rows L-087, L-089, L-328.
#include "check.h"

__device__ unsigned finished = 0;

__global__ void sum(const float* in, int n, volatile float* partial, float* out) {
  __shared__ float tile[64];
  __shared__ bool last;
  int t = threadIdx.x;
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    mine += in[i];
  tile[t] = mine;
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2) {
    if (t < stride)
      tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = tile[0];
    __threadfence();
    unsigned ticket = atomicInc(&finished, gridDim.x);
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      total += partial[b];
    *out = total;
    finished = 0;
  }
}

int main() {
  const int n = 5000, blocks = 30;
  Buffer<float> in(n), partial(blocks), out(1);
  float want = 0;
  for (int i = 0; i < n; ++i)
    want += in[i] = static_cast<float>(i % 17);
  in.upload();
  for (int launch = 0; launch < 5; ++launch) {
    sum<<<blocks, 64>>>(in.device(), n, partial.device(), out.device());
    out.download();
    EXPECT_EQ(out[0], want);
  }
  return ok();
}
