/* The runtime API from C. */
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

int main(void) {
  void* memory = 0;
  struct cudaDeviceProp properties;
  dim3 grid;
  float3 vector;
  cudaError_t status = cudaMalloc(&memory, sizeof vector);
  grid.x = grid.y = grid.z = 1;
  if (status == cudaSuccess)
    status = cudaGetDeviceProperties(&properties, 0);
  if (status == cudaSuccess)
    status = cudaMemcpyAsync(memory, &grid, sizeof grid, cudaMemcpyHostToDevice, 0);
  return (int)status;
}
