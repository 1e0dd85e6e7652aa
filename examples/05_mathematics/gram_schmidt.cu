// Shows: Gram-Schmidt orthogonalisation: a kernel for each vector, made after those before it.
// From: T-014, homework of the textbook.
// Try next: floats in place of doubles, and watch the dot products grow.
#include <cmath>

#include "../device_array.h"

const int n = 48;

__device__ double dot(const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k] * b[k];
  return sum;
}

// coefficients[j] = (a · b_j) / (b_j · b_j), one thread for each j before i.
__global__ void project(const double* a, const double* b, double* coefficients, int i) {
  const int j = threadIdx.x;
  if (j < i)
    coefficients[j] = dot(a + i * n, b + j * n) / dot(b + j * n, b + j * n);
}
// b_i = a_i minus its projections, one thread for each component.
__global__ void subtract(const double* a, double* b, const double* coefficients, int i) {
  const int k = threadIdx.x;
  double value = a[i * n + k];
  for (int j = 0; j < i; ++j)
    value -= coefficients[j] * b[j * n + k];
  b[i * n + k] = value;
}

int main() {
  std::vector<double> a(n * n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      a[i * n + k] = k >= i; // (1, 1, 1, …), (0, 1, 1, …), …
  DeviceArray<double> deviceA(a), deviceB(n * n), coefficients(n);
  for (int i = 0; i < n; ++i) {
    project<<<1, n>>>(deviceA, deviceB, coefficients, i);
    subtract<<<1, n>>>(deviceA, deviceB, coefficients, i);
  }
  const std::vector<double> b = deviceB.values();
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double length = 0;
    for (int k = 0; k < n; ++k)
      length += b[i * n + k] * b[i * n + k];
    EXPECT(length > 0.01); // the vectors are independent, so none vanishes
    for (int j = 0; j < i; ++j) {
      double product = 0;
      for (int k = 0; k < n; ++k)
        product += b[i * n + k] * b[j * n + k];
      worst = std::max(worst, std::fabs(product));
    }
  }
  std::printf("%d vectors, largest dot product of two %.3g\n", n, worst);
  EXPECT(worst < 1e-11);
  return report();
}
