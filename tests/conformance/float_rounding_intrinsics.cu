// Single-precision arithmetic with a chosen rounding. Rows L-185 to L-192, H-084, H-092.
#include "check.h"

__global__ void run(float* out, float one, float tiny, float three) {
  int k = 0;
  out[k++] = __fadd_rn(one, tiny);
  out[k++] = __fadd_rz(one, tiny);
  out[k++] = __fadd_ru(one, tiny);
  out[k++] = __fadd_rd(one, tiny);
  out[k++] = __fsub_rn(one, tiny);
  out[k++] = __fsub_rz(one, tiny);
  out[k++] = __fsub_ru(one, tiny);
  out[k++] = __fsub_rd(one, tiny);
  float a = one + 0x1p-12f; // its square is 1 + 2^-11 + 2^-24, halfway between two floats
  out[k++] = __fmul_rn(a, a);
  out[k++] = __fmul_rz(a, a);
  out[k++] = __fmul_ru(a, a);
  out[k++] = __fmul_rd(-a, a);
  out[k++] = __fmaf_rn(a, a, -one);
  out[k++] = __fmaf_rz(a, a, tiny);
  out[k++] = __fmaf_ru(a, a, tiny);
  out[k++] = __fmaf_rd(a, a, -tiny);
  out[k++] = __fdiv_rn(one, three);
  out[k++] = __fdiv_rz(one, three);
  out[k++] = __fdiv_ru(one, three);
  out[k++] = __fdiv_rd(-one, three);
  out[k++] = __frcp_rn(three);
  out[k++] = __frcp_rz(three);
  out[k++] = __frcp_ru(three);
  out[k++] = __frcp_rd(three);
  out[k++] = __fsqrt_rn(three);
  out[k++] = __fsqrt_rz(three);
  out[k++] = __fsqrt_ru(three);
  out[k++] = __fsqrt_rd(three);
  out[k++] = __frsqrt_rn(4 * one);
}

int main() {
  const float up = 0x1.000002p0f, below = 0x1.fffffep-1f, third = 0x1.555556p-2f,
              thirdDown = 0x1.555554p-2f;
  const float square = 0x1.002p0f, squareUp = 0x1.002002p0f;
  const float root = 0x1.bb67aep0f, rootUp = 0x1.bb67bp0f;
  const float want[] = {1,         1,      up,        1,         1,         below,         1,
                        below,     square, square,    squareUp,  -squareUp, 0x1.0008p-11f, square,
                        squareUp,  square, third,     thirdDown, third,     -third,        third,
                        thirdDown, third,  thirdDown, root,      root,      rootUp,        root,
                        0.5f};
  Buffer<float> out(29);
  run<<<1, 1>>>(out.device(), 1.0f, 0x1p-30f, 3.0f);
  out.download();
  for (int k = 0; k < 29; ++k)
    EXPECT_EQ_AT(k, out[k], want[k]);
  return ok();
}
