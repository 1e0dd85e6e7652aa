/* Factorisations and solutions for many small matrices, and triangles in packed form. */
#ifndef HEDDLE_CUBLAS_FACTORIZATIONS_H
#define HEDDLE_CUBLAS_FACTORIZATIONS_H

#include "heddle/cublas/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_FACTORIZATIONS(S, T)                                                                \
  cublasStatus_t CUBLASWINAPI cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const A[],  \
                                                      int lda, int* P, int* info, int batchSize);  \
  cublasStatus_t CUBLASWINAPI cublas##S##getriBatched(                                             \
      cublasHandle_t handle, int n, const T* const A[], int lda, const int* P, T* const C[],       \
      int ldc, int* info, int batchSize);                                                          \
  cublasStatus_t CUBLASWINAPI cublas##S##getrsBatched(                                             \
      cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T* const Aarray[],    \
      int lda, const int* devIpiv, T* const Barray[], int ldb, int* info, int batchSize);          \
  cublasStatus_t CUBLASWINAPI cublas##S##matinvBatched(                                            \
      cublasHandle_t handle, int n, const T* const A[], int lda, T* const Ainv[], int lda_inv,     \
      int* info, int batchSize);                                                                   \
  cublasStatus_t CUBLASWINAPI cublas##S##geqrfBatched(                                             \
      cublasHandle_t handle, int m, int n, T* const Aarray[], int lda, T* const TauArray[],        \
      int* info, int batchSize);                                                                   \
  cublasStatus_t CUBLASWINAPI cublas##S##gelsBatched(                                              \
      cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, T* const Aarray[],   \
      int lda, T* const Carray[], int ldc, int* info, int* devInfoArray, int batchSize);           \
  cublasStatus_t CUBLASWINAPI cublas##S##tpttr(cublasHandle_t handle, cublasFillMode_t uplo,       \
                                               int n, const T* AP, T* A, int lda);                 \
  cublasStatus_t CUBLASWINAPI cublas##S##trttp(cublasHandle_t handle, cublasFillMode_t uplo,       \
                                               int n, const T* A, int lda, T* AP);
HEDDLE_FACTORIZATIONS(S, float)
HEDDLE_FACTORIZATIONS(D, double)
HEDDLE_FACTORIZATIONS(C, cuComplex)
HEDDLE_FACTORIZATIONS(Z, cuDoubleComplex)
#undef HEDDLE_FACTORIZATIONS

/* Not implemented. */
cublasStatus_t CUBLASWINAPI cublasUint8gemmBias(cublasHandle_t handle, cublasOperation_t transa,
                                                cublasOperation_t transb, cublasOperation_t transc,
                                                int m, int n, int k, const unsigned char* A,
                                                int A_bias, int lda, const unsigned char* B,
                                                int B_bias, int ldb, unsigned char* C, int C_bias,
                                                int ldc, int C_mult, int C_shift);

#ifdef __cplusplus
}
#endif

#endif
