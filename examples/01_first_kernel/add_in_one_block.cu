// Shows: the smallest kernel: one block, and each thread adds the element of its own number.
// From: X-001, X-090 of the guides.
// Try next: more than 1024 elements, which one block cannot have; then ../vector_add.cu.
#include "../device_array.h"

__global__ void add(const float* a, const float* b, float* c) {
  int i = threadIdx.x;
  c[i] = a[i] + b[i];
}

int main() {
  const int n = 256;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = 0.5f * i;
    b[i] = static_cast<float>(n - i);
  }
  DeviceArray<float> deviceA(a), deviceB(b), deviceC(n);
  add<<<1, n>>>(deviceA, deviceB, deviceC);
  const std::vector<float> c = deviceC.values();
  for (int i = 0; i < n; ++i)
    EXPECT(c[i] == a[i] + b[i]);
  std::printf("one block of %d threads: c[1] = %g\n", n, c[1]);
  return report();
}
