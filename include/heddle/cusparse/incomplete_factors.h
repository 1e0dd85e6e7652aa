/* Incomplete Cholesky and LU factors, which have entries only where the matrix has some. */
#ifndef HEDDLE_CUSPARSE_INCOMPLETE_FACTORS_H
#define HEDDLE_CUSPARSE_INCOMPLETE_FACTORS_H

#include "heddle/cusparse/matrix_descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a matrix in CSR. */
#define HEDDLE_CUSPARSE_INCOMPLETE_CSR(name, T, info_t)                                            \
  HEDDLE_CUSPARSE(name##_bufferSize)(cusparseHandle_t handle, int m, int nnz,                      \
                                     const cusparseMatDescr_t descrA, T* csrSortedValA,            \
                                     const int* csrSortedRowPtrA, const int* csrSortedColIndA,     \
                                     info_t info, int* pBufferSizeInBytes);                        \
  HEDDLE_CUSPARSE(name##_bufferSizeExt)(                                                           \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, T* csrSortedVal,   \
      const int* csrSortedRowPtr, const int* csrSortedColInd, info_t info, size_t* pBufferSize);   \
  HEDDLE_CUSPARSE(name##_analysis)(cusparseHandle_t handle, int m, int nnz,                        \
                                   const cusparseMatDescr_t descrA, const T* csrSortedValA,        \
                                   const int* csrSortedRowPtrA, const int* csrSortedColIndA,       \
                                   info_t info, cusparseSolvePolicy_t policy, void* pBuffer);      \
  HEDDLE_CUSPARSE(name)(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,  \
                        T* csrSortedValA_valM, const int* csrSortedRowPtrA,                        \
                        const int* csrSortedColIndA, info_t info, cusparseSolvePolicy_t policy,    \
                        void* pBuffer);

/* Of a matrix of blocks. The analysis of bsrilu02 takes the values as ones that are not constant.
 */
#define HEDDLE_CUSPARSE_INCOMPLETE_BSR(name, T, AnalysedT, info_t)                                 \
  HEDDLE_CUSPARSE(name##_bufferSize)(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,    \
                                     int nnzb, const cusparseMatDescr_t descrA, T* bsrSortedVal,   \
                                     const int* bsrSortedRowPtr, const int* bsrSortedColInd,       \
                                     int blockDim, info_t info, int* pBufferSizeInBytes);          \
  HEDDLE_CUSPARSE(name##_bufferSizeExt)(                                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,                         \
      const cusparseMatDescr_t descrA, T* bsrSortedVal, const int* bsrSortedRowPtr,                \
      const int* bsrSortedColInd, int blockSize, info_t info, size_t* pBufferSize);                \
  HEDDLE_CUSPARSE(name##_analysis)(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,      \
                                   int nnzb, const cusparseMatDescr_t descrA,                      \
                                   AnalysedT* bsrSortedVal, const int* bsrSortedRowPtr,            \
                                   const int* bsrSortedColInd, int blockDim, info_t info,          \
                                   cusparseSolvePolicy_t policy, void* pBuffer);                   \
  HEDDLE_CUSPARSE(name)(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,       \
                        const cusparseMatDescr_t descrA, T* bsrSortedVal,                          \
                        const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,      \
                        info_t info, cusparseSolvePolicy_t policy, void* pBuffer);

#define HEDDLE_CUSPARSE_INCOMPLETE_FACTORS(S, T)                                                   \
  HEDDLE_CUSPARSE_INCOMPLETE_CSR(S##csric02, T, csric02Info_t)                                     \
  HEDDLE_CUSPARSE_INCOMPLETE_CSR(S##csrilu02, T, csrilu02Info_t)                                   \
  HEDDLE_CUSPARSE_INCOMPLETE_BSR(S##bsric02, T, const T, bsric02Info_t)                            \
  HEDDLE_CUSPARSE_INCOMPLETE_BSR(S##bsrilu02, T, T, bsrilu02Info_t)                                \
  HEDDLE_CUSPARSE(S##csrilu02_numericBoost)(cusparseHandle_t handle, csrilu02Info_t info,          \
                                            int enable_boost, double* tol, T* boost_val);          \
  HEDDLE_CUSPARSE(S##bsrilu02_numericBoost)(cusparseHandle_t handle, bsrilu02Info_t info,          \
                                            int enable_boost, double* tol, T* boost_val);
HEDDLE_CUSPARSE_EACH(HEDDLE_CUSPARSE_INCOMPLETE_FACTORS)
#undef HEDDLE_CUSPARSE_INCOMPLETE_FACTORS
#undef HEDDLE_CUSPARSE_INCOMPLETE_BSR
#undef HEDDLE_CUSPARSE_INCOMPLETE_CSR

HEDDLE_CUSPARSE(Xcsric02_zeroPivot)(cusparseHandle_t handle, csric02Info_t info, int* position);
HEDDLE_CUSPARSE(Xbsric02_zeroPivot)(cusparseHandle_t handle, bsric02Info_t info, int* position);
HEDDLE_CUSPARSE(Xcsrilu02_zeroPivot)(cusparseHandle_t handle, csrilu02Info_t info, int* position);
HEDDLE_CUSPARSE(Xbsrilu02_zeroPivot)(cusparseHandle_t handle, bsrilu02Info_t info, int* position);

#ifdef __cplusplus
}
#endif

#endif
