// Histogram with a private copy per block in shared memory, then added to the global one.
// Rows L-319, L-323, H-037, H-178.
#include "check.h"

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (local[i])
      atomicAdd(&bins[i], local[i]);
}

int main() {
  const int n = 50000;
  Buffer<unsigned char> data(n);
  Buffer<unsigned> bins(256);
  unsigned want[256] = {}, seed = 7;
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    data[i] = static_cast<unsigned char>((seed >> 16 & 0xff) * (seed >> 24) / 255);
    ++want[data[i]];
  }
  data.upload();
  const int threads[] = {64, 100, 256};
  for (int size : threads) {
    CUDA_CHECK(cudaMemset(bins.device(), 0, 256 * sizeof(unsigned)));
    histogram<<<7, size>>>(data.device(), n, bins.device());
    bins.download();
    for (int i = 0; i < 256; ++i)
      EXPECT_EQ_AT(i, bins[i], want[i]);
  }
  return ok();
}
