// cuBLAS, level 3: products, updates and solutions with matrices in all types, operations, sides
// and triangles, with sizes of zero, padding between columns and sizes of 64 bits, against plain
// loops.

// nvcc: -lcublas
#include "cublas_check.h"

using namespace conformance;

static cublasHandle_t handle;
static const cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t kTriangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasSideMode_t kSides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

template <class T> const T kAlpha = fromNumber<T>({1.5, kIsComplex<T> ? 0.5 : 0.0});
template <class T> const T kBeta = fromNumber<T>({-0.5, kIsComplex<T> ? 1.0 : 0.0});

// Compares an m x n matrix with expected(i, j), and what lies between its columns with what was
// there.
template <class T, class Expected>
void expectMatrix(const Both<T>& c, int m, int n, int ld, Expected expected) {
  const std::vector<T> actual = c.download();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < ld; ++i) {
      const size_t at = i + static_cast<size_t>(j) * ld;
      if (i < m)
        CHECK(isNear(actual[at], expected(i, j), 1e-4));
      else
        CHECK(number(actual[at]) == number(c.host[at]));
    }
}

template <class T> void gemm(int m, int n, int k) {
  for (cublasOperation_t first : kOperations)
    for (cublasOperation_t second : kOperations) {
      const int lda = (first == CUBLAS_OP_N ? m : k) + 2, ldb = (second == CUBLAS_OP_N ? k : n) + 1,
                ldc = m + 3;
      Both<T> a(smallNumbers<T>(static_cast<size_t>(lda) * (m + k), 1)),
          b(smallNumbers<T>(static_cast<size_t>(ldb) * (n + k), 2)),
          c(smallNumbers<T>(static_cast<size_t>(ldc) * n, 3));
      const auto expected = [&](int i, int j) {
        Number sum = 0;
        for (int l = 0; l < k; ++l)
          sum += element(a.host, lda, first, i, l) * element(b.host, ldb, second, l, j);
        return number(kAlpha<T>) * sum +
               number(kBeta<T>) * number(c.host[i + static_cast<size_t>(j) * ldc]);
      };
      CUBLAS_CHECK(Blas<T>::gemm(handle, first, second, m, n, k, &kAlpha<T>, a.device, lda,
                                 b.device, ldb, &kBeta<T>, c.device, ldc));
      expectMatrix(c, m, n, ldc, expected);
      if (m > 40)
        continue;
      c.upload();
      CUBLAS_CHECK(Blas<T>::gemm64(handle, first, second, m, n, k, &kAlpha<T>, a.device, lda,
                                   b.device, ldb, &kBeta<T>, c.device, ldc));
      expectMatrix(c, m, n, ldc, expected);
    }
}

template <class T, class Symm> void symm(bool hermitian, Symm function, int m, int n) {
  for (cublasSideMode_t side : kSides)
    for (cublasFillMode_t uplo : kTriangles) {
      const bool left = side == CUBLAS_SIDE_LEFT;
      const int order = left ? m : n, lda = order + 1, ldb = m + 2, ldc = m + 1;
      Both<T> a(smallNumbers<T>(static_cast<size_t>(lda) * order, 4)),
          b(smallNumbers<T>(static_cast<size_t>(ldb) * n, 5)),
          c(smallNumbers<T>(static_cast<size_t>(ldc) * n, 6));
      CUBLAS_CHECK(function(handle, side, uplo, m, n, &kAlpha<T>, a.device, lda, b.device, ldb,
                            &kBeta<T>, c.device, ldc));
      expectMatrix(c, m, n, ldc, [&](int i, int j) {
        Number sum = 0;
        for (int l = 0; l < order; ++l)
          sum += left ? symmetric(a.host, lda, uplo, hermitian, i, l) *
                            number(b.host[l + static_cast<size_t>(j) * ldb])
                      : number(b.host[i + static_cast<size_t>(l) * ldb]) *
                            symmetric(a.host, lda, uplo, hermitian, l, j);
        return number(kAlpha<T>) * sum +
               number(kBeta<T>) * number(c.host[i + static_cast<size_t>(j) * ldc]);
      });
    }
}

// One triangle of C becomes alpha X Y' + beta C, or alpha X Y' + alpha' Y X' + beta C.
enum class Update { Rank1, Rank2, Product };
template <class T, class Call>
void update(Update kind, bool hermitian, Number alpha, Number beta, Call call, int n, int k) {
  const cublasOperation_t operations[] = {CUBLAS_OP_N, hermitian ? CUBLAS_OP_C : CUBLAS_OP_T};
  for (cublasFillMode_t uplo : kTriangles)
    for (cublasOperation_t operation : operations) {
      const bool plain = operation == CUBLAS_OP_N;
      const int ld = (plain ? n : k) + 1, ldc = n + 2;
      Both<T> a(smallNumbers<T>(static_cast<size_t>(ld) * (n + k), 7)),
          other(smallNumbers<T>(static_cast<size_t>(ld) * (n + k), 8)),
          c(smallNumbers<T>(static_cast<size_t>(ldc) * n, 9));
      CUBLAS_CHECK(call(uplo, operation, a.device, other.device, ld, c.device, ldc));
      const std::vector<T>& b = kind == Update::Rank1 ? a.host : other.host;
      const cublasOperation_t back = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
      expectMatrix(c, n, n, ldc, [&](int i, int j) -> Number {
        Number old = number(c.host[i + static_cast<size_t>(j) * ldc]);
        if (uplo == CUBLAS_FILL_MODE_UPPER ? i > j : i < j)
          return old;
        if (hermitian && i == j)
          old = old.real();
        const auto adjoint = [&](Number x) { return hermitian ? std::conj(x) : x; };
        Number sum = 0;
        for (int l = 0; l < k; ++l) {
          const cublasOperation_t forward = plain ? CUBLAS_OP_N : back;
          const Number ai = element(a.host, ld, forward, i, l),
                       aj = element(a.host, ld, forward, j, l), bi = element(b, ld, forward, i, l),
                       bj = element(b, ld, forward, j, l);
          sum += alpha * ai * adjoint(bj);
          if (kind == Update::Rank2)
            sum += adjoint(alpha) * bi * adjoint(aj);
        }
        const Number result = sum + beta * old;
        return hermitian && i == j ? result.real() : result;
      });
    }
}

