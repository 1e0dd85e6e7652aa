// PTX shifts clamp their amount: 32 or more gives 0 (or the sign), unlike most CPUs. Rows P-002,
// H-149.
#include "check.h"

__global__ void run(unsigned* out, unsigned value, unsigned long long wide) {
  unsigned amount = threadIdx.x; // 0 … 95
  unsigned left, right;
  int arithmetic;
  unsigned long long wideLeft, wideRight;
  long long wideArithmetic;
  asm("shl.b32 %0, %1, %2;" : "=r"(left) : "r"(value), "r"(amount));
  asm("shr.u32 %0, %1, %2;" : "=r"(right) : "r"(value), "r"(amount));
  asm("shr.s32 %0, %1, %2;" : "=r"(arithmetic) : "r"(value), "r"(amount));
  asm("shl.b64 %0, %1, %2;" : "=l"(wideLeft) : "l"(wide), "r"(amount));
  asm("shr.u64 %0, %1, %2;" : "=l"(wideRight) : "l"(wide), "r"(amount));
  asm("shr.s64 %0, %1, %2;" : "=l"(wideArithmetic) : "l"(wide), "r"(amount));
  unsigned* o = out + threadIdx.x * 9;
  o[0] = left;
  o[1] = right;
  o[2] = arithmetic;
  o[3] = static_cast<unsigned>(wideLeft >> 32);
  o[4] = static_cast<unsigned>(wideLeft);
  o[5] = static_cast<unsigned>(wideRight >> 32);
  o[6] = static_cast<unsigned>(wideRight);
  o[7] = static_cast<unsigned>(wideArithmetic >> 32);
  o[8] = static_cast<unsigned>(wideArithmetic);
}

int main() {
  Buffer<unsigned> out(96 * 9);
  const unsigned value = 0x89abcdefu;
  const unsigned long long wide = 0x89abcdef01234567ull;
  run<<<1, 96>>>(out.device(), value, wide);
  out.download();
  for (unsigned a = 0; a < 96; ++a) {
    unsigned* o = out.host() + a * 9;
    unsigned long long left = a < 64 ? wide << a : 0, right = a < 64 ? wide >> a : 0;
    long long arithmetic = static_cast<long long>(wide) >> (a < 64 ? a : 63);
    EXPECT_EQ_AT(a, o[0], a < 32 ? value << a : 0);
    EXPECT_EQ_AT(a, o[1], a < 32 ? value >> a : 0);
    EXPECT_EQ_AT(a, static_cast<int>(o[2]), static_cast<int>(value) >> (a < 32 ? a : 31));
    EXPECT_EQ_AT(a, (static_cast<unsigned long long>(o[3]) << 32 | o[4]), left);
    EXPECT_EQ_AT(a, (static_cast<unsigned long long>(o[5]) << 32 | o[6]), right);
    EXPECT_EQ_AT(a, static_cast<long long>(static_cast<unsigned long long>(o[7]) << 32 | o[8]),
                 arithmetic);
  }
  return ok();
}
