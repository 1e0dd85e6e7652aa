// The 8-bit floats: every code to f16, and every value, middle and neighbour of a middle back.
// nvcc: -arch=sm_90
#include <cuda_fp16.h>
#include <math.h>
#include <stdint.h>

#include "check.h"

__global__ void widen(uint32_t* out4, uint32_t* out5) {
  uint16_t pair = static_cast<uint16_t>(threadIdx.x | (255 - threadIdx.x) << 8);
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(out4[threadIdx.x]) : "h"(pair));
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(out5[threadIdx.x]) : "h"(pair));
}
__global__ void narrow(const float* in, uint16_t* out4, uint16_t* out5, uint16_t* relu) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(out4[i]) : "f"(x), "f"(-x));
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(out5[i]) : "f"(x), "f"(-x));
  asm("cvt.rn.satfinite.relu.e4m3x2.f32 %0, %1, %2;" : "=h"(relu[i]) : "f"(x), "f"(-x));
}

double value(unsigned code, int mantissa, int bias) {
  unsigned fraction = code & ((1u << mantissa) - 1);
  int exponent = static_cast<int>((code & 0x7f) >> mantissa);
  double v = exponent == 0 ? ldexp(fraction, 1 - bias - mantissa)
                           : ldexp(fraction + (1u << mantissa), exponent - bias - mantissa);
  return code & 0x80 ? -v : v;
}

// The nearest code of a positive number, ties to even.
unsigned nearest(double x, int mantissa, int bias, unsigned largest) {
  for (unsigned code = 0; code < largest; ++code) {
    double middle = (value(code, mantissa, bias) + value(code + 1, mantissa, bias)) / 2;
    if (x < middle || (x == middle && code % 2 == 0))
      return code;
  }
  return largest;
}

int main() {
  Buffer<uint32_t> wide4(256), wide5(256);
  widen<<<1, 256>>>(wide4.device(), wide5.device());
  wide4.download();
  wide5.download();
  auto half = [](double x) {
    __half h = __double2half(x);
    return *reinterpret_cast<uint16_t*>(&h);
  };
  for (unsigned i = 0; i < 256; ++i)
    for (unsigned side = 0; side < 2; ++side) {
      unsigned code = side ? 255 - i : i;
      unsigned got4 = wide4[i] >> 16 * side & 0xffff, got5 = wide5[i] >> 16 * side & 0xffff;
      if ((code & 0x7f) == 0x7f)
        EXPECT_EQ_AT(i, got4, 0x7fffu);
      else
        EXPECT_EQ_AT(i, got4, half(value(code, 3, 7)));
      if ((code & 0x7f) > 0x7c)
        EXPECT_EQ_AT(i, got5, 0x7fffu);
      else
        EXPECT_EQ_AT(i, got5, code << 8);
    }

  const int count = 1024;
  Buffer<float> in(count);
  Buffer<uint16_t> out4(count), out5(count), relu(count);
  int n = 0;
  for (int format = 0; format < 2; ++format) {
    int mantissa = format ? 2 : 3, bias = format ? 15 : 7;
    unsigned largest = format ? 0x7b : 0x7e;
    for (unsigned code = 0; code <= largest; ++code) {
      float v = static_cast<float>(value(code, mantissa, bias));
      float middle =
          static_cast<float>((value(code, mantissa, bias) + value(code + 1, mantissa, bias)) / 2);
      for (float x : {v, middle, nextafterf(middle, 1e38f), nextafterf(middle, 0.0f)})
        if (n < count - 4)
          in[n++] = x;
    }
  }
  in[n++] = 1e30f;
  in[n++] = INFINITY;
  in[n++] = 1e-30f;
  int finite = n;
  while (n < count)
    in[n++] = NAN;
  in.upload();
  narrow<<<count / 256, 256>>>(in.device(), out4.device(), out5.device(), relu.device());
  out4.download();
  out5.download();
  relu.download();
  for (int i = 0; i < count; ++i) {
    if (i >= finite) {
      EXPECT_EQ_AT(i, out4[i], 0x7f7f);
      EXPECT_EQ_AT(i, out5[i], 0x7f7f);
      EXPECT_EQ_AT(i, relu[i], 0x7f7f);
      continue;
    }
    unsigned want4 = nearest(in[i], 3, 7, 0x7e), want5 = nearest(in[i], 2, 15, 0x7b);
    EXPECT_EQ_AT(i, out4[i], want4 << 8 | want4 | 0x80);
    EXPECT_EQ_AT(i, out5[i], want5 << 8 | want5 | 0x80);
    EXPECT_EQ_AT(i, relu[i], want4 << 8);
  }
  return ok();
}
