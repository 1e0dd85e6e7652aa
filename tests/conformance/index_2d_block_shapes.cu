// Two-dimensional blocks and grids of even and odd shapes. Rows L-003, L-004, L-006, L-012.
#include "check.h"

__global__ void record(int* out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int id = threadIdx.x + threadIdx.y * blockDim.x;
  atomicAdd(&out[y * width + x], 1 + id * 4 + blockIdx.x * 100000 + blockIdx.y * 1000000);
}

int main() {
  const dim3 shapes[] = {dim3(10, 10), dim3(1, 64), dim3(64, 1), dim3(3, 7),   dim3(33, 2),
                         dim3(16, 16), dim3(8, 4),  dim3(1, 1),  dim3(5, 100), dim3(32, 32)};
  for (dim3 block : shapes) {
    dim3 grid(3, 2);
    int width = grid.x * block.x, height = grid.y * block.y;
    Buffer<int> out(width * height);
    record<<<grid, block>>>(out.device(), width);
    out.download();
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        int bx = x / block.x, by = y / block.y;
        int id = x % block.x + (y % block.y) * block.x;
        EXPECT_EQ_AT(y * width + x, out[y * width + x], 1 + id * 4 + bx * 100000 + by * 1000000);
      }
    }
  }
  return ok();
}
