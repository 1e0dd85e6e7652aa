// Operations built on compare-and-swap loops: a double sum, a saturating counter, a float maximum.
// Rows L-330, L-338, L-245, L-246.
#include "check.h"

__device__ double addDouble(double* address, double value) {
  unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ void countTo(int* counter, int limit) {
  int old = *counter, assumed;
  do {
    assumed = old;
    if (assumed >= limit)
      return;
    old = atomicCAS(counter, assumed, assumed + 1);
  } while (assumed != old);
}

__device__ void maxFloat(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits;
  while (value > __int_as_float(old)) {
    int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed)
      break;
  }
}

__global__ void run(double* sum, int* counter, float* highest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  addDouble(sum, i * 0.5);
  countTo(counter, 333);
  maxFloat(highest, static_cast<float>((i * 71) % 509) - 100.5f);
}

int main() {
  Buffer<double> sum(1);
  Buffer<int> counter(1);
  Buffer<float> highest(1);
  highest[0] = -1000;
  highest.upload();
  run<<<10, 100>>>(sum.device(), counter.device(), highest.device());
  sum.download();
  counter.download();
  highest.download();
  EXPECT_EQ(sum[0], 999 * 1000 / 2 * 0.5);
  EXPECT_EQ(counter[0], 333);
  EXPECT_EQ(highest[0], 508 - 100.5f);
  return ok();
}
