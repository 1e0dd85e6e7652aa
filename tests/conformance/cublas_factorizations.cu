// cuBLAS: LU and QR factorisations, inverses, solutions and least squares of batches; sums of
// matrices, products with a diagonal, and triangles in packed form. Results are put back into the
// equations.

// nvcc: -lcublas
#include "cublas_check.h"
#include <math.h>

using namespace conformance;

static cublasHandle_t handle;
static const int kCount = 5;

// Matrices one behind the other, and their addresses on the device.
template <class T> struct Batch {
  Both<T> values;
  Both<T*> addresses;
  size_t stride;

  Batch(size_t stride, std::vector<T> numbers)
      : values(std::move(numbers)), addresses(std::vector<T*>(kCount)), stride(stride) {
    for (int g = 0; g < kCount; ++g)
      addresses.host[g] = values.device + g * stride;
    addresses.upload();
  }
};

// A heavy diagonal in one row further down keeps the matrices regular, and makes pivots necessary.
template <class T> std::vector<T> regular(int n) {
  std::vector<T> numbers = smallNumbers<T>(static_cast<size_t>(n) * n * kCount, 1);
  for (int g = 0; g < kCount; ++g)
    for (int i = 0; i < n; ++i)
      numbers[static_cast<size_t>(g) * n * n + (i + 1) % n + static_cast<size_t>(i) * n] =
          fromNumber<T>(32 + g);
  return numbers;
}

template <class T> void expectProduct(const T* a, const T* b, const T* c, int n, int columns) {
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < n; ++i) {
      Number sum = 0;
      for (int l = 0; l < n; ++l)
        sum += number(a[i + l * n]) * number(b[l + j * n]);
      CHECK(isNear(c[i + j * n], sum, 1e-3));
    }
}

template <class T, class Getrf, class Getri, class Getrs, class Matinv>
void lu(Getrf getrf, Getri getri, Getrs getrs, Matinv matinv, int n) {
  const size_t size = static_cast<size_t>(n) * n;
  const int sides = 3;
  Batch<T> a(size, regular<T>(n)), inverse(size, std::vector<T>(size * kCount)),
      x(static_cast<size_t>(n) * sides,
        smallNumbers<T>(static_cast<size_t>(n) * sides * kCount, 2));
  Both<int> pivots(std::vector<int>(static_cast<size_t>(n) * kCount)),
      infos(std::vector<int>(kCount, -1));
  std::vector<T> one(size);
  for (int i = 0; i < n; ++i)
    one[i + static_cast<size_t>(i) * n] = fromNumber<T>(1);

  CUBLAS_CHECK(
      matinv(handle, n, a.addresses.device, n, inverse.addresses.device, n, infos.device, kCount));
  std::vector<T> result = inverse.values.download();
  for (int g = 0; g < kCount; ++g) {
    EXPECT_EQ(infos.download()[g], 0);
    expectProduct(&a.values.host[g * size], &result[g * size], one.data(), n, n);
  }
  CUBLAS_CHECK(getrf(handle, n, a.addresses.device, n, pivots.device, infos.device, kCount));
  for (int info : infos.download())
    EXPECT_EQ(info, 0);
  CUBLAS_CHECK(getri(handle, n, a.addresses.device, n, pivots.device, inverse.addresses.device, n,
                     infos.device, kCount));
  result = inverse.values.download();
  for (int g = 0; g < kCount; ++g)
    expectProduct(&a.values.host[g * size], &result[g * size], one.data(), n, n);
  int info = -1;
  CUBLAS_CHECK(getrs(handle, CUBLAS_OP_N, n, sides, a.addresses.device, n, pivots.device,
                     x.addresses.device, n, &info, kCount));
  EXPECT_EQ(info, 0);
  result = x.values.download();
  for (int g = 0; g < kCount; ++g)
    expectProduct(&a.values.host[g * size], &result[g * x.stride], &x.values.host[g * x.stride], n,
                  sides);
}

// A matrix without an inverse has the place of the zero on the diagonal as its info, and its
// inverse is what a division by that zero gives.
static void singular() {
  Both<double> a({1, 2, 2, 4}), inverse({7, 7, 7, 7});
  Both<double*> address({a.device}), inverseAddress({inverse.device});
  Both<int> pivots({0, 0}), info({-1});
  CUBLAS_CHECK(cublasDgetrfBatched(handle, 2, address.device, 2, pivots.device, info.device, 1));
  EXPECT_EQ(info.download()[0], 2);
  CUBLAS_CHECK(cublasDgetriBatched(handle, 2, address.device, 2, pivots.device,
                                   inverseAddress.device, 2, info.device, 1));
  EXPECT_EQ(info.download()[0], 2);
  const double expected[] = {-INFINITY, INFINITY, INFINITY, -INFINITY};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, inverse.download()[i], expected[i]);
}

// Of zeros, nothing but the last element divides a number by zero.
static void zeros() {
  Both<float> a({0, 0, 0, 0}), inverse({7, 7, 7, 7});
  Both<float*> address({a.device}), inverseAddress({inverse.device});
  Both<int> info({-1});
  CUBLAS_CHECK(cublasSgetriBatched(handle, 2, address.device, 2, nullptr, inverseAddress.device, 2,
                                   info.device, 1));
  EXPECT_EQ(info.download()[0], 1);
  const std::vector<float> result = inverse.download();
  CHECK(isnan(result[0]) && isnan(result[1]) && isnan(result[2]));
  EXPECT_EQ(result[3], INFINITY);
}

