/* Cholesky, LU and symmetric indefinite factors, and what is solved with them. */
#ifndef HEDDLE_CUSOLVER_LINEAR_SYSTEMS_H
#define HEDDLE_CUSOLVER_LINEAR_SYSTEMS_H

#include "heddle/cusolver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_LINEAR_SYSTEMS(S, T, R)                                                    \
  HEDDLE_CUSOLVER(S##potrf_bufferSize)                                                             \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* Lwork);            \
  HEDDLE_CUSOLVER(S##potrf)                                                                        \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, T* Workspace,           \
   int Lwork, int* devInfo);                                                                       \
  HEDDLE_CUSOLVER(S##potrs)                                                                        \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T* A, int lda, T* B,   \
   int ldb, int* devInfo);                                                                         \
  HEDDLE_CUSOLVER(S##potrfBatched)                                                                 \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* Aarray[], int lda, int* infoArray,  \
   int batchSize);                                                                                 \
  HEDDLE_CUSOLVER(S##potrsBatched)                                                                 \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, T* A[], int lda, T* B[],     \
   int ldb, int* d_info, int batchSize);                                                           \
  HEDDLE_CUSOLVER(S##potri_bufferSize)                                                             \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* lwork);            \
  HEDDLE_CUSOLVER(S##potri)                                                                        \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, T* work, int lwork,     \
   int* devInfo);                                                                                  \
  HEDDLE_CUSOLVER(S##lauum_bufferSize)                                                             \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* lwork);            \
  HEDDLE_CUSOLVER(S##lauum)                                                                        \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, T* work, int lwork,     \
   int* devInfo);                                                                                  \
  HEDDLE_CUSOLVER(S##getrf_bufferSize)                                                             \
  (cusolverDnHandle_t handle, int m, int n, T* A, int lda, int* Lwork);                            \
  HEDDLE_CUSOLVER(S##getrf)                                                                        \
  (cusolverDnHandle_t handle, int m, int n, T* A, int lda, T* Workspace, int* devIpiv,             \
   int* devInfo);                                                                                  \
  HEDDLE_CUSOLVER(S##laswp)                                                                        \
  (cusolverDnHandle_t handle, int n, T* A, int lda, int k1, int k2, const int* devIpiv, int incx); \
  HEDDLE_CUSOLVER(S##getrs)                                                                        \
  (cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T* A, int lda,       \
   const int* devIpiv, T* B, int ldb, int* devInfo);                                               \
  HEDDLE_CUSOLVER(S##sytrf_bufferSize)                                                             \
  (cusolverDnHandle_t handle, int n, T* A, int lda, int* lwork);                                   \
  HEDDLE_CUSOLVER(S##sytrf)                                                                        \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* ipiv, T* work,     \
   int lwork, int* info);                                                                          \
  HEDDLE_CUSOLVER(S##sytri_bufferSize)                                                             \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, const int* ipiv,        \
   int* lwork);                                                                                    \
  HEDDLE_CUSOLVER(S##sytri)                                                                        \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, const int* ipiv,        \
   T* work, int lwork, int* info);
HEDDLE_CUSOLVER_EACH(HEDDLE_CUSOLVER_LINEAR_SYSTEMS)
#undef HEDDLE_CUSOLVER_LINEAR_SYSTEMS

#ifdef __cplusplus
}
#endif

#endif
