// cuBLASXt: every function on matrices in the program's memory, shared among all devices, gives
// what cuBLAS gives on one device, for all types, operations, sides and triangles.

// nvcc: -lcublas
// env: HEDDLE_DEVICES=3
#include "cublas_check.h"

#include <cublasXt.h>

using namespace conformance;

static cublasXtHandle_t xt;
static cublasHandle_t blas;
static const cublasFillMode_t kTriangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasSideMode_t kSides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

template <class T> const T kAlpha = fromNumber<T>({1.5, kIsComplex<T> ? 0.5 : 0.0});
template <class T> const T kBeta = fromNumber<T>({-0.5, kIsComplex<T> ? 1.0 : 0.0});

// Sizes that no number of devices divides, and more rows than columns and the other way round.
constexpr int kM = 70, kN = 53, kK = 37, kLd = 75;

template <class T> Both<T> matrix(int seed) {
  return Both<T>(smallNumbers<T>(static_cast<size_t>(kLd) * kLd, seed));
}
// A triangular matrix that can be solved with: the diagonal outweighs the rest.
template <class T> Both<T> dominant() {
  std::vector<T> numbers = smallNumbers<T>(static_cast<size_t>(kLd) * kLd, 4);
  for (T& x : numbers)
    x = fromNumber<T>(number(x) * 0.01);
  for (int i = 0; i < kLd; ++i)
    numbers[i * (kLd + 1)] = fromNumber<T>(2);
  return Both<T>(numbers);
}

// Compares the result in the program's memory with cuBLAS's on the device.
template <class T> void expectSame(const std::vector<T>& actual, const Both<T>& expected) {
  const std::vector<T> numbers = expected.download();
  for (size_t i = 0; i < numbers.size(); ++i)
    CHECK(isNear(actual[i], number(numbers[i]), 1e-4));
}

