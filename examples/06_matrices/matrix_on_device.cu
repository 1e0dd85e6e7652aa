// Shows: a matrix made on the device, without a copy to it, with blocks and grids of all shapes.
// From: X-222, T-015 of the textbook.
// Try next: a shape with fewer threads than elements; which ones stay unset?
#include "../device_array.h"

const int n = 10;

__global__ void create(int* matrix) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n)
    matrix[row * n + column] = row * 10 + column;
}

static void compare(dim3 grid, dim3 block) {
  DeviceArray<int> device(n * n);
  create<<<grid, block>>>(device);
  const std::vector<int> matrix = device.values();
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column)
      EXPECT(matrix[row * n + column] == row * 10 + column);
  std::printf("grid %u x %u, block %u x %u\n", grid.x, grid.y, block.x, block.y);
}

int main() {
  compare(dim3(1), dim3(10, 10));
  compare(dim3(10, 10), dim3(1));
  compare(dim3(2, 2), dim3(5, 5));
  compare(dim3(5, 2), dim3(2, 5));
  compare(dim3(1, 10), dim3(10));
  compare(dim3(1, 1), dim3(32, 32));
  compare(dim3(3, 4), dim3(4, 3));
  return report();
}
