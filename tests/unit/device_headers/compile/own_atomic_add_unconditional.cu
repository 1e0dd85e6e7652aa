// arch: sm_80
// standards: 17
// The same program for a target that has the function, and one without any condition.
// Row L-338.
#include <cuda_runtime.h>

__device__ double atomicAdd(double* address, double value) {
  unsigned long long* bits = (unsigned long long*)address;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed,
                    __double_as_longlong(value + __longlong_as_double((long long)assumed)));
  } while (assumed != old);
  return __longlong_as_double((long long)old);
}

__global__ void kernel(double* d) {
  atomicAdd(d, 1.0);
}
