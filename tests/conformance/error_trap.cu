// __trap() ends the launch with cudaErrorLaunchFailure, which stays. Rows R-060, R-044.
#include "check.h"

__global__ void run(int bad) {
  if (static_cast<int>(threadIdx.x) == bad)
    __trap();
}

int main() {
  run<<<2, 50>>>(1000);
  CUDA_CHECK(cudaDeviceSynchronize());
  run<<<2, 50>>>(40);
  EXPECT_CUDA(cudaErrorLaunchFailure, cudaDeviceSynchronize());
  int* p;
  EXPECT_CUDA(cudaErrorLaunchFailure, cudaMalloc(&p, 4));
  return ok();
}
