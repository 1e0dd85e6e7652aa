/* QR factors, and matrices that are made bidiagonal or tridiagonal by orthogonal ones. */
#ifndef HEDDLE_CUSOLVER_ORTHOGONAL_H
#define HEDDLE_CUSOLVER_ORTHOGONAL_H

#include "heddle/cusolver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_REDUCTIONS(S, T, R)                                                        \
  HEDDLE_CUSOLVER(S##geqrf_bufferSize)                                                             \
  (cusolverDnHandle_t handle, int m, int n, T* A, int lda, int* lwork);                            \
  HEDDLE_CUSOLVER(S##geqrf)                                                                        \
  (cusolverDnHandle_t handle, int m, int n, T* A, int lda, T* TAU, T* Workspace, int Lwork,        \
   int* devInfo);                                                                                  \
  HEDDLE_CUSOLVER(S##gebrd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int* Lwork);       \
  HEDDLE_CUSOLVER(S##gebrd)                                                                        \
  (cusolverDnHandle_t handle, int m, int n, T* A, int lda, R* D, R* E, T* TAUQ, T* TAUP, T* Work,  \
   int Lwork, int* devInfo);
HEDDLE_CUSOLVER_EACH(HEDDLE_CUSOLVER_REDUCTIONS)
#undef HEDDLE_CUSOLVER_REDUCTIONS

#define HEDDLE_CUSOLVER_ORTHOGONAL(SY, OR, T, R)                                                   \
  HEDDLE_CUSOLVER(OR##gqr_bufferSize)                                                              \
  (cusolverDnHandle_t handle, int m, int n, int k, const T* A, int lda, const T* tau, int* lwork); \
  HEDDLE_CUSOLVER(OR##gqr)                                                                         \
  (cusolverDnHandle_t handle, int m, int n, int k, T* A, int lda, const T* tau, T* work,           \
   int lwork, int* info);                                                                          \
  HEDDLE_CUSOLVER(OR##mqr_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, \
   const T* A, int lda, const T* tau, const T* C, int ldc, int* lwork);                            \
  HEDDLE_CUSOLVER(OR##mqr)                                                                         \
  (cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, \
   const T* A, int lda, const T* tau, T* C, int ldc, T* work, int lwork, int* devInfo);            \
  HEDDLE_CUSOLVER(OR##gbr_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, const T* A, int lda,     \
   const T* tau, int* lwork);                                                                      \
  HEDDLE_CUSOLVER(OR##gbr)                                                                         \
  (cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T* A, int lda,           \
   const T* tau, T* work, int lwork, int* info);                                                   \
  HEDDLE_CUSOLVER(SY##trd_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, const R* d,       \
   const R* e, const T* tau, int* lwork);                                                          \
  HEDDLE_CUSOLVER(SY##trd)                                                                         \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, R* d, R* e, T* tau,     \
   T* work, int lwork, int* info);                                                                 \
  HEDDLE_CUSOLVER(OR##gtr_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, const T* tau,     \
   int* lwork);                                                                                    \
  HEDDLE_CUSOLVER(OR##gtr)                                                                         \
  (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, const T* tau, T* work,  \
   int lwork, int* info);                                                                          \
  HEDDLE_CUSOLVER(OR##mtr_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                        \
   cublasOperation_t trans, int m, int n, const T* A, int lda, const T* tau, const T* C, int ldc,  \
   int* lwork);                                                                                    \
  HEDDLE_CUSOLVER(OR##mtr)                                                                         \
  (cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                        \
   cublasOperation_t trans, int m, int n, T* A, int lda, T* tau, T* C, int ldc, T* work,           \
   int lwork, int* info);
HEDDLE_CUSOLVER_EACH_NAMED(HEDDLE_CUSOLVER_ORTHOGONAL)
#undef HEDDLE_CUSOLVER_ORTHOGONAL

#ifdef __cplusplus
}
#endif

#endif
