// The runtime API from C++ without a CUDA compiler: typed overloads, vector types, dim3.
#include "cuda_runtime.h"

static float shadow[4];

int use() {
  float* memory = 0;
  cudaError_t status = cudaMalloc(&memory, 16);
  status = cudaMallocHost(&memory, 16);
  status = cudaMallocManaged(&memory, 16);
  status = cudaMemcpyToSymbol(shadow, memory, sizeof shadow);
  status = cudaMemcpyAsync(memory, shadow, 16, cudaMemcpyHostToDevice);
  dim3 grid(2, 3);
  uint3 plain = grid;
  dim3 back = plain;
  float4 vector = make_float4(1, 2, 3, 4);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaEvent_t event;
  status = cudaEventCreate(&event, cudaEventDisableTiming);
  return status + static_cast<int>(back.x + vector.x) + format.x;
}

#if __cplusplus >= 201103L
constexpr dim3 kGrid(4, 5);
static_assert(kGrid.x == 4 && kGrid.y == 5 && kGrid.z == 1, "dim3 is a literal type");
#endif
