// The thread that holds a lock waits at a barrier for those that want the lock.
// check: --tool synccheck
// finds: Deadlock detected. No thread of the grid can go on
// finds: 1 thread waits at the barrier at addInTurn(int*, int*) in deadlocked_lock.cu:@barrier
// finds: 63 threads wait in the loop at addInTurn(int*, int*) in deadlocked_lock.cu:@lock
// errors: 1
#include <cuda_runtime.h>

__global__ void addInTurn(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) { // lock
  }
  __syncthreads(); // barrier
  *sum += 1;
  atomicExch(lock, 0);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 2 * sizeof(int));
  cudaMemset(memory, 0, 2 * sizeof(int));
  addInTurn<<<1, 64>>>(memory, memory + 1);
  return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
