// Integers of all types and bool made of 16-bit floating point numbers by C++ conversions: rounded
// toward zero, and where the type ends, the nearest that it has. The host gives the same.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using namespace conformance;

constexpr int kKinds = 12;

template <class H> __host__ __device__ void convert(H h, long long* out) {
  out[0] = (signed char)h;
  out[1] = (unsigned char)h;
  out[2] = (char)h;
  out[3] = (short)h;
  out[4] = (unsigned short)h;
  out[5] = (int)h;
  out[6] = (unsigned)h;
  out[7] = (long)h;
  out[8] = (long long)(unsigned long)h;
  out[9] = (long long)h;
  out[10] = (long long)(unsigned long long)h;
  out[11] = (bool)h;
}

template <class H> __global__ void convertAll(const float* values, long long* out) {
  convert<H>(H(values[threadIdx.x]), out + threadIdx.x * kKinds);
}

static const float kValues[] = {0.f,
                                -0.f,
                                1.5f,
                                -1.5f,
                                127.9f,
                                128.f,
                                -129.f,
                                300.f,
                                40000.f,
                                -40000.f,
                                65504.f,
                                3e9f,
                                -3e9f,
                                1e20f,
                                -1e20f,
                                1e-7f,
                                __builtin_inff(),
                                -__builtin_inff(),
                                __builtin_nanf("")};
constexpr int kCount = sizeof kValues / sizeof *kValues;

template <class H> static void compare() {
  float* values;
  long long* out;
  CUDA_CHECK(cudaMallocManaged(&values, sizeof kValues));
  CUDA_CHECK(cudaMallocManaged(&out, kCount * kKinds * sizeof *out));
  for (int i = 0; i < kCount; ++i)
    values[i] = kValues[i];
  convertAll<H><<<1, kCount>>>(values, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) {
    long long expected[kKinds];
    convert<H>(H(kValues[i]), expected);
    for (int kind = 0; kind < kKinds; ++kind)
      EXPECT_EQ(out[i * kKinds + kind], expected[kind]);
  }
}

int main() {
  compare<__half>();
  compare<__nv_bfloat16>();
  __half h;
  h = 5u;
  EXPECT_EQ((int)h, 5);
  h = (short)-3;
  EXPECT_EQ((int)h, -3);
  h = 7ll;
  EXPECT_EQ((int)h, 7);
  EXPECT_EQ((int)__half(9l), 9);
  EXPECT_EQ((short)__half(1e5f), 32767);
  EXPECT_EQ((unsigned char)__half(-1.f), 0);
  return ok();
}
