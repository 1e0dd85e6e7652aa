// Functions of single precision that give a small argument back: with -ftz=true a subnormal one
// becomes zero with the same sign, and numbers next to each other have no subnormal between them.
// nvcc: -ftz=true
#include "check.h"

#include <cstring>

constexpr int kFunctions = 10, kArguments = 4, kPairs = 8;
__constant__ const unsigned kSubnormal[kArguments] = {0x00000001, 0x80000001, 0x00400000,
                                                      0x807fffff};
// What nextafterf takes and gives.
const unsigned kNext[kPairs][3] = {
    {0x00000001, 0x00000001, 0x00000000}, {0x00400000, 0x00800000, 0x00800000},
    {0x00800000, 0x00400000, 0x00000000}, {0x00000000, 0x3f800000, 0x00800000},
    {0x00000000, 0xbf800000, 0x80800000}, {0x00800000, 0x00000000, 0x00000000},
    {0x80400000, 0x00400000, 0x00000000}, {0x00800000, 0x3f800000, 0x00800001}};

__global__ void ofSubnormals(unsigned* out) {
  const float x = __uint_as_float(kSubnormal[threadIdx.x]);
  float whole, sine, cosine;
  sincosf(x, &sine, &cosine);
  const float results[kFunctions] = {sinf(x),   sine,      tanf(x),  tanhf(x), atanhf(x),
                                     expm1f(x), log1pf(x), asinf(x), cbrtf(x), modff(x, &whole)};
  for (int i = 0; i < kFunctions; ++i)
    out[threadIdx.x * kFunctions + i] = __float_as_uint(results[i]);
}

__global__ void neighbours(const unsigned* pairs, unsigned* out) {
  const float x = __uint_as_float(pairs[threadIdx.x * 3]);
  const float y = __uint_as_float(pairs[threadIdx.x * 3 + 1]);
  out[threadIdx.x] = __float_as_uint(nextafterf(x, y));
}

// The arguments are no subnormals, but their difference is.
__global__ void difference(float x, float y, unsigned* out) {
  out[0] = __float_as_uint(fdimf(x, y));
  out[1] = __float_as_uint(fdimf(2.0f * x, y));
}

int main() {
  unsigned *out, *pairs;
  CUDA_CHECK(cudaMallocManaged(&out, kArguments * kFunctions * sizeof(unsigned)));
  CUDA_CHECK(cudaMallocManaged(&pairs, sizeof kNext));
  ofSubnormals<<<1, kArguments>>>(out);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kArguments * kFunctions; ++i)
    EXPECT_EQ_AT(i, out[i], i / kFunctions % 2 ? 0x80000000u : 0u);
  memcpy(pairs, kNext, sizeof kNext);
  neighbours<<<1, kPairs>>>(pairs, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kPairs; ++i)
    EXPECT_EQ_AT(i, out[i], kNext[i][2]);
  difference<<<1, 1>>>(0x1.8p-126f, 0x1p-126f, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 0x01000000u);
  CUDA_CHECK(cudaFree(pairs));
  CUDA_CHECK(cudaFree(out));
  puts("ok");
}
