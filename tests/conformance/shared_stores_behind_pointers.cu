// A function that is called through a pointer stores to shared memory and returns 0; other threads
// read what it has stored.
#include <cstdio>

using Function = int (*)(int);

__shared__ int cell[64];

__device__ __noinline__ int storeThrice(int value) {
  cell[threadIdx.x] = value * 3;
  return 0;
}
__device__ __noinline__ int storeFiveTimes(int value) {
  cell[threadIdx.x] = value * 5;
  return 0;
}
__device__ Function functions[2] = {storeThrice, storeFiveTimes};

__global__ void callAndRead(int* out, int which) {
  cell[threadIdx.x] = -1;
  __syncthreads();
  int returned = functions[which](static_cast<int>(threadIdx.x));
  __syncthreads();
  out[threadIdx.x] = cell[threadIdx.x ^ 1] + returned;
}

int main() {
  int *out, host[64];
  if (cudaMalloc(&out, sizeof host) != cudaSuccess)
    return 1;
  for (int which = 0; which < 2; ++which) {
    callAndRead<<<1, 64>>>(out, which);
    if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
      return 1;
    for (int i = 0; i < 64; ++i)
      if (host[i] != (i ^ 1) * (which ? 5 : 3)) {
        std::printf("function %d, thread %d: %d\n", which, i, host[i]);
        return 1;
      }
  }
  cudaFree(out);
  std::puts("ok");
  return 0;
}
