// What the runtime knows about a pointer. Row R-246.
#include "check.h"

__device__ int variable;

int main() {
  cudaPointerAttributes a;
  int* device;
  CUDA_CHECK(cudaMalloc(&device, 400));
  CUDA_CHECK(cudaPointerGetAttributes(&a, device + 10));
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  EXPECT_EQ(a.device, 0);
  CHECK(a.devicePointer == device + 10);
  int* pinned;
  CUDA_CHECK(cudaMallocHost(&pinned, 400));
  CUDA_CHECK(cudaPointerGetAttributes(&a, pinned));
  EXPECT_EQ(a.type, cudaMemoryTypeHost);
  CHECK(a.hostPointer == pinned);
  int* managed;
  CUDA_CHECK(cudaMallocManaged(&managed, 400));
  CUDA_CHECK(cudaPointerGetAttributes(&a, managed));
  EXPECT_EQ(a.type, cudaMemoryTypeManaged);
  CHECK(a.hostPointer == managed && a.devicePointer == managed);
  int plain = 0;
  CUDA_CHECK(cudaPointerGetAttributes(&a, &plain));
  EXPECT_EQ(a.type, cudaMemoryTypeUnregistered);
  void* symbol;
  CUDA_CHECK(cudaGetSymbolAddress(&symbol, variable));
  CUDA_CHECK(cudaPointerGetAttributes(&a, symbol));
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  CUDA_CHECK(cudaFree(managed));
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFree(device));
  return ok();
}
