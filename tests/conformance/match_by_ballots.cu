// The lanes with the same digit, found bit by bit with ballots: in whole warps, in one that is not
// full, and for digits in the middle of a value.
#include "check.h"

template <int kFirst, int kBits> __device__ unsigned lanesWithSameBits(unsigned value) {
  unsigned same = 0xffffffff;
#pragma unroll
  for (int bit = kFirst; bit < kFirst + kBits; ++bit) {
    bool isSet = value >> bit & 1;
    unsigned lanes = __ballot_sync(0xffffffff, isSet);
    same &= isSet ? lanes : ~lanes;
  }
  return same;
}

__global__ void run(const unsigned* values, unsigned* out) {
  unsigned value = values[threadIdx.x];
  out[threadIdx.x * 4 + 0] = lanesWithSameBits<0, 8>(value);
  out[threadIdx.x * 4 + 1] = lanesWithSameBits<0, 3>(value);
  out[threadIdx.x * 4 + 2] = lanesWithSameBits<11, 5>(value);
  out[threadIdx.x * 4 + 3] = lanesWithSameBits<24, 8>(value) & 0x0ff0ff0f;
}

// Lanes that do not exist are in no ballot, as lanes whose bits are all zero.
unsigned expected(const unsigned* values, unsigned threads, unsigned thread, unsigned mask) {
  unsigned same = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned other = thread / 32 * 32 + lane;
    unsigned value = other < threads ? values[other] : 0;
    same |= static_cast<unsigned>((value & mask) == (values[thread] & mask)) << lane;
  }
  return same;
}

int main() {
  for (unsigned threads : {32u, 40u, 128u, 1u}) {
    Buffer<unsigned> values(threads);
    Buffer<unsigned> out(threads * 4);
    for (unsigned i = 0; i < threads; ++i)
      values[i] = i % 3 == 0 ? 0 : (i % 7) * 0x13080204u;
    values.upload();
    run<<<1, threads>>>(values.device(), out.device());
    out.download();
    for (unsigned i = 0; i < threads; ++i) {
      EXPECT_EQ_AT(i, out[i * 4 + 0], expected(values.host(), threads, i, 0xff));
      EXPECT_EQ_AT(i, out[i * 4 + 1], expected(values.host(), threads, i, 7));
      EXPECT_EQ_AT(i, out[i * 4 + 2], expected(values.host(), threads, i, 0xf800));
      EXPECT_EQ_AT(i, out[i * 4 + 3], expected(values.host(), threads, i, 0xff000000) & 0x0ff0ff0f);
    }
  }
  return ok();
}
