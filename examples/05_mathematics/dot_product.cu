// Shows: the dot product of two vectors: each thread sums a part, the host the rest.
// From: T-012, a lab of the textbook.
// Try next: 03_shared_memory/dot_product.cu, in which blocks sum.
#include <cmath>

#include "../device_array.h"

__global__ void dot(const float* a, const float* b, float* partial, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = thread; i < n; i += threads)
    sum += a[i] * b[i];
  partial[thread] = sum;
}

int main() {
  const int n = 50000, blocks = 8, threads = 64;
  std::vector<float> a(n), b(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = 1.0f / (i + 1);
    b[i] = i * 0.001f;
    expected += static_cast<double>(a[i]) * b[i];
  }
  DeviceArray<float> deviceA(a), deviceB(b), partial(blocks * threads);
  dot<<<blocks, threads>>>(deviceA, deviceB, partial, n);
  double result = 0;
  for (float value : partial.values())
    result += value;
  std::printf("%.6f, expected %.6f\n", result, expected);
  EXPECT(std::fabs(result - expected) < 1e-6 * expected);
  return report();
}
