// The barriers that also combine a predicate over the block. Rows L-092, L-093, L-094.
#include "check.h"

__global__ void run(int* out, int limit) {
  int t = threadIdx.x;
  out[t * 6 + 0] = __syncthreads_count(t < limit);
  out[t * 6 + 1] = __syncthreads_and(t < limit) != 0;
  out[t * 6 + 2] = __syncthreads_or(t < limit) != 0;
  out[t * 6 + 3] = __syncthreads_count(t % 3 * 256); // any non-zero value counts
  out[t * 6 + 4] = __syncthreads_and(t + 1) != 0;
  out[t * 6 + 5] = __syncthreads_or(t == 77) != 0;
}

int main() {
  const int sizes[] = {1, 30, 32, 77, 78, 200, 1024};
  for (int n : sizes) {
    const int limits[] = {0, 1, n / 2, n};
    for (int limit : limits) {
      Buffer<int> out(n * 6);
      run<<<1, n>>>(out.device(), limit);
      out.download();
      for (int t = 0; t < n; ++t) {
        EXPECT_EQ_AT(t, out[t * 6 + 0], limit);
        EXPECT_EQ_AT(t, out[t * 6 + 1], limit == n);
        EXPECT_EQ_AT(t, out[t * 6 + 2], limit > 0);
        EXPECT_EQ_AT(t, out[t * 6 + 3], n - (n + 2) / 3);
        EXPECT_EQ_AT(t, out[t * 6 + 4], 1);
        EXPECT_EQ_AT(t, out[t * 6 + 5], n > 77);
      }
    }
  }
  return ok();
}
