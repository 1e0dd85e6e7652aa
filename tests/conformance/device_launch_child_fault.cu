// A fault in a grid that device code has launched is the host's error, as one in its own. Row
// L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void write(int* p) {
  *p = 1;
}

__global__ void middle(int* p) {
  write<<<1, 1>>>(p);
}

__global__ void parent(int* p) {
  middle<<<1, 1>>>(p);
}

int main() {
  Buffer<int> cell(1);
  parent<<<1, 1>>>(cell.device());
  cell.download();
  EXPECT_EQ(cell[0], 1);
  parent<<<1, 1>>>(reinterpret_cast<int*>(64));
  CUDA_CHECK(cudaGetLastError());
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  return ok();
}
