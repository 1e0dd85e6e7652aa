// Bitonic sort of a block in shared memory: nested loops around barriers. Row L-090.
#include "check.h"

__global__ void sort(unsigned* data) {
  extern __shared__ unsigned tile[];
  unsigned t = threadIdx.x, n = blockDim.x;
  tile[t] = data[blockIdx.x * n + t];
  __syncthreads();
  for (unsigned k = 2; k <= n; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        bool ascending = (t & k) == 0;
        if ((tile[t] > tile[other]) == ascending) {
          unsigned swap = tile[t];
          tile[t] = tile[other];
          tile[other] = swap;
        }
      }
      __syncthreads();
    }
  }
  data[blockIdx.x * n + t] = tile[t];
}

int main() {
  const unsigned sizes[] = {2, 16, 32, 128, 512, 1024};
  for (unsigned n : sizes) {
    const int blocks = 3;
    Buffer<unsigned> data(n * blocks);
    unsigned long long sums[blocks] = {};
    unsigned seed = n;
    for (unsigned i = 0; i < n * blocks; ++i) {
      seed = seed * 1664525u + 1013904223u;
      data[i] = seed >> (i % 3 * 8);
      sums[i / n] += data[i];
    }
    data.upload();
    sort<<<blocks, n, n * sizeof(unsigned)>>>(data.device());
    data.download();
    for (int b = 0; b < blocks; ++b) {
      unsigned long long sum = 0;
      for (unsigned i = 0; i < n; ++i) {
        sum += data[b * n + i];
        if (i > 0)
          CHECK(data[b * n + i - 1] <= data[b * n + i]);
      }
      EXPECT_EQ(sum, sums[b]);
    }
  }
  return ok();
}
