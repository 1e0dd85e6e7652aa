// Variables that are declared extern and defined nowhere are definitions without separate
// compilation, zero at first. Kernels share them; for the host they are no symbols. Row L-383.
#include "check.h"

extern __device__ int number;
namespace inside {
extern __constant__ float table[4];
}

__global__ void count(float* out) {
  out[threadIdx.x] = inside::table[threadIdx.x] + atomicAdd(&number, 1);
}

int main() {
  Buffer<float> out(4);
  for (int launch = 0; launch < 2; ++launch) {
    count<<<1, 4>>>(out.device());
    out.download();
    float sum = 0;
    for (int i = 0; i < 4; ++i)
      sum += out[i];
    EXPECT_EQ(sum, launch == 0 ? 0 + 1 + 2 + 3 : 4 + 5 + 6 + 7);
  }
  int seven = 7;
  EXPECT_EQ(cudaMemcpyToSymbol(number, &seven, sizeof seven), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyFromSymbol(&seven, number, sizeof seven), cudaErrorInvalidSymbol);
  void* address = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, inside::table), cudaErrorInvalidSymbol);
  return ok();
}
