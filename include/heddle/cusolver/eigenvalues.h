/* Eigenvalues and eigenvectors of symmetric and Hermitian matrices. */
#ifndef HEDDLE_CUSOLVER_EIGENVALUES_H
#define HEDDLE_CUSOLVER_EIGENVALUES_H

#include "heddle/cusolver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_EIGENVALUES(SY, OR, T, R)                                                  \
  HEDDLE_CUSOLVER(SY##evd_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A,    \
   int lda, const R* W, int* lwork);                                                               \
  HEDDLE_CUSOLVER(SY##evd)                                                                         \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, \
   R* W, T* work, int lwork, int* info);                                                           \
  HEDDLE_CUSOLVER(SY##evdx_bufferSize)                                                             \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range,                    \
   cublasFillMode_t uplo, int n, const T* A, int lda, R vl, R vu, int il, int iu, int* meig,       \
   const R* W, int* lwork);                                                                        \
  HEDDLE_CUSOLVER(SY##evdx)                                                                        \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range,                    \
   cublasFillMode_t uplo, int n, T* A, int lda, R vl, R vu, int il, int iu, int* meig, R* W,       \
   T* work, int lwork, int* info);                                                                 \
  HEDDLE_CUSOLVER(SY##gvd_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                     \
   cublasFillMode_t uplo, int n, const T* A, int lda, const T* B, int ldb, const R* W,             \
   int* lwork);                                                                                    \
  HEDDLE_CUSOLVER(SY##gvd)                                                                         \
  (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                     \
   cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, T* work, int lwork,           \
   int* info);                                                                                     \
  HEDDLE_CUSOLVER(SY##gvdx_bufferSize)                                                             \
  (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                     \
   cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T* A, int lda, const T* B,        \
   int ldb, R vl, R vu, int il, int iu, int* meig, const R* W, int* lwork);                        \
  HEDDLE_CUSOLVER(SY##gvdx)                                                                        \
  (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                     \
   cusolverEigRange_t range, cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R vl,     \
   R vu, int il, int iu, int* meig, R* W, T* work, int lwork, int* info);                          \
  HEDDLE_CUSOLVER(SY##evj_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A,    \
   int lda, const R* W, int* lwork, syevjInfo_t params);                                           \
  HEDDLE_CUSOLVER(SY##evj)                                                                         \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, \
   R* W, T* work, int lwork, int* info, syevjInfo_t params);                                       \
  HEDDLE_CUSOLVER(SY##evjBatched_bufferSize)                                                       \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A,    \
   int lda, const R* W, int* lwork, syevjInfo_t params, int batchSize);                            \
  HEDDLE_CUSOLVER(SY##evjBatched)                                                                  \
  (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, \
   R* W, T* work, int lwork, int* info, syevjInfo_t params, int batchSize);                        \
  HEDDLE_CUSOLVER(SY##gvj_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                     \
   cublasFillMode_t uplo, int n, const T* A, int lda, const T* B, int ldb, const R* W, int* lwork, \
   syevjInfo_t params);                                                                            \
  HEDDLE_CUSOLVER(SY##gvj)                                                                         \
  (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                     \
   cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, T* work, int lwork,           \
   int* info, syevjInfo_t params);
HEDDLE_CUSOLVER_EACH_NAMED(HEDDLE_CUSOLVER_EIGENVALUES)
#undef HEDDLE_CUSOLVER_EIGENVALUES

HEDDLE_CUSOLVER(CreateSyevjInfo)(syevjInfo_t* info);
HEDDLE_CUSOLVER(DestroySyevjInfo)(syevjInfo_t info);
HEDDLE_CUSOLVER(XsyevjSetTolerance)(syevjInfo_t info, double tolerance);
HEDDLE_CUSOLVER(XsyevjSetMaxSweeps)(syevjInfo_t info, int max_sweeps);
HEDDLE_CUSOLVER(XsyevjSetSortEig)(syevjInfo_t info, int sort_eig);
HEDDLE_CUSOLVER(XsyevjGetResidual)(cusolverDnHandle_t handle, syevjInfo_t info, double* residual);
HEDDLE_CUSOLVER(XsyevjGetSweeps)(cusolverDnHandle_t handle, syevjInfo_t info, int* executed_sweeps);

#ifdef __cplusplus
}
#endif

#endif
