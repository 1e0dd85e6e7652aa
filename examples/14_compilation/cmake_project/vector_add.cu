// Shows: the vector addition of ../../vector_add.cu as a project of plain CMake.
// From: our own.
// Try next: a second source, in a library.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(call)                                                                           \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) {                                                                    \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                           \
                   cudaGetErrorString(error));                                                     \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

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
  std::puts(right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
