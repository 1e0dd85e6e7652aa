// Several host threads use the device at once; each has its own last error. Rows R-046, R-005.
#include <thread>

#include "check.h"

__global__ void fill(int* p, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = value + i;
}

static void work(int id) {
  const int n = 2000;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  int* device;
  CUDA_CHECK(cudaMalloc(&device, n * sizeof(int)));
  int host[n];
  for (int round = 0; round < 20; ++round) {
    fill<<<20, 100, 0, stream>>>(device, n, id * 100000 + round);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i)
      EXPECT_EQ_AT(i, host[i], id * 100000 + round + i);
  }
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

int main() {
  std::thread threads[4];
  for (int i = 0; i < 4; ++i)
    threads[i] = std::thread(work, i);
  for (auto& thread : threads)
    thread.join();
  void* p;
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMalloc(&p, size_t(1) << 60));
  std::thread other([] { EXPECT_CUDA(cudaSuccess, cudaPeekAtLastError()); });
  other.join();
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaGetLastError());
  return ok();
}
