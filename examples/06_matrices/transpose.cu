// Shows: a transposition through a shared tile, so that reads and writes are contiguous.
// From: our own; transpose_padded.cu is the textbook's.
// Try next: leave out the extra column, and read 03_shared_memory/bank_conflicts_32.cu.
#include <vector>

#include "../example.h"

const int tileSize = 32, rowsAtOnce = 8;

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[tileSize][tileSize + 1]; // the extra column avoids bank conflicts
  int x = blockIdx.x * tileSize + threadIdx.x;
  int y = blockIdx.y * tileSize + threadIdx.y;
  for (int j = 0; j < tileSize; j += rowsAtOnce)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * tileSize + threadIdx.x;
  y = blockIdx.x * tileSize + threadIdx.y;
  for (int j = 0; j < tileSize; j += rowsAtOnce)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int width = 1000, height = 600;
  const size_t bytes = width * height * sizeof(float);
  std::vector<float> in(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i)
    in[i] = static_cast<float>(i);
  float *deviceIn, *deviceOut;
  CHECK_CUDA(cudaMalloc(&deviceIn, bytes));
  CHECK_CUDA(cudaMalloc(&deviceOut, bytes));
  CHECK_CUDA(cudaMemcpy(deviceIn, in.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(tileSize, rowsAtOnce);
  dim3 grid((width + tileSize - 1) / tileSize, (height + tileSize - 1) / tileSize);
  transpose<<<grid, block>>>(deviceIn, deviceOut, width, height);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(out.data(), deviceOut, bytes, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      right = right && out[x * height + y] == in[y * width + x];
  std::printf("%d x %d became %d x %d\n", width, height, height, width);
  cudaFree(deviceIn);
  cudaFree(deviceOut);
  return report(right);
}
