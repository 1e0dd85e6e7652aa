// cudaMalloc and cudaFree in device code. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void allocate(int** pointers, int* errors) {
  int i = threadIdx.x;
  int* mine = nullptr;
  if (cudaMalloc(&mine, 16 * sizeof(int)) != cudaSuccess || !mine)
    atomicAdd(errors, 1);
  for (int k = 0; k < 16; ++k)
    mine[k] = 100 * i + k;
  pointers[i] = mine;
}

__global__ void collect(int** pointers, int* out, int* errors) {
  int i = threadIdx.x;
  for (int k = 0; k < 16; ++k)
    out[16 * i + k] = pointers[i][k];
  if (cudaFree(pointers[i]) != cudaSuccess)
    atomicAdd(errors, 1);
  void* large = nullptr;
  if (cudaMalloc(&large, static_cast<size_t>(1) << 40) != cudaErrorMemoryAllocation)
    atomicAdd(errors, 1);
  if (cudaGetLastError() != cudaErrorMemoryAllocation)
    atomicAdd(errors, 1);
}

int main() {
  constexpr int kThreads = 64;
  Buffer<int*> pointers(kThreads);
  Buffer<int> out(16 * kThreads), errors(1);
  allocate<<<1, kThreads>>>(pointers.device(), errors.device());
  collect<<<1, kThreads>>>(pointers.device(), out.device(), errors.device());
  out.download();
  errors.download();
  EXPECT_EQ(errors[0], 0);
  for (int i = 0; i < 16 * kThreads; ++i)
    EXPECT_EQ_AT(i, out[i], 100 * (i / 16) + i % 16);
  return ok();
}
