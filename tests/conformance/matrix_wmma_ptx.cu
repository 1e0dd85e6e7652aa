// wmma through inline PTX: load, multiply, store, in each layout.
// nvcc: -arch=sm_80
#include <cuda_fp16.h>

#include "check.h"

#define REGS8(x) "{" x "0," x "1," x "2," x "3," x "4," x "5," x "6," x "7}"

// D = A * B + C for 16 x 16 tiles; the strides leave gaps.
#define HALF_KERNEL(name, alayout, blayout, clayout)                                                   \
  __global__ void name(const __half* a, const __half* b, const float* c, float* d) {                   \
    asm volatile(                                                                                      \
        "{ .reg .b32 ra<8>, rb<8>; .reg .f32 rc<8>;"                                                   \
        "wmma.load.a.sync.aligned." alayout ".m16n16k16.global.f16 " REGS8(                            \
            "ra") ", [%0], 24;"                                                                        \
                  "wmma.load.b.sync.aligned." blayout ".m16n16k16.global.f16 " REGS8(                  \
                      "rb") ", [%1], 32;"                                                              \
                            "wmma.load.c.sync.aligned." clayout ".m16n16k16.global.f32 " REGS8(        \
                                "rc") ", [%2], 20;"                                                    \
                                      "wmma.mma.sync.aligned." alayout "." blayout                     \
                                      ".m16n16k16.f32.f32 " REGS8("rc") ", " REGS8(                    \
                                          "ra") ", " REGS8("rb") ", " REGS8("rc") ";"                  \
                                                                                  "wmma.store.d."      \
                                                                                  "sync."              \
                                                                                  "aligned"            \
                                                                                  "." clayout          \
                                                                                  ".m16n16k16."        \
                                                                                  "global.f32 "        \
                                                                                  "[%3], " REGS8(      \
                                                                                      "rc") ", "       \
                                                                                            "20; "     \
                                                                                            "}" ::"l"( \
                                                                                                a),    \
        "l"(b), "l"(c), "l"(d)                                                                         \
        : "memory");                                                                                   \
  }
HALF_KERNEL(rowRow, "row", "row", "row")
HALF_KERNEL(rowCol, "row", "col", "col")
HALF_KERNEL(colRow, "col", "row", "row")
HALF_KERNEL(colCol, "col", "col", "col")

// Bytes, with an accumulator that is changed element by element between two products.
__global__ void bytes(const signed char* a, const signed char* b, int* d) {
  asm volatile(
      "{ .reg .b32 ra<2>, rb<2>; .reg .b32 rc<8>;"
      "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {ra0,ra1}, [%0], 16;"
      "wmma.load.b.sync.aligned.col.m16n16k16.global.s8 {rb0,rb1}, [%1], 16;"
      "mov.b32 rc0, 3; mov.b32 rc1, 3; mov.b32 rc2, 3; mov.b32 rc3, 3;"
      "mov.b32 rc4, 3; mov.b32 rc5, 3; mov.b32 rc6, 3; mov.b32 rc7, 3;"
      "wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 " REGS8(
          "rc") ", {ra0,ra1}, {rb0,rb1}, " REGS8("rc") ";"
                                                       "add.s32 rc0, rc0, rc0; add.s32 rc1, rc1, "
                                                       "rc1; add.s32 rc2, rc2, rc2;"
                                                       "add.s32 rc3, rc3, rc3; add.s32 rc4, rc4, "
                                                       "rc4; add.s32 rc5, rc5, rc5;"
                                                       "add.s32 rc6, rc6, rc6; add.s32 rc7, rc7, "
                                                       "rc7;"
                                                       "wmma.mma.sync.aligned.row.col.m16n16k16."
                                                       "s32.s8.s8.s32 " REGS8(
                                                           "rc") ", {ra0,ra1}, "
                                                                 "{rb0,rb1},"
                                                                 " " REGS8(
                                                                     "rc") ";"
                                                                           "wmma"
                                                                           ".sto"
                                                                           "re."
                                                                           "d."
                                                                           "sync"
                                                                           ".ali"
                                                                           "gned"
                                                                           ".row"
                                                                           ".m16"
                                                                           "n16k"
                                                                           "16."
                                                                           "glob"
                                                                           "al."
                                                                           "s32 "
                                                                           "[%2]"
                                                                           ","
                                                                           " " REGS8(
                                                                               "rc") ", 16; }" ::
                                                                               "l"(a),
      "l"(b), "l"(d)
      : "memory");
}

