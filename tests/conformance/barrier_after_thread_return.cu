// Single threads return early; a barrier waits only for those that have not. Rows L-090, L-097,
// L-096.
#include "check.h"

__global__ void run(int* out, int n) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  if (t >= n)
    return;
  tile[t] = t * t;
  __syncthreads();
  int value = tile[n - 1 - t];
  __syncthreads();
  if (t % 2)
    return;
  tile[t] = value + 1;
  __syncthreads();
  out[t] = tile[(t + 2) % (n & ~1)];
}

int main() {
  const int counts[] = {128, 127, 100, 70, 33, 17, 5};
  for (int n : counts) {
    Buffer<int> out(128);
    run<<<1, 128>>>(out.device(), n);
    out.download();
    for (int t = 0; t < n; t += 2) {
      int from = (t + 2) % (n & ~1);
      EXPECT_EQ_AT(t, out[t], (n - 1 - from) * (n - 1 - from) + 1);
    }
  }
  return ok();
}
