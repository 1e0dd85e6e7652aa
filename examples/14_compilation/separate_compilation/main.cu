// Shows: a kernel that uses device functions and a device variable of another file.
// From: our own; build it with nvcc -rdc=true main.cu device_math.cu.
// Try next: without -rdc=true, and read the error.
// nvcc: -rdc=true
#include <cmath>

#include "../../example.h"
#include "device_math.h"

__global__ void run(float* out, int steps) {
  Polynomial p = {{1.0f, 2.0f, 3.0f, static_cast<float>(threadIdx.x)}};
  out[threadIdx.x] = integrate(p, 0, 2, steps);
}

int main() {
  const int n = 32, steps = 8;
  float *device, out[n];
  CHECK_CUDA(cudaMalloc(&device, sizeof out));
  run<<<1, n>>>(device, steps);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
  int count = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, evaluations, sizeof count));
  bool right = count == n * steps * 3;
  for (int i = 0; i < n; ++i) {
    float exact = 2 + 4 + 8 + 4.0f * i; // 1 + 2x + 3x² + i·x³ from 0 to 2
    right = right && std::fabs(out[i] - exact) < 1e-4f * exact;
  }
  std::printf("%d integrals with %d evaluations, the last one is %g\n", n, count, out[n - 1]);
  cudaFree(device);
  return report(right);
}
