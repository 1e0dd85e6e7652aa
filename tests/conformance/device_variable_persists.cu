// A device variable keeps its value from launch to launch, and kernels of one launch share it.
// Rows L-009, L-023.
#include "check.h"

__device__ int total = 100;
__device__ volatile int last;

__global__ void add(int by) {
  atomicAdd(&total, by);
  if (threadIdx.x == 0 && blockIdx.x == 0)
    last = by;
}

__global__ void read(int* out) {
  out[0] = total;
  out[1] = last;
}

int main() {
  Buffer<int> out(2);
  int want = 100;
  for (int launch = 1; launch <= 10; ++launch) {
    add<<<3, 50>>>(launch);
    want += 150 * launch;
    read<<<1, 1>>>(out.device());
    out.download();
    EXPECT_EQ(out[0], want);
    EXPECT_EQ(out[1], launch);
  }
  return ok();
}
