// Shows: __restrict__ promises that pointers do not overlap, so that values are loaded once.
// From: X-161 of the guide.
// Try next: nvcc -ptx, and count the loads of both kernels.
#include "../device_array.h"

// The compiler must take c for a possible alias of a and b: each store may change what it reads.
__global__ void plain(const float* a, const float* b, float* c) {
  c[0] = a[0] * b[0];
  c[1] = a[0] * b[0];
  c[2] = a[0] * b[0] * a[1];
  c[3] = a[0] * a[1];
  c[4] = a[0] * b[0];
  c[5] = b[0];
}
__global__ void restricted(const float* __restrict__ a, const float* __restrict__ b,
                           float* __restrict__ c) {
  c[0] = a[0] * b[0];
  c[1] = a[0] * b[0];
  c[2] = a[0] * b[0] * a[1];
  c[3] = a[0] * a[1];
  c[4] = a[0] * b[0];
  c[5] = b[0];
}
// What the promise allows, written out.
__global__ void optimised(const float* a, const float* b, float* c) {
  float t0 = a[0], t1 = b[0], t2 = t0 * t1, t3 = a[1];
  c[0] = t2;
  c[1] = t2;
  c[2] = t2 * t3;
  c[3] = t0 * t3;
  c[4] = t2;
  c[5] = t1;
}

int main() {
  const DeviceArray<float> a(std::vector<float>{3, 5}), b(std::vector<float>{7});
  const DeviceArray<float> first(6), second(6), third(6);
  plain<<<1, 1>>>(a, b, first);
  restricted<<<1, 1>>>(a, b, second);
  optimised<<<1, 1>>>(a, b, third);
  const std::vector<float> expected = {21, 21, 105, 15, 21, 7};
  EXPECT(first.values() == expected);
  EXPECT(second.values() == expected);
  EXPECT(third.values() == expected);

  // Where they do overlap, only the kernel without the promise is right.
  const DeviceArray<float> both(std::vector<float>{3, 5, 0, 0, 0, 0});
  plain<<<1, 1>>>(both, b, both);
  EXPECT(both.values() == (std::vector<float>{21, 147, 21 * 7 * 147.0f, 21 * 147, 147, 7}));
  return report();
}
