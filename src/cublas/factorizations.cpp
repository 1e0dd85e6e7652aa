// The entry points of factorisations and solutions.
#include "cublas/factorizations.h"

using namespace heddle::cublas;

namespace {

// The addresses of the matrices of a batch, with the type that is computed with.
template <class T> const Native<T>* const* natives(const T* const* addresses) {
  return reinterpret_cast<const Native<T>* const*>(addresses);
}
template <class T> Native<T>* const* natives(T* const* addresses) {
  return reinterpret_cast<Native<T>* const*>(addresses);
}

} // namespace

#define HEDDLE_FACTORIZATIONS(S, T)                                                                \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const A[], int lda,      \
                                         int* P, int* info, int batchSize) {                       \
    return getrfBatched(handle, n, natives(A), lda, P, info, batchSize);                           \
  }                                                                                                \
  cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T* const A[],         \
                                         int lda, const int* P, T* const C[], int ldc, int* info,  \
                                         int batchSize) {                                          \
    return getriBatched(handle, n, natives(A), lda, P, natives(C), ldc, info, batchSize);          \
  }                                                                                                \
  cublasStatus_t cublas##S##getrsBatched(                                                          \
      cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T* const Aarray[],    \
      int lda, const int* devIpiv, T* const Barray[], int ldb, int* info, int batchSize) {         \
    return getrsBatched(handle, trans, n, nrhs, natives(Aarray), lda, devIpiv, natives(Barray),    \
                        ldb, info, batchSize);                                                     \
  }                                                                                                \
  cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T* const A[],        \
                                          int lda, T* const Ainv[], int lda_inv, int* info,        \
                                          int batchSize) {                                         \
    return matinvBatched(handle, n, natives(A), lda, natives(Ainv), lda_inv, info, batchSize);     \
  }                                                                                                \
  cublasStatus_t cublas##S##geqrfBatched(cublasHandle_t handle, int m, int n, T* const Aarray[],   \
                                         int lda, T* const TauArray[], int* info, int batchSize) { \
    return geqrfBatched(handle, m, n, natives(Aarray), lda, natives(TauArray), info, batchSize);   \
  }                                                                                                \
  cublasStatus_t cublas##S##gelsBatched(                                                           \
      cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, T* const Aarray[],   \
      int lda, T* const Carray[], int ldc, int* info, int* devInfoArray, int batchSize) {          \
    return gelsBatched(handle, trans, m, n, nrhs, natives(Aarray), lda, natives(Carray), ldc,      \
                       info, devInfoArray, batchSize);                                             \
  }
HEDDLE_FACTORIZATIONS(S, float)
HEDDLE_FACTORIZATIONS(D, double)
HEDDLE_FACTORIZATIONS(C, cuComplex)
HEDDLE_FACTORIZATIONS(Z, cuDoubleComplex)
#undef HEDDLE_FACTORIZATIONS
