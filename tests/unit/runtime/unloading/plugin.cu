// A library with kernels, which a program loads and unloads again and again.
#include <cuda_runtime.h>

__device__ int counter = 40;
__constant__ int step = 2;
__managed__ int total = 0;

__global__ void count(int* out) {
  counter += step;
  total += counter;
  *out = counter;
}

// Takes a while, then says so.
__global__ void slow(int* out, int rounds) {
  unsigned value = 1;
  for (int i = 0; i < rounds; ++i)
    value = value * 1664525u + 1013904223u;
  *out = value ? 7 : 0;
}

namespace {

// Lives as long as the library; its end calls the runtime, which may have ended before.
struct Owner {
  int* memory = nullptr;
  ~Owner() {
    if (!memory)
      return;
    cudaFree(memory);
    cudaDeviceSynchronize();
    cudaGetLastError();
  }
} owner;

} // namespace

// What the kernel has counted, or the negative error.
extern "C" int runPlugin() {
  int result = -1;
  if (!owner.memory)
    cudaMalloc(&owner.memory, sizeof(int));
  count<<<1, 1>>>(owner.memory);
  cudaError_t error = cudaMemcpy(&result, owner.memory, sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess)
    return -error;
  return result == total ? result : -1000;
}

// Leaves work behind that ends by writing 7.
extern "C" int* beginPlugin(int rounds) {
  int* out = nullptr;
  cudaStream_t stream;
  if (cudaMallocHost(&out, sizeof(int)) != cudaSuccess ||
      cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
    return nullptr;
  *out = 0;
  slow<<<1, 1, 0, stream>>>(out, rounds);
  cudaStreamDestroy(stream);
  return out;
}
