// Reading the bits of one type as another. Rows L-245 to L-249.
#include "check.h"

__global__ void run(float* f, int* i, double* d, long long* l) {
  f[0] = __int_as_float(static_cast<int>(0xC0000000));
  f[1] = __uint_as_float(0x3f800000u);
  f[2] = __int2float_rn(static_cast<int>(0xC0000000));
  i[0] = __float_as_int(1.0f);
  i[1] = static_cast<int>(__float_as_uint(-0.0f));
  i[2] = __float2int_rn(1.0f);
  i[3] = __double2hiint(-2.5);
  i[4] = __double2loint(0.1);
  d[0] = __longlong_as_double(0x4009000000000000ll);
  d[1] = __hiloint2double(0x40590000, 0);
  l[0] = __double_as_longlong(-1.0);
}

int main() {
  Buffer<float> f(3);
  Buffer<int> i(5);
  Buffer<double> d(2);
  Buffer<long long> l(1);
  run<<<1, 1>>>(f.device(), i.device(), d.device(), l.device());
  f.download();
  i.download();
  d.download();
  l.download();
  EXPECT_EQ(f[0], -2.0f);
  EXPECT_EQ(f[1], 1.0f);
  EXPECT_EQ(f[2], -1073741824.0f);
  EXPECT_EQ(i[0], 0x3f800000);
  EXPECT_EQ(i[1], -0x7fffffff - 1);
  EXPECT_EQ(i[2], 1);
  EXPECT_EQ(i[3], static_cast<int>(0xc0040000));
  EXPECT_EQ(i[4], static_cast<int>(0x9999999a));
  EXPECT_EQ(d[0], 3.125);
  EXPECT_EQ(d[1], 100.0);
  EXPECT_EQ(l[0], static_cast<long long>(0xbff0000000000000ull));
  return ok();
}
