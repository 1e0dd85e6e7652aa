/* Sparse matrices of the entries of another matrix that are large. */
#ifndef HEDDLE_CUSPARSE_PRUNING_H
#define HEDDLE_CUSPARSE_PRUNING_H

#include "heddle/cusparse/matrix_descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSPARSE_PRUNING(S, T)                                                              \
  HEDDLE_CUSPARSE(S##pruneDense2csr_bufferSizeExt)(                                                \
      cusparseHandle_t handle, int m, int n, const T* A, int lda, const T* threshold,              \
      const cusparseMatDescr_t descrC, const T* csrSortedValC, const int* csrSortedRowPtrC,        \
      const int* csrSortedColIndC, size_t* pBufferSizeInBytes);                                    \
  HEDDLE_CUSPARSE(S##pruneDense2csrNnz)(                                                           \
      cusparseHandle_t handle, int m, int n, const T* A, int lda, const T* threshold,              \
      const cusparseMatDescr_t descrC, int* csrRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);   \
  HEDDLE_CUSPARSE(S##pruneDense2csr)(cusparseHandle_t handle, int m, int n, const T* A, int lda,   \
                                     const T* threshold, const cusparseMatDescr_t descrC,          \
                                     T* csrSortedValC, const int* csrSortedRowPtrC,                \
                                     int* csrSortedColIndC, void* pBuffer);                        \
  HEDDLE_CUSPARSE(S##pruneCsr2csr_bufferSizeExt)(                                                  \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
      const T* threshold, const cusparseMatDescr_t descrC, const T* csrSortedValC,                 \
      const int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t* pBufferSizeInBytes);       \
  HEDDLE_CUSPARSE(S##pruneCsr2csrNnz)(                                                             \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
      const T* threshold, const cusparseMatDescr_t descrC, int* csrSortedRowPtrC,                  \
      int* nnzTotalDevHostPtr, void* pBuffer);                                                     \
  HEDDLE_CUSPARSE(S##pruneCsr2csr)(                                                                \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
      const T* threshold, const cusparseMatDescr_t descrC, T* csrSortedValC,                       \
      const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);                          \
  HEDDLE_CUSPARSE(S##pruneDense2csrByPercentage_bufferSizeExt)(                                    \
      cusparseHandle_t handle, int m, int n, const T* A, int lda, float percentage,                \
      const cusparseMatDescr_t descrC, const T* csrSortedValC, const int* csrSortedRowPtrC,        \
      const int* csrSortedColIndC, pruneInfo_t info, size_t* pBufferSizeInBytes);                  \
  HEDDLE_CUSPARSE(S##pruneDense2csrNnzByPercentage)(                                               \
      cusparseHandle_t handle, int m, int n, const T* A, int lda, float percentage,                \
      const cusparseMatDescr_t descrC, int* csrRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, \
      void* pBuffer);                                                                              \
  HEDDLE_CUSPARSE(S##pruneDense2csrByPercentage)(                                                  \
      cusparseHandle_t handle, int m, int n, const T* A, int lda, float percentage,                \
      const cusparseMatDescr_t descrC, T* csrSortedValC, const int* csrSortedRowPtrC,              \
      int* csrSortedColIndC, pruneInfo_t info, void* pBuffer);                                     \
  HEDDLE_CUSPARSE(S##pruneCsr2csrByPercentage_bufferSizeExt)(                                      \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
      float percentage, const cusparseMatDescr_t descrC, const T* csrSortedValC,                   \
      const int* csrSortedRowPtrC, const int* csrSortedColIndC, pruneInfo_t info,                  \
      size_t* pBufferSizeInBytes);                                                                 \
  HEDDLE_CUSPARSE(S##pruneCsr2csrNnzByPercentage)(                                                 \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
      float percentage, const cusparseMatDescr_t descrC, int* csrSortedRowPtrC,                    \
      int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);                                   \
  HEDDLE_CUSPARSE(S##pruneCsr2csrByPercentage)(                                                    \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,            \
      float percentage, const cusparseMatDescr_t descrC, T* csrSortedValC,                         \
      const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t info, void* pBuffer);
#if defined(__cplusplus)
HEDDLE_CUSPARSE_PRUNING(H, __half)
#endif
HEDDLE_CUSPARSE_PRUNING(S, float)
HEDDLE_CUSPARSE_PRUNING(D, double)
#undef HEDDLE_CUSPARSE_PRUNING

#ifdef __cplusplus
}
#endif

#endif
