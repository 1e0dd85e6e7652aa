// Shows: the number of a thread in the whole grid, in one, two and three dimensions.
// From: X-207 of the textbook, with the formula that its chapter 2 asks for.
// Try next: swap x and y, and find out which order is faster on large arrays.
#include "../device_array.h"

__global__ void oneDimension(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}
__global__ void twoDimensions(int* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = y * gridDim.x * blockDim.x + x;
  out[i] = x + 1000 * y;
}
__global__ void threeDimensions(int* out, int dimX, int dimY) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  out[(z * dimY + y) * dimX + x] = x + 1000 * y + 1000000 * z;
}

int main() {
  DeviceArray<int> line(7 * 32);
  oneDimension<<<7, 32>>>(line);
  const std::vector<int> inLine = line.values();
  for (int i = 0; i < 7 * 32; ++i)
    EXPECT(inLine[i] == i);

  DeviceArray<int> plane(24 * 20);
  twoDimensions<<<dim3(3, 5), dim3(8, 4)>>>(plane);
  const std::vector<int> inPlane = plane.values();
  for (int i = 0; i < 24 * 20; ++i)
    EXPECT(inPlane[i] == i % 24 + 1000 * (i / 24));

  DeviceArray<int> space(8 * 6 * 4);
  threeDimensions<<<dim3(2, 3, 2), dim3(4, 2, 2)>>>(space, 8, 6);
  const std::vector<int> inSpace = space.values();
  for (int i = 0; i < 8 * 6 * 4; ++i)
    EXPECT(inSpace[i] == i % 8 + 1000 * (i / 8 % 6) + 1000000 * (i / 48));
  return report();
}
