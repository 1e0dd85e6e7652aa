/* cuSOLVER for sparse matrices in CSR: linear systems, and permutations that keep factors sparse.
   Functions whose names end in Host take memory of the host. */
#ifndef HEDDLE_CUSOLVER_SP_H
#define HEDDLE_CUSOLVER_SP_H

/* The name that programs test for. */
#define CUSOLVERSP_H_

#include "cublas_v2.h"
#include "cusolver_common.h"
#include "cusparse.h"

struct cusolverSpContext;
typedef struct cusolverSpContext* cusolverSpHandle_t;
struct csrqrInfo;
typedef struct csrqrInfo* csrqrInfo_t;

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_SP(name) cusolverStatus_t CUSOLVERAPI cusolverSp##name

HEDDLE_CUSOLVER_SP(Create)(cusolverSpHandle_t* handle);
HEDDLE_CUSOLVER_SP(Destroy)(cusolverSpHandle_t handle);
HEDDLE_CUSOLVER_SP(SetStream)(cusolverSpHandle_t handle, cudaStream_t streamId);
HEDDLE_CUSOLVER_SP(GetStream)(cusolverSpHandle_t handle, cudaStream_t* streamId);

HEDDLE_CUSOLVER_SP(XcsrissymHost)(cusolverSpHandle_t handle, int m, int nnzA,
                                  const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                  const int* csrEndPtrA, const int* csrColIndA, int* issym);
HEDDLE_CUSOLVER_SP(XcsrsymrcmHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                   const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                   const int* csrColIndA, int* p);
HEDDLE_CUSOLVER_SP(XcsrsymmdqHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                   const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                   const int* csrColIndA, int* p);
HEDDLE_CUSOLVER_SP(XcsrsymamdHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                   const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                   const int* csrColIndA, int* p);
HEDDLE_CUSOLVER_SP(XcsrmetisndHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                    const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                    const int* csrColIndA, const int64_t* options, int* p);
HEDDLE_CUSOLVER_SP(Xcsrperm_bufferSizeHost)(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                            const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                            const int* csrColIndA, const int* p, const int* q,
                                            size_t* bufferSizeInBytes);
HEDDLE_CUSOLVER_SP(XcsrpermHost)(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                 const cusparseMatDescr_t descrA, int* csrRowPtrA, int* csrColIndA,
                                 const int* p, const int* q, int* map, void* pBuffer);
HEDDLE_CUSOLVER_SP(XcsrqrAnalysisBatched)(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                          const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                          const int* csrColIndA, csrqrInfo_t info);
HEDDLE_CUSOLVER_SP(CreateCsrqrInfo)(csrqrInfo_t* info);
HEDDLE_CUSOLVER_SP(DestroyCsrqrInfo)(csrqrInfo_t info);

#define HEDDLE_CUSOLVER_SP_FUNCTIONS(S, T, R, Complex)                                             \
  HEDDLE_CUSOLVER_SP(S##csrlsvluHost)(cusolverSpHandle_t handle, int n, int nnzA,                  \
                                      const cusparseMatDescr_t descrA, const T* csrValA,           \
                                      const int* csrRowPtrA, const int* csrColIndA, const T* b,    \
                                      R tol, int reorder, T* x, int* singularity);                 \
  HEDDLE_CUSOLVER_SP(S##csrlsvqrHost)(cusolverSpHandle_t handle, int m, int nnz,                   \
                                      const cusparseMatDescr_t descrA, const T* csrValA,           \
                                      const int* csrRowPtrA, const int* csrColIndA, const T* b,    \
                                      R tol, int reorder, T* x, int* singularity);                 \
  HEDDLE_CUSOLVER_SP(S##csrlsvqr)(cusolverSpHandle_t handle, int m, int nnz,                       \
                                  const cusparseMatDescr_t descrA, const T* csrVal,                \
                                  const int* csrRowPtr, const int* csrColInd, const T* b, R tol,   \
                                  int reorder, T* x, int* singularity);                            \
  HEDDLE_CUSOLVER_SP(S##csrlsvcholHost)(cusolverSpHandle_t handle, int m, int nnz,                 \
                                        const cusparseMatDescr_t descrA, const T* csrVal,          \
                                        const int* csrRowPtr, const int* csrColInd, const T* b,    \
                                        R tol, int reorder, T* x, int* singularity);               \
  HEDDLE_CUSOLVER_SP(S##csrlsvchol)(cusolverSpHandle_t handle, int m, int nnz,                     \
                                    const cusparseMatDescr_t descrA, const T* csrVal,              \
                                    const int* csrRowPtr, const int* csrColInd, const T* b, R tol, \
                                    int reorder, T* x, int* singularity);                          \
  HEDDLE_CUSOLVER_SP(S##csrlsqvqrHost)(cusolverSpHandle_t handle, int m, int n, int nnz,           \
                                       const cusparseMatDescr_t descrA, const T* csrValA,          \
                                       const int* csrRowPtrA, const int* csrColIndA, const T* b,   \
                                       R tol, int* rankA, T* x, int* p, R* min_norm);              \
  HEDDLE_CUSOLVER_SP(S##csreigvsiHost)(cusolverSpHandle_t handle, int m, int nnz,                  \
                                       const cusparseMatDescr_t descrA, const T* csrValA,          \
                                       const int* csrRowPtrA, const int* csrColIndA, T mu0,        \
                                       const T* x0, int maxite, R tol, T* mu, T* x);               \
  HEDDLE_CUSOLVER_SP(S##csreigvsi)(cusolverSpHandle_t handle, int m, int nnz,                      \
                                   const cusparseMatDescr_t descrA, const T* csrValA,              \
                                   const int* csrRowPtrA, const int* csrColIndA, T mu0,            \
                                   const T* x0, int maxite, R eps, T* mu, T* x);                   \
  HEDDLE_CUSOLVER_SP(S##csreigsHost)(                                                              \
      cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,                  \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, Complex left_bottom_corner,  \
      Complex right_upper_corner, int* num_eigs);                                                  \
  HEDDLE_CUSOLVER_SP(S##csrzfdHost)(                                                               \
      cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA,                  \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, int* P, int* numnz);         \
  HEDDLE_CUSOLVER_SP(S##csrqrBufferInfoBatched)(                                                   \
      cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,           \
      const T* csrVal, const int* csrRowPtr, const int* csrColInd, int batchSize,                  \
      csrqrInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);                    \
  HEDDLE_CUSOLVER_SP(S##csrqrsvBatched)(cusolverSpHandle_t handle, int m, int n, int nnz,          \
                                        const cusparseMatDescr_t descrA, const T* csrValA,         \
                                        const int* csrRowPtrA, const int* csrColIndA, const T* b,  \
                                        T* x, int batchSize, csrqrInfo_t info, void* pBuffer);
HEDDLE_CUSOLVER_SP_FUNCTIONS(S, float, float, cuComplex)
HEDDLE_CUSOLVER_SP_FUNCTIONS(D, double, double, cuDoubleComplex)
HEDDLE_CUSOLVER_SP_FUNCTIONS(C, cuComplex, float, cuComplex)
HEDDLE_CUSOLVER_SP_FUNCTIONS(Z, cuDoubleComplex, double, cuDoubleComplex)
#undef HEDDLE_CUSOLVER_SP_FUNCTIONS
#undef HEDDLE_CUSOLVER_SP

#ifdef __cplusplus
}
#endif

#endif
