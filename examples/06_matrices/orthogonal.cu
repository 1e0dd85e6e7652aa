// Shows: whether a matrix is orthogonal, by its product with its transpose, which is not stored.
// From: T-017, a lab of the textbook.
// Try next: stop early when one element is already wrong.
#include <cmath>

#include "../device_array.h"

// Element (row, column) of the product is the dot product of two rows. The flag is only ever
// cleared.
__global__ void compareWithIdentity(const double* a, int n, int* isOrthogonal) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n)
    return;
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * a[column * n + k];
  if (fabs(sum - (row == column)) > 1e-12)
    atomicExch(isOrthogonal, 0);
}

static bool isOrthogonal(const std::vector<double>& matrix, int n) {
  const DeviceArray<double> device(matrix);
  const DeviceArray<int> flag(std::vector<int>{1});
  compareWithIdentity<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(device, n, flag);
  return flag.values()[0] == 1;
}

int main() {
  const int n = 50;
  std::vector<double> matrix(n * n);
  for (int i = 0; i < n; ++i)
    matrix[i * n + i] = 1;
  EXPECT(isOrthogonal(matrix, n));
  // A rotation in the plane of each pair of axes, one after the other.
  for (int i = 0; i + 1 < n; ++i) {
    const double c = std::cos(0.1 * i + 1), s = std::sin(0.1 * i + 1);
    for (int k = 0; k < n; ++k) {
      const double upper = matrix[i * n + k], lower = matrix[(i + 1) * n + k];
      matrix[i * n + k] = c * upper - s * lower;
      matrix[(i + 1) * n + k] = s * upper + c * lower;
    }
  }
  EXPECT(isOrthogonal(matrix, n));
  matrix[n * n - 1] += 1e-6;
  EXPECT(!isOrthogonal(matrix, n));
  return report();
}
