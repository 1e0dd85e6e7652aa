// Shows: the length of a vector: its dot product with itself, and the square root on the device.
// From: T-025, homework of the textbook.
// Try next: values around 1e30, whose squares are too large for a float.
#include <cmath>

#include "../device_array.h"

const int threads = 256;

__global__ void norm(const float* a, int n, float* result) {
  __shared__ float sums[threads];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += threads)
    sum += a[i] * a[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *result = sqrtf(sums[0]);
}

int main() {
  const int n = 10000;
  std::vector<float> a(n);
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = std::cos(0.01f * i);
    squares += static_cast<double>(a[i]) * a[i];
  }
  DeviceArray<float> deviceA(a), result(1);
  norm<<<1, threads>>>(deviceA, n, result);
  EXPECT(std::fabs(result.values()[0] - std::sqrt(squares)) < 1e-5 * std::sqrt(squares));

  const DeviceArray<float> triangle(std::vector<float>{3, 4});
  norm<<<1, threads>>>(triangle, 2, result);
  EXPECT(result.values()[0] == 5);
  return report();
}