// R'R is A'A, and the solution of least squares satisfies the normal equations.
static void qr() {
  const int m = 7, n = 4;
  Batch<double> a(m * n, smallNumbers<double>(m * n * kCount, 3)),
      tau(n, std::vector<double>(n * kCount)), c(m, smallNumbers<double>(m * kCount, 4));
  for (int g = 0; g < kCount; ++g)
    for (int i = 0; i < n; ++i)
      a.values.host[g * m * n + i + i * m] = 16;
  a.values.upload();
  int info = -1;
  CUBLAS_CHECK(cublasDgeqrfBatched(handle, m, n, a.addresses.device, m, tau.addresses.device, &info,
                                   kCount));
  EXPECT_EQ(info, 0);
  std::vector<double> r = a.values.download();
  for (int g = 0; g < kCount; ++g)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double expected = 0, actual = 0;
        for (int l = 0; l < m; ++l)
          expected += a.values.host[g * m * n + l + i * m] * a.values.host[g * m * n + l + j * m];
        for (int l = 0; l <= (i < j ? i : j); ++l)
          actual += r[g * m * n + l + i * m] * r[g * m * n + l + j * m];
        CHECK(fabs(actual - expected) < 1e-9 * (1 + fabs(expected)));
      }
  a.values.upload();
  Both<int> infos(std::vector<int>(kCount, -1));
  CUBLAS_CHECK(cublasDgelsBatched(handle, CUBLAS_OP_N, m, n, 1, a.addresses.device, m,
                                  c.addresses.device, m, &info, infos.device, kCount));
  const std::vector<double> x = c.values.download();
  for (int g = 0; g < kCount; ++g)
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int l = 0; l < m; ++l) {
        double rest = -c.values.host[g * m + l];
        for (int j = 0; j < n; ++j)
          rest += a.values.host[g * m * n + l + j * m] * x[g * m + j];
        sum += a.values.host[g * m * n + l + i * m] * rest;
      }
      CHECK(fabs(sum) < 1e-8);
    }
}

static void sums() {
  const int m = 5, n = 3;
  const cuComplex alpha = {1, 2}, beta = {-1, 0.5f};
  Both<cuComplex> a(smallNumbers<cuComplex>(m * n, 5)), b(smallNumbers<cuComplex>(m * n, 6)),
      c(smallNumbers<cuComplex>(m * n, 7)), x(smallNumbers<cuComplex>(m, 8));
  CUBLAS_CHECK(cublasCgeam(handle, CUBLAS_OP_N, CUBLAS_OP_C, m, n, &alpha, a.device, m, &beta,
                           b.device, n, c.device, m));
  std::vector<cuComplex> actual = c.download();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      CHECK(isNear(actual[i + j * m],
                   number(alpha) * number(a.host[i + j * m]) +
                       number(beta) * std::conj(number(b.host[j + i * n])),
                   1e-5));
  CUBLAS_CHECK(cublasCdgmm(handle, CUBLAS_SIDE_LEFT, m, n, a.device, m, x.device, 1, c.device, m));
  actual = c.download();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      CHECK(isNear(actual[i + j * m], number(x.host[i]) * number(a.host[i + j * m]), 1e-5));
}

static void packed() {
  Both<float> a({1, 2, 3, 4, 5, 6, 7, 8, 9}), ap(std::vector<float>(6)),
      back(std::vector<float>(9));
  CUBLAS_CHECK(cublasStrttp(handle, CUBLAS_FILL_MODE_LOWER, 3, a.device, 3, ap.device));
  const float lower[] = {1, 2, 3, 5, 6, 9};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ_AT(i, ap.download()[i], lower[i]);
  CUBLAS_CHECK(cublasStpttr(handle, CUBLAS_FILL_MODE_UPPER, 3, ap.device, back.device, 3));
  const float upper[] = {1, 0, 0, 2, 3, 0, 5, 6, 9};
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ_AT(i, back.download()[i], upper[i]);
}

int main() {
  CUBLAS_CHECK(cublasCreate(&handle));
  for (int n : {1, 2, 7, 20}) {
    lu<float>(cublasSgetrfBatched, cublasSgetriBatched, cublasSgetrsBatched, cublasSmatinvBatched,
              n);
    lu<double>(cublasDgetrfBatched, cublasDgetriBatched, cublasDgetrsBatched, cublasDmatinvBatched,
               n);
    lu<cuComplex>(cublasCgetrfBatched, cublasCgetriBatched, cublasCgetrsBatched,
                  cublasCmatinvBatched, n);
    lu<cuDoubleComplex>(cublasZgetrfBatched, cublasZgetriBatched, cublasZgetrsBatched,
                        cublasZmatinvBatched, n);
  }
  singular();
  zeros();
  qr();
  sums();
  packed();
  CUBLAS_CHECK(cublasDestroy(handle));
  puts("ok");
}
