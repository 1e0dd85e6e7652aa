// Each block waits for the one before it, numbered in the order they started: the pattern of
// single-pass scans. Rows L-087, L-089, L-007.
#include "check.h"

__device__ int started;

__global__ void chain(const int* in, int* out, volatile int* flags, volatile int* totals) {
  __shared__ int block, before;
  int t = threadIdx.x;
  if (t == 0)
    block = atomicAdd(&started, 1);
  __syncthreads();
  int value = in[block * blockDim.x + t];
  int sum = value;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, sum, d);
    if (t >= d)
      sum += other;
  }
  if (t == 31) {
    int previous = 0;
    if (block > 0) {
      while (flags[block - 1] == 0) {
      }
      __threadfence();
      previous = totals[block - 1];
    }
    totals[block] = previous + sum;
    __threadfence();
    flags[block] = 1;
    before = previous;
  }
  __syncthreads();
  out[block * blockDim.x + t] = before + sum;
}

int main() {
  const int blocks = 100, n = blocks * 32;
  Buffer<int> in(n), out(n), flags(blocks), totals(blocks);
  for (int i = 0; i < n; ++i)
    in[i] = i * 7 % 23 - 5;
  in.upload();
  chain<<<blocks, 32>>>(in.device(), out.device(), flags.device(), totals.device());
  out.download();
  for (int i = 0, sum = 0; i < n; ++i)
    EXPECT_EQ_AT(i, out[i], sum += in[i]);
  return ok();
}
