// Shows: arrays of two and three dimensions, filled on the host, copied to the device and back.
// From: T-005, a lab of the textbook.
// Try next: copy one column only.
#include <vector>

#include "../example.h"

static void twoDimensions() {
  const int width = 37, height = 11; // so that rows have gaps between them
  std::vector<int> sent(width * height), received(width * height);
  for (size_t i = 0; i < sent.size(); ++i)
    sent[i] = static_cast<int>(i * i);
  const size_t rowBytes = width * sizeof(int);
  int* memory;
  size_t pitch;
  CHECK_CUDA(cudaMallocPitch(&memory, &pitch, rowBytes, height));
  CHECK_CUDA(
      cudaMemcpy2D(memory, pitch, sent.data(), rowBytes, rowBytes, height, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy2D(received.data(), rowBytes, memory, pitch, rowBytes, height,
                          cudaMemcpyDeviceToHost));
  EXPECT(received == sent);
  CHECK_CUDA(cudaFree(memory));
}

static void threeDimensions() {
  const int width = 19, height = 7, depth = 5;
  std::vector<int> sent(width * height * depth), received(sent.size());
  for (size_t i = 0; i < sent.size(); ++i)
    sent[i] = static_cast<int>(3 * i + 1);
  const cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
  cudaPitchedPtr memory;
  CHECK_CUDA(cudaMalloc3D(&memory, extent));
  cudaMemcpy3DParms copy = {};
  copy.extent = extent;
  copy.srcPtr = make_cudaPitchedPtr(sent.data(), width * sizeof(int), width, height);
  copy.dstPtr = memory;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&copy));
  copy.srcPtr = memory;
  copy.dstPtr = make_cudaPitchedPtr(received.data(), width * sizeof(int), width, height);
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK_CUDA(cudaMemcpy3D(&copy));
  EXPECT(received == sent);
  CHECK_CUDA(cudaFree(memory.ptr));
}

int main() {
  twoDimensions();
  threeDimensions();
  return report();
}