__global__ void doubles(const double* a, const double* b, double* d) {
  asm volatile("{ .reg .f64 ra, rb, rc<2>;"
               "wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {ra}, [%0], 4;"
               "wmma.load.b.sync.aligned.row.m8n8k4.global.f64 {rb}, [%1], 8;"
               "wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {rc0,rc1}, [%2], 8;"
               "wmma.mma.sync.aligned.row.row.m8n8k4.f64.f64.f64.f64 {rc0,rc1}, {ra}, {rb}, "
               "{rc0,rc1};"
               "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%2], {rc0,rc1}, 8; }" ::"l"(a),
               "l"(b), "l"(d)
               : "memory");
}

unsigned state = 99;
int next() {
  state = state * 1664525u + 1013904223u;
  return static_cast<int>(state >> 8) % 9 - 4;
}

int main() {
  void (*kernels[])(const __half*, const __half*, const float*, float*) = {rowRow, rowCol, colRow,
                                                                           colCol};
  for (int k = 0; k < 4; ++k) {
    bool rowA = k < 2, rowB = k % 2 == 0, rowC = k % 2 == 0;
    Buffer<__half> a(16 * 24), b(16 * 32);
    Buffer<float> c(16 * 20), d(16 * 20);
    float left[16][16], right[16][16], sum[16][16];
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j) {
        left[i][j] = static_cast<float>(next());
        right[i][j] = static_cast<float>(next());
        sum[i][j] = static_cast<float>(next());
        a[rowA ? i * 24 + j : j * 24 + i] = __float2half(left[i][j]);
        b[rowB ? i * 32 + j : j * 32 + i] = __float2half(right[i][j]);
        c[rowC ? i * 20 + j : j * 20 + i] = sum[i][j];
      }
    a.upload();
    b.upload();
    c.upload();
    kernels[k]<<<1, 32>>>(a.device(), b.device(), c.device(), d.device());
    d.download();
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j) {
        float want = sum[i][j];
        for (int l = 0; l < 16; ++l)
          want += left[i][l] * right[l][j];
        EXPECT_EQ_AT(k * 256 + i * 16 + j, d[rowC ? i * 20 + j : j * 20 + i], want);
      }
  }
  {
    Buffer<signed char> a(256), b(256);
    Buffer<int> d(256);
    for (int i = 0; i < 256; ++i) {
      a[i] = static_cast<signed char>(i * 37 - 100);
      b[i] = static_cast<signed char>(i * 91 + 5);
    }
    a.upload();
    b.upload();
    bytes<<<1, 32>>>(a.device(), b.device(), d.device());
    d.download();
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j) {
        int product = 0;
        for (int l = 0; l < 16; ++l)
          product += a[i * 16 + l] * b[j * 16 + l];
        EXPECT_EQ_AT(i * 16 + j, d[i * 16 + j], 2 * (3 + product) + product);
      }
  }
  Buffer<double> a(32), b(32), d(64);
  for (int i = 0; i < 32; ++i) {
    a[i] = next() + 0.1;
    b[i] = next() * 8;
  }
  for (int i = 0; i < 64; ++i)
    d[i] = next();
  double want[64];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      want[i * 8 + j] = d[i * 8 + j];
      for (int l = 0; l < 4; ++l)
        want[i * 8 + j] += a[i * 4 + l] * b[l * 8 + j];
    }
  a.upload();
  b.upload();
  d.upload();
  doubles<<<1, 32>>>(a.device(), b.device(), d.device());
  d.download();
  for (int i = 0; i < 64; ++i)
    CHECK(d[i] - want[i] < 1e-12 && want[i] - d[i] < 1e-12);
  return ok();
}
