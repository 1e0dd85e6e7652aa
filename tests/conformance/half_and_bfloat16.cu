// Halves and bfloat16 are made of each other, explicitly; pairs differ only where both of their
// elements do, and an element that is NaN differs from everything.
#include "check.h"

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

static_assert(!std::is_convertible<__half, __nv_bfloat16>::value, "");
static_assert(!std::is_convertible<__nv_bfloat16, __half>::value, "");

struct Results {
  float half, bfloat, infinite;
  bool bothDiffer, oneDiffers, nanDiffers, bfloatNanDiffers;
};

__host__ __device__ void compute(float nan, Results& r) {
  r.half = (float)__half(__nv_bfloat16(0.3f));
  r.bfloat = (float)__nv_bfloat16(__half(0.3f));
  r.infinite = (float)__half(__nv_bfloat16(1e30f));
  const __half2 ones = __floats2half2_rn(1, 1), nanOne = __floats2half2_rn(nan, 1);
  r.bothDiffer = ones != __floats2half2_rn(2, 3);
  r.oneDiffers = ones != __floats2half2_rn(2, 1);
  r.nanDiffers = nanOne != __floats2half2_rn(3, 3);
  r.bfloatNanDiffers = __floats2bfloat162_rn(nan, 1) != __floats2bfloat162_rn(3, 3);
}

__global__ void kernel(float nan, Results* r) {
  compute(nan, *r);
}

void check(const Results& r) {
  EXPECT_EQ(r.half, 0.30078125f);
  EXPECT_EQ(r.bfloat, 0.30078125f);
  CHECK(std::isinf(r.infinite));
  CHECK(r.bothDiffer);
  CHECK(!r.oneDiffers);
  CHECK(r.nanDiffers);
  CHECK(r.bfloatNanDiffers);
}

int main() {
  Results host;
  compute(NAN, host);
  check(host);
  Buffer<Results> results(1);
  kernel<<<1, 1>>>(NAN, results.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  results.download();
  check(results[0]);
  return ok();
}
