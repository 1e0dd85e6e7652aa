// Host code that calls the runtime and has no kernels of its own.
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int device = -1, value = 0;
  void* memory = nullptr;
  bool right = cudaGetDevice(&device) == cudaSuccess && device == 0 &&
               cudaMalloc(&memory, sizeof value) == cudaSuccess &&
               cudaMemset(memory, 0x11, sizeof value) == cudaSuccess &&
               cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess &&
               value == 0x11111111 && cudaFree(memory) == cudaSuccess;
  std::puts(right ? "PASSED" : cudaGetErrorString(cudaGetLastError()));
  return right ? 0 : 1;
}
