// A program may have types of its own that are called half (CUDA_NO_HALF) or nv_bfloat16; otherwise
// the types of the headers have several names.
#include "check.h"

#include <cuda_fp16.h>
#include <type_traits>

static_assert(std::is_same<nv_half, __half>::value && std::is_same<__nv_half, half>::value, "");
static_assert(std::is_same<nv_half2, __half2>::value && std::is_same<__nv_half2, half2>::value, "");
static_assert(std::is_same<__nv_half_raw, __half_raw>::value, "");
static_assert(std::is_same<__nv_half2_raw, __half2_raw>::value, "");

#define CUDA_NO_BFLOAT16
#include <cuda_bf16.h>

struct nv_bfloat16 {
  int numerator;
};

__global__ void kernel(nv_bfloat16 own, float* sum) {
  *sum = own.numerator / 2.0f + __bfloat162float(__float2bfloat16(0.25f));
}

int main() {
  Buffer<float> sum(1);
  kernel<<<1, 1>>>(nv_bfloat16{3}, sum.device());
  sum.download();
  EXPECT_EQ(sum[0], 1.75f);
  return ok();
}
