// Recursion with local arrays and pointers into the caller's frame: each thread sorts its own
// numbers. Rows L-378, L-022.
#include "check.h"

__host__ __device__ inline int valueAt(int t, int i) {
  return (t * 7919 + i * i * 31 + i * 17) % 1009;
}

__device__ void quicksort(int* values, int low, int high, int* swaps) {
  if (low >= high)
    return;
  int pivot = values[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (values[i] < pivot)
      ++i;
    while (values[j] > pivot)
      --j;
    if (i <= j) {
      int swap = values[i];
      values[i++] = values[j];
      values[j--] = swap;
      ++*swaps;
    }
  }
  quicksort(values, low, j, swaps);
  quicksort(values, i, high, swaps);
}

__global__ void run(int* out, int* swapCounts) {
  const int n = 24;
  int values[n], swaps = 0, t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    values[i] = valueAt(t, i);
  quicksort(values, 0, n - 1 - t % 5, &swaps);
  for (int i = 0; i < n; ++i)
    out[t * n + i] = values[i];
  swapCounts[t] = swaps;
}

int main() {
  const int n = 24, threads = 70;
  Buffer<int> out(n * threads), swaps(threads);
  run<<<1, threads>>>(out.device(), swaps.device());
  out.download();
  swaps.download();
  for (int t = 0; t < threads; ++t) {
    int sorted = n - t % 5, sum = 0;
    for (int i = 0; i < sorted; ++i) {
      if (i > 0)
        CHECK(out[t * n + i - 1] <= out[t * n + i]);
      sum += out[t * n + i] - valueAt(t, i);
    }
    EXPECT_EQ_AT(t, sum, 0);
    for (int i = sorted; i < n; ++i)
      EXPECT_EQ_AT(t, out[t * n + i], valueAt(t, i));
    CHECK(swaps[t] > 0);
  }
  return ok();
}
