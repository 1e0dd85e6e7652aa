// An asynchronous barrier expects one arrival more than there are threads.
// nvcc: -arch=sm_90
// check: --tool synccheck
// finds: Deadlock detected. No thread of the grid can go on
// finds: for the mbarrier at __shared__ 0x0, which lacks 1 of 65 arrivals
// errors: 1
#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

__global__ void meet(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x + 1);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  meet<<<1, 64>>>(values);
  return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
