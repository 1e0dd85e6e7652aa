// Memory of a pool is set and freed on another stream than that of its allocation. A wait of the
// host and an event order the other uses.
// check: --track-stream-ordered-races all
// finds: Use-before-alloc on allocation of size 256 bytes at
// finds: is potentially accessed before it is allocated
// finds: Use-after-free on allocation of size 128 bytes at
// finds: is potentially accessed after it is free'd
// errors: 2
#include <cuda_runtime.h>

__global__ void set(int* values) {
  values[threadIdx.x] = 1;
}

int main() {
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  int* values;
  cudaMallocAsync(&values, 256, one);
  cudaMemsetAsync(values, 0, 256, other);
  cudaEventRecord(event, other);
  cudaStreamWaitEvent(one, event, 0);
  cudaFreeAsync(values, one);

  cudaMallocAsync(&values, 128, one);
  cudaStreamSynchronize(one);
  set<<<1, 32, 0, other>>>(values);
  cudaFreeAsync(values, one);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
