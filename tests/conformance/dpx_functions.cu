// DPX functions on the host and the device: sums, minima and maxima with and without a floor at
// zero, and which operand won. Rows L-213 to L-216.
#include "check.h"

const int signedCount = 12, pairCount = 20;

template <class T> __host__ __device__ T smallest(T a, T b) {
  return a < b ? a : b;
}
template <class T> __host__ __device__ T largest(T a, T b) {
  return a > b ? a : b;
}

__host__ __device__ void functions(int a, int b, int c, int* o) {
  o[0] = __viaddmax_s32(a, b, c);
  o[1] = __viaddmin_s32(a, b, c);
  o[2] = __viaddmax_s32_relu(a, b, c);
  o[3] = __viaddmin_s32_relu(a, b, c);
  o[4] = __vimax3_s32(a, b, c);
  o[5] = __vimin3_s32(a, b, c);
  o[6] = __vimax3_s32_relu(a, b, c);
  o[7] = __vimin3_s32_relu(a, b, c);
  o[8] = __vimax_s32_relu(a, b);
  o[9] = __vimin_s32_relu(a, b);
  bool max = false, min = false;
  o[10] = __vibmax_s32(a, b, &max) ^ (max ? 0x100 : 0);
  o[11] = __vibmin_s32(a, b, &min) ^ (min ? 0x100 : 0);
}
__host__ __device__ void pairs(unsigned a, unsigned b, unsigned c, unsigned* o) {
  o[0] = __viaddmax_s16x2(a, b, c);
  o[1] = __viaddmin_s16x2(a, b, c);
  o[2] = __viaddmax_s16x2_relu(a, b, c);
  o[3] = __viaddmin_s16x2_relu(a, b, c);
  o[4] = __vimax3_s16x2(a, b, c);
  o[5] = __vimin3_s16x2(a, b, c);
  o[6] = __vimax3_s16x2_relu(a, b, c);
  o[7] = __vimin3_s16x2_relu(a, b, c);
  o[8] = __vimax_s16x2_relu(a, b);
  o[9] = __vimin_s16x2_relu(a, b);
  o[10] = __viaddmax_u16x2(a, b, c);
  o[11] = __viaddmin_u16x2(a, b, c);
  o[12] = __vimax3_u16x2(a, b, c);
  o[13] = __vimin3_u16x2(a, b, c);
  o[14] = __viaddmax_u32(a, b, c);
  o[15] = __vimin3_u32(a, b, c);
  bool high = false, low = false;
  o[16] = __vibmax_s16x2(a, b, &high, &low) ^ (high ? 0x10000u : 0u) ^ (low ? 1u : 0u);
  o[17] = __vibmin_u16x2(a, b, &high, &low) ^ (high ? 0x10000u : 0u) ^ (low ? 1u : 0u);
  o[18] = __vimax3_u32(a, b, c);
  o[19] = __viaddmin_u32(a, b, c);
}

__global__ void run(const int* values, int n, int* out, unsigned* outPairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n * n)
    return;
  int a = values[i % n], b = values[i / n % n], c = values[i / (n * n)];
  functions(a, b, c, out + i * signedCount);
  pairs(a, b, c, outPairs + i * pairCount);
}

static int sum(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

int main() {
  const int values[] = {0,     1,          -1,          7,          -9,         1000,      -70000,
                        65535, 0x7fffffff, -2147483647, 0x12345678, -0x7654321, 0x7fff8000};
  const int n = sizeof values / sizeof *values, cases = n * n * n;
  Buffer<int> input(n), out(cases * signedCount);
  Buffer<unsigned> outPairs(cases * pairCount);
  for (int i = 0; i < n; ++i)
    input[i] = values[i];
  input.upload();
  run<<<(cases + 127) / 128, 128>>>(input.device(), n, out.device(), outPairs.device());
  out.download();
  outPairs.download();
  for (int i = 0; i < cases; ++i) {
    int a = values[i % n], b = values[i / n % n], c = values[i / (n * n)];
    int host[signedCount];
    functions(a, b, c, host);
    for (int k = 0; k < signedCount; ++k)
      EXPECT_EQ_AT(i * 100 + k, out[i * signedCount + k], host[k]);
    EXPECT_EQ_AT(i, host[0], largest(sum(a, b), c));
    EXPECT_EQ_AT(i, host[1], smallest(sum(a, b), c));
    EXPECT_EQ_AT(i, host[2], largest(largest(sum(a, b), c), 0));
    EXPECT_EQ_AT(i, host[3], largest(smallest(sum(a, b), c), 0));
    EXPECT_EQ_AT(i, host[4], largest(largest(a, b), c));
    EXPECT_EQ_AT(i, host[7], largest(smallest(smallest(a, b), c), 0));
    EXPECT_EQ_AT(i, host[9], largest(smallest(a, b), 0));
    EXPECT_EQ_AT(i, host[10], largest(a, b) ^ (a >= b ? 0x100 : 0));
    EXPECT_EQ_AT(i, host[11], smallest(a, b) ^ (a <= b ? 0x100 : 0));
    unsigned hostPairs[pairCount];
    pairs(a, b, c, hostPairs);
    for (int k = 0; k < pairCount; ++k)
      EXPECT_EQ_AT(i * 100 + k, outPairs[i * pairCount + k], hostPairs[k]);
    for (int shift = 0; shift < 32; shift += 16) {
      short x = static_cast<short>(a >> shift), y = static_cast<short>(b >> shift),
            z = static_cast<short>(c >> shift);
      short s = static_cast<short>(x + y);
      EXPECT_EQ_AT(i, static_cast<short>(hostPairs[0] >> shift), largest(s, z));
      EXPECT_EQ_AT(i, static_cast<short>(hostPairs[3] >> shift), largest<short>(smallest(s, z), 0));
      EXPECT_EQ_AT(i, static_cast<short>(hostPairs[5] >> shift), smallest(smallest(x, y), z));
      unsigned short ux = x, uy = y, uz = z, us = s;
      EXPECT_EQ_AT(i, static_cast<unsigned short>(hostPairs[10] >> shift), largest(us, uz));
      EXPECT_EQ_AT(i, static_cast<unsigned short>(hostPairs[13] >> shift),
                   smallest(smallest(ux, uy), uz));
      EXPECT_EQ_AT(i, static_cast<short>(hostPairs[16] >> shift),
                   static_cast<short>(largest(x, y) ^ (x >= y ? 1 : 0)));
    }
  }
  return ok();
}
