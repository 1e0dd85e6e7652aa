// Three-dimensional blocks in three-dimensional grids. Rows L-003, L-004, L-074, L-075.
#include "check.h"

__global__ void record(unsigned* out) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned size = blockDim.x * blockDim.y * blockDim.z;
  atomicAdd(&out[block * size + thread],
            1 + threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * block);
}

int main() {
  const dim3 blocks[] = {dim3(5, 3, 2),  dim3(1, 1, 64), dim3(7, 5, 3), dim3(8, 8, 8),
                         dim3(2, 1, 33), dim3(4, 4, 2),  dim3(1, 5, 7)};
  for (dim3 b : blocks) {
    dim3 grid(2, 3, 4);
    unsigned size = b.x * b.y * b.z, count = grid.x * grid.y * grid.z;
    Buffer<unsigned> out(size * count);
    record<<<grid, b>>>(out.device());
    out.download();
    for (unsigned i = 0; i < size * count; ++i) {
      unsigned t = i % size;
      unsigned want =
          1 + t % b.x + 100 * (t / b.x % b.y) + 10000 * (t / (b.x * b.y)) + 1000000 * (i / size);
      EXPECT_EQ_AT(i, out[i], want);
    }
  }
  return ok();
}
