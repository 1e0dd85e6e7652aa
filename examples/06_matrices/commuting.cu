// Shows: whether two matrices commute: both products, and a kernel that compares them.
// From: T-018, homework of the textbook.
// Try next: do it without storing the products.
#include "../device_array.h"

__global__ void multiply(const int* a, const int* b, int* c, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n)
    return;
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
__global__ void countDifferences(const int* a, const int* b, int size, int* differences) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size && a[i] != b[i])
    atomicAdd(differences, 1);
}

static bool commute(const std::vector<int>& a, const std::vector<int>& b, int n) {
  const DeviceArray<int> deviceA(a), deviceB(b), ab(n * n), ba(n * n), differences(1);
  const dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  multiply<<<grid, block>>>(deviceA, deviceB, ab, n);
  multiply<<<grid, block>>>(deviceB, deviceA, ba, n);
  countDifferences<<<(n * n + 127) / 128, 128>>>(ab, ba, n * n, differences);
  return differences.values()[0] == 0;
}

int main() {
  const int n = 40;
  std::vector<int> a(n * n), polynomial(n * n), other(n * n), diagonal(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = i * i % 7 - 3;
    other[i] = i % 5;
  }
  // 3 a² + 2 commutes with a, whatever a is.
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column)
      for (int k = 0; k < n; ++k)
        polynomial[row * n + column] += 3 * a[row * n + k] * a[k * n + column];
    polynomial[row * n + row] += 2;
    diagonal[row * n + row] = 5;
  }
  EXPECT(commute(a, polynomial, n));
  EXPECT(commute(a, diagonal, n));
  EXPECT(!commute(a, other, n));
  polynomial[1] += 1;
  EXPECT(!commute(a, polynomial, n));
  return report();
}
