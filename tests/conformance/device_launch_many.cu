// Every thread of a grid launches; children use all that kernels use: barriers, shared memory,
// atomics, shuffles. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void child(int* sums, int parent) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  int lane = static_cast<int>(threadIdx.x);
  for (int offset = 16; offset; offset /= 2)
    lane += __shfl_down_sync(~0u, lane, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&total, lane);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(&sums[parent], total + parent);
}

__global__ void parent(int* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 != 2)
    child<<<1 + i % 2, 64>>>(sums, i);
}

int main() {
  constexpr int kParents = 512;
  Buffer<int> sums(kParents);
  for (int round = 0; round < 3; ++round)
    parent<<<8, kParents / 8>>>(sums.device());
  sums.download();
  for (int i = 0; i < kParents; ++i)
    EXPECT_EQ_AT(i, sums[i], i % 3 != 2 ? 3 * (1 + i % 2) * (64 * 63 / 2 + i) : 0);
  return ok();
}
