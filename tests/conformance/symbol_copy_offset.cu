// Copies to and from parts of a symbol, between device memory and a symbol, and in a stream.
// Rows R-088, R-089, R-092.
#include "check.h"

__device__ int cells[64];
__device__ int scalar;
__device__ int* pointer;

__global__ void bump() {
  cells[threadIdx.x] += 1000;
  if (threadIdx.x == 0) {
    scalar += 5;
    if (pointer)
      *pointer = scalar;
  }
}

int main() {
  int values[16], back[64];
  for (int i = 0; i < 16; ++i)
    values[i] = i + 1;
  CUDA_CHECK(cudaMemcpyToSymbol(cells, values, sizeof values, 8 * sizeof(int)));
  int start = 37;
  CUDA_CHECK(cudaMemcpyToSymbol(scalar, &start, sizeof start, 0, cudaMemcpyHostToDevice));
  Buffer<int> target(4);
  int* address = target.device() + 2;
  CUDA_CHECK(cudaMemcpyToSymbol(pointer, &address, sizeof address));
  bump<<<1, 64>>>();
  CUDA_CHECK(cudaMemcpyFromSymbol(back, cells, sizeof back));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, back[i], 1000 + (i >= 8 && i < 24 ? i - 7 : 0));
  CUDA_CHECK(cudaMemcpyFromSymbol(back, cells, 3 * sizeof(int), 20 * sizeof(int)));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ_AT(i, back[i], 1013 + i);
  target.download();
  EXPECT_EQ(target[2], 42);
  EXPECT_EQ(target[1], 0);

  // Device memory as the other side, asynchronously.
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMemcpyFromSymbolAsync(target.device(), cells, 4 * sizeof(int), 7 * sizeof(int),
                                       cudaMemcpyDeviceToDevice, stream));
  CUDA_CHECK(cudaMemcpyToSymbolAsync(cells, target.device(), 2 * sizeof(int), 62 * sizeof(int),
                                     cudaMemcpyDeviceToDevice, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  target.download();
  const int want[] = {1000, 1001, 1002, 1003};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, target[i], want[i]);
  CUDA_CHECK(cudaMemcpyFromSymbol(back, cells, sizeof back));
  EXPECT_EQ(back[61], 1000);
  EXPECT_EQ(back[62], 1000);
  EXPECT_EQ(back[63], 1001);
  return ok();
}
