// Shows: a number that the host puts into constant memory, added to each sum.
// From: X-232 of the textbook.
// Try next: change the number between two launches.
#include "../device_array.h"

__constant__ int add;

__global__ void sum(const int* a, const int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i] + add;
}

int main() {
  const int n = 500, two = 2;
  std::vector<int> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 3 * i;
  }
  CHECK_CUDA(cudaMemcpyToSymbol(add, &two, sizeof two));
  DeviceArray<int> deviceA(a), deviceB(b), deviceC(n);
  sum<<<(n + 127) / 128, 128>>>(deviceA, deviceB, deviceC, n);
  const std::vector<int> c = deviceC.values();
  for (int i = 0; i < n; ++i)
    EXPECT(c[i] == a[i] + b[i] + 2);
  return report();
}
