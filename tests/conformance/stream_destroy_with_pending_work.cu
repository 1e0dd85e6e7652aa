// Destroying a stream returns at once and lets its work finish. Rows R-124, C-001.
#include "gate.h"

__global__ void store(int* p, int value) {
  *p = value;
}

int main() {
  Buffer<int> p(1);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  store<<<1, 1, 0, stream>>>(p.device(), 1);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  Gate gate;
  gate.close(stream);
  store<<<1, 1, 0, stream>>>(p.device(), 2);
  CUDA_CHECK(cudaStreamDestroy(stream)); // would hang if it waited
  gate.open();
  CUDA_CHECK(cudaDeviceSynchronize());
  p.download();
  EXPECT_EQ(p[0], 2);
  return ok();
}
