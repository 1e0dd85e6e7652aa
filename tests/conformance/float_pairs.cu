// Sums, products and fused multiply-adds of two floats at once, in each rounding mode, are those of
// each float.
// nvcc: -gencode arch=compute_100,code=sm_100
#include "check.h"

struct Results {
  float2 pairs[12];
  float singles[24];
};

#define PAIRS(mode, first)                                                                         \
  r->pairs[first] = __fadd2_##mode(a, b);                                                          \
  r->pairs[first + 1] = __fmul2_##mode(a, b);                                                      \
  r->pairs[first + 2] = __ffma2_##mode(a, b, c);                                                   \
  r->singles[2 * (first)] = __fadd_##mode(a.x, b.x);                                               \
  r->singles[2 * (first) + 1] = __fadd_##mode(a.y, b.y);                                           \
  r->singles[2 * (first) + 2] = __fmul_##mode(a.x, b.x);                                           \
  r->singles[2 * (first) + 3] = __fmul_##mode(a.y, b.y);                                           \
  r->singles[2 * (first) + 4] = __fmaf_##mode(a.x, b.x, c.x);                                      \
  r->singles[2 * (first) + 5] = __fmaf_##mode(a.y, b.y, c.y)

__global__ void kernel(float2 a, float2 b, float2 c, Results* r) {
#if __CUDA_ARCH__ >= 1000
  PAIRS(rn, 0);
  PAIRS(rz, 3);
  PAIRS(ru, 6);
  PAIRS(rd, 9);
#endif
}

int main() {
  Buffer<Results> results(1);
  const float2 a = {1.1f, -1e-39f}, b = {3.3e-4f, -7.7f}, c = {-1.3e-4f, 2.2e-40f};
  kernel<<<1, 1>>>(a, b, c, results.device());
  results.download();
  const Results& r = results[0];
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ_AT(i, r.pairs[i].x, r.singles[2 * i]);
    EXPECT_EQ_AT(i, r.pairs[i].y, r.singles[2 * i + 1]);
  }
  CHECK(r.pairs[0].x == 1.1f + 3.3e-4f);
  CHECK(r.pairs[6].x > r.pairs[9].x);
  CHECK(r.pairs[7].y > r.pairs[10].y);
  return ok();
}
