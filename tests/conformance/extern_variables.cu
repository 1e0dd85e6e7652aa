// Variables that are declared extern and defined nowhere are definitions without separate
// compilation: kernels and the host share them, each file its own. Row L-383.
#include "check.h"

extern __device__ int number;
namespace inside {
extern __constant__ float table[4];
}
extern __managed__ int managed;

__global__ void add(float* out) {
  out[threadIdx.x] = inside::table[threadIdx.x] + number;
  if (threadIdx.x == 0) {
    ++number;
    managed += 5;
  }
}

int main() {
  const int seven = 7;
  const float values[4] = {0.5f, 1.5f, 2.5f, 3.5f};
  CUDA_CHECK(cudaMemcpyToSymbol(number, &seven, sizeof seven));
  CUDA_CHECK(cudaMemcpyToSymbol(inside::table, values, sizeof values));
  managed = 2;
  Buffer<float> out(4);
  add<<<1, 4>>>(out.device());
  out.download();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, out[i], values[i] + 7);
  int number_now = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&number_now, number, sizeof number_now));
  EXPECT_EQ(number_now, 8);
  EXPECT_EQ(managed, 7);
  size_t size = 0;
  CUDA_CHECK(cudaGetSymbolSize(&size, inside::table));
  EXPECT_EQ(size, sizeof values);
  return ok();
}
