// Double-precision arithmetic with a chosen rounding. Rows L-206 to L-212.
#include "check.h"

__global__ void run(double* out, double one, double tiny, double three) {
  int k = 0;
  out[k++] = __dadd_rn(one, tiny);
  out[k++] = __dadd_rz(one, tiny);
  out[k++] = __dadd_ru(one, tiny);
  out[k++] = __dadd_rd(-one, -tiny);
  out[k++] = __dsub_rn(one, tiny);
  out[k++] = __dsub_rd(one, tiny);
  double a = one + 0x1p-30; // its square is 1 + 2^-29 + 2^-60
  out[k++] = __dmul_rn(a, a);
  out[k++] = __dmul_rz(a, a);
  out[k++] = __dmul_ru(a, a);
  out[k++] = __fma_rn(a, a, -one);
  out[k++] = __fma_ru(a, a, tiny);
  out[k++] = __fma_rd(a, a, tiny);
  out[k++] = __ddiv_rn(one, three);
  out[k++] = __ddiv_ru(one, three);
  out[k++] = __ddiv_rd(-one, three);
  out[k++] = __drcp_rn(three);
  out[k++] = __drcp_ru(three);
  out[k++] = __dsqrt_rn(three);
  out[k++] = __dsqrt_rd(three);
  out[k++] = __dsqrt_ru(three);
}

int main() {
  const double up = 0x1.0000000000001p0, below = 0x1.fffffffffffffp-1;
  const double third = 0x1.5555555555555p-2, thirdUp = 0x1.5555555555556p-2;
  const double square = 0x1.00000008p0, squareUp = 0x1.0000000800001p0;
  const double rootDown = 0x1.bb67ae8584caap0, rootUp = 0x1.bb67ae8584cabp0;
  const double want[] = {1,        1,       up,       -up,      1,
                         below,    square,  square,   squareUp, 0x1.00000002p-29,
                         squareUp, square,  third,    thirdUp,  -thirdUp,
                         third,    thirdUp, rootDown, rootDown, rootUp};
  Buffer<double> out(20);
  run<<<1, 1>>>(out.device(), 1.0, 0x1p-70, 3.0);
  out.download();
  for (int k = 0; k < 20; ++k)
    EXPECT_EQ_AT(k, out[k], want[k]);
  return ok();
}
