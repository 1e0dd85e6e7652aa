// A non-blocking stream neither waits for the default stream nor holds it up. Row R-133.
#include "gate.h"

__global__ void store(int* p, int value) {
  *p = value;
}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  unsigned flags = 0;
  CUDA_CHECK(cudaStreamGetFlags(stream, &flags));
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  int *cells, *seen;
  CUDA_CHECK(cudaMallocHost(&cells, 2 * sizeof(int)));
  CUDA_CHECK(cudaHostGetDevicePointer(&seen, cells, 0));
  cells[0] = cells[1] = 0;
  store<<<1, 1, 0, stream>>>(seen, 0);
  store<<<1, 1>>>(seen, 0);
  CUDA_CHECK(cudaDeviceSynchronize());
  Gate gate;
  gate.close(stream);
  store<<<1, 1, 0, stream>>>(seen, 5);
  store<<<1, 1>>>(seen + 1, 6);
  CUDA_CHECK(cudaStreamSynchronize(0)); // would hang if it waited for the gate
  EXPECT_EQ(cells[1], 6);
  EXPECT_EQ(cells[0], 0);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(stream));
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(cells[0], 5);
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFreeHost(cells));
  return ok();
}
