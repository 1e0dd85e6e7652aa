/* Singular values and singular vectors. */
#ifndef HEDDLE_CUSOLVER_SINGULAR_VALUES_H
#define HEDDLE_CUSOLVER_SINGULAR_VALUES_H

#include "heddle/cusolver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_SINGULAR_VALUES(S, T, R)                                                   \
  HEDDLE_CUSOLVER(S##gesvd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int* lwork);       \
  HEDDLE_CUSOLVER(S##gesvd)                                                                        \
  (cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T* A, int lda,    \
   R* S_, T* U, int ldu, T* VT, int ldvt, T* work, int lwork, R* rwork, int* info);                \
  HEDDLE_CUSOLVER(S##gesvdj_bufferSize)                                                            \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, const T* A, int lda, \
   const R* S_, const T* U, int ldu, const T* V, int ldv, int* lwork, gesvdjInfo_t params);        \
  HEDDLE_CUSOLVER(S##gesvdj)                                                                       \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T* A, int lda,       \
   R* S_, T* U, int ldu, T* V, int ldv, T* work, int lwork, int* info, gesvdjInfo_t params);       \
  HEDDLE_CUSOLVER(S##gesvdjBatched_bufferSize)                                                     \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, const T* A, int lda,           \
   const R* S_, const T* U, int ldu, const T* V, int ldv, int* lwork, gesvdjInfo_t params,         \
   int batchSize);                                                                                 \
  HEDDLE_CUSOLVER(S##gesvdjBatched)                                                                \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T* A, int lda, R* S_, T* U,    \
   int ldu, T* V, int ldv, T* work, int lwork, int* info, gesvdjInfo_t params, int batchSize);     \
  HEDDLE_CUSOLVER(S##gesvdaStridedBatched_bufferSize)                                              \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T* d_A,        \
   int lda, long long int strideA, const R* d_S, long long int strideS, const T* d_U, int ldu,     \
   long long int strideU, const T* d_V, int ldv, long long int strideV, int* lwork,                \
   int batchSize);                                                                                 \
  HEDDLE_CUSOLVER(S##gesvdaStridedBatched)                                                         \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T* d_A,        \
   int lda, long long int strideA, R* d_S, long long int strideS, T* d_U, int ldu,                 \
   long long int strideU, T* d_V, int ldv, long long int strideV, T* d_work, int lwork,            \
   int* d_info, double* h_R_nrmF, int batchSize);
HEDDLE_CUSOLVER_EACH(HEDDLE_CUSOLVER_SINGULAR_VALUES)
#undef HEDDLE_CUSOLVER_SINGULAR_VALUES

HEDDLE_CUSOLVER(CreateGesvdjInfo)(gesvdjInfo_t* info);
HEDDLE_CUSOLVER(DestroyGesvdjInfo)(gesvdjInfo_t info);
HEDDLE_CUSOLVER(XgesvdjSetTolerance)(gesvdjInfo_t info, double tolerance);
HEDDLE_CUSOLVER(XgesvdjSetMaxSweeps)(gesvdjInfo_t info, int max_sweeps);
HEDDLE_CUSOLVER(XgesvdjSetSortEig)(gesvdjInfo_t info, int sort_svd);
HEDDLE_CUSOLVER(XgesvdjGetResidual)
(cusolverDnHandle_t handle, gesvdjInfo_t info, double* residual);
HEDDLE_CUSOLVER(XgesvdjGetSweeps)
(cusolverDnHandle_t handle, gesvdjInfo_t info, int* executed_sweeps);

#ifdef __cplusplus
}
#endif

#endif
