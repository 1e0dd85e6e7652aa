// cuBLAS, level 2: products and solutions with general, banded, packed, symmetric, Hermitian and
// triangular matrices, in all types, triangles and operations, against plain loops.

// nvcc: -lcublas
#include "cublas_check.h"

using namespace conformance;

static cublasHandle_t handle;
static const cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t kTriangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasDiagType_t kDiagonals[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};

template <class T> const T kAlpha = fromNumber<T>({1.5, kIsComplex<T> ? 0.5 : 0.0});
template <class T> const T kBeta = fromNumber<T>({-0.5, kIsComplex<T> ? 1.0 : 0.0});

template <class T>
void expectVector(const Both<T>& y, int inc, const std::vector<Number>& expected) {
  const std::vector<T> actual = y.download();
  for (size_t i = 0; i < expected.size(); ++i)
    CHECK(isNear(actual[i * inc], expected[i], 1e-4));
}

template <class T> void general(int m, int n) {
  const int lda = m + 3;
  Both<T> a(smallNumbers<T>(static_cast<size_t>(lda) * n, 1));
  for (cublasOperation_t operation : kOperations) {
    const int rows = operation == CUBLAS_OP_N ? m : n, columns = m + n - rows;
    Both<T> x(smallNumbers<T>(static_cast<size_t>(columns) * 2, 2)),
        y(smallNumbers<T>(static_cast<size_t>(rows) * 3, 3));
    CUBLAS_CHECK(Blas<T>::gemv(handle, operation, m, n, &kAlpha<T>, a.device, lda, x.device, 2,
                               &kBeta<T>, y.device, 3));
    std::vector<Number> expected;
    for (int i = 0; i < rows; ++i) {
      Number sum = 0;
      for (int j = 0; j < columns; ++j)
        sum += element(a.host, lda, operation, i, j) * number(x.host[static_cast<size_t>(j) * 2]);
      expected.push_back(number(kAlpha<T>) * sum +
                         number(kBeta<T>) * number(y.host[static_cast<size_t>(i) * 3]));
    }
    expectVector(y, 3, expected);
  }
}

// Element (i, j) of a banded matrix lies at (ku + i - j, j).
template <class T> void banded(int m, int n, int kl, int ku) {
  const int lda = kl + ku + 2;
  Both<T> band(smallNumbers<T>(static_cast<size_t>(lda) * n, 4));
  std::vector<T> full(static_cast<size_t>(m) * n, fromNumber<T>(0));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      if (i - j <= kl && j - i <= ku)
        full[i + static_cast<size_t>(j) * m] = band.host[ku + i - j + static_cast<size_t>(j) * lda];
  for (cublasOperation_t operation : kOperations) {
    const int rows = operation == CUBLAS_OP_N ? m : n, columns = m + n - rows;
    Both<T> x(smallNumbers<T>(columns, 5)), y(smallNumbers<T>(rows, 6));
    CUBLAS_CHECK(Blas<T>::gbmv(handle, operation, m, n, kl, ku, &kAlpha<T>, band.device, lda,
                               x.device, 1, &kBeta<T>, y.device, 1));
    std::vector<Number> expected;
    for (int i = 0; i < rows; ++i) {
      Number sum = 0;
      for (int j = 0; j < columns; ++j)
        sum += element(full, m, operation, i, j) * number(x.host[j]);
      expected.push_back(number(kAlpha<T>) * sum + number(kBeta<T>) * number(y.host[i]));
    }
    expectVector(y, 1, expected);
  }
}

template <class T> void triangle(int n) {
  const int lda = n + 1;
  Both<T> a(smallNumbers<T>(static_cast<size_t>(lda) * n, 7));
  // A heavy diagonal keeps solutions well conditioned.
  for (int i = 0; i < n; ++i)
    a.host[i + static_cast<size_t>(i) * lda] = fromNumber<T>(64);
  a.upload();
  for (cublasFillMode_t uplo : kTriangles)
    for (cublasOperation_t operation : kOperations)
      for (cublasDiagType_t diag : kDiagonals) {
        Both<T> x(smallNumbers<T>(static_cast<size_t>(n) * 2, 8));
        std::vector<Number> product;
        for (int i = 0; i < n; ++i) {
          Number sum = 0;
          for (int j = 0; j < n; ++j)
            sum += triangular(a.host, lda, uplo, operation, diag, i, j) *
                   number(x.host[static_cast<size_t>(j) * 2]);
          product.push_back(sum);
        }
        CUBLAS_CHECK(Blas<T>::trmv(handle, uplo, operation, diag, n, a.device, lda, x.device, 2));
        expectVector(x, 2, product);
        if (diag == CUBLAS_DIAG_UNIT)
          continue;
        CUBLAS_CHECK(Blas<T>::trsv(handle, uplo, operation, diag, n, a.device, lda, x.device, 2));
        std::vector<Number> original;
        for (int i = 0; i < n; ++i)
          original.push_back(number(x.host[static_cast<size_t>(i) * 2]));
        expectVector(x, 2, original);

        std::vector<T> columns;
        for (int j = 0; j < n; ++j)
          for (int i = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j;
               i <= (uplo == CUBLAS_FILL_MODE_UPPER ? j : n - 1); ++i)
            columns.push_back(a.host[i + static_cast<size_t>(j) * lda]);
        Both<T> packed(columns);
        x.upload();
        CUBLAS_CHECK(Blas<T>::tpmv(handle, uplo, operation, diag, n, packed.device, x.device, 2));
        expectVector(x, 2, product);
      }
}

