// Division when approximate division is asked for: as near as __fdividef, and right also for large
// divisors, where __fdividef gives zero.
// nvcc: -prec-div=false
// rows: L-205
#include "check.h"

#include <cmath>

__global__ void divide(const float* a, const float* b, float* plain, float* fast, int n) {
  int i = threadIdx.x;
  if (i < n) {
    plain[i] = a[i] / b[i];
    fast[i] = __fdividef(a[i], b[i]);
  }
}

int main() {
  const int n = 8;
  const float a[n] = {1, 2, 10, -7, 1e30f, 3e38f, 1e-20f, 5};
  const float b[n] = {3, 7, 0.3f, 11, 1e20f, 2e38f, 1e-30f, 1.5e38f};
  float *da, *db, *plain, *fast, p[n], f[n];
  for (float** each : {&da, &db, &plain, &fast})
    CUDA_CHECK(cudaMalloc(each, sizeof a));
  CUDA_CHECK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
  divide<<<1, 32>>>(da, db, plain, fast, n);
  CUDA_CHECK(cudaMemcpy(p, plain, sizeof p, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(f, fast, sizeof f, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    const double exact = (double)a[i] / b[i];
    // Two units in the last place, and a little for subnormal results.
    CHECK(std::fabs(p[i] - exact) <= std::fabs(exact) * 2.5e-7 + 1e-44);
    if (std::fabs(b[i]) < 8.5e37f)
      CHECK(std::fabs(f[i] - exact) <= std::fabs(exact) * 2.5e-7 + 1e-44);
    else
      EXPECT_EQ_AT(i, f[i], 0.0f);
  }
  for (float* each : {da, db, plain, fast})
    CUDA_CHECK(cudaFree(each));
  return ok();
}
