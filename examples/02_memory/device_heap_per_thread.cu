// Shows: malloc in a kernel: each thread gets memory of its own from a heap set to 128 MB before.
// From: X-167 of the guide.
// Try next: ask for more than the heap has, and look at the pointer.
#include <set>
#include <string>

#include "../captured_output.h"
#include "../example.h"

__device__ unsigned long long pointers[5];
__device__ int intact;

__global__ void allocate() {
  char* memory = static_cast<char*>(malloc(123));
  pointers[threadIdx.x] = reinterpret_cast<unsigned long long>(memory);
  for (int i = 0; i < 123; ++i)
    memory[i] = static_cast<char>(threadIdx.x);
  __syncthreads();
  bool isMine = true; // nobody else has written there
  for (int i = 0; i < 123; ++i)
    isMine = isMine && memory[i] == threadIdx.x;
  atomicAdd(&intact, isMine);
  printf("Thread %d got pointer: %p\n", threadIdx.x, memory);
  free(memory);
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 * 1024 * 1024));
  const std::string text = capturedOutput([] {
    allocate<<<1, 5>>>();
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());
  });
  for (int i = 0; i < 5; ++i)
    EXPECT(occurrences(text, "Thread " + std::to_string(i) + " got pointer: 0x") == 1);
  unsigned long long values[5];
  int count = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(values, pointers, sizeof values));
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, intact, sizeof count));
  EXPECT(std::set<unsigned long long>(values, values + 5).size() == 5);
  EXPECT(count == 5);
  for (unsigned long long value : values)
    EXPECT(value != 0 && value % 16 == 0);
  return report();
}