template <class T> void symmetricUpdates(int n, int k) {
  const Number alpha = number(kAlpha<T>), beta = number(kBeta<T>);
  update<T>(
      Update::Rank1, false, alpha, beta,
      [&](auto uplo, auto operation, T* a, T*, int ld, T* c, int ldc) {
        return Blas<T>::syrk(handle, uplo, operation, n, k, &kAlpha<T>, a, ld, &kBeta<T>, c, ldc);
      },
      n, k);
  update<T>(
      Update::Rank2, false, alpha, beta,
      [&](auto uplo, auto operation, T* a, T* b, int ld, T* c, int ldc) {
        return Blas<T>::syr2k(handle, uplo, operation, n, k, &kAlpha<T>, a, ld, b, ld, &kBeta<T>, c,
                              ldc);
      },
      n, k);
  update<T>(
      Update::Product, false, alpha, beta,
      [&](auto uplo, auto operation, T* a, T* b, int ld, T* c, int ldc) {
        return Blas<T>::syrkx(handle, uplo, operation, n, k, &kAlpha<T>, a, ld, b, ld, &kBeta<T>, c,
                              ldc);
      },
      n, k);
}

template <class T, class R, class Herk, class Her2k>
void hermitianUpdates(Herk herk, Her2k her2k, int n, int k) {
  const R real = 1.5, scale = -0.5;
  update<T>(
      Update::Rank1, true, real, scale,
      [&](auto uplo, auto operation, T* a, T*, int ld, T* c, int ldc) {
        return herk(handle, uplo, operation, n, k, &real, a, ld, &scale, c, ldc);
      },
      n, k);
  update<T>(
      Update::Rank2, true, number(kAlpha<T>), scale,
      [&](auto uplo, auto operation, T* a, T* b, int ld, T* c, int ldc) {
        return her2k(handle, uplo, operation, n, k, &kAlpha<T>, a, ld, b, ld, &scale, c, ldc);
      },
      n, k);
}

template <class T> void triangles(int m, int n) {
  for (cublasSideMode_t side : kSides)
    for (cublasFillMode_t uplo : kTriangles)
      for (cublasOperation_t operation : kOperations) {
        const bool left = side == CUBLAS_SIDE_LEFT;
        const int order = left ? m : n, lda = order + 1, ldb = m + 2;
        const size_t size = static_cast<size_t>(ldb) * n;
        Both<T> a(smallNumbers<T>(static_cast<size_t>(lda) * order, 10)),
            b(smallNumbers<T>(size, 11)), c(smallNumbers<T>(size, 12));
        for (int i = 0; i < order; ++i)
          a.host[i + static_cast<size_t>(i) * lda] = fromNumber<T>(64);
        a.upload();
        CUBLAS_CHECK(Blas<T>::trmm(handle, side, uplo, operation, CUBLAS_DIAG_NON_UNIT, m, n,
                                   &kAlpha<T>, a.device, lda, b.device, ldb, c.device, ldb));
        expectMatrix(c, m, n, ldb, [&](int i, int j) {
          Number sum = 0;
          for (int l = 0; l < order; ++l)
            sum += left ? triangular(a.host, lda, uplo, operation, CUBLAS_DIAG_NON_UNIT, i, l) *
                              number(b.host[l + static_cast<size_t>(j) * ldb])
                        : number(b.host[i + static_cast<size_t>(l) * ldb]) *
                              triangular(a.host, lda, uplo, operation, CUBLAS_DIAG_NON_UNIT, l, j);
          return number(kAlpha<T>) * sum;
        });
        // The solution undoes the product.
        const T inverse = fromNumber<T>(1.0 / number(kAlpha<T>));
        CUBLAS_CHECK(Blas<T>::trsm(handle, side, uplo, operation, CUBLAS_DIAG_NON_UNIT, m, n,
                                   &inverse, a.device, lda, c.device, ldb));
        expectMatrix(c, m, n, ldb, [&](int i, int j) {
          return number(b.host[i + static_cast<size_t>(j) * ldb]);
        });
      }
}

template <class T> void all() {
  const int sizes[][3] = {{1, 1, 1}, {0, 3, 2}, {4, 3, 0}, {5, 7, 3}, {33, 18, 20}, {70, 65, 40}};
  for (const auto& size : sizes)
    gemm<T>(size[0], size[1], size[2]);
  symm<T>(false, Blas<T>::symm, 6, 9);
  symm<T>(false, Blas<T>::symm, 20, 3);
  for (int n : {1, 6, 37}) {
    symmetricUpdates<T>(n, 5);
    triangles<T>(n, 7);
  }
}

int main() {
  CUBLAS_CHECK(cublasCreate(&handle));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  symm<cuComplex>(true, cublasChemm, 6, 9);
  symm<cuDoubleComplex>(true, cublasZhemm, 9, 6);
  for (int n : {1, 6, 37}) {
    hermitianUpdates<cuComplex, float>(cublasCherk, cublasCher2k, n, 5);
    hermitianUpdates<cuDoubleComplex, double>(cublasZherk, cublasZher2k, n, 5);
  }
  CUBLAS_CHECK(cublasDestroy(handle));
  puts("ok");
}
