// Shows: two vectors are copied to the device, added there, and the sum is copied back.
// From: X-005, X-042, X-094: the first whole program of the guides.
// Try next: another number of threads in a block; n + 1 elements without the test of i.
#include <vector>

#include "example.h"

__global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1 << 20;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0f * i;
  }

  float *deviceA, *deviceB, *deviceSum;
  CHECK_CUDA(cudaMalloc(&deviceA, bytes));
  CHECK_CUDA(cudaMalloc(&deviceB, bytes));
  CHECK_CUDA(cudaMalloc(&deviceSum, bytes));
  CHECK_CUDA(cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice));

  const int threads = 256;
  add<<<(n + threads - 1) / threads, threads>>>(deviceA, deviceB, deviceSum, n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(sum.data(), deviceSum, bytes, cudaMemcpyDeviceToHost));

  bool right = true;
  for (int i = 0; i < n; ++i)
    right = right && sum[i] == a[i] + b[i];
  std::printf("%d sums, the last one is %g\n", n, sum[n - 1]);
  CHECK_CUDA(cudaFree(deviceA));
  CHECK_CUDA(cudaFree(deviceB));
  CHECK_CUDA(cudaFree(deviceSum));
  return report(right);
}
