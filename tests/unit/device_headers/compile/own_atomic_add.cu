// arch: sm_52
// standards: 17
// A program may define the missing double version itself; the host pass takes the condition for
// true as well. Row L-338.
#include <cuda_runtime.h>

#if __CUDA_ARCH__ < 600
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
#endif

__global__ void kernel(double* d) {
  atomicAdd(d, 1.0);
}
