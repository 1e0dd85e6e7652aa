// atomicAdd on float and double, in global and shared memory; sums of integers are exact in any
// order. Rows L-323, L-337, H-043.
#include "check.h"

__global__ void run(float* f, double* d) {
  __shared__ float sharedF;
  __shared__ double sharedD;
  int t = threadIdx.x;
  if (t == 0) {
    sharedF = 0;
    sharedD = 0;
  }
  __syncthreads();
  atomicAdd(&sharedF, static_cast<float>(t));
  atomicAdd(&sharedD, t * 0.25);
  atomicAdd(&f[0], 1.0f);
  atomicAdd(&d[0], 1e10);
  atomicAdd(&f[1 + t % 3], -2.0f);
  __syncthreads();
  if (t == 0) {
    atomicAdd(&f[4], sharedF);
    atomicAdd(&d[1], sharedD);
    f[5] = atomicExch(&f[6], 8.5f);
  }
}

int main() {
  Buffer<float> f(7);
  Buffer<double> d(2);
  f[6] = 4.5f;
  f.upload();
  run<<<1, 120>>>(f.device(), d.device());
  f.download();
  EXPECT_EQ(f[5], 4.5f);
  EXPECT_EQ(f[6], 8.5f);
  run<<<9, 120>>>(f.device(), d.device());
  f.download();
  d.download();
  EXPECT_EQ(f[0], 1200.0f);
  EXPECT_EQ(d[0], 1200e10);
  for (int k = 1; k <= 3; ++k)
    EXPECT_EQ_AT(k, f[k], -800.0f);
  EXPECT_EQ(f[4], 10 * 119.0f * 120 / 2);
  EXPECT_EQ(d[1], 10 * 119.0 * 120 / 2 / 4);
  EXPECT_EQ(f[6], 8.5f);
  return ok();
}
