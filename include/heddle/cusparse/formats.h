/* Matrices of blocks and in padded formats, and batches of matrices. */
#ifndef HEDDLE_CUSPARSE_FORMATS_H
#define HEDDLE_CUSPARSE_FORMATS_H

#include "heddle/cusparse/types.h"

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSPARSE(CreateBsr)
(cusparseSpMatDescr_t* spMatDescr, int64_t brows, int64_t bcols, int64_t bnnz, int64_t rowBlockSize,
 int64_t colBlockSize, void* bsrRowOffsets, void* bsrColInd, void* bsrValues,
 cusparseIndexType_t bsrRowOffsetsType, cusparseIndexType_t bsrColIndType,
 cusparseIndexBase_t idxBase, cudaDataType valueType, cusparseOrder_t order);
HEDDLE_CUSPARSE(CreateConstBsr)
(cusparseConstSpMatDescr_t* spMatDescr, int64_t brows, int64_t bcols, int64_t bnnz,
 int64_t rowBlockDim, int64_t colBlockDim, const void* bsrRowOffsets, const void* bsrColInd,
 const void* bsrValues, cusparseIndexType_t bsrRowOffsetsType, cusparseIndexType_t bsrColIndType,
 cusparseIndexBase_t idxBase, cudaDataType valueType, cusparseOrder_t order);
HEDDLE_CUSPARSE(CreateBlockedEll)
(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t ellBlockSize,
 int64_t ellCols, void* ellColInd, void* ellValue, cusparseIndexType_t ellIdxType,
 cusparseIndexBase_t idxBase, cudaDataType valueType);
HEDDLE_CUSPARSE(CreateConstBlockedEll)
(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t ellBlockSize,
 int64_t ellCols, const void* ellColInd, const void* ellValue, cusparseIndexType_t ellIdxType,
 cusparseIndexBase_t idxBase, cudaDataType valueType);
HEDDLE_CUSPARSE(BlockedEllGet)
(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* ellBlockSize,
 int64_t* ellCols, void** ellColInd, void** ellValue, cusparseIndexType_t* ellIdxType,
 cusparseIndexBase_t* idxBase, cudaDataType* valueType);
HEDDLE_CUSPARSE(ConstBlockedEllGet)
(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* ellBlockSize,
 int64_t* ellCols, const void** ellColInd, const void** ellValue, cusparseIndexType_t* ellIdxType,
 cusparseIndexBase_t* idxBase, cudaDataType* valueType);
HEDDLE_CUSPARSE(CreateSlicedEll)
(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz, int64_t sellValuesSize,
 int64_t sliceSize, void* sellSliceOffsets, void* sellColInd, void* sellValues,
 cusparseIndexType_t sellSliceOffsetsType, cusparseIndexType_t sellColIndType,
 cusparseIndexBase_t idxBase, cudaDataType valueType);
HEDDLE_CUSPARSE(CreateConstSlicedEll)
(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
 int64_t sellValuesSize, int64_t sliceSize, const void* sellSliceOffsets, const void* sellColInd,
 const void* sellValues, cusparseIndexType_t sellSliceOffsetsType,
 cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType);

HEDDLE_CUSPARSE(SpMatGetStridedBatch)(cusparseConstSpMatDescr_t spMatDescr, int* batchCount);
HEDDLE_CUSPARSE(CooSetStridedBatch)(cusparseSpMatDescr_t spMatDescr, int batchCount,
                                    int64_t batchStride);
HEDDLE_CUSPARSE(CsrSetStridedBatch)
(cusparseSpMatDescr_t spMatDescr, int batchCount, int64_t offsetsBatchStride,
 int64_t columnsValuesBatchStride);
HEDDLE_CUSPARSE(BsrSetStridedBatch)
(cusparseSpMatDescr_t spMatDescr, int batchCount, int64_t offsetsBatchStride,
 int64_t columnsBatchStride, int64_t valuesBatchStride);
HEDDLE_CUSPARSE(DnMatSetStridedBatch)(cusparseDnMatDescr_t dnMatDescr, int batchCount,
                                      int64_t batchStride);
HEDDLE_CUSPARSE(DnMatGetStridedBatch)(cusparseConstDnMatDescr_t dnMatDescr, int* batchCount,
                                      int64_t* batchStride);

#ifdef __cplusplus
}
#endif

#endif
