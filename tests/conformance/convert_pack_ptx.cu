// cvt.pack of two numbers with saturation, and vector moves. Row P-002.
// nvcc: -arch=sm_90
#include <stdint.h>

#include "check.h"

constexpr int kForms = 8;

__global__ void pack(const int32_t* a, const int32_t* b, const uint32_t* c, uint32_t* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t* d = out + i * kForms;
  asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(d[0]) : "r"(a[i]), "r"(b[i]));
  asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(d[1]) : "r"(a[i]), "r"(b[i]));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(d[2]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
  asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(d[3]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
  asm("cvt.pack.sat.u4.s32.b32 %0, %1, %2, %3;" : "=r"(d[4]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
  asm("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;" : "=r"(d[5]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
  asm("cvt.pack.sat.u2.s32.b32 %0, %1, %2, %3;" : "=r"(d[6]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
  asm("cvt.pack.sat.s2.s32.b32 %0, %1, %2, %3;" : "=r"(d[7]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
}

uint32_t part(int32_t x, unsigned bits, bool isSigned) {
  int64_t low = isSigned ? -(int64_t{1} << (bits - 1)) : 0;
  int64_t high = (int64_t{1} << (isSigned ? bits - 1 : bits)) - 1;
  int64_t value = x < low ? low : x > high ? high : x;
  return static_cast<uint32_t>(value) & ((1u << bits) - 1);
}

int main() {
  const int32_t values[] = {0,       1,
                            2,       3,
                            4,       7,
                            8,       15,
                            16,      127,
                            128,     255,
                            256,     32767,
                            32768,   65535,
                            65536,   0x7fffffff,
                            -1,      -2,
                            -3,      -8,
                            -9,      -128,
                            -129,    -32768,
                            -32769,  100,
                            -100,    5,
                            1 << 20, 70000,
                            -70000,  (int)0x80000000};
  constexpr int n = sizeof values / sizeof values[0];
  constexpr int total = n * n;
  int32_t *a, *b;
  uint32_t *c, *out;
  CUDA_CHECK(cudaMallocManaged(&a, total * 4));
  CUDA_CHECK(cudaMallocManaged(&b, total * 4));
  CUDA_CHECK(cudaMallocManaged(&c, total * 4));
  CUDA_CHECK(cudaMallocManaged(&out, total * 4 * kForms));
  for (int i = 0; i < total; ++i) {
    a[i] = values[i / n];
    b[i] = values[i % n];
    c[i] = 0x9e3779b9u * (i + 1);
  }
  pack<<<n, n>>>(a, b, c, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  const unsigned widths[] = {16, 8, 4, 2};
  for (int i = 0; i < total; ++i)
    for (int form = 0; form < kForms; ++form) {
      unsigned bits = widths[form / 2];
      bool isSigned = form % 2 != 0;
      uint32_t want = part(a[i], bits, isSigned) << bits | part(b[i], bits, isSigned);
      if (bits < 16)
        want |= c[i] << 2 * bits;
      EXPECT_EQ_AT(i * kForms + form, out[i * kForms + form], want);
    }
  return ok();
}
