// Shows: one thread of a block allocates for all; the pointer goes through shared memory.
// From: X-168 of the guide, whose kernel writes more than it asked for.
// Try next: a block that does not free its memory, launched again and again.
#include "../device_array.h"

const int perThread = 64;

__global__ void fill(int* lastValues) {
  __shared__ int* data;
  if (threadIdx.x == 0)
    data = static_cast<int*>(malloc(blockDim.x * perThread * sizeof(int)));
  __syncthreads(); // the pointer is there for all
  if (data == nullptr)
    return;
  // Neighbours write neighbouring elements, which is the pattern that memory likes.
  for (int i = 0; i < perThread; ++i)
    data[i * blockDim.x + threadIdx.x] = threadIdx.x + 1000 * i;
  __syncthreads(); // all are done before the memory goes
  const int other = blockDim.x - 1 - threadIdx.x;
  lastValues[blockIdx.x * blockDim.x + threadIdx.x] = data[(perThread - 1) * blockDim.x + other];
  __syncthreads();
  if (threadIdx.x == 0)
    free(data);
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 * 1024 * 1024));
  const int blocks = 10, threads = 128;
  DeviceArray<int> values(blocks * threads);
  fill<<<blocks, threads>>>(values);
  const std::vector<int> seen = values.values();
  for (int i = 0; i < blocks * threads; ++i)
    EXPECT(seen[i] == threads - 1 - i % threads + 1000 * (perThread - 1));
  return report();
}
