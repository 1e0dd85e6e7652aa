// The bits of NaN results: in single precision always 0x7fffffff, whatever the operands hold
// and whether they signal; absolute value and negation of a double keep all bits of a NaN but
// the sign and the one that makes it quiet; no exception is seen.
// rows: H-085, H-086, H-087
#include <stdint.h>
#include <string.h>

#include "check.h"

constexpr int kResults = 10;

__global__ void singles(const float* in, float* out) {
  float a = in[2 * threadIdx.x], b = in[2 * threadIdx.x + 1];
  float* r = out + kResults * threadIdx.x;
  r[0] = a + b;
  r[1] = a - b;
  r[2] = a * b;
  r[3] = fmaf(a, b, 1.0f);
  r[4] = fmaf(1.0f, 2.0f, a);
  r[5] = __fadd_rz(a, b);
  r[6] = __fmul_ru(a, b);
  r[7] = __fmaf_rd(a, b, a);
  r[8] = a / b;
  r[9] = sqrtf(a);
}

__global__ void doubles(const double* in, double* out) {
  double a = in[threadIdx.x];
  out[2 * threadIdx.x] = fabs(a);
  out[2 * threadIdx.x + 1] = -a;
}

static uint32_t bits(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

int main() {
  // Quiet and signalling, of both signs, with other bits set; and NaN from numbers.
  const uint32_t words[][2] = {{0x7fc00000, 0x3f800000}, {0xffc12345, 0x40000000},
                               {0x7f800001, 0x3f800000}, {0xff923456, 0x7fc00001},
                               {0x7fffffff, 0x80000000}, {0x7fc00000, 0x7f800000}};
  const int count = sizeof words / sizeof words[0];
  Buffer<float> in(2 * count), out(kResults * count);
  memcpy(in.host(), words, sizeof words);
  in.upload();
  singles<<<1, count>>>(in.device(), out.device());
  out.download();
  for (int i = 0; i < kResults * count; ++i)
    EXPECT_EQ_AT(i, bits(out[i]), 0x7fffffffu);

  const uint64_t longs[] = {0x7ff8000000000000, 0xfff8000000012345, 0x7ff0000000000001,
                            0xfff4567890abcdef};
  Buffer<double> din(4), dout(8);
  memcpy(din.host(), longs, sizeof longs);
  din.upload();
  doubles<<<1, 4>>>(din.device(), dout.device());
  dout.download();
  const uint64_t kept = 0x7ff7ffffffffffff;
  for (int i = 0; i < 8; ++i) {
    uint64_t word;
    memcpy(&word, &dout[i], sizeof word);
    EXPECT_EQ_AT(i, word & kept, longs[i / 2] & kept);
  }
  return ok();
}
