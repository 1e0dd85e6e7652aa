/* The functions of cuSOLVER that take types as arguments and sizes of 64 bits. */
#ifndef HEDDLE_CUSOLVER_GENERIC_H
#define HEDDLE_CUSOLVER_GENERIC_H

#include "heddle/cusolver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How all of them begin, and the memory that they are given to work in. */
#define HEDDLE_CUSOLVER_BEGIN cusolverDnHandle_t handle, cusolverDnParams_t params
#define HEDDLE_CUSOLVER_BUFFER_SIZES                                                               \
  size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost
#define HEDDLE_CUSOLVER_BUFFERS                                                                    \
  void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost,                       \
      size_t workspaceInBytesOnHost

HEDDLE_CUSOLVER(Xpotrf_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A,
 int64_t lda, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xpotrf)
(HEDDLE_CUSOLVER_BEGIN, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A,
 int64_t lda, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xpotrs)
(HEDDLE_CUSOLVER_BEGIN, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA,
 const void* A, int64_t lda, cudaDataType dataTypeB, void* B, int64_t ldb, int* info);
HEDDLE_CUSOLVER(Xgetrf_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xgetrf)
(HEDDLE_CUSOLVER_BEGIN, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda,
 int64_t* ipiv, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xgetrs)
(HEDDLE_CUSOLVER_BEGIN, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType dataTypeA,
 const void* A, int64_t lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb,
 int* info);
HEDDLE_CUSOLVER(Xsytrs_bufferSize)
(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA,
 const void* A, int64_t lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb,
 HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xsytrs)
(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA,
 const void* A, int64_t lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb,
 HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xtrtri_bufferSize)
(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xtrtri)
(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, HEDDLE_CUSOLVER_BUFFERS, int* devInfo);
HEDDLE_CUSOLVER(Xgeqrf_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda,
 cudaDataType dataTypeTau, const void* tau, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xgeqrf)
(HEDDLE_CUSOLVER_BEGIN, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda,
 cudaDataType dataTypeTau, void* tau, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xlarft_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n,
 int64_t k, cudaDataType dataTypeV, const void* V, int64_t ldv, cudaDataType dataTypeTau,
 const void* tau, cudaDataType dataTypeT, void* T, int64_t ldt, cudaDataType computeType,
 HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xlarft)
(HEDDLE_CUSOLVER_BEGIN, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n,
 int64_t k, cudaDataType dataTypeV, const void* V, int64_t ldv, cudaDataType dataTypeTau,
 const void* tau, cudaDataType dataTypeT, void* T, int64_t ldt, cudaDataType computeType,
 HEDDLE_CUSOLVER_BUFFERS);
HEDDLE_CUSOLVER(Xsyevd_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
 cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xsyevd)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW, void* W,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xsyevdx_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
 int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, void* vl, void* vu, int64_t il,
 int64_t iu, int64_t* h_meig, cudaDataType dataTypeW, const void* W, cudaDataType computeType,
 HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xsyevdx)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
 int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, void* vl, void* vu, int64_t il,
 int64_t iu, int64_t* meig64, cudaDataType dataTypeW, void* W, cudaDataType computeType,
 HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(XsyevBatched_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
 cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES, int64_t batchSize);
HEDDLE_CUSOLVER(XsyevBatched)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW, void* W,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info, int64_t batchSize);
HEDDLE_CUSOLVER(Xgeev_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
 cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W,
 cudaDataType dataTypeVL, const void* VL, int64_t ldvl, cudaDataType dataTypeVR, const void* VR,
 int64_t ldvr, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xgeev)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW, void* W,
 cudaDataType dataTypeVL, void* VL, int64_t ldvl, cudaDataType dataTypeVR, void* VR, int64_t ldvr,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xgesvd_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, signed char jobu, signed char jobvt, int64_t m, int64_t n,
 cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeS, const void* S,
 cudaDataType dataTypeU, const void* U, int64_t ldu, cudaDataType dataTypeVT, const void* VT,
 int64_t ldvt, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xgesvd)
(HEDDLE_CUSOLVER_BEGIN, signed char jobu, signed char jobvt, int64_t m, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeS, void* S,
 cudaDataType dataTypeU, void* U, int64_t ldu, cudaDataType dataTypeVT, void* VT, int64_t ldvt,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* info);
HEDDLE_CUSOLVER(Xgesvdp_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
 cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeS, const void* S,
 cudaDataType dataTypeU, const void* U, int64_t ldu, cudaDataType dataTypeV, const void* V,
 int64_t ldv, cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xgesvdp)
(HEDDLE_CUSOLVER_BEGIN, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
 cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeS, void* S,
 cudaDataType dataTypeU, void* U, int64_t ldu, cudaDataType dataTypeV, void* V, int64_t ldv,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFERS, int* d_info, double* h_err_sigma);
HEDDLE_CUSOLVER(Xgesvdr_bufferSize)
(HEDDLE_CUSOLVER_BEGIN, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k,
 int64_t p, int64_t niters, cudaDataType dataTypeA, const void* A, int64_t lda,
 cudaDataType dataTypeSrand, const void* Srand, cudaDataType dataTypeUrand, const void* Urand,
 int64_t ldUrand, cudaDataType dataTypeVrand, const void* Vrand, int64_t ldVrand,
 cudaDataType computeType, HEDDLE_CUSOLVER_BUFFER_SIZES);
HEDDLE_CUSOLVER(Xgesvdr)
(HEDDLE_CUSOLVER_BEGIN, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k,
 int64_t p, int64_t niters, cudaDataType dataTypeA, void* A, int64_t lda,
 cudaDataType dataTypeSrand, void* Srand, cudaDataType dataTypeUrand, void* Urand, int64_t ldUrand,
 cudaDataType dataTypeVrand, void* Vrand, int64_t ldVrand, cudaDataType computeType,
 HEDDLE_CUSOLVER_BUFFERS, int* d_info);

#undef HEDDLE_CUSOLVER_BEGIN
#undef HEDDLE_CUSOLVER_BUFFER_SIZES
#undef HEDDLE_CUSOLVER_BUFFERS

#ifdef __cplusplus
}
#endif

#endif
