// High halves of products, 24-bit products, sums of absolute differences, averages.
// Rows L-213 to L-216.
#include "check.h"

const int count = 14;

__global__ void run(const int* a, const int* b, int* out, long long* wide, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = a[i], y = b[i];
  unsigned ux = x, uy = y;
  int* o = out + i * count;
  o[0] = __mulhi(x, y);
  o[1] = __umulhi(ux, uy);
  o[2] = __mul24(x, y);
  o[3] = __umul24(ux, uy);
  o[4] = __sad(x, y, 5);
  o[5] = __usad(ux, uy, 5);
  o[6] = __hadd(x, y);
  o[7] = __rhadd(x, y);
  o[8] = __uhadd(ux, uy);
  o[9] = __urhadd(ux, uy);
  o[10] = min(x, y);
  o[11] = max(ux, uy);
  o[12] = abs(x % 1000);
  o[13] = ux * uy + 3;
  long long lx = static_cast<long long>(static_cast<unsigned long long>(x) * 0x123456789abULL);
  long long ly = static_cast<long long>(static_cast<unsigned long long>(y) * 0xfedcba987ULL);
  wide[i * 2] = __mul64hi(lx, ly);
  wide[i * 2 + 1] = __umul64hi(lx, ly);
}

static int signExtend24(int v) {
  return static_cast<int>(static_cast<unsigned>(v) << 8) >> 8;
}

int main() {
  const int values[] = {0,
                        1,
                        -1,
                        2,
                        3,
                        -7,
                        1000,
                        0x7fffff,
                        0x800000,
                        0xffffff,
                        0x1000001,
                        0x7fffffff,
                        -0x7fffffff - 1,
                        -123456789,
                        0x55555555,
                        65536};
  const int n = 256;
  Buffer<int> a(n), b(n), out(n * count);
  Buffer<long long> wide(n * 2);
  for (int i = 0; i < n; ++i) {
    a[i] = values[i / 16];
    b[i] = values[i % 16];
  }
  a.upload();
  b.upload();
  run<<<2, 128>>>(a.device(), b.device(), out.device(), wide.device(), n);
  out.download();
  wide.download();
  for (int i = 0; i < n; ++i) {
    long long x = a[i], y = b[i];
    unsigned long long ux = static_cast<unsigned>(a[i]), uy = static_cast<unsigned>(b[i]);
    unsigned difference = static_cast<unsigned>(x > y ? x - y : y - x);
    const unsigned long long want[count] = {
        static_cast<unsigned long long>(x * y >> 32),
        ux * uy >> 32,
        static_cast<unsigned long long>(static_cast<long long>(signExtend24(a[i])) *
                                        signExtend24(b[i])),
        (ux & 0xffffff) * (uy & 0xffffff),
        difference + 5ull,
        (ux > uy ? ux - uy : uy - ux) + 5,
        static_cast<unsigned long long>((x + y) >> 1),
        static_cast<unsigned long long>((x + y + 1) >> 1),
        (ux + uy) >> 1,
        (ux + uy + 1) >> 1,
        static_cast<unsigned long long>(x < y ? x : y),
        ux > uy ? ux : uy,
        static_cast<unsigned long long>(x % 1000 < 0 ? -(x % 1000) : x % 1000),
        ux * uy + 3};
    for (int k = 0; k < count; ++k)
      EXPECT_EQ_AT(i * 100 + k, static_cast<unsigned>(out[i * count + k]),
                   static_cast<unsigned>(want[k]));
    long long lx = static_cast<long long>(static_cast<unsigned long long>(x) * 0x123456789abULL);
    long long ly = static_cast<long long>(static_cast<unsigned long long>(y) * 0xfedcba987ULL);
    EXPECT_EQ_AT(i, wide[i * 2], static_cast<long long>(static_cast<__int128>(lx) * ly >> 64));
    EXPECT_EQ_AT(i, static_cast<unsigned long long>(wide[i * 2 + 1]),
                 static_cast<unsigned long long>(
                     static_cast<unsigned __int128>(static_cast<unsigned long long>(lx)) *
                         static_cast<unsigned long long>(ly) >>
                     64));
  }
  return ok();
}
