// Shows: how many threads of a grid of two dimensions satisfy a condition, counted atomically.
// From: X-218 of the textbook.
// Try next: __syncthreads_count, and one atomic operation for each block.
#include "../device_array.h"

__host__ __device__ bool condition(int i, int j) {
  return i >= j;
}

__global__ void count(int* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (condition(i, j))
    atomicAdd(result, 1);
}

int main() {
  const dim3 grid(5, 6), block(16, 8);
  DeviceArray<int> result(1);
  count<<<grid, block>>>(result);
  int expected = 0;
  for (int i = 0; i < 5 * 16; ++i)
    for (int j = 0; j < 6 * 8; ++j)
      expected += condition(i, j);
  EXPECT(result.values()[0] == expected);
  std::printf("%d of %d threads\n", expected, 5 * 16 * 6 * 8);
  return report();
}
