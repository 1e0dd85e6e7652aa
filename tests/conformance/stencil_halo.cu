// A seven-point stencil with a halo in shared memory, applied repeatedly with swapped buffers.
// Rows L-029, L-090, T-038.
#include "check.h"

const int radius = 3, blockSize = 100;

__global__ void stencil(const int* in, int* out, int n) {
  __shared__ int tile[blockSize + 2 * radius];
  int i = blockIdx.x * blockSize + threadIdx.x, t = threadIdx.x + radius;
  tile[t] = i < n ? in[i] : 0;
  if (threadIdx.x < radius) {
    tile[t - radius] = i >= radius && i - radius < n ? in[i - radius] : 0;
    tile[t + blockSize] = i + blockSize < n ? in[i + blockSize] : 0;
  }
  __syncthreads();
  if (i >= n)
    return;
  int sum = 0;
  for (int k = -radius; k <= radius; ++k)
    sum += tile[t + k] * (radius + 1 - abs(k));
  out[i] = sum % 1000;
}

int main() {
  const int n = 777, rounds = 6;
  Buffer<int> a(n), b(n);
  int current[n], next[n];
  for (int i = 0; i < n; ++i)
    a[i] = current[i] = i * i % 101;
  a.upload();
  for (int r = 0; r < rounds; ++r) {
    if (r % 2 == 0)
      stencil<<<8, blockSize>>>(a.device(), b.device(), n);
    else
      stencil<<<8, blockSize>>>(b.device(), a.device(), n);
    for (int i = 0; i < n; ++i) {
      int sum = 0;
      for (int k = -radius; k <= radius; ++k)
        if (i + k >= 0 && i + k < n)
          sum += current[i + k] * (radius + 1 - abs(k));
      next[i] = sum % 1000;
    }
    for (int i = 0; i < n; ++i)
      current[i] = next[i];
  }
  a.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, a[i], current[i]);
  return ok();
}
