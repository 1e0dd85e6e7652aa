// Counting, finding, reversing and permuting bits and bytes. Rows L-217 to L-225.
#include "check.h"

const int count = 12;

__global__ void run(const unsigned long long* in, unsigned long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long v = in[i];
  unsigned low = static_cast<unsigned>(v), high = static_cast<unsigned>(v >> 32);
  unsigned long long* o = out + i * count;
  o[0] = __clz(low);
  o[1] = __clzll(v);
  o[2] = __ffs(low);
  o[3] = __ffsll(v);
  o[4] = __popc(low);
  o[5] = __popcll(v);
  o[6] = __brev(low);
  o[7] = __brevll(v);
  o[8] = __byte_perm(low, high, 0x0246);
  o[9] = __byte_perm(low, high, high & 0x7777);
  o[10] = __funnelshift_l(low, high, i % 40);
  o[11] = __funnelshift_r(low, high, i % 40);
}

static unsigned permute(unsigned long long v, unsigned selector) {
  unsigned r = 0;
  for (int k = 0; k < 4; ++k)
    r |= static_cast<unsigned>(v >> 8 * (selector >> 4 * k & 7) & 0xff) << 8 * k;
  return r;
}

int main() {
  const int n = 200;
  Buffer<unsigned long long> in(n), out(n * count);
  unsigned long long seed = 99;
  for (int i = 0; i < n; ++i) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    in[i] = i == 0    ? 0
            : i == 1  ? ~0ull
            : i < 66  ? 1ull << (i - 2)
            : i < 130 ? ~0ull >> (i - 66)
                      : seed;
  }
  in.upload();
  run<<<2, 100>>>(in.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    unsigned long long v = in[i], want[count] = {32, 64};
    for (int k = 0; k < 64; ++k) {
      if (!(v >> k & 1))
        continue;
      want[1] = 63 - k;
      if (want[3] == 0)
        want[3] = k + 1;
      ++want[5];
      want[7] |= 1ull << (63 - k);
      if (k >= 32)
        continue;
      want[0] = 31 - k;
      if (want[2] == 0)
        want[2] = k + 1;
      ++want[4];
      want[6] |= 1ull << (31 - k);
    }
    want[8] = permute(v, 0x0246);
    want[9] = permute(v, static_cast<unsigned>(v >> 32) & 0x7777);
    // The funnel shifts use their amount modulo 32.
    want[10] = static_cast<unsigned>(v << i % 40 % 32 >> 32);
    want[11] = static_cast<unsigned>(v >> i % 40 % 32);
    for (int k = 0; k < count; ++k)
      EXPECT_EQ_AT(i * 100 + k, out[i * count + k], want[k]);
  }
  return ok();
}
