// round, llround and fdim see their argument as the number it is: a product that is passed to them
// is rounded before, though the compiler may contract products into multiply-adds. rows: L-141,
// L-143
#include "check.h"

#include <math.h>

template <class T> struct Result {
  T rounded, difference;
  long long whole;
};

template <class T> __global__ void run(const T* a, const T* b, Result<T>* out) {
  const int i = threadIdx.x;
  const T x = a[i] * b[i];
  out[i].rounded = round(x);
  out[i].whole = llround(x);
  out[i].difference = fdim(x, T(25.5));
}

template <class T> void check(T step) {
  const int n = 256;
  Buffer<T> a(n), b(n);
  Buffer<Result<T>> out(n);
  // Products next to halves: 255 * 0.1, 0.3, ... whose exact values lie beside them.
  for (int i = 0; i < n; ++i) {
    a[i] = T(2 * i + 1) * step;
    b[i] = T(i % 2 ? -255 : 255);
  }
  a.upload();
  b.upload();
  run<<<1, n>>>(a.device(), b.device(), out.device());
  out.download();
  for (int i = 0; i < n; ++i) {
    volatile T x = a[i] * b[i];
    EXPECT_EQ_AT(i, out[i].rounded, T(round(x)));
    EXPECT_EQ_AT(i, out[i].whole, llround(x));
    EXPECT_EQ_AT(i, out[i].difference, T(fdim(x, T(25.5))));
  }
}

int main() {
  check(0.1f);
  check(0.1);
  puts("ok");
}
