// Every thread of one-dimensional launches runs exactly once and sees its own indices, for block
// sizes that are and are not multiples of a warp. Rows L-002, L-005, L-012, L-067 to L-070.
#include "check.h"

__global__ void record(int* runs, int* threads, int* blocks, int* dims) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&runs[i], 1);
  threads[i] = threadIdx.x;
  blocks[i] = blockIdx.x;
  dims[i] = blockDim.x * 1000 + gridDim.x;
}

int main() {
  const int sizes[] = {1, 2, 3, 7, 16, 31, 32, 33, 64, 100, 257, 1000, 1024};
  const int gridSize = 3;
  for (int size : sizes) {
    int n = size * gridSize;
    Buffer<int> runs(n), threads(n), blocks(n), dims(n);
    record<<<gridSize, size>>>(runs.device(), threads.device(), blocks.device(), dims.device());
    runs.download();
    threads.download();
    blocks.download();
    dims.download();
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ_AT(i, runs[i], 1);
      EXPECT_EQ_AT(i, threads[i], i % size);
      EXPECT_EQ_AT(i, blocks[i], i / size);
      EXPECT_EQ_AT(i, dims[i], size * 1000 + gridSize);
    }
  }
  return ok();
}
