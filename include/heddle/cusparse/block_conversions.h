/* Conversions between CSR and matrices of blocks. */
#ifndef HEDDLE_CUSPARSE_BLOCK_CONVERSIONS_H
#define HEDDLE_CUSPARSE_BLOCK_CONVERSIONS_H

#include "heddle/cusparse/matrix_descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSPARSE(Xcsr2bsrNnz)
(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA,
 const int* csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim,
 const cusparseMatDescr_t descrC, int* bsrSortedRowPtrC, int* nnzTotalDevHostPtr);
HEDDLE_CUSPARSE(Xcsr2gebsrNnz)
(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA,
 const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrC,
 int* bsrSortedRowPtrC, int rowBlockDim, int colBlockDim, int* nnzTotalDevHostPtr, void* pBuffer);
HEDDLE_CUSPARSE(Xgebsr2csr)
(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, const cusparseMatDescr_t descrA,
 const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDim, int colBlockDim,
 const cusparseMatDescr_t descrC, int* csrSortedRowPtrC, int* csrSortedColIndC);
HEDDLE_CUSPARSE(Xgebsr2gebsrNnz)
(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,
 const cusparseMatDescr_t descrA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA,
 int rowBlockDimA, int colBlockDimA, const cusparseMatDescr_t descrC, int* bsrSortedRowPtrC,
 int rowBlockDimC, int colBlockDimC, int* nnzTotalDevHostPtr, void* pBuffer);

#define HEDDLE_CUSPARSE_BLOCK_CONVERSIONS(S, T)                                                    \
  HEDDLE_CUSPARSE(S##csr2bsr)(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,     \
                              const cusparseMatDescr_t descrA, const T* csrSortedValA,             \
                              const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
                              int blockDim, const cusparseMatDescr_t descrC, T* bsrSortedValC,     \
                              int* bsrSortedRowPtrC, int* bsrSortedColIndC);                       \
  HEDDLE_CUSPARSE(S##bsr2csr)(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,   \
                              const cusparseMatDescr_t descrA, const T* bsrSortedValA,             \
                              const int* bsrSortedRowPtrA, const int* bsrSortedColIndA,            \
                              int blockDim, const cusparseMatDescr_t descrC, T* csrSortedValC,     \
                              int* csrSortedRowPtrC, int* csrSortedColIndC);                       \
  HEDDLE_CUSPARSE(S##csr2gebsr_bufferSize)(                                                        \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,                             \
      const cusparseMatDescr_t descrA, const T* csrSortedValA, const int* csrSortedRowPtrA,        \
      const int* csrSortedColIndA, int rowBlockDim, int colBlockDim, int* pBufferSizeInBytes);     \
  HEDDLE_CUSPARSE(S##csr2gebsr_bufferSizeExt)(                                                     \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,                             \
      const cusparseMatDescr_t descrA, const T* csrSortedValA, const int* csrSortedRowPtrA,        \
      const int* csrSortedColIndA, int rowBlockDim, int colBlockDim, size_t* pBufferSize);         \
  HEDDLE_CUSPARSE(S##csr2gebsr)(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,   \
                                const cusparseMatDescr_t descrA, const T* csrSortedValA,           \
                                const int* csrSortedRowPtrA, const int* csrSortedColIndA,          \
                                const cusparseMatDescr_t descrC, T* bsrSortedValC,                 \
                                int* bsrSortedRowPtrC, int* bsrSortedColIndC, int rowBlockDim,     \
                                int colBlockDim, void* pBuffer);                                   \
  HEDDLE_CUSPARSE(S##gebsr2csr)(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, \
                                const cusparseMatDescr_t descrA, const T* bsrSortedValA,           \
                                const int* bsrSortedRowPtrA, const int* bsrSortedColIndA,          \
                                int rowBlockDim, int colBlockDim, const cusparseMatDescr_t descrC, \
                                T* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);   \
  HEDDLE_CUSPARSE(S##gebsr2gebsc_bufferSize)(cusparseHandle_t handle, int mb, int nb, int nnzb,    \
                                             const T* bsrSortedVal, const int* bsrSortedRowPtr,    \
                                             const int* bsrSortedColInd, int rowBlockDim,          \
                                             int colBlockDim, int* pBufferSizeInBytes);            \
  HEDDLE_CUSPARSE(S##gebsr2gebsc_bufferSizeExt)(cusparseHandle_t handle, int mb, int nb, int nnzb, \
                                                const T* bsrSortedVal, const int* bsrSortedRowPtr, \
                                                const int* bsrSortedColInd, int rowBlockDim,       \
                                                int colBlockDim, size_t* pBufferSize);             \
  HEDDLE_CUSPARSE(S##gebsr2gebsc)(                                                                 \
      cusparseHandle_t handle, int mb, int nb, int nnzb, const T* bsrSortedVal,                    \
      const int* bsrSortedRowPtr, const int* bsrSortedColInd, int rowBlockDim, int colBlockDim,    \
      T* bscVal, int* bscRowInd, int* bscColPtr, cusparseAction_t copyValues,                      \
      cusparseIndexBase_t idxBase, void* pBuffer);                                                 \
  HEDDLE_CUSPARSE(S##gebsr2gebsr_bufferSize)(                                                      \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,                 \
      const cusparseMatDescr_t descrA, const T* bsrSortedValA, const int* bsrSortedRowPtrA,        \
      const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA, int rowBlockDimC,           \
      int colBlockDimC, int* pBufferSizeInBytes);                                                  \
  HEDDLE_CUSPARSE(S##gebsr2gebsr_bufferSizeExt)(                                                   \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,                 \
      const cusparseMatDescr_t descrA, const T* bsrSortedValA, const int* bsrSortedRowPtrA,        \
      const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA, int rowBlockDimC,           \
      int colBlockDimC, size_t* pBufferSize);                                                      \
  HEDDLE_CUSPARSE(S##gebsr2gebsr)(                                                                 \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,                 \
      const cusparseMatDescr_t descrA, const T* bsrSortedValA, const int* bsrSortedRowPtrA,        \
      const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA,                             \
      const cusparseMatDescr_t descrC, T* bsrSortedValC, int* bsrSortedRowPtrC,                    \
      int* bsrSortedColIndC, int rowBlockDimC, int colBlockDimC, void* pBuffer);
HEDDLE_CUSPARSE_EACH(HEDDLE_CUSPARSE_BLOCK_CONVERSIONS)
#undef HEDDLE_CUSPARSE_BLOCK_CONVERSIONS

#ifdef __cplusplus
}
#endif

#endif
