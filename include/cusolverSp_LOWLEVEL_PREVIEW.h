/* cuSOLVER for sparse matrices, a step at a time: the structure of a matrix is looked at once, the
   factors are made and kept in an object, and several systems are solved with them. */
#ifndef HEDDLE_CUSOLVER_SP_LOWLEVEL_PREVIEW_H
#define HEDDLE_CUSOLVER_SP_LOWLEVEL_PREVIEW_H

/* The name that programs test for. */
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "cusolverSp.h"

struct csrluInfoHost;
typedef struct csrluInfoHost* csrluInfoHost_t;
struct csrqrInfoHost;
typedef struct csrqrInfoHost* csrqrInfoHost_t;
struct csrcholInfoHost;
typedef struct csrcholInfoHost* csrcholInfoHost_t;
struct csrcholInfo;
typedef struct csrcholInfo* csrcholInfo_t;

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_SP(name) cusolverStatus_t CUSOLVERAPI cusolverSp##name

HEDDLE_CUSOLVER_SP(CreateCsrluInfoHost)(csrluInfoHost_t* info);
HEDDLE_CUSOLVER_SP(DestroyCsrluInfoHost)(csrluInfoHost_t info);
HEDDLE_CUSOLVER_SP(CreateCsrqrInfoHost)(csrqrInfoHost_t* info);
HEDDLE_CUSOLVER_SP(DestroyCsrqrInfoHost)(csrqrInfoHost_t info);
HEDDLE_CUSOLVER_SP(CreateCsrcholInfoHost)(csrcholInfoHost_t* info);
HEDDLE_CUSOLVER_SP(DestroyCsrcholInfoHost)(csrcholInfoHost_t info);
HEDDLE_CUSOLVER_SP(CreateCsrcholInfo)(csrcholInfo_t* info);
HEDDLE_CUSOLVER_SP(DestroyCsrcholInfo)(csrcholInfo_t info);

HEDDLE_CUSOLVER_SP(XcsrluAnalysisHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                       const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                       const int* csrColIndA, csrluInfoHost_t info);
HEDDLE_CUSOLVER_SP(XcsrluNnzHost)(cusolverSpHandle_t handle, int* nnzLRef, int* nnzURef,
                                  csrluInfoHost_t info);

/* QR and Cholesky have the same functions for memory of the host and of the device; the names of
   the former end in Host. */
#define HEDDLE_CUSOLVER_SP_ANALYSES(Place, QrInfo, CholeskyInfo)                                   \
  HEDDLE_CUSOLVER_SP(XcsrqrAnalysis##Place)(                                                       \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,          \
      const int* csrRowPtrA, const int* csrColIndA, QrInfo info);                                  \
  HEDDLE_CUSOLVER_SP(XcsrcholAnalysis##Place)(                                                     \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,                 \
      const int* csrRowPtrA, const int* csrColIndA, CholeskyInfo info);
HEDDLE_CUSOLVER_SP_ANALYSES(, csrqrInfo_t, csrcholInfo_t)
HEDDLE_CUSOLVER_SP_ANALYSES(Host, csrqrInfoHost_t, csrcholInfoHost_t)
#undef HEDDLE_CUSOLVER_SP_ANALYSES

