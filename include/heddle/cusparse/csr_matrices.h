/* Matrices in CSR: transposes, sums, sorted entries, colours, and what is left when small entries
 * go. */
#ifndef HEDDLE_CUSPARSE_CSR_MATRICES_H
#define HEDDLE_CUSPARSE_CSR_MATRICES_H

#include "heddle/cusparse/matrix_descriptors.h"

typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSPARSE(Csr2cscEx2_bufferSize)
(cusparseHandle_t handle, int m, int n, int nnz, const void* csrVal, const int* csrRowPtr,
 const int* csrColInd, void* cscVal, int* cscColPtr, int* cscRowInd, cudaDataType valType,
 cusparseAction_t copyValues, cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg,
 size_t* bufferSize);
HEDDLE_CUSPARSE(Csr2cscEx2)
(cusparseHandle_t handle, int m, int n, int nnz, const void* csrVal, const int* csrRowPtr,
 const int* csrColInd, void* cscVal, int* cscColPtr, int* cscRowInd, cudaDataType valType,
 cusparseAction_t copyValues, cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, void* buffer);

HEDDLE_CUSPARSE(CreateIdentityPermutation)(cusparseHandle_t handle, int n, int* p);
HEDDLE_CUSPARSE(Xcoosort_bufferSizeExt)
(cusparseHandle_t handle, int m, int n, int nnz, const int* cooRowsA, const int* cooColsA,
 size_t* pBufferSizeInBytes);
HEDDLE_CUSPARSE(XcoosortByRow)
(cusparseHandle_t handle, int m, int n, int nnz, int* cooRowsA, int* cooColsA, int* P,
 void* pBuffer);
HEDDLE_CUSPARSE(XcoosortByColumn)
(cusparseHandle_t handle, int m, int n, int nnz, int* cooRowsA, int* cooColsA, int* P,
 void* pBuffer);
HEDDLE_CUSPARSE(Xcsrsort_bufferSizeExt)
(cusparseHandle_t handle, int m, int n, int nnz, const int* csrRowPtrA, const int* csrColIndA,
 size_t* pBufferSizeInBytes);
HEDDLE_CUSPARSE(Xcsrsort)
(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
 const int* csrRowPtrA, int* csrColIndA, int* P, void* pBuffer);
HEDDLE_CUSPARSE(Xcscsort_bufferSizeExt)
(cusparseHandle_t handle, int m, int n, int nnz, const int* cscColPtrA, const int* cscRowIndA,
 size_t* pBufferSizeInBytes);
HEDDLE_CUSPARSE(Xcscsort)
(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
 const int* cscColPtrA, int* cscRowIndA, int* P, void* pBuffer);

HEDDLE_CUSPARSE(Xcsrgeam2Nnz)
(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA,
 const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrB,
 int nnzB, const int* csrSortedRowPtrB, const int* csrSortedColIndB,
 const cusparseMatDescr_t descrC, int* csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* workspace);

#define HEDDLE_CUSPARSE_CSR_MATRICES(S, T)                                                         \
  HEDDLE_CUSPARSE(S##csrgeam2_bufferSizeExt)(                                                      \
      cusparseHandle_t handle, int m, int n, const T* alpha, const cusparseMatDescr_t descrA,      \
      int nnzA, const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,  \
      const T* beta, const cusparseMatDescr_t descrB, int nnzB, const T* csrSortedValB,            \
      const int* csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC,   \
      const T* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,            \
      size_t* pBufferSizeInBytes);                                                                 \
  HEDDLE_CUSPARSE(S##csrgeam2)(                                                                    \
      cusparseHandle_t handle, int m, int n, const T* alpha, const cusparseMatDescr_t descrA,      \
      int nnzA, const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,  \
      const T* beta, const cusparseMatDescr_t descrB, int nnzB, const T* csrSortedValB,            \
      const int* csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC,   \
      T* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);              \
  HEDDLE_CUSPARSE(S##nnz)(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,         \
                          const cusparseMatDescr_t descrA, const T* A, int lda, int* nnzPerRowCol, \
                          int* nnzTotalDevHostPtr);                                                \
  HEDDLE_CUSPARSE(S##nnz_compress)(cusparseHandle_t handle, int m, const cusparseMatDescr_t descr, \
                                   const T* csrSortedValA, const int* csrSortedRowPtrA,            \
                                   int* nnzPerRow, int* nnzC, T tol);                              \
  HEDDLE_CUSPARSE(S##csr2csr_compress)(cusparseHandle_t handle, int m, int n,                      \
                                       const cusparseMatDescr_t descrA, const T* csrSortedValA,    \
                                       const int* csrSortedColIndA, const int* csrSortedRowPtrA,   \
                                       int nnzA, const int* nnzPerRow, T* csrSortedValC,           \
                                       int* csrSortedColIndC, int* csrSortedRowPtrC, T tol);       \
  HEDDLE_CUSPARSE(S##csru2csr_bufferSizeExt)(cusparseHandle_t handle, int m, int n, int nnz,       \
                                             T* csrVal, const int* csrRowPtr, int* csrColInd,      \
                                             csru2csrInfo_t info, size_t* pBufferSizeInBytes);     \
  HEDDLE_CUSPARSE(S##csru2csr)(cusparseHandle_t handle, int m, int n, int nnz,                     \
                               const cusparseMatDescr_t descrA, T* csrVal, const int* csrRowPtr,   \
                               int* csrColInd, csru2csrInfo_t info, void* pBuffer);                \
  HEDDLE_CUSPARSE(S##csr2csru)(cusparseHandle_t handle, int m, int n, int nnz,                     \
                               const cusparseMatDescr_t descrA, T* csrVal, const int* csrRowPtr,   \
                               int* csrColInd, csru2csrInfo_t info, void* pBuffer);
HEDDLE_CUSPARSE_EACH(HEDDLE_CUSPARSE_CSR_MATRICES)
#undef HEDDLE_CUSPARSE_CSR_MATRICES

#define HEDDLE_CUSPARSE_COLORS(S, T, R)                                                            \
  HEDDLE_CUSPARSE(S##csrcolor)(cusparseHandle_t handle, int m, int nnz,                            \
                               const cusparseMatDescr_t descrA, const T* csrSortedValA,            \
                               const int* csrSortedRowPtrA, const int* csrSortedColIndA,           \
                               const R* fractionToColor, int* ncolors, int* coloring,              \
                               int* reordering, const cusparseColorInfo_t info);
HEDDLE_CUSPARSE_COLORS(S, float, float)
HEDDLE_CUSPARSE_COLORS(D, double, double)
HEDDLE_CUSPARSE_COLORS(C, cuComplex, float)
HEDDLE_CUSPARSE_COLORS(Z, cuDoubleComplex, double)
#undef HEDDLE_CUSPARSE_COLORS

#ifdef __cplusplus
}
#endif

#endif
