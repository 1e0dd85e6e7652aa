// Kernels of different streams, and copies and kernels, really run at once: each waits for the
// other, so that neither would end alone.
// rows: R-031 R-036 R-111 R-115 R-117
#include "check.h"

__global__ void meet(volatile int* mine, volatile int* theirs, int* seen) {
  *mine = 1;
  __threadfence();
  while (*theirs == 0) {
  }
  *seen = *theirs;
}

int main() {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  if (properties.multiProcessorCount < 2)
    return ok(); // one thing at a time
  int *flags, *seen, *one;
  CUDA_CHECK(cudaMalloc(&flags, 3 * sizeof(int)));
  CUDA_CHECK(cudaMemset(flags, 0, 3 * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&seen, 3 * sizeof(int)));
  CUDA_CHECK(cudaMallocHost(&one, sizeof(int)));
  *one = 7;
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaFuncAttributes attributes; // loads the kernel before anything runs
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, meet));
  CUDA_CHECK(cudaDeviceSynchronize());

  meet<<<1, 1, 0, streams[0]>>>(flags, flags + 1, seen);
  meet<<<1, 1, 0, streams[1]>>>(flags + 1, flags, seen + 1);
  CUDA_CHECK(cudaDeviceSynchronize());

  CUDA_CHECK(cudaMemset(flags, 0, 3 * sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  meet<<<1, 1, 0, streams[0]>>>(flags, flags + 2, seen + 2);
  CUDA_CHECK(cudaMemcpyAsync(flags + 2, one, sizeof(int), cudaMemcpyHostToDevice, streams[1]));
  CUDA_CHECK(cudaDeviceSynchronize());
  int host[3];
  CUDA_CHECK(cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[0], 1);
  EXPECT_EQ(host[1], 1);
  EXPECT_EQ(host[2], 7);
  return ok();
}
