// Shows: the parts of a typical program, in a function that sums vectors in 512 blocks.
// From: X-212, X-213 of the textbook.
// Try next: a size that is no multiple of 512.
#include <vector>

#include "../example.h"

__global__ void sum(const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}

// The size must be a multiple of 512, and at most 512 times the threads of a block.
static void sum(const float* a, const float* b, float* c, int n) {
  const size_t bytes = n * sizeof(float);
  float *deviceA, *deviceB, *deviceC;
  // 1. Memory of the device.
  CHECK_CUDA(cudaMalloc(&deviceA, bytes));
  CHECK_CUDA(cudaMalloc(&deviceB, bytes));
  CHECK_CUDA(cudaMalloc(&deviceC, bytes));
  // 2. The data goes there.
  CHECK_CUDA(cudaMemcpy(deviceA, a, bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b, bytes, cudaMemcpyHostToDevice));
  // 3. The kernel runs.
  const dim3 threads(n / 512), blocks(512);
  sum<<<blocks, threads>>>(deviceA, deviceB, deviceC);
  CHECK_CUDA(cudaGetLastError());
  // 4. The result comes back; the copy waits for the kernel.
  CHECK_CUDA(cudaMemcpy(c, deviceC, bytes, cudaMemcpyDeviceToHost));
  // 5. The memory is given back.
  CHECK_CUDA(cudaFree(deviceA));
  CHECK_CUDA(cudaFree(deviceB));
  CHECK_CUDA(cudaFree(deviceC));
}

int main() {
  const int n = 512 * 128;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = 0.25f * i;
    b[i] = static_cast<float>(i % 9);
  }
  sum(a.data(), b.data(), c.data(), n);
  for (int i = 0; i < n; ++i)
    EXPECT(c[i] == a[i] + b[i]);
  std::printf("%d sums in 512 blocks of %d threads\n", n, n / 512);
  return report();
}
