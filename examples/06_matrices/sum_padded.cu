// Shows: the sum of two matrices of whole blocks, in which no thread must test its indices.
// From: X-224, T-016 of the textbook.
// Try next: 01_first_kernel/matrix_add.cu, which tests the indices in place of padding.
#include "rounding_up.h"

__global__ void add(const float* a, const float* b, float* c, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = row * columns + column;
  c[i] = a[i] + b[i];
}

int main() {
  EXPECT(roundedUp(1) == 16 && roundedUp(16) == 16 && roundedUp(17) == 32);
  const int rows = roundedUp(123), columns = roundedUp(77);
  std::vector<float> a(rows * columns), b(rows * columns);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(i % 3);
  }
  DeviceArray<float> deviceA(a), deviceB(b), deviceC(a.size());
  const dim3 block(blockSize, blockSize), grid(columns / blockSize, rows / blockSize);
  EXPECT(kernelTime([&] { add<<<grid, block>>>(deviceA, deviceB, deviceC, columns); }) >= 0);
  const std::vector<float> c = deviceC.values();
  for (size_t i = 0; i < c.size(); ++i)
    EXPECT(c[i] == a[i] + b[i]);
  return report();
}