template <class T, class R, class Mv, class Rank1, class Rank2>
void selfAdjoint(bool hermitian, Mv mv, Rank1 r, Rank2 r2, int n) {
  const int lda = n + 2;
  const R real = fromNumber<R>(1.5);
  for (cublasFillMode_t uplo : kTriangles) {
    Both<T> a(smallNumbers<T>(static_cast<size_t>(lda) * n, 9)), x(smallNumbers<T>(n, 10)),
        y(smallNumbers<T>(n, 11));
    CUBLAS_CHECK(
        mv(handle, uplo, n, &kAlpha<T>, a.device, lda, x.device, 1, &kBeta<T>, y.device, 1));
    std::vector<Number> expected;
    for (int i = 0; i < n; ++i) {
      Number sum = 0;
      for (int j = 0; j < n; ++j)
        sum += symmetric(a.host, lda, uplo, hermitian, i, j) * number(x.host[j]);
      expected.push_back(number(kAlpha<T>) * sum + number(kBeta<T>) * number(y.host[i]));
    }
    expectVector(y, 1, expected);

    y.upload();
    const auto adjoint = [&](Number value) { return hermitian ? std::conj(value) : value; };
    CUBLAS_CHECK(r(handle, uplo, n, &real, x.device, 1, a.device, lda));
    CUBLAS_CHECK(r2(handle, uplo, n, &kAlpha<T>, x.device, 1, y.device, 1, a.device, lda));
    const std::vector<T> updated = a.download();
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const size_t at = i + static_cast<size_t>(j) * lda;
        if (uplo == CUBLAS_FILL_MODE_UPPER ? i > j : i < j) {
          CHECK(number(updated[at]) == number(a.host[at]));
          continue;
        }
        const Number xi = number(x.host[i]), xj = number(x.host[j]), yi = number(y.host[i]),
                     yj = number(y.host[j]), alpha = number(kAlpha<T>);
        const Number old = hermitian && i == j ? number(a.host[at]).real() : number(a.host[at]);
        const Number value = old + 1.5 * xi * adjoint(xj) + alpha * xi * adjoint(yj) +
                             adjoint(alpha) * yi * adjoint(xj);
        CHECK(isNear(updated[at], value, 1e-4));
      }
  }
}

static void ranks() {
  const int m = 5, n = 4;
  Both<cuComplex> x(smallNumbers<cuComplex>(m, 12)), y(smallNumbers<cuComplex>(n, 13)),
      a(smallNumbers<cuComplex>(m * n, 14));
  CUBLAS_CHECK(
      cublasCgeru(handle, m, n, &kAlpha<cuComplex>, x.device, 1, y.device, 1, a.device, m));
  CUBLAS_CHECK(
      cublasCgerc(handle, m, n, &kAlpha<cuComplex>, x.device, 1, y.device, 1, a.device, m));
  const std::vector<cuComplex> actual = a.download();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const Number both = number(y.host[j]) + std::conj(number(y.host[j]));
      CHECK(isNear(actual[i + j * m],
                   number(a.host[i + j * m]) + number(kAlpha<cuComplex>) * number(x.host[i]) * both,
                   1e-4));
    }
}

template <class T> void all() {
  for (int m : {1, 7, 40})
    for (int n : {1, 6, 33})
      general<T>(m, n);
  banded<T>(7, 5, 2, 1);
  banded<T>(4, 9, 0, 3);
  for (int n : {1, 2, 9, 20})
    triangle<T>(n);
}

int main() {
  CUBLAS_CHECK(cublasCreate(&handle));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  for (int n : {1, 3, 17}) {
    selfAdjoint<float, float>(false, cublasSsymv, cublasSsyr, cublasSsyr2, n);
    selfAdjoint<double, double>(false, cublasDsymv, cublasDsyr, cublasDsyr2, n);
    selfAdjoint<cuComplex, cuComplex>(false, cublasCsymv, cublasCsyr, cublasCsyr2, n);
    selfAdjoint<cuComplex, float>(true, cublasChemv, cublasCher, cublasCher2, n);
    selfAdjoint<cuDoubleComplex, cuDoubleComplex>(false, cublasZsymv, cublasZsyr, cublasZsyr2, n);
    selfAdjoint<cuDoubleComplex, double>(true, cublasZhemv, cublasZher, cublasZher2, n);
  }
  ranks();
  CUBLAS_CHECK(cublasDestroy(handle));
  puts("ok");
}
