// Two grids of different streams write host memory that the program has registered, and nothing
// orders them; and threads of a block write one number. Threads that write the same number, and
// those that write behind an event, do nothing wrong.
// check: --tool racecheck --racecheck-address-space global
// finds: in registered_race.cu:@wrong
// finds: which no stream, event or wait of the host orders between grids
// finds: in registered_race.cu:@own
// finds: with no barrier of the block between the two
// lacks: in registered_race.cu:@right
// lacks: in registered_race.cu:@same
// errors: 2
#include <cuda_runtime.h>
#include <vector>

__global__ void fill(int* values, int value) {
  for (int i = 0; i < 200; ++i)
    values[threadIdx.x] = value + i; // wrong
}

__global__ void increase(int* values) {
  for (int i = 0; i < 200; ++i)
    values[threadIdx.x] += i; // right
}

__global__ void choose(int* values) {
  values[0] = 7;           // same
  values[1] = threadIdx.x; // own
}

int main() {
  std::vector<int> memory(3 * 1024);
  cudaHostRegister(memory.data(), memory.size() * sizeof(int), cudaHostRegisterDefault);
  int *values = memory.data(), *others = values + 1024, *few = others + 1024;
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
  choose<<<1, 32, 0, third>>>(few);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaHostUnregister(memory.data());
  return error;
}
