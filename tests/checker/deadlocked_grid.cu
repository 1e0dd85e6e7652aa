// A block ends without having come to the barrier of the grid at which the others wait.
// check: --tool synccheck
// finds: Deadlock detected. No thread of the grid can go on
// finds: Device Frame: partly(int*) in deadlocked_grid.cu:@sync
// finds: thread (0,0,0) in block (1,0,0)
// errors: 1
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void partly(int* values) {
  if (blockIdx.x == 0)
    return;
  cooperative_groups::this_grid().sync(); // sync
  values[threadIdx.x] = 1;
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  void* arguments[] = {&values};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(partly), dim3(2), dim3(32), arguments, 0, 0);
  return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
