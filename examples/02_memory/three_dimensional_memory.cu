// Shows: cudaMalloc3D, whose extent counts its width in bytes; a kernel walks slice by slice.
// From: X-007, X-044, X-096 of the guides.
// Try next: cudaMemcpy3D for a part of it, with srcPos and dstPos.
#include <vector>

#include "../example.h"

__global__ void sumSlices(cudaPitchedPtr memory, int width, int height, int depth, float* sums) {
  const char* slices = static_cast<const char*>(memory.ptr);
  const size_t slicePitch = memory.pitch * height;
  for (int z = 0; z < depth; ++z) {
    const char* slice = slices + z * slicePitch;
    float sum = 0;
    for (int y = 0; y < height; ++y) {
      auto* row = reinterpret_cast<const float*>(slice + y * memory.pitch);
      for (int x = 0; x < width; ++x)
        sum += row[x];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
      sums[z] = sum;
  }
}

int main() {
  const int width = 64, height = 64, depth = 64;
  std::vector<float> data(width * height * depth);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<float>(i % 5 + i / (width * height));

  const cudaExtent extent = make_cudaExtent(width * sizeof(float), height, depth);
  cudaPitchedPtr memory;
  CHECK_CUDA(cudaMalloc3D(&memory, extent));
  EXPECT(memory.pitch >= width * sizeof(float));
  EXPECT(memory.xsize == width * sizeof(float) && memory.ysize == height);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(data.data(), width * sizeof(float), width, height);
  copy.dstPtr = memory;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&copy));

  float *deviceSums, sums[depth];
  CHECK_CUDA(cudaMalloc(&deviceSums, sizeof sums));
  sumSlices<<<1, 32>>>(memory, width, height, depth, deviceSums);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(sums, deviceSums, sizeof sums, cudaMemcpyDeviceToHost));
  for (int z = 0; z < depth; ++z) {
    float sum = 0;
    for (int i = 0; i < width * height; ++i)
      sum += data[z * width * height + i];
    EXPECT(sums[z] == sum);
  }
  CHECK_CUDA(cudaFree(memory.ptr));
  CHECK_CUDA(cudaFree(deviceSums));
  return report();
}
