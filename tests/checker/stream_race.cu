// Two grids of different streams write the same memory, and nothing orders them. Those behind an
// event are ordered.
// check: --tool racecheck --racecheck-address-space global
// finds: in stream_race.cu:@wrong
// finds: which no stream, event or wait of the host orders between grids
// lacks: in stream_race.cu:@right
// errors: 1
#include <cuda_runtime.h>

__global__ void fill(int* values, int value) {
  for (int i = 0; i < 200; ++i)
    values[threadIdx.x] = value + i; // wrong
}

__global__ void increase(int* values) {
  for (int i = 0; i < 200; ++i)
    values[threadIdx.x] += i; // right
}

int main() {
  int *values, *others;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMalloc(&others, 1024 * sizeof(int));
  cudaStream_t first, second, third;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  fill<<<1, 1024, 0, third>>>(others, 1);
  fill<<<1, 1024, 0, first>>>(values, 2);
  fill<<<1, 1024, 0, second>>>(values, 3);
  cudaEventRecord(event, third);
  cudaStreamWaitEvent(first, event);
  increase<<<1, 1024, 0, first>>>(others);
  return cudaDeviceSynchronize();
}
