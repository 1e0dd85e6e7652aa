// Calls that return the error of an earlier one are reported, too, as long as it is there.
// finds: on CUDA API call to cudaLaunchKernel.
// finds: on CUDA API call to cudaPeekAtLastError.
// finds: on CUDA API call to cudaGetLastError.
// errors: 3
#include <cuda_runtime.h>

__global__ void nothing() {}

int main() {
  nothing<<<1, 4096>>>();
  const bool isFound =
      cudaPeekAtLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaErrorInvalidValue;
  return isFound && cudaGetLastError() == cudaSuccess ? 0 : 1;
}
