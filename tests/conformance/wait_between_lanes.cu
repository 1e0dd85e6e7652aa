// Lanes of one warp that wait for values which other lanes of the warp publish: in the other
// branch, and later in the same code. Independent thread scheduling lets them. Rows L-096, L-407.
#include "check.h"

__device__ volatile int flag;
__device__ volatile int results[96];

__global__ void otherBranch(int* out) {
  if (threadIdx.x % 2 == 0) {
    while (flag == 0)
      ;
    out[threadIdx.x] = flag + threadIdx.x;
  } else {
    out[threadIdx.x] = -1;
    if (threadIdx.x == 33)
      flag = 7;
  }
}

__global__ void chain(int* out) {
  const int i = threadIdx.x;
  int before = 0;
  if (i > 0)
    while ((before = results[i - 1]) == 0)
      ;
  results[i] = before + i + 1;
  __threadfence();
  out[i] = before;
}

int main() {
  Buffer<int> out(96);
  otherBranch<<<1, 96>>>(out.device());
  out.download();
  for (int i = 0; i < 96; ++i)
    EXPECT_EQ_AT(i, out[i], i % 2 == 0 ? 7 + i : -1);
  chain<<<1, 96>>>(out.device());
  out.download();
  for (int i = 0; i < 96; ++i)
    EXPECT_EQ_AT(i, out[i], i * (i + 1) / 2);
  return ok();
}
