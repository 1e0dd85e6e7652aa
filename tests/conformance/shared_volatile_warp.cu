// The old warp-synchronous reduction tail over volatile shared memory, with the warp barriers that
// newer devices demand. Rows L-032, L-095, L-096.
#include "check.h"

__device__ void warpReduce(volatile int* tile, int t) {
  int v = tile[t];
  v += tile[t + 32];
  __syncwarp();
  tile[t] = v;
  __syncwarp();
  v += tile[t + 16];
  __syncwarp();
  tile[t] = v;
  __syncwarp();
  v += tile[t + 8];
  __syncwarp();
  tile[t] = v;
  __syncwarp();
  v += tile[t + 4];
  __syncwarp();
  tile[t] = v;
  __syncwarp();
  v += tile[t + 2];
  __syncwarp();
  tile[t] = v;
  __syncwarp();
  v += tile[t + 1];
  __syncwarp();
  tile[t] = v;
}

__global__ void reduce(const int* in, int* out) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  if (t < 128)
    tile[t] += tile[t + 128];
  __syncthreads();
  if (t < 64)
    tile[t] += tile[t + 64];
  __syncthreads();
  if (t < 32)
    warpReduce(tile, t);
  if (t == 0)
    out[blockIdx.x] = tile[0];
}

int main() {
  const int blocks = 5;
  Buffer<int> in(256 * blocks), out(blocks);
  for (int i = 0; i < 256 * blocks; ++i)
    in[i] = i * 37 % 1001 - 400;
  in.upload();
  reduce<<<blocks, 256>>>(in.device(), out.device());
  out.download();
  for (int b = 0; b < blocks; ++b) {
    int sum = 0;
    for (int i = 0; i < 256; ++i)
      sum += in[b * 256 + i];
    EXPECT_EQ_AT(b, out[b], sum);
  }
  return ok();
}
