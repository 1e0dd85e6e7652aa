// Levels 2 and 3 of the interface of cublas.h.
#include "cublas/legacy.h"

using namespace heddle::cublas;

#define HEDDLE_WHOLE_TRIANGLE(name, T)                                                             \
  void name(char uplo, char trans, char diag, int n, const T* A, int lda, T* x, int incx) {        \
    forward(name##_v2, uplo, trans, diag, n, A, lda, x, incx);                                     \
  }
#define HEDDLE_BANDED_TRIANGLE(name, T)                                                            \
  void name(char uplo, char trans, char diag, int n, int k, const T* A, int lda, T* x, int incx) { \
    forward(name##_v2, uplo, trans, diag, n, k, A, lda, x, incx);                                  \
  }
#define HEDDLE_PACKED_TRIANGLE(name, T)                                                            \
  void name(char uplo, char trans, char diag, int n, const T* AP, T* x, int incx) {                \
    forward(name##_v2, uplo, trans, diag, n, AP, x, incx);                                         \
  }
#define HEDDLE_GENERAL(S, T)                                                                       \
  void cublas##S##gemv(char trans, int m, int n, T alpha, const T* A, int lda, const T* x,         \
                       int incx, T beta, T* y, int incy) {                                         \
    forward(cublas##S##gemv_v2, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);               \
  }                                                                                                \
  void cublas##S##gbmv(char trans, int m, int n, int kl, int ku, T alpha, const T* A, int lda,     \
                       const T* x, int incx, T beta, T* y, int incy) {                             \
    forward(cublas##S##gbmv_v2, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy);       \
  }                                                                                                \
  HEDDLE_WHOLE_TRIANGLE(cublas##S##trmv, T)                                                        \
  HEDDLE_WHOLE_TRIANGLE(cublas##S##trsv, T)                                                        \
  HEDDLE_BANDED_TRIANGLE(cublas##S##tbmv, T)                                                       \
  HEDDLE_BANDED_TRIANGLE(cublas##S##tbsv, T)                                                       \
  HEDDLE_PACKED_TRIANGLE(cublas##S##tpmv, T)                                                       \
  HEDDLE_PACKED_TRIANGLE(cublas##S##tpsv, T)
HEDDLE_GENERAL(S, float)
HEDDLE_GENERAL(D, double)
HEDDLE_GENERAL(C, cuComplex)
HEDDLE_GENERAL(Z, cuDoubleComplex)
#undef HEDDLE_GENERAL
#undef HEDDLE_PACKED_TRIANGLE
#undef HEDDLE_BANDED_TRIANGLE
#undef HEDDLE_WHOLE_TRIANGLE

#define HEDDLE_GER(name, T)                                                                        \
  void name(int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, int lda) {    \
    forward(name##_v2, m, n, alpha, x, incx, y, incy, A, lda);                                     \
  }
HEDDLE_GER(cublasSger, float)
HEDDLE_GER(cublasDger, double)
HEDDLE_GER(cublasCgeru, cuComplex)
HEDDLE_GER(cublasCgerc, cuComplex)
HEDDLE_GER(cublasZgeru, cuDoubleComplex)
HEDDLE_GER(cublasZgerc, cuDoubleComplex)
#undef HEDDLE_GER

#define HEDDLE_SELF_ADJOINT(mv, bmv, pmv, r, pr, r2, pr2, T, R)                                    \
  void mv(char uplo, int n, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y,      \
          int incy) {                                                                              \
    forward(mv##_v2, uplo, n, alpha, A, lda, x, incx, beta, y, incy);                              \
  }                                                                                                \
  void bmv(char uplo, int n, int k, T alpha, const T* A, int lda, const T* x, int incx, T beta,    \
           T* y, int incy) {                                                                       \
    forward(bmv##_v2, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);                          \
  }                                                                                                \
  void pmv(char uplo, int n, T alpha, const T* AP, const T* x, int incx, T beta, T* y, int incy) { \
    forward(pmv##_v2, uplo, n, alpha, AP, x, incx, beta, y, incy);                                 \
  }                                                                                                \
  void r(char uplo, int n, R alpha, const T* x, int incx, T* A, int lda) {                         \
    forward(r##_v2, uplo, n, alpha, x, incx, A, lda);                                              \
  }                                                                                                \
  void pr(char uplo, int n, R alpha, const T* x, int incx, T* AP) {                                \
    forward(pr##_v2, uplo, n, alpha, x, incx, AP);                                                 \
  }                                                                                                \
  void r2(char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, int lda) {  \
    forward(r2##_v2, uplo, n, alpha, x, incx, y, incy, A, lda);                                    \
  }                                                                                                \
  void pr2(char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy, T* AP) {         \
    forward(pr2##_v2, uplo, n, alpha, x, incx, y, incy, AP);                                       \
  }
HEDDLE_SELF_ADJOINT(cublasSsymv, cublasSsbmv, cublasSspmv, cublasSsyr, cublasSspr, cublasSsyr2,
                    cublasSspr2, float, float)
HEDDLE_SELF_ADJOINT(cublasDsymv, cublasDsbmv, cublasDspmv, cublasDsyr, cublasDspr, cublasDsyr2,
                    cublasDspr2, double, double)
HEDDLE_SELF_ADJOINT(cublasChemv, cublasChbmv, cublasChpmv, cublasCher, cublasChpr, cublasCher2,
                    cublasChpr2, cuComplex, float)
HEDDLE_SELF_ADJOINT(cublasZhemv, cublasZhbmv, cublasZhpmv, cublasZher, cublasZhpr, cublasZher2,
                    cublasZhpr2, cuDoubleComplex, double)
#undef HEDDLE_SELF_ADJOINT

#define HEDDLE_SYMM(name, T)                                                                       \
  void name(char side, char uplo, int m, int n, T alpha, const T* A, int lda, const T* B, int ldb, \
            T beta, T* C, int ldc) {                                                               \
    forward(name##_v2, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);                     \
  }
#define HEDDLE_SYRK(name, T, R)                                                                    \
  void name(char uplo, char trans, int n, int k, R alpha, const T* A, int lda, R beta, T* C,       \
            int ldc) {                                                                             \
    forward(name##_v2, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);                            \
  }
#define HEDDLE_SYR2K(name, T, R)                                                                   \
  void name(char uplo, char trans, int n, int k, T alpha, const T* A, int lda, const T* B,         \
            int ldb, R beta, T* C, int ldc) {                                                      \
    forward(name##_v2, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);                    \
  }
// The older trmm has its result in B.
#define HEDDLE_MATRICES(S, T)                                                                      \
  void cublas##S##gemm(char transa, char transb, int m, int n, int k, T alpha, const T* A,         \
                       int lda, const T* B, int ldb, T beta, T* C, int ldc) {                      \
    forward(cublas##S##gemm_v2, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);     \
  }                                                                                                \
  HEDDLE_SYMM(cublas##S##symm, T)                                                                  \
  HEDDLE_SYRK(cublas##S##syrk, T, T)                                                               \
  HEDDLE_SYR2K(cublas##S##syr2k, T, T)                                                             \
  void cublas##S##trmm(char side, char uplo, char transa, char diag, int m, int n, T alpha,        \
                       const T* A, int lda, T* B, int ldb) {                                       \
    forward(cublas##S##trmm_v2, side, uplo, transa, diag, m, n, alpha, A, lda, B, ldb, B, ldb);    \
  }                                                                                                \
  void cublas##S##trsm(char side, char uplo, char transa, char diag, int m, int n, T alpha,        \
                       const T* A, int lda, T* B, int ldb) {                                       \
    forward(cublas##S##trsm_v2, side, uplo, transa, diag, m, n, alpha, A, lda, B, ldb);            \
  }
HEDDLE_MATRICES(S, float)
HEDDLE_MATRICES(D, double)
HEDDLE_MATRICES(C, cuComplex)
HEDDLE_MATRICES(Z, cuDoubleComplex)
HEDDLE_SYMM(cublasChemm, cuComplex)
HEDDLE_SYMM(cublasZhemm, cuDoubleComplex)
HEDDLE_SYRK(cublasCherk, cuComplex, float)
HEDDLE_SYRK(cublasZherk, cuDoubleComplex, double)
HEDDLE_SYR2K(cublasCher2k, cuComplex, float)
HEDDLE_SYR2K(cublasZher2k, cuDoubleComplex, double)
#undef HEDDLE_MATRICES
#undef HEDDLE_SYR2K
#undef HEDDLE_SYRK
#undef HEDDLE_SYMM
