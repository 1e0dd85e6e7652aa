// Shows: any atomic operation can be built from atomicCAS, here the addition of doubles.
// From: X-164 of the guide.
// Try next: an atomic maximum of floats, of any sign.
#include "../device_array.h"

__device__ double addByCas(double* address, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old); // compares bits, so that it ends for NaN, too
  return __longlong_as_double(old);
}

__global__ void addAll(const double* values, int n, double* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    addByCas(sum, values[i]);
}

int main() {
  const int n = 3000;
  std::vector<double> values(n);
  double expected = 0;
  for (int i = 0; i < n; ++i)
    expected += values[i] = 0.25 * i; // exact in every order
  DeviceArray<double> deviceValues(values), sum(1);
  addAll<<<(n + 127) / 128, 128>>>(deviceValues, n, sum);
  EXPECT(sum.values()[0] == expected);
  return report();
}
