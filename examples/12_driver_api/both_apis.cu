// Shows: memory of one API in the other: a CUdeviceptr is the same address as the pointer.
// From: X-153 of the guide.
// Try next: a stream of one in the other.
// nvcc: -lcuda
#include <cuda.h>

#include <cstdint>

#include "../device_array.h"

__global__ void increment(unsigned* data) {
  ++data[threadIdx.x];
}

int main() {
  const int n = 100;
  DeviceArray<unsigned> memory(n); // the runtime's, which also makes the context
  const auto handle =
      static_cast<CUdeviceptr>(reinterpret_cast<uintptr_t>(static_cast<unsigned*>(memory)));
  EXPECT(cuMemsetD32(handle, 41, n) == CUDA_SUCCESS);
  increment<<<1, n>>>(memory);
  EXPECT(memory.values() == std::vector<unsigned>(n, 42));

  CUdeviceptr other;
  EXPECT(cuMemAlloc(&other, n * sizeof(unsigned)) == CUDA_SUCCESS);
  EXPECT(cuMemsetD32(other, 7, n) == CUDA_SUCCESS);
  auto* pointer = reinterpret_cast<unsigned*>(static_cast<uintptr_t>(other));
  increment<<<1, n>>>(pointer);
  std::vector<unsigned> values(n);
  CHECK_CUDA(cudaMemcpy(values.data(), pointer, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  EXPECT(values == std::vector<unsigned>(n, 8));
  CHECK_CUDA(cudaFree(pointer)); // either API may free it
  return report();
}
