// Shows: the product of N x N matrices of doubles in N / 16 steps, beside the one without tiles.
// From: X-229, T-021 of the textbook.
// Try next: larger matrices, and compare the times.
#include "../device_array.h"

const int tile = 16;

__global__ void plain(const double* a, const double* b, double* c, int n) {
  const int column = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
__global__ void tiled(const double* a, const double* b, double* c, int n) {
  __shared__ double tileA[tile][tile], tileB[tile][tile];
  const int column = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  double sum = 0;
  for (int step = 0; step < n / tile; ++step) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + step * tile + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(step * tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 128;
  std::vector<double> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 9 - 4;
    b[i] = i % 11 - 5;
  }
  DeviceArray<double> deviceA(a), deviceB(b), first(n * n), second(n * n);
  const dim3 threads(tile, tile), blocks(n / tile, n / tile);
  cudaEvent_t events[3];
  for (cudaEvent_t& event : events)
    CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaEventRecord(events[0]));
  plain<<<blocks, threads>>>(deviceA, deviceB, first, n);
  CHECK_CUDA(cudaEventRecord(events[1]));
  tiled<<<blocks, threads>>>(deviceA, deviceB, second, n);
  CHECK_CUDA(cudaEventRecord(events[2]));
  const std::vector<double> result = second.values();
  EXPECT(result == first.values());
  for (int row = 0; row < n; row += 17) {
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
      EXPECT(result[row * n + column] == sum);
    }
  }
  float plainTime = -1, tiledTime = -1;
  CHECK_CUDA(cudaEventElapsedTime(&plainTime, events[0], events[1]));
  CHECK_CUDA(cudaEventElapsedTime(&tiledTime, events[1], events[2]));
  std::printf("plain %.3f ms, in tiles %.3f ms\n", plainTime, tiledTime);
  EXPECT(plainTime >= 0 && tiledTime >= 0);
  for (cudaEvent_t event : events)
    CHECK_CUDA(cudaEventDestroy(event));
  return report();
}
