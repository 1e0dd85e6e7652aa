// cuBLAS, level 1: every function on vectors, in all types, with increments of either sign,
// against plain loops. Results of reductions go to the host and to the device.

// nvcc: -lcublas
#include "cublas_check.h"
#include <math.h>

using namespace conformance;

static cublasHandle_t handle;

// The place of element i of n.
static size_t place(int i, int n, int inc) {
  return static_cast<size_t>(inc > 0 ? i * inc : (i - n + 1) * inc);
}

template <class T> void elementwise(int n, int incx, int incy) {
  const size_t size = static_cast<size_t>(n) * 3 + 1;
  Both<T> x(smallNumbers<T>(size, 1)), y(smallNumbers<T>(size, 2));
  const T alpha = fromNumber<T>({1.5, kIsComplex<T> ? -2.0 : 0.0});
  CUBLAS_CHECK(Blas<T>::axpy(handle, n, &alpha, x.device, incx, y.device, incy));
  std::vector<T> expected = y.host;
  for (int i = 0; i < n; ++i)
    expected[place(i, n, incy)] = fromNumber<T>(number(y.host[place(i, n, incy)]) +
                                                number(alpha) * number(x.host[place(i, n, incx)]));
  std::vector<T> actual = y.download();
  for (size_t i = 0; i < size; ++i)
    CHECK(number(actual[i]) == number(expected[i]));

  CUBLAS_CHECK(Blas<T>::copy(handle, n, x.device, incx, y.device, incy));
  actual = y.download();
  for (int i = 0; i < n; ++i)
    CHECK(number(actual[place(i, n, incy)]) == number(x.host[place(i, n, incx)]));

  y.upload();
  CUBLAS_CHECK(Blas<T>::swap(handle, n, x.device, incx, y.device, incy));
  actual = x.download();
  for (int i = 0; i < n; ++i)
    CHECK(number(actual[place(i, n, incx)]) == number(y.host[place(i, n, incy)]));

  if (incx < 0)
    return;
  x.upload();
  CUBLAS_CHECK(Blas<T>::scal(handle, n, &alpha, x.device, incx));
  actual = x.download();
  for (int i = 0; i < n; ++i)
    CHECK(number(actual[place(i, n, incx)]) == number(alpha) * number(x.host[place(i, n, incx)]));
}

template <class T, class Dot> void dot(Dot function, bool conjugated, int n, int incx, int incy) {
  const size_t size = static_cast<size_t>(n) * 3 + 1;
  Both<T> x(smallNumbers<T>(size, 3)), y(smallNumbers<T>(size, 4));
  Number expected = 0;
  for (int i = 0; i < n; ++i) {
    const Number a = number(x.host[place(i, n, incx)]);
    expected += (conjugated ? std::conj(a) : a) * number(y.host[place(i, n, incy)]);
  }
  T result;
  CUBLAS_CHECK(function(handle, n, x.device, incx, y.device, incy, &result));
  CHECK(isNear(result, expected, 1e-5));
}

template <class T, class R, class Norm, class Sum, class Index>
void reductions(Norm nrm2, Sum asum, Index amax, Index amin, int n, int incx) {
  Both<T> x(smallNumbers<T>(static_cast<size_t>(n) * incx + 1, 5));
  double squares = 0, sum = 0, most = -1, least = 1e30;
  int largest = 0, smallest = 0;
  for (int i = 0; i < n; ++i) {
    const Number a = number(x.host[static_cast<size_t>(i) * incx]);
    const double size = fabs(a.real()) + fabs(a.imag());
    squares += std::norm(a);
    sum += size;
    if (size > most) {
      most = size;
      largest = i + 1;
    }
    if (size < least) {
      least = size;
      smallest = i + 1;
    }
  }
  R norm, total;
  int first, last;
  CUBLAS_CHECK(nrm2(handle, n, x.device, incx, &norm));
  CUBLAS_CHECK(asum(handle, n, x.device, incx, &total));
  CUBLAS_CHECK(amax(handle, n, x.device, incx, &first));
  CUBLAS_CHECK(amin(handle, n, x.device, incx, &last));
  CHECK(fabs(norm - sqrt(squares)) <= 1e-5 * (1 + norm));
  CHECK(fabs(total - sum) <= 1e-5 * (1 + sum));
  EXPECT_EQ(first, largest);
  EXPECT_EQ(last, smallest);

  Both<R> onDevice({R(0)});
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CUBLAS_CHECK(asum(handle, n, x.device, incx, onDevice.device));
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  CHECK(fabs(onDevice.download()[0] - sum) <= 1e-5 * (1 + sum));
}