template <class T, class Xt, class Blas> void gemm(Xt function, Blas reference) {
  for (cublasOperation_t first : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
    for (cublasOperation_t second : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
      for (bool isWide : {false, true}) {
        const int m = isWide ? kN : kM, n = isWide ? kM : kN;
        const Both<T> a = matrix<T>(1), b = matrix<T>(2), c = matrix<T>(3);
        std::vector<T> result = c.host;
        CUBLAS_CHECK(reference(blas, first, second, m, n, kK, &kAlpha<T>, a.device, kLd, b.device,
                               kLd, &kBeta<T>, c.device, kLd));
        CUBLAS_CHECK(function(xt, first, second, m, n, kK, &kAlpha<T>, a.host.data(), kLd,
                              b.host.data(), kLd, &kBeta<T>, result.data(), kLd));
        expectSame(result, c);
      }
}

template <class T, class R, class Xt, class Blas>
void rankK(cublasOperation_t other, Xt function, Blas reference) {
  for (cublasFillMode_t uplo : kTriangles)
    for (cublasOperation_t trans : {CUBLAS_OP_N, other}) {
      const R alpha = fromNumber<R>(1.5), beta = fromNumber<R>(-0.5);
      const Both<T> a = matrix<T>(1), c = matrix<T>(3);
      std::vector<T> result = c.host;
      CUBLAS_CHECK(
          reference(blas, uplo, trans, kM, kK, &alpha, a.device, kLd, &beta, c.device, kLd));
      CUBLAS_CHECK(
          function(xt, uplo, trans, kM, kK, &alpha, a.host.data(), kLd, &beta, result.data(), kLd));
      expectSame(result, c);
    }
}

// The product of a matrix with itself is one that the functions ending in x take as well.
template <class T, class R, class Xt, class Blas>
void rank2k(cublasOperation_t other, bool isProduct, Xt function, Blas reference) {
  for (cublasFillMode_t uplo : kTriangles)
    for (cublasOperation_t trans : {CUBLAS_OP_N, other}) {
      const T alpha = isProduct ? fromNumber<T>(1.5) : kAlpha<T>;
      const R beta = fromNumber<R>(-0.5);
      const Both<T> a = matrix<T>(1), b = matrix<T>(isProduct ? 1 : 2), c = matrix<T>(3);
      std::vector<T> result = c.host;
      CUBLAS_CHECK(reference(blas, uplo, trans, kM, kK, &alpha, a.device, kLd, b.device, kLd, &beta,
                             c.device, kLd));
      CUBLAS_CHECK(function(xt, uplo, trans, kM, kK, &alpha, a.host.data(), kLd, b.host.data(), kLd,
                            &beta, result.data(), kLd));
      expectSame(result, c);
    }
}

template <class T, class Xt, class Blas> void symm(Xt function, Blas reference) {
  for (cublasSideMode_t side : kSides)
    for (cublasFillMode_t uplo : kTriangles) {
      const Both<T> a = matrix<T>(1), b = matrix<T>(2), c = matrix<T>(3);
      std::vector<T> result = c.host;
      CUBLAS_CHECK(reference(blas, side, uplo, kM, kN, &kAlpha<T>, a.device, kLd, b.device, kLd,
                             &kBeta<T>, c.device, kLd));
      CUBLAS_CHECK(function(xt, side, uplo, kM, kN, &kAlpha<T>, a.host.data(), kLd, b.host.data(),
                            kLd, &kBeta<T>, result.data(), kLd));
      expectSame(result, c);
    }
}

template <class T, class Xt, class Blas> void spmm(Xt function, Blas reference) {
  for (cublasSideMode_t side : kSides)
    for (cublasFillMode_t uplo : kTriangles) {
      const Both<T> a = matrix<T>(1), b = matrix<T>(2), c = matrix<T>(3);
      std::vector<T> result = c.host, packed;
      const int order = side == CUBLAS_SIDE_LEFT ? kM : kN;
      for (int j = 0; j < order; ++j)
        for (int i = uplo == CUBLAS_FILL_MODE_LOWER ? j : 0;
             i < (uplo == CUBLAS_FILL_MODE_LOWER ? order : j + 1); ++i)
          packed.push_back(a.host[i + j * kLd]);
      CUBLAS_CHECK(reference(blas, side, uplo, kM, kN, &kAlpha<T>, a.device, kLd, b.device, kLd,
                             &kBeta<T>, c.device, kLd));
      CUBLAS_CHECK(function(xt, side, uplo, kM, kN, &kAlpha<T>, packed.data(), b.host.data(), kLd,
                            &kBeta<T>, result.data(), kLd));
      expectSame(result, c);
    }
}

template <class T, class Solve, class BlasSolve, class Multiply, class BlasMultiply>
void triangular(Solve solve, BlasSolve blasSolve, Multiply multiply, BlasMultiply blasMultiply) {
  for (cublasSideMode_t side : kSides)
    for (cublasFillMode_t uplo : kTriangles)
      for (cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
        for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          const Both<T> a = dominant<T>(), b = matrix<T>(2), c = matrix<T>(3);
          std::vector<T> solved = b.host, product = c.host;
          CUBLAS_CHECK(blasMultiply(blas, side, uplo, trans, diag, kM, kN, &kAlpha<T>, a.device,
                                    kLd, b.device, kLd, c.device, kLd));
          CUBLAS_CHECK(multiply(xt, side, uplo, trans, diag, kM, kN, &kAlpha<T>, a.host.data(), kLd,
                                b.host.data(), kLd, product.data(), kLd));
          expectSame(product, c);
          CUBLAS_CHECK(blasSolve(blas, side, uplo, trans, diag, kM, kN, &kAlpha<T>, a.device, kLd,
                                 b.device, kLd));
          CUBLAS_CHECK(solve(xt, side, uplo, trans, diag, kM, kN, &kAlpha<T>, a.host.data(), kLd,
                             solved.data(), kLd));
          expectSame(solved, b);
        }
}

#define ALL(S, T, other)                                                                           \
  gemm<T>(cublasXt##S##gemm, cublas##S##gemm_v2);                                                  \
  rankK<T, T>(other, cublasXt##S##syrk, cublas##S##syrk_v2);                                       \
  rank2k<T, T>(other, false, cublasXt##S##syr2k, cublas##S##syr2k_v2);                             \
  rank2k<T, T>(other, true, cublasXt##S##syrkx, cublas##S##syrkx);                                 \
  symm<T>(cublasXt##S##symm, cublas##S##symm_v2);                                                  \
  spmm<T>(cublasXt##S##spmm, cublas##S##symm_v2);                                                  \
  triangular<T>(cublasXt##S##trsm, cublas##S##trsm_v2, cublasXt##S##trmm, cublas##S##trmm_v2)
#define HERMITIAN(S, T, R)                                                                         \
  rankK<T, R>(CUBLAS_OP_C, cublasXt##S##herk, cublas##S##herk_v2);                                 \
  rank2k<T, R>(CUBLAS_OP_C, false, cublasXt##S##her2k, cublas##S##her2k_v2);                       \
  rank2k<T, R>(CUBLAS_OP_C, true, cublasXt##S##herkx, cublas##S##herkx);                           \
  symm<T>(cublasXt##S##hemm, cublas##S##hemm_v2)

int main() {
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  std::vector<int> numbers;
  for (int device = 0; device < devices; ++device)
    numbers.push_back(device);
  CUBLAS_CHECK(cublasCreate(&blas));
  CUBLAS_CHECK(cublasXtCreate(&xt));
  CUBLAS_CHECK(cublasXtDeviceSelect(xt, devices, numbers.data()));
  CUBLAS_CHECK(cublasXtSetBlockDim(xt, 32));
  ALL(S, float, CUBLAS_OP_T);
  ALL(D, double, CUBLAS_OP_T);
  ALL(C, cuComplex, CUBLAS_OP_T);
  ALL(Z, cuDoubleComplex, CUBLAS_OP_T);
  HERMITIAN(C, cuComplex, float);
  HERMITIAN(Z, cuDoubleComplex, double);
  CUBLAS_CHECK(cublasXtDestroy(xt));
  CUBLAS_CHECK(cublasDestroy(blas));
  puts("ok");
}
