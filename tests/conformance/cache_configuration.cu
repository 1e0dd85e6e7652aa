// Preferences between cache and shared memory: taken and told, and kernels run under each of them.
// rows: R-259 R-260 R-261 R-262 R-263 D-042
// nvcc: -lcuda
#include <cuda.h>

#include "check.h"

__global__ void fill(int* p) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
  int* p;
  CUDA_CHECK(cudaMalloc(&p, 64 * sizeof(int)));
  for (cudaFuncCache config : {cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                               cudaFuncCachePreferEqual, cudaFuncCachePreferNone}) {
    CUDA_CHECK(cudaFuncSetCacheConfig(fill, config));
    CUDA_CHECK(cudaDeviceSetCacheConfig(config));
    cudaFuncCache told;
    CUDA_CHECK(cudaDeviceGetCacheConfig(&told));
    EXPECT_EQ(told, config);
    CUfunc_cache driver;
    CHECK(cuCtxGetCacheConfig(&driver) == CUDA_SUCCESS);
    EXPECT_EQ(static_cast<int>(driver), static_cast<int>(config));
    CUDA_CHECK(cudaMemset(p, 0, 64 * sizeof(int)));
    fill<<<1, 64>>>(p);
    int host[64];
    CUDA_CHECK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ_AT(i, host[i], 63 - i);
  }
  CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1) == CUDA_SUCCESS);
  cudaFuncCache told;
  CUDA_CHECK(cudaDeviceGetCacheConfig(&told));
  EXPECT_EQ(told, cudaFuncCachePreferL1);
  // Carve-outs: a hint, a percentage, or the default.
  for (int carveout : {0, 50, 100, -1})
    CUDA_CHECK(
        cudaFuncSetAttribute(fill, cudaFuncAttributePreferredSharedMemoryCarveout, carveout));
  return ok();
}