static void rotations() {
  double a = 3, b = 4, c, s;
  CUBLAS_CHECK(cublasDrotg(handle, &a, &b, &c, &s));
  CHECK(fabs(a - 5) < 1e-12 && fabs(c - 0.6) < 1e-12 && fabs(s - 0.8) < 1e-12);
  Both<double> x({1, 2, 3}), y({4, 5, 6});
  CUBLAS_CHECK(cublasDrot(handle, 3, x.device, 1, y.device, 1, &c, &s));
  const std::vector<double> turned = x.download(), other = y.download();
  for (int i = 0; i < 3; ++i) {
    CHECK(fabs(turned[i] - (c * x.host[i] + s * y.host[i])) < 1e-12);
    CHECK(fabs(other[i] - (c * y.host[i] - s * x.host[i])) < 1e-12);
  }
  // The modified rotation makes the second component vanish.
  double d1 = 2, d2 = 3, x1 = 1.5, y1 = 0.5, param[5];
  CUBLAS_CHECK(cublasDrotmg(handle, &d1, &d2, &x1, &y1, param));
  Both<double> u({1.5}), v({0.5});
  CUBLAS_CHECK(cublasDrotm(handle, 1, u.device, 1, v.device, 1, param));
  CHECK(fabs(u.download()[0] - x1) < 1e-12 && fabs(v.download()[0]) < 1e-12);
}

// Squares of these numbers overflow or vanish; the norm does not.
static void extremeNorms() {
  Both<double> large({3e200, 4e200}), small({3e-200, 4e-200});
  double norm;
  CUBLAS_CHECK(cublasDnrm2(handle, 2, large.device, 1, &norm));
  CHECK(fabs(norm / 5e200 - 1) < 1e-12);
  CUBLAS_CHECK(cublasDnrm2(handle, 2, small.device, 1, &norm));
  CHECK(fabs(norm / 5e-200 - 1) < 1e-12);
}

int main() {
  CUBLAS_CHECK(cublasCreate(&handle));
  for (int n : {1, 2, 33, 1000})
    for (int incx : {1, 3, -2})
      for (int incy : {1, -3}) {
        elementwise<float>(n, incx, incy);
        elementwise<double>(n, incx, incy);
        elementwise<cuComplex>(n, incx, incy);
        elementwise<cuDoubleComplex>(n, incx, incy);
        dot<float>(cublasSdot, false, n, incx, incy);
        dot<double>(cublasDdot, false, n, incx, incy);
        dot<cuComplex>(cublasCdotu, false, n, incx, incy);
        dot<cuComplex>(cublasCdotc, true, n, incx, incy);
        dot<cuDoubleComplex>(cublasZdotu, false, n, incx, incy);
        dot<cuDoubleComplex>(cublasZdotc, true, n, incx, incy);
      }
  for (int n : {1, 5, 300, 100000})
    for (int incx : {1, 2}) {
      reductions<float, float>(cublasSnrm2, cublasSasum, cublasIsamax, cublasIsamin, n, incx);
      reductions<double, double>(cublasDnrm2, cublasDasum, cublasIdamax, cublasIdamin, n, incx);
      reductions<cuComplex, float>(cublasScnrm2, cublasScasum, cublasIcamax, cublasIcamin, n, incx);
      reductions<cuDoubleComplex, double>(cublasDznrm2, cublasDzasum, cublasIzamax, cublasIzamin, n,
                                          incx);
    }
  rotations();
  extremeNorms();
  CUBLAS_CHECK(cublasDestroy(handle));
  puts("ok");
}
