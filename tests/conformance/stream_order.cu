// Work in one stream runs in the order it was given: copies, sets and kernels. Rows R-120, R-123 to
// R-125.
#include "check.h"

__global__ void affine(int* p, int n, int a, int b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = p[i] * a + b;
}

int main() {
  const int n = 3000, rounds = 20;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  int *p, *q;
  CUDA_CHECK(cudaMalloc(&p, n * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&q, n * sizeof(int)));
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i;
  CUDA_CHECK(cudaMemcpyAsync(p, host, sizeof host, cudaMemcpyHostToDevice, stream));
  for (int r = 0; r < rounds; ++r) {
    affine<<<30, 100, 0, stream>>>(p, n, -1, r);
    CUDA_CHECK(cudaMemcpyAsync(q, p, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CUDA_CHECK(cudaMemsetAsync(p, 0, n * sizeof(int), stream));
    affine<<<30, 100, 0, stream>>>(q, n, 1, 3);
    CUDA_CHECK(cudaMemcpyAsync(p, q, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
  }
  CUDA_CHECK(cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamQuery(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  for (int i = 0; i < n; ++i) {
    int want = i;
    for (int r = 0; r < rounds; ++r)
      want = -want + r + 3;
    EXPECT_EQ_AT(i, host[i], want);
  }
  CUDA_CHECK(cudaFree(p));
  CUDA_CHECK(cudaFree(q));
  return ok();
}
