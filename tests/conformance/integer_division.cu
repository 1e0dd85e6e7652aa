// Integer division and remainder: signs, large values, and divisors known and unknown at compile
// time. Rows P-062, H-159.
#include "check.h"

template <class T> __global__ void divide(const T* a, const T* b, T* q, T* r, T* constants, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  q[i] = a[i] / b[i];
  r[i] = a[i] % b[i];
  constants[i] = a[i] / 7 + a[i] % 7 + a[i] / 8 + a[i] % 16 + a[i] / 1000 % 10;
}

template <class T> void test(const T* values, int count) {
  int n = count * count;
  Buffer<T> a(n), b(n), q(n), r(n), constants(n);
  const T lowest = static_cast<T>(static_cast<T>(1) << (sizeof(T) * 8 - 1));
  for (int i = 0; i < n; ++i) {
    a[i] = values[i / count];
    b[i] = values[i % count];
    // Division by zero and of the lowest value by -1 have no defined result.
    if (b[i] == 0 || (a[i] == lowest && b[i] == static_cast<T>(-1)))
      b[i] = 1;
  }
  a.upload();
  b.upload();
  divide<<<1, 256>>>(a.device(), b.device(), q.device(), r.device(), constants.device(), n);
  q.download();
  r.download();
  constants.download();
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ_AT(i, q[i], static_cast<T>(a[i] / b[i]));
    EXPECT_EQ_AT(i, r[i], static_cast<T>(a[i] % b[i]));
    EXPECT_EQ_AT(i, constants[i],
                 static_cast<T>(a[i] / 7 + a[i] % 7 + a[i] / 8 + a[i] % 16 + a[i] / 1000 % 10));
  }
}

int main() {
  const int s[] = {0,           1,       -1,   2,     -2,    7,          -7,
                   10,          -13,     1000, -1001, 65536, 2147483647, -2147483647 - 1,
                   -2147483647, 99999999};
  test(s, 16);
  const unsigned u[] = {0,           1,           2,           3,       7,           10,
                        255,         256,         65535,       1000003, 0x7fffffffu, 0x80000000u,
                        0x80000001u, 0xfffffffeu, 0xffffffffu, 12345};
  test(u, 16);
  const long long l[] = {0,
                         1,
                         -1,
                         3,
                         -5,
                         1000000007,
                         -1000000009,
                         1LL << 32,
                         -(1LL << 33),
                         1LL << 62,
                         0x7fffffffffffffffLL,
                         -0x7fffffffffffffffLL - 1,
                         4294967297LL,
                         -123456789012345LL,
                         10,
                         97};
  test(l, 16);
  const unsigned long long ul[] = {0,
                                   1,
                                   2,
                                   3,
                                   9,
                                   10,
                                   1ULL << 31,
                                   1ULL << 32,
                                   1ULL << 63,
                                   ~0ULL,
                                   ~0ULL - 1,
                                   1000000007,
                                   0x100000001ULL,
                                   99999999999ULL,
                                   0xffffffffULL,
                                   123};
  test(ul, 16);
  const short h[] = {0, 1, -1, 2, -3, 100, -101, 32767, -32767, 5, 300, -300, 77, 12, 13, 14};
  test(h, 16);
  const signed char c[] = {0, 1, -1, 2, -3, 100, -101, 127, -127, 5, 30, -30, 77, 12, 13, 14};
  test(c, 16);
  return ok();
}
