// A held-up stream does not hold up another one; synchronising a stream waits for that one alone.
// Rows R-120, R-121, R-125.
#include "gate.h"

__global__ void add(int* p, int value) {
  *p += value;
}

int main() {
  cudaStream_t held, running;
  CUDA_CHECK(cudaStreamCreate(&held));
  CUDA_CHECK(cudaStreamCreate(&running));
  Buffer<int> a(1), b(1);
  int* result;
  CUDA_CHECK(cudaMallocHost(&result, sizeof(int)));
  add<<<1, 1, 0, held>>>(a.device(), 1);
  add<<<1, 1, 0, running>>>(b.device(), 1);
  CUDA_CHECK(cudaDeviceSynchronize());
  Gate gate;
  gate.close(held);
  add<<<1, 1, 0, held>>>(a.device(), 10);
  for (int i = 0; i < 5; ++i)
    add<<<1, 1, 0, running>>>(b.device(), 10);
  CUDA_CHECK(cudaMemcpyAsync(result, b.device(), sizeof(int), cudaMemcpyDeviceToHost, running));
  CUDA_CHECK(cudaStreamSynchronize(running));
  EXPECT_EQ(*result, 51);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(held));
  gate.open();
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaStreamQuery(held));
  a.download();
  EXPECT_EQ(a[0], 11);
  CUDA_CHECK(cudaStreamDestroy(held));
  CUDA_CHECK(cudaStreamDestroy(running));
  CUDA_CHECK(cudaFreeHost(result));
  return ok();
}
