// Shows: a kernel's wish for more shared memory or more L1 cache, with both APIs.
// From: X-189 of the guide.
// Try next: cudaFuncAttributePreferredSharedMemoryCarveout, the newer way.
// nvcc: -lcuda
#include <cuda.h>

#include "../device_array.h"

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[256];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = part[255 - threadIdx.x];
}

int main() {
  std::vector<int> values(256), reversed(256);
  for (int i = 0; i < 256; ++i)
    reversed[255 - i] = values[i] = 3 * i;
  DeviceArray<int> in(values), out(256);
  // A wish only: the results are the same whatever the device makes of it.
  for (cudaFuncCache wish : {cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                             cudaFuncCachePreferEqual, cudaFuncCachePreferNone}) {
    CHECK_CUDA(cudaFuncSetCacheConfig(reverse, wish));
    reverse<<<1, 256>>>(in, out);
    EXPECT(out.values() == reversed);
  }
  CUfunction function;
  CHECK_CUDA(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(reverse)));
  EXPECT(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_SHARED) == CUDA_SUCCESS);
  EXPECT(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1) == CUDA_SUCCESS);
  reverse<<<1, 256>>>(in, out);
  EXPECT(out.values() == reversed);
  return report();
}