#define HEDDLE_CUSOLVER_SP_FACTORS(S, T, R, Place, QrInfo, CholeskyInfo)                           \
  HEDDLE_CUSOLVER_SP(S##csrqrBufferInfo##Place)(                                                   \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,          \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, QrInfo info,                 \
      size_t* internalDataInBytes, size_t* workspaceInBytes);                                      \
  HEDDLE_CUSOLVER_SP(S##csrqrSetup##Place)(                                                        \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,          \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, T mu, QrInfo info);          \
  HEDDLE_CUSOLVER_SP(S##csrqrFactor##Place)(cusolverSpHandle_t handle, int m, int n, int nnzA,     \
                                            T* b, T* x, QrInfo info, void* pBuffer);               \
  HEDDLE_CUSOLVER_SP(S##csrqrZeroPivot##Place)(cusolverSpHandle_t handle, QrInfo info, R tol,      \
                                               int* position);                                     \
  HEDDLE_CUSOLVER_SP(S##csrqrSolve##Place)(cusolverSpHandle_t handle, int m, int n, T* b, T* x,    \
                                           QrInfo info, void* pBuffer);                            \
  HEDDLE_CUSOLVER_SP(S##csrcholBufferInfo##Place)(                                                 \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,                 \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, CholeskyInfo info,           \
      size_t* internalDataInBytes, size_t* workspaceInBytes);                                      \
  HEDDLE_CUSOLVER_SP(S##csrcholFactor##Place)(cusolverSpHandle_t handle, int n, int nnzA,          \
                                              const cusparseMatDescr_t descrA, const T* csrValA,   \
                                              const int* csrRowPtrA, const int* csrColIndA,        \
                                              CholeskyInfo info, void* pBuffer);                   \
  HEDDLE_CUSOLVER_SP(S##csrcholZeroPivot##Place)(cusolverSpHandle_t handle, CholeskyInfo info,     \
                                                 R tol, int* position);                            \
  HEDDLE_CUSOLVER_SP(S##csrcholSolve##Place)(cusolverSpHandle_t handle, int n, const T* b, T* x,   \
                                             CholeskyInfo info, void* pBuffer);
#define HEDDLE_CUSOLVER_SP_FUNCTIONS(S, T, R)                                                      \
  HEDDLE_CUSOLVER_SP_FACTORS(S, T, R, , csrqrInfo_t, csrcholInfo_t)                                \
  HEDDLE_CUSOLVER_SP_FACTORS(S, T, R, Host, csrqrInfoHost_t, csrcholInfoHost_t)                    \
  HEDDLE_CUSOLVER_SP(S##csrcholDiag)(cusolverSpHandle_t handle, csrcholInfo_t info, R * diag);     \
  HEDDLE_CUSOLVER_SP(S##csrluBufferInfoHost)(                                                      \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,                 \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info,        \
      size_t* internalDataInBytes, size_t* workspaceInBytes);                                      \
  HEDDLE_CUSOLVER_SP(S##csrluFactorHost)(cusolverSpHandle_t handle, int n, int nnzA,               \
                                         const cusparseMatDescr_t descrA, const T* csrValA,        \
                                         const int* csrRowPtrA, const int* csrColIndA,             \
                                         csrluInfoHost_t info, R pivot_threshold, void* pBuffer);  \
  HEDDLE_CUSOLVER_SP(S##csrluZeroPivotHost)(cusolverSpHandle_t handle, csrluInfoHost_t info,       \
                                            R tol, int* position);                                 \
  HEDDLE_CUSOLVER_SP(S##csrluSolveHost)(cusolverSpHandle_t handle, int n, const T* b, T* x,        \
                                        csrluInfoHost_t info, void* pBuffer);                      \
  HEDDLE_CUSOLVER_SP(S##csrluExtractHost)(                                                         \
      cusolverSpHandle_t handle, int* P, int* Q, const cusparseMatDescr_t descrL, T* csrValL,      \
      int* csrRowPtrL, int* csrColIndL, const cusparseMatDescr_t descrU, T* csrValU,               \
      int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t info, void* pBuffer);
HEDDLE_CUSOLVER_SP_FUNCTIONS(S, float, float)
HEDDLE_CUSOLVER_SP_FUNCTIONS(D, double, double)
HEDDLE_CUSOLVER_SP_FUNCTIONS(C, cuComplex, float)
HEDDLE_CUSOLVER_SP_FUNCTIONS(Z, cuDoubleComplex, double)
#undef HEDDLE_CUSOLVER_SP_FUNCTIONS
#undef HEDDLE_CUSOLVER_SP_FACTORS
#undef HEDDLE_CUSOLVER_SP

#ifdef __cplusplus
}
#endif

#endif
