// A program may have operators and conversions of its own for halves, bfloat16 and pairs of them:
// macros leave out those of the headers, and functions work without them.
// nvcc: -D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_HALF2_OPERATORS__
// nvcc: -D__CUDA_NO_BFLOAT16_OPERATORS__ -D__CUDA_NO_BFLOAT162_OPERATORS__
// nvcc: -D__CUDA_NO_BFLOAT16_CONVERSIONS__
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <type_traits>

// Each gives a result that those of the headers do not give.
__host__ __device__ __half operator+(const __half& a, const __half& b) {
  return __hmul(a, b);
}
__host__ __device__ __half operator-(const __half& a) {
  return __habs(a);
}
__host__ __device__ __half& operator++(__half& a) {
  return a = __hadd(a, __float2half(100));
}
__host__ __device__ bool operator<(const __half& a, const __half& b) {
  return __hgt(a, b);
}
__host__ __device__ __half2 operator+(const __half2& a, const __half2& b) {
  return __hmul2(a, b);
}
__host__ __device__ bool operator==(const __half2& a, const __half2& b) {
  return !__hbeq2(a, b);
}
__host__ __device__ __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hmul(a, b);
}
__host__ __device__ __nv_bfloat162 operator+(const __nv_bfloat162& a, const __nv_bfloat162& b) {
  return __hmul2(a, b);
}

static_assert(!std::is_constructible<__half, float>::value, "");
static_assert(!std::is_constructible<__half, int>::value, "");
static_assert(!std::is_constructible<float, __half>::value, "");
static_assert(!std::is_assignable<__half&, double>::value, "");
static_assert(!std::is_constructible<__nv_bfloat16, double>::value, "");
static_assert(!std::is_convertible<__nv_bfloat16, float>::value, "");
static_assert(!std::is_constructible<__half, __nv_bfloat16>::value, "");

struct Results {
  float sum, negative, next, pair, bfloat, bfloatPair, root, fused, eight;
  int less, equal, integer;
};

__host__ __device__ void operate(float x, Results& r) {
  const __half a = __float2half(x), b = __int2half_rn(5);
  const __nv_bfloat16 c = __float2bfloat16(x), d = __float2bfloat16(5);
  r.sum = __half2float(a + b);
  r.negative = __half2float(-__hneg(a));
  __half next = a;
  r.next = __half2float(++next);
  r.less = b < a;
  const __half2 pair = __halves2half2(a, b);
  r.pair = __high2float(pair + pair);
  r.equal = pair == pair;
  r.bfloat = __bfloat162float(c + d);
  r.bfloatPair = __low2float(__halves2bfloat162(c, d) + __halves2bfloat162(d, d));
  r.eight = __half2float((__half)__nv_fp8_e4m3(a));
}

__global__ void kernel(float x, Results* r) {
  operate(x, *r);
  r->root = __half2float(hsqrt(__float2half(x * x)));
  r->fused = __half2float(__hfma(__float2half(x), __int2half_rn(5), __int2half_rn(5)));
  r->integer = __half2int_rz(__float2half(x));
}

void check(const Results& r) {
  EXPECT_EQ(r.sum, 15.0f);
  EXPECT_EQ(r.negative, 3.0f);
  EXPECT_EQ(r.next, 103.0f);
  EXPECT_EQ(r.less, 1);
  EXPECT_EQ(r.pair, 25.0f);
  EXPECT_EQ(r.equal, 0);
  EXPECT_EQ(r.bfloat, 15.0f);
  EXPECT_EQ(r.bfloatPair, 15.0f);
  EXPECT_EQ(r.eight, 3.0f);
}

int main() {
  Results host;
  operate(3, host);
  check(host);
  Buffer<Results> results(1);
  kernel<<<1, 1>>>(3, results.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  results.download();
  check(results[0]);
  EXPECT_EQ(results[0].root, 3.0f);
  EXPECT_EQ(results[0].fused, 20.0f);
  EXPECT_EQ(results[0].integer, 3);
  return ok();
}
