// Shows: the copy of one part of an array overlaps the kernel of another part.
// From: our own; two_streams.cu is the guides'.
// Try next: one stream in place of four, and compare the time.
#include <cmath>

#include "../example.h"

__global__ void work(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = data[i];
  for (int k = 0; k < 20; ++k)
    x = 0.5f * (x + 2.0f / x); // towards the square root of two
  data[i] = x;
}

int main() {
  const int streams = 4, parts = 8, perPart = 32 * 1024, n = parts * perPart;
  float *host, *device;
  CHECK_CUDA(cudaMallocHost(&host, n * sizeof(float))); // page-locked, as overlapping copies need
  CHECK_CUDA(cudaMalloc(&device, n * sizeof(float)));
  for (int i = 0; i < n; ++i)
    host[i] = 1.0f + i % 10;
  cudaStream_t stream[streams];
  for (cudaStream_t& s : stream)
    CHECK_CUDA(cudaStreamCreate(&s));
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));

  CHECK_CUDA(cudaEventRecord(start));
  for (int part = 0; part < parts; ++part) {
    cudaStream_t s = stream[part % streams];
    float *from = host + part * perPart, *to = device + part * perPart;
    CHECK_CUDA(cudaMemcpyAsync(to, from, perPart * sizeof(float), cudaMemcpyHostToDevice, s));
    work<<<perPart / 256, 256, 0, s>>>(to, perPart);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpyAsync(from, to, perPart * sizeof(float), cudaMemcpyDeviceToHost, s));
  }
  CHECK_CUDA(cudaEventRecord(stop)); // in the default stream: after all the others
  CHECK_CUDA(cudaEventSynchronize(stop));

  float milliseconds = 0;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  bool right = true;
  for (int i = 0; i < n; ++i)
    right = right && std::fabs(host[i] - 1.41421356f) < 1e-6f;
  std::printf("%d parts in %d streams took %.3f ms\n", parts, streams, milliseconds);
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  CHECK_CUDA(cudaFreeHost(host));
  CHECK_CUDA(cudaFree(device));
  return report(right);
}
