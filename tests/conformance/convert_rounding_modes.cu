// Conversions in the four rounding modes, both ways. Rows L-226 to L-244, L-249.
#include "check.h"

__global__ void toInteger(const float* in, int* out) {
  int i = threadIdx.x;
  float f = in[i];
  double d = f;
  int* o = out + i * 12;
  o[0] = __float2int_rn(f);
  o[1] = __float2int_rz(f);
  o[2] = __float2int_ru(f);
  o[3] = __float2int_rd(f);
  o[4] = __double2int_rn(d);
  o[5] = __double2int_rz(d);
  o[6] = __double2int_ru(d);
  o[7] = __double2int_rd(d);
  o[8] = static_cast<int>(__float2ll_rn(f));
  o[9] = static_cast<int>(__float2ll_rd(f));
  o[10] = static_cast<int>(f); // a cast truncates
  o[11] = static_cast<int>(__double2ll_ru(d));
}

__global__ void toFloat(float* out, double* wide) {
  int i = 16777217; // 2^24 + 1, halfway between two floats
  unsigned u = 0xffffffffu;
  long long l = 0x7fffffffffffffffll;
  out[0] = __int2float_rn(i);
  out[1] = __int2float_rz(i);
  out[2] = __int2float_ru(i);
  out[3] = __int2float_rd(-i);
  out[4] = __uint2float_rn(u);
  out[5] = __uint2float_rz(u);
  out[6] = __ll2float_rn(l);
  out[7] = __ll2float_rd(l);
  out[8] = __ull2float_ru(0xfffffffffffffffeull);
  out[9] = __ull2float_rz(0xfffffffffffffffeull);
  out[10] = __double2float_rn(0.1);
  out[11] = __double2float_ru(0.1);
  out[12] = __double2float_rd(0.1);
  out[13] = __double2float_rz(-0.1);
  out[14] = __int2float_rn(static_cast<int>(0xC0000000));
  wide[0] = __int2double_rn(i);
  wide[1] = __uint2double_rn(u);
  wide[2] = __ll2double_rn((1ll << 53) + 1);
  wide[3] = __ll2double_ru((1ll << 53) + 1);
  wide[4] = __ull2double_rd(0xffffffffffffffffull);
  wide[5] = __ull2double_rn(0xffffffffffffffffull);
}

int main() {
  const float values[] = {0.5f,  1.5f,   2.5f, -0.5f, -1.5f,        -2.5f,
                          2.25f, -2.75f, 1e6f, -3.0f, 1073741824.0f};
  const int n = 11;
  const int rn[] = {0, 2, 2, 0, -2, -2, 2, -3, 1000000, -3, 1073741824};
  const int rz[] = {0, 1, 2, 0, -1, -2, 2, -2, 1000000, -3, 1073741824};
  const int ru[] = {1, 2, 3, 0, -1, -2, 3, -2, 1000000, -3, 1073741824};
  const int rd[] = {0, 1, 2, -1, -2, -3, 2, -3, 1000000, -3, 1073741824};
  Buffer<float> in(n), out(15);
  Buffer<int> integers(n * 12);
  Buffer<double> wide(6);
  for (int i = 0; i < n; ++i)
    in[i] = values[i];
  in.upload();
  toInteger<<<1, n>>>(in.device(), integers.device());
  integers.download();
  for (int i = 0; i < n; ++i) {
    const int want[] = {rn[i], rz[i], ru[i], rd[i], rn[i], rz[i],
                        ru[i], rd[i], rn[i], rd[i], rz[i], ru[i]};
    for (int k = 0; k < 12; ++k)
      EXPECT_EQ_AT(i * 12 + k, integers[i * 12 + k], want[k]);
  }
  toFloat<<<1, 1>>>(out.device(), wide.device());
  out.download();
  wide.download();
  const float want[] = {16777216.0f,    16777216.0f,     16777218.0f,    -16777218.0f,
                        4294967296.0f,  4294967040.0f,   0x1p63f,        0x1.fffffep62f,
                        0x1p64f,        0x1.fffffep63f,  0x1.99999ap-4f, 0x1.99999ap-4f,
                        0x1.999998p-4f, -0x1.999998p-4f, -1073741824.0f};
  for (int k = 0; k < 15; ++k)
    EXPECT_EQ_AT(k, out[k], want[k]);
  const double wantWide[] = {16777217.0,           4294967295.0,         0x1p53,
                             0x1.0000000000001p53, 0x1.fffffffffffffp63, 0x1p64};
  for (int k = 0; k < 6; ++k)
    EXPECT_EQ_AT(k, wide[k], wantWide[k]);
  return ok();
}
