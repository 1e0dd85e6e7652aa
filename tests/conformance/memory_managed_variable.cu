// __managed__ variables, with and without initialisers, read and written by both sides. Row L-408.
#include "check.h"

__managed__ int counter = 41;
__managed__ float values[40];

__global__ void run() {
  values[threadIdx.x] += threadIdx.x * 0.5f;
  if (threadIdx.x == 0)
    ++counter;
}

int main() {
  EXPECT_EQ(counter, 41);
  for (int i = 0; i < 40; ++i)
    values[i] = static_cast<float>(i);
  run<<<1, 40>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(counter, 42);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ_AT(i, values[i], i * 1.5f);
  counter = 7;
  run<<<1, 40>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(counter, 8);
  return ok();
}
