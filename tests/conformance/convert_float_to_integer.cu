// Conversions from floating point clamp to the ends of the range, and treat NaN as the PTX manual
// says. Rows L-226, L-227, L-230, L-231, L-237 to L-240, L-250, H-098.
#include <math.h>

#include "check.h"

const int count = 12;

__device__ const float floats[count] = {0.0f,           -0.75f,         1.5f,     2147483648.0f,
                                        -2147483648.0f, -2147483904.0f, 3e9f,     4294967296.0f,
                                        1e30f,          -1e30f,         INFINITY, -INFINITY};

__global__ void run(long long* out) {
  int i = threadIdx.x;
  float f = i < count ? floats[i] : __int_as_float(0x7fc00000);
  double d = i < count ? static_cast<double>(f) : __longlong_as_double(0x7ff8000000000000ll);
  long long* o = out + i * 8;
  o[0] = __float2int_rz(f);
  o[1] = __float2uint_rz(f);
  o[2] = __float2ll_rz(f);
  o[3] = static_cast<long long>(__float2ull_rz(f));
  o[4] = __double2int_rz(d);
  o[5] = __double2uint_rz(d);
  o[6] = __double2ll_rz(d);
  o[7] = static_cast<long long>(__double2ull_rz(d));
}

int main() {
  Buffer<long long> out((count + 1) * 8);
  run<<<1, count + 1>>>(out.device());
  out.download();
  const long long imin = -2147483648ll, imax = 2147483647ll, umax = 4294967295ll;
  const long long lmin = -0x7fffffffffffffffll - 1, lmax = 0x7fffffffffffffffll, ulmax = -1;
  const long long want[count][4] = {
      {0, 0, 0, 0},
      {0, 0, 0, 0},
      {1, 1, 1, 1},
      {imax, 2147483648ll, 2147483648ll, 2147483648ll},
      {imin, 0, imin, 0},
      {imin, 0, -2147483904ll, 0},
      {imax, 3000000000ll, 3000000000ll, 3000000000ll},
      {imax, umax, 4294967296ll, 4294967296ll},
      {imax, umax, lmax, ulmax},
      {imin, 0, lmin, 0},
      {imax, umax, lmax, ulmax},
      {imin, 0, lmin, 0},
  };
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ_AT(i * 8 + k, out[i * 8 + k], want[i][k]);
      EXPECT_EQ_AT(i * 8 + 4 + k, out[i * 8 + 4 + k], want[i][k]);
    }
  }
  // NaN: zero from float to 32 bits, the top bit alone in the other conversions.
  const long long nan[8] = {0, 0, lmin, lmin, imin, 2147483648ll, lmin, lmin};
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ_AT(k, out[count * 8 + k], nan[k]);
  return ok();
}
