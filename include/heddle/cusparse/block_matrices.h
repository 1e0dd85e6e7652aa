/* Products and triangular systems of matrices of blocks, and of a dense matrix and a sparse vector.
 */
#ifndef HEDDLE_CUSPARSE_BLOCK_MATRICES_H
#define HEDDLE_CUSPARSE_BLOCK_MATRICES_H

#include "heddle/cusparse/matrix_descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSPARSE_BLOCK_MATRICES(S, T)                                                       \
  HEDDLE_CUSPARSE(S##gemvi_bufferSize)(cusparseHandle_t handle, cusparseOperation_t transA, int m, \
                                       int n, int nnz, int* pBufferSize);                          \
  HEDDLE_CUSPARSE(S##gemvi)(cusparseHandle_t handle, cusparseOperation_t transA, int m, int n,     \
                            const T* alpha, const T* A, int lda, int nnz, const T* xVal,           \
                            const int* xInd, const T* beta, T* y, cusparseIndexBase_t idxBase,     \
                            void* pBuffer);                                                        \
  HEDDLE_CUSPARSE(S##bsrmv)(cusparseHandle_t handle, cusparseDirection_t dirA,                     \
                            cusparseOperation_t transA, int mb, int nb, int nnzb, const T* alpha,  \
                            const cusparseMatDescr_t descrA, const T* bsrSortedValA,               \
                            const int* bsrSortedRowPtrA, const int* bsrSortedColIndA,              \
                            int blockDim, const T* x, const T* beta, T* y);                        \
  HEDDLE_CUSPARSE(S##bsrxmv)(                                                                      \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      int sizeOfMask, int mb, int nb, int nnzb, const T* alpha, const cusparseMatDescr_t descrA,   \
      const T* bsrSortedValA, const int* bsrSortedMaskPtrA, const int* bsrSortedRowPtrA,           \
      const int* bsrSortedEndPtrA, const int* bsrSortedColIndA, int blockDim, const T* x,          \
      const T* beta, T* y);                                                                        \
  HEDDLE_CUSPARSE(S##bsrmm)(cusparseHandle_t handle, cusparseDirection_t dirA,                     \
                            cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n, \
                            int kb, int nnzb, const T* alpha, const cusparseMatDescr_t descrA,     \
                            const T* bsrSortedValA, const int* bsrSortedRowPtrA,                   \
                            const int* bsrSortedColIndA, const int blockSize, const T* B,          \
                            const int ldb, const T* beta, T* C, int ldc);                          \
  HEDDLE_CUSPARSE(S##bsrsv2_bufferSize)(                                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const cusparseMatDescr_t descrA, T* bsrSortedValA, const int* bsrSortedRowPtrA,    \
      const int* bsrSortedColIndA, int blockDim, bsrsv2Info_t info, int* pBufferSizeInBytes);      \
  HEDDLE_CUSPARSE(S##bsrsv2_bufferSizeExt)(                                                        \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const cusparseMatDescr_t descrA, T* bsrSortedValA, const int* bsrSortedRowPtrA,    \
      const int* bsrSortedColIndA, int blockSize, bsrsv2Info_t info, size_t* pBufferSize);         \
  HEDDLE_CUSPARSE(S##bsrsv2_analysis)(                                                             \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const cusparseMatDescr_t descrA, const T* bsrSortedValA,                           \
      const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim, bsrsv2Info_t info,   \
      cusparseSolvePolicy_t policy, void* pBuffer);                                                \
  HEDDLE_CUSPARSE(S##bsrsv2_solve)(                                                                \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const T* alpha, const cusparseMatDescr_t descrA, const T* bsrSortedValA,           \
      const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim, bsrsv2Info_t info,   \
      const T* f, T* x, cusparseSolvePolicy_t policy, void* pBuffer);                              \
  HEDDLE_CUSPARSE(S##bsrsm2_bufferSize)(                                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transXY, int mb, int n, int nnzb, const cusparseMatDescr_t descrA,       \
      T* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockSize,      \
      bsrsm2Info_t info, int* pBufferSizeInBytes);                                                 \
  HEDDLE_CUSPARSE(S##bsrsm2_bufferSizeExt)(                                                        \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transB, int mb, int n, int nnzb, const cusparseMatDescr_t descrA,        \
      T* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockSize,      \
      bsrsm2Info_t info, size_t* pBufferSize);                                                     \
  HEDDLE_CUSPARSE(S##bsrsm2_analysis)(                                                             \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transXY, int mb, int n, int nnzb, const cusparseMatDescr_t descrA,       \
      const T* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd,               \
      int blockSize, bsrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);              \
  HEDDLE_CUSPARSE(S##bsrsm2_solve)(                                                                \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transXY, int mb, int n, int nnzb, const T* alpha,                        \
      const cusparseMatDescr_t descrA, const T* bsrSortedVal, const int* bsrSortedRowPtr,          \
      const int* bsrSortedColInd, int blockSize, bsrsm2Info_t info, const T* B, int ldb, T* X,     \
      int ldx, cusparseSolvePolicy_t policy, void* pBuffer);
HEDDLE_CUSPARSE_EACH(HEDDLE_CUSPARSE_BLOCK_MATRICES)
#undef HEDDLE_CUSPARSE_BLOCK_MATRICES

HEDDLE_CUSPARSE(Xbsrsv2_zeroPivot)(cusparseHandle_t handle, bsrsv2Info_t info, int* position);
HEDDLE_CUSPARSE(Xbsrsm2_zeroPivot)(cusparseHandle_t handle, bsrsm2Info_t info, int* position);

#ifdef __cplusplus
}
#endif

#endif
