// Shows: memory of the device's heap lasts from kernel to kernel, until a kernel frees it.
// From: X-169 of the guide.
// Try next: use the pointer in cudaMemcpy, which does not know memory of the heap.
#include <string>

#include "../captured_output.h"
#include "../example.h"

const int blocks = 20, threads = 10;
__device__ int* data[blocks];

__global__ void allocate() {
  if (threadIdx.x == 0)
    data[blockIdx.x] = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  if (data[blockIdx.x] != nullptr)
    data[blockIdx.x][threadIdx.x] = 0;
}
__global__ void use() {
  if (data[blockIdx.x] != nullptr)
    data[blockIdx.x][threadIdx.x] += threadIdx.x;
}
__global__ void release() {
  if (data[blockIdx.x] != nullptr)
    printf("Block %d, Thread %d: final value = %d\n", blockIdx.x, threadIdx.x,
           data[blockIdx.x][threadIdx.x]);
  __syncthreads(); // nobody reads any more
  if (threadIdx.x == 0)
    free(data[blockIdx.x]);
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 * 1024 * 1024));
  const std::string text = capturedOutput([] {
    allocate<<<blocks, threads>>>();
    use<<<blocks, threads>>>();
    use<<<blocks, threads>>>();
    use<<<blocks, threads>>>();
    release<<<blocks, threads>>>();
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());
  });
  EXPECT(occurrences(text, "\n") == blocks * threads);
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < threads; ++thread)
      EXPECT(occurrences(text, "Block " + std::to_string(block) + ", Thread " +
                                   std::to_string(thread) +
                                   ": final value = " + std::to_string(3 * thread) + "\n") == 1);
  return report();
}
