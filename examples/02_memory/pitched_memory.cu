// Shows: cudaMallocPitch puts each row at an aligned address; kernels step by the pitch.
// From: X-006, X-043, X-095 of the guides.
// Try next: other widths, and print the pitch.
#include <vector>

#include "../example.h"

// Every thread walks over the whole array, as all of them read the same.
__global__ void sumRows(const float* data, size_t pitch, int width, int height, float* sums) {
  for (int row = 0; row < height; ++row) {
    auto* begin = reinterpret_cast<const float*>(reinterpret_cast<const char*>(data) + row * pitch);
    float sum = 0;
    for (int column = 0; column < width; ++column)
      sum += begin[column];
    if (blockIdx.x == 0 && threadIdx.x == 0)
      sums[row] = sum;
  }
}

int main() {
  const int width = 64, height = 64;
  std::vector<float> data(width * height);
  for (int i = 0; i < width * height; ++i)
    data[i] = static_cast<float>(i % 13 + i / width);
  float *devicePointer, *deviceSums, sums[height];
  size_t pitch;
  CHECK_CUDA(cudaMallocPitch(&devicePointer, &pitch, width * sizeof(float), height));
  CHECK_CUDA(cudaMalloc(&deviceSums, sizeof sums));
  EXPECT(pitch >= 256);
  CHECK_CUDA(cudaMemcpy2D(devicePointer, pitch, data.data(), width * sizeof(float),
                          width * sizeof(float), height, cudaMemcpyHostToDevice));
  sumRows<<<100, 512>>>(devicePointer, pitch, width, height, deviceSums);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(sums, deviceSums, sizeof sums, cudaMemcpyDeviceToHost));
  for (int row = 0; row < height; ++row) {
    float sum = 0;
    for (int column = 0; column < width; ++column)
      sum += data[row * width + column];
    EXPECT(sums[row] == sum);
  }
  std::printf("rows of %zu bytes, %zu bytes apart\n", width * sizeof(float), pitch);
  CHECK_CUDA(cudaFree(devicePointer));
  CHECK_CUDA(cudaFree(deviceSums));
  return report();
}
