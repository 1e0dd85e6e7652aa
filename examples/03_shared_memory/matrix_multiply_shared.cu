// The matrix product with tiles in shared memory: each element is loaded once a block, not once a
// thread.
#include <vector>

#include "example.h"

const int tileSize = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tileA[tileSize][tileSize];
  __shared__ float tileB[tileSize][tileSize];
  int column = blockIdx.x * tileSize + threadIdx.x;
  int row = blockIdx.y * tileSize + threadIdx.y;
  float sum = 0;
  for (int base = 0; base < n; base += tileSize) {
    int k = base + threadIdx.x;
    tileA[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0;
    k = base + threadIdx.y;
    tileB[threadIdx.y][threadIdx.x] = k < n && column < n ? b[k * n + column] : 0;
    __syncthreads(); // the tiles are complete
    for (int i = 0; i < tileSize; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads(); // everyone is done with them
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

int main() {
  const int n = 250; // no multiple of the tile
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7 - 3);
    b[i] = static_cast<float>(i % 5 - 2);
  }
  float *deviceA, *deviceB, *deviceC;
  CHECK_CUDA(cudaMalloc(&deviceA, bytes));
  CHECK_CUDA(cudaMalloc(&deviceB, bytes));
  CHECK_CUDA(cudaMalloc(&deviceC, bytes));
  CHECK_CUDA(cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(tileSize, tileSize),
      grid((n + tileSize - 1) / tileSize, (n + tileSize - 1) / tileSize);
  multiply<<<grid, block>>>(deviceA, deviceB, deviceC, n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(c.data(), deviceC, bytes, cudaMemcpyDeviceToHost));

  bool right = true;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
      right = right && c[row * n + column] == sum;
    }
  }
  std::printf("product of two %d x %d matrices in tiles of %d, c[1][1] = %g\n", n, n, tileSize,
              c[n + 1]);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  return report(right);
}
