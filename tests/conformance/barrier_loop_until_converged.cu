// A loop around barriers that ends when shared memory says so, a number of rounds nobody knows
// beforehand. Rows L-090, L-091, L-029.
#include "check.h"

__global__ void spread(int* labels, int* rounds, int n) {
  __shared__ int tile[200];
  __shared__ bool changed;
  int t = threadIdx.x;
  tile[t] = labels[blockIdx.x * n + t];
  int count = 0;
  do {
    __syncthreads();
    if (t == 0)
      changed = false;
    __syncthreads();
    int best = tile[t];
    if (t > 0 && tile[t - 1] < best)
      best = tile[t - 1];
    if (t + 1 < n && tile[t + 1] < best)
      best = tile[t + 1];
    __syncthreads();
    if (best != tile[t]) {
      tile[t] = best;
      changed = true;
    }
    ++count;
    __syncthreads();
  } while (changed);
  labels[blockIdx.x * n + t] = tile[t];
  if (t == 0)
    rounds[blockIdx.x] = count;
}

int main() {
  const int n = 150, blocks = 4;
  Buffer<int> labels(n * blocks), rounds(blocks);
  for (int b = 0; b < blocks; ++b)
    for (int t = 0; t < n; ++t)
      labels[b * n + t] = t == b * 30 ? 1 : 5 + t % 7;
  labels.upload();
  spread<<<blocks, n>>>(labels.device(), rounds.device(), n);
  labels.download();
  rounds.download();
  for (int i = 0; i < n * blocks; ++i)
    EXPECT_EQ_AT(i, labels[i], 1);
  for (int b = 0; b < blocks; ++b) {
    int farthest = b * 30 > n - 1 - b * 30 ? b * 30 : n - 1 - b * 30;
    EXPECT_EQ_AT(b, rounds[b], farthest + 1);
  }
  return ok();
}
