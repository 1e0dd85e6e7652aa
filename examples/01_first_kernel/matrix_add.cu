// Shows: blocks and grids of two dimensions, rounded up to cover a matrix of any size.
// From: X-003, X-092 of the guides.
// Try next: blocks of 32 x 8 threads; a matrix of one row.
#include <vector>

#include "../example.h"

__global__ void add(const float* a, const float* b, float* c, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    c[y * width + x] = a[y * width + x] + b[y * width + x];
}

int main() {
  const int width = 1000, height = 700;
  const size_t bytes = width * height * sizeof(float);
  std::vector<float> a(width * height), b(width * height), c(width * height);
  for (int i = 0; i < width * height; ++i) {
    a[i] = static_cast<float>(i % 100);
    b[i] = static_cast<float>(i / 100);
  }
  float *deviceA, *deviceB, *deviceC;
  CHECK_CUDA(cudaMalloc(&deviceA, bytes));
  CHECK_CUDA(cudaMalloc(&deviceB, bytes));
  CHECK_CUDA(cudaMalloc(&deviceC, bytes));
  CHECK_CUDA(cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice));

  dim3 block(16, 16);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add<<<grid, block>>>(deviceA, deviceB, deviceC, width, height);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(c.data(), deviceC, bytes, cudaMemcpyDeviceToHost));

  bool right = true;
  for (int i = 0; i < width * height; ++i)
    right = right && c[i] == a[i] + b[i];
  std::printf("%d x %d matrices, a grid of %u x %u blocks\n", width, height, grid.x, grid.y);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  return report(right);
}
