// A pipeline of copy, kernel and copy back in several streams over parts of one array. Rows R-077,
// R-112, R-115, R-123.
#include "check.h"

__global__ void square(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = p[i] * p[i] + 1;
}

int main() {
  const int streams = 4, chunk = 1000, chunks = 12;
  cudaStream_t s[streams];
  int *host, *device;
  CUDA_CHECK(cudaMallocHost(&host, chunk * chunks * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&device, chunk * chunks * sizeof(int)));
  for (auto& stream : s)
    CUDA_CHECK(cudaStreamCreate(&stream));
  for (int i = 0; i < chunk * chunks; ++i)
    host[i] = i;
  for (int c = 0; c < chunks; ++c) {
    cudaStream_t stream = s[c % streams];
    int* part = device + c * chunk;
    CUDA_CHECK(cudaMemcpyAsync(part, host + c * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice,
                               stream));
    square<<<(chunk + 127) / 128, 128, 0, stream>>>(part, chunk);
    CUDA_CHECK(cudaMemcpyAsync(host + c * chunk, part, chunk * sizeof(int), cudaMemcpyDeviceToHost,
                               stream));
  }
  for (auto& stream : s)
    CUDA_CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < chunk * chunks; ++i)
    EXPECT_EQ_AT(i, host[i], i * i + 1);
  for (auto& stream : s)
    CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFreeHost(host));
  CUDA_CHECK(cudaFree(device));
  return ok();
}
