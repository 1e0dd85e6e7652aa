// A kernel waits for a flag that the program sets after some seconds, which is no deadlock, and
// another one for its blocks to take turns.
// check: --tool synccheck
// lacks: Deadlock
// errors: 0
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void await(volatile int* flag) {
  while (*flag == 0) {
  }
}

__global__ void takeTurns(int* turn, int rounds) {
  if (threadIdx.x == 0)
    for (int round = 0; round < rounds; ++round) {
      const int own = round * gridDim.x + blockIdx.x;
      while (atomicAdd(turn, 0) != own) {
      }
      atomicAdd(turn, 1);
    }
  __syncthreads();
}

int main() {
  int *flag, *turn;
  cudaMallocHost(&flag, sizeof(int));
  cudaMalloc(&turn, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  *flag = 0;
  await<<<1, 32>>>(flag);
  sleep(4);
  *static_cast<volatile int*>(flag) = 1;
  takeTurns<<<4, 32>>>(turn, 100);
  return cudaDeviceSynchronize() != cudaSuccess;
}
