// Pitched allocations and two-dimensional copies between different pitches. Rows R-078, R-082.
#include "check.h"

__global__ void increase(char* base, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    reinterpret_cast<int*>(base + y * pitch)[x] += x * 1000 + y;
}

int main() {
  const int width = 37, height = 21, hostWidth = 50;
  int source[height][hostWidth], back[height][hostWidth];
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < hostWidth; ++x) {
      source[y][x] = -(y * 100 + x);
      back[y][x] = 77;
    }
  }
  char *a, *b;
  size_t pitchA, pitchB = 41 * sizeof(int);
  CUDA_CHECK(cudaMallocPitch(&a, &pitchA, width * sizeof(int), height));
  CHECK(pitchA >= width * sizeof(int));
  EXPECT_EQ(pitchA % sizeof(int), 0u);
  CUDA_CHECK(cudaMalloc(&b, pitchB * height));
  CUDA_CHECK(cudaMemcpy2D(a, pitchA, &source[0][3], sizeof source[0], width * sizeof(int), height,
                          cudaMemcpyHostToDevice));
  increase<<<dim3(3, 3), dim3(16, 8)>>>(a, pitchA, width, height);
  CUDA_CHECK(
      cudaMemcpy2D(b, pitchB, a, pitchA, width * sizeof(int), height, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaMemcpy2DAsync(&back[0][5], sizeof back[0], b, pitchB, width * sizeof(int), height,
                               cudaMemcpyDeviceToHost, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < hostWidth; ++x)
      EXPECT_EQ_AT(y * 100 + x, back[y][x],
                   x >= 5 && x < 5 + width ? source[y][x - 5 + 3] + (x - 5) * 1000 + y : 77);
  EXPECT_CUDA(cudaErrorInvalidPitchValue,
              cudaMemcpy2D(b, 8, a, pitchA, 16, 2, cudaMemcpyDeviceToDevice));
  CHECK(cudaGetLastError() == cudaErrorInvalidPitchValue);
  CUDA_CHECK(cudaFree(a));
  CUDA_CHECK(cudaFree(b));
  return ok();
}
