// What a stream still holds when a kernel before it fails does not run. Rows R-044, R-060.
#include "gate.h"

__global__ void store(int* p, int value) {
  *p = value;
}

int main() {
  int *cells, *view;
  CUDA_CHECK(cudaMallocHost(&cells, 2 * sizeof(int)));
  CUDA_CHECK(cudaHostGetDevicePointer(&view, cells, 0));
  cells[0] = cells[1] = 1;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  store<<<1, 1, 0, stream>>>(view, 1);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  Gate gate;
  gate.close(stream);
  store<<<1, 1, 0, stream>>>(view, 2);
  store<<<1, 1, 0, stream>>>(reinterpret_cast<int*>(64), 0);
  store<<<1, 1, 0, stream>>>(view + 1, 3);
  gate.open();
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaStreamSynchronize(stream));
  EXPECT_EQ(cells[0], 2);
  EXPECT_EQ(cells[1], 1);
  return ok();
}
