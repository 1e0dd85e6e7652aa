// 4- and 6-bit floating point and powers of two in 8 bits: every bit pattern's value, rounding to
// nearest even between neighbours, saturation and NaN, on the host and on the device.
#include "check.h"

#include <cmath>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

// What a pattern without its sign stands for.
__host__ __device__ float magnitudeOf(unsigned int bits, int mantissaBits, int bias) {
  int exponent = (int)(bits >> mantissaBits);
  int mantissa = (int)(bits & ((1u << mantissaBits) - 1));
  if (exponent == 0)
    return ldexpf((float)mantissa, 1 - bias - mantissaBits);
  return ldexpf((float)(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
}

template <class T> __host__ __device__ int wrongPatterns(int bitCount, int mantissaBits, int bias) {
  int wrong = 0;
  const unsigned int sign = 1u << (bitCount - 1);
  for (unsigned int bits = 0; bits < sign; ++bits) {
    T t;
    t.__x = (unsigned char)bits;
    const float value = magnitudeOf(bits, mantissaBits, bias);
    wrong += (float)t != value;
    t.__x = (unsigned char)(bits | sign);
    wrong += (float)t != -value;
    wrong += T(value).__x != bits;
    wrong += T(-(double)value).__x != (bits | sign);
    wrong += T(__float2half(value)).__x != bits;
    if (bits + 1 == sign)
      continue;
    // Half way to the next number the even pattern wins; a little beside it the nearer one.
    const float next = magnitudeOf(bits + 1, mantissaBits, bias);
    const float middle = (value + next) / 2;
    wrong += T(middle).__x != ((bits & 1) != 0 ? bits + 1 : bits);
    wrong += T(nextafterf(middle, 0.0f)).__x != bits;
    wrong += T(nextafterf(middle, 100.0f)).__x != bits + 1;
  }
  const unsigned int largest = sign - 1;
  wrong += T(1000.0f).__x != largest;
  wrong += T(-1e30).__x != (largest | sign);
  wrong += T(INFINITY).__x != largest;
  wrong += T(NAN).__x != largest;
  wrong += T(3).__x != T(3.0f).__x;
  wrong += (int)T(2.5f) != 2;
  wrong += (bool)T(0.0f);
  return wrong;
}

__host__ __device__ int wrongVectors() {
  int wrong = 0;
  __nv_fp4x2_e2m1 pair(make_float2(1.5f, -3.0f));
  wrong += pair.__x != (__nv_fp4_e2m1(-3.0f).__x << 4 | __nv_fp4_e2m1(1.5f).__x);
  float2 back = (float2)pair;
  wrong += back.x != 1.5f || back.y != -3.0f;
  float4 four = (float4)__nv_fp4x4_e2m1(make_float4(0.5f, 1.0f, 4.0f, -6.0f));
  wrong += four.x != 0.5f || four.y != 1.0f || four.z != 4.0f || four.w != -6.0f;
  four = (float4)__nv_fp6x4_e3m2(make_float4(0.25f, 1.75f, 28.0f, -0.0625f));
  wrong += four.x != 0.25f || four.y != 1.75f || four.z != 28.0f || four.w != -0.0625f;
  return wrong;
}

__host__ __device__ int wrongScales() {
  int wrong = 0;
  for (int bits = 0; bits < 255; ++bits) {
    __nv_fp8_e8m0 t;
    t.__x = (unsigned char)bits;
    const float value = ldexpf(1.0f, bits - 127);
    wrong += (float)t != value;
    wrong += __nv_fp8_e8m0(value).__x != bits;
    wrong += __nv_fp8_e8m0(-value).__x != bits;
    // Types round up; the functions as they are told.
    wrong += __nv_fp8_e8m0(value * 1.25f).__x != (bits < 254 ? bits + 1 : 254);
    wrong += __nv_cvt_float_to_e8m0(value * 1.25f, __NV_SATFINITE, cudaRoundZero) != bits;
  }
  wrong += __nv_fp8_e8m0(0.0f).__x != 0;
  wrong += __nv_fp8_e8m0(NAN).__x != 255;
  wrong += __nv_fp8_e8m0(INFINITY).__x != 254;
  wrong += __nv_cvt_float_to_e8m0(INFINITY, __NV_NOSAT, cudaRoundZero) != 255;
  return wrong;
}

__host__ __device__ void all(int* wrong) {
  wrong[0] = wrongPatterns<__nv_fp4_e2m1>(4, 1, 1);
  wrong[1] = wrongPatterns<__nv_fp6_e2m3>(6, 3, 1);
  wrong[2] = wrongPatterns<__nv_fp6_e3m2>(6, 2, 3);
  wrong[3] = wrongVectors();
  wrong[4] = wrongScales();
}
__global__ void onDevice(int* wrong) {
  all(wrong);
}

int main() {
  int wrong[5], *out;
  all(wrong);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ_AT(i, wrong[i], 0);
  CUDA_CHECK(cudaMalloc(&out, sizeof wrong));
  onDevice<<<1, 1>>>(out);
  CUDA_CHECK(cudaMemcpy(wrong, out, sizeof wrong, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ_AT(i, wrong[i], 0);
  CUDA_CHECK(cudaFree(out));
  return ok();
}
