// Shows: the dot product of two vectors in constant memory, with the kernel's time.
// From: T-026, a lab of the textbook.
// Try next: vectors of 64 KiB together; one element more does not compile.
#include "../device_array.h"

const int n = 8000;
__constant__ float a[n], b[n];

__global__ void dot(float* partial) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  partial[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  std::vector<float> hostA(n), hostB(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) {
    hostA[i] = static_cast<float>(i % 10);
    hostB[i] = static_cast<float>(i % 7 - 3);
    expected += hostA[i] * hostB[i];
  }
  CHECK_CUDA(cudaMemcpyToSymbol(a, hostA.data(), n * sizeof(float)));
  CHECK_CUDA(cudaMemcpyToSymbol(b, hostB.data(), n * sizeof(float)));

  const int blocks = 4, threads = 64;
  DeviceArray<float> partial(blocks * threads);
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  dot<<<blocks, threads>>>(partial);
  CHECK_CUDA(cudaEventRecord(stop));
  double result = 0;
  for (float value : partial.values())
    result += value;
  float milliseconds = -1;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  std::printf("%.0f in %.3f ms\n", result, milliseconds);
  EXPECT(result == expected);
  EXPECT(milliseconds >= 0);
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return report();
}
