// Descriptors of matrices of blocks and in padded formats, and of batches of matrices.
#include "cusparse/descriptor_functions.h"
#include "cusparse/value_types.h"

#include <algorithm>

namespace {

using namespace heddle::cusparse;

bool areRight(cusparseIndexType_t offsetType, cusparseIndexType_t indexType,
              cusparseIndexBase_t base) {
  return isIndexType(offsetType) && isIndexType(indexType) && isIndexBase(base);
}

template <class Handle>
cusparseStatus_t
createBlocks(Handle* handle, int64_t brows, int64_t bcols, int64_t bnnz, int64_t blockRows,
             int64_t blockCols, const void* offsets, const void* indices, const void* values,
             cusparseIndexType_t offsetType, cusparseIndexType_t indexType,
             cusparseIndexBase_t base, cudaDataType valueType, cusparseOrder_t order) {
  const bool isRight = brows >= 0 && bcols >= 0 && bnnz >= 0 && blockRows > 0 && blockCols > 0 &&
                       blockRows == blockCols && bnnz <= brows * bcols &&
                       areRight(offsetType, indexType, base) && isValueType(valueType) &&
                       (order == CUSPARSE_ORDER_ROW || order == CUSPARSE_ORDER_COL);
  const cusparseSpMatDescr matrix{.format = CUSPARSE_FORMAT_BSR,
                                  .rows = brows * blockRows,
                                  .cols = bcols * blockCols,
                                  .nnz = bnnz,
                                  .offsets = const_cast<void*>(offsets),
                                  .indices = const_cast<void*>(indices),
                                  .values = const_cast<void*>(values),
                                  .offsetType = offsetType,
                                  .indexType = indexType,
                                  .base = base,
                                  .valueType = valueType,
                                  .blockRows = blockRows,
                                  .blockCols = blockCols,
                                  .blockOrder = order};
  return createWithIndices(handle, matrix, isRight);
}

template <class Handle>
cusparseStatus_t createPaddedBlocks(Handle* handle, int64_t rows, int64_t cols, int64_t blockSize,
                                    int64_t ellCols, const void* indices, const void* values,
                                    cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                    cudaDataType valueType) {
  const std::int64_t size = std::max<std::int64_t>(blockSize, 1);
  const bool isRight = rows > 0 && cols >= 0 && ellCols >= 0 &&
                       (blockSize > 0 || (blockSize == 0 && ellCols == 0)) && ellCols <= cols &&
                       rows % size == 0 && cols % size == 0 && ellCols % size == 0 &&
                       areRight(indexType, indexType, base) && isValueType(valueType);
  const cusparseSpMatDescr matrix{.format = CUSPARSE_FORMAT_BLOCKED_ELL,
                                  .rows = rows,
                                  .cols = cols,
                                  .nnz = rows * ellCols,
                                  .offsets = nullptr,
                                  .indices = const_cast<void*>(indices),
                                  .values = const_cast<void*>(values),
                                  .offsetType = indexType,
                                  .indexType = indexType,
                                  .base = base,
                                  .valueType = valueType,
                                  .blockRows = size,
                                  .blockCols = size,
                                  .ellCols = ellCols};
  return createWithIndices(handle, matrix, isRight);
}

template <class Handle>
cusparseStatus_t createSlices(Handle* handle, int64_t rows, int64_t cols, int64_t nnz,
                              int64_t storedValues, int64_t sliceSize, const void* offsets,
                              const void* indices, const void* values,
                              cusparseIndexType_t offsetType, cusparseIndexType_t indexType,
                              cusparseIndexBase_t base, cudaDataType valueType) {
  const bool isRight = rows >= 0 && cols >= 0 && nnz >= 0 && storedValues >= nnz &&
                       sliceSize >= 0 && areRight(offsetType, indexType, base) &&
                       isValueType(valueType);
  const cusparseSpMatDescr matrix{.format = CUSPARSE_FORMAT_SLICED_ELLPACK,
                                  .rows = rows,
                                  .cols = cols,
                                  .nnz = nnz,
                                  .offsets = const_cast<void*>(offsets),
                                  .indices = const_cast<void*>(indices),
                                  .values = const_cast<void*>(values),
                                  .offsetType = offsetType,
                                  .indexType = indexType,
                                  .base = base,
                                  .valueType = valueType,
                                  .sliceSize = std::max<std::int64_t>(sliceSize, 1),
                                  .storedValues = storedValues};
  return createWithIndices(handle, matrix, isRight);
}

// A stride of zero repeats the array; any other one leaves room for it.
bool isStride(std::int64_t stride, std::int64_t count) {
  return stride == 0 || stride >= count;
}

cusparseStatus_t setBatch(cusparseSpMatDescr_t matrix, int count, int64_t offsetsStride,
                          int64_t indicesStride, int64_t valuesStride) {
  const bool isCoo = matrix->format == CUSPARSE_FORMAT_COO;
  const std::int64_t lines =
      matrix->format == CUSPARSE_FORMAT_CSC ? matrix->cols : matrix->rows / matrix->blockRows;
  if (count <= 0 || !isStride(offsetsStride, isCoo ? matrix->nnz : lines + 1) ||
      !isStride(indicesStride, matrix->nnz) ||
      !isStride(valuesStride, matrix->nnz * matrix->blockRows * matrix->blockCols))
    return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->batchCount = count;
  matrix->offsetsStride = offsetsStride;
  matrix->indicesStride = indicesStride;
  matrix->valuesStride = valuesStride;
  return CUSPARSE_STATUS_SUCCESS;
}
bool hasFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t format) {
  return exist(matrix) && matrix->format == format;
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t* matrix, int64_t brows, int64_t bcols,
                                   int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize,
                                   void* offsets, void* indices, void* values,
                                   cusparseIndexType_t offsetType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType valueType,
                                   cusparseOrder_t order) {
  return createBlocks(matrix, brows, bcols, bnnz, rowBlockSize, colBlockSize, offsets, indices,
                      values, offsetType, indexType, base, valueType, order);
}
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t* matrix, int64_t brows,
                                        int64_t bcols, int64_t bnnz, int64_t rowBlockSize,
                                        int64_t colBlockSize, const void* offsets,
                                        const void* indices, const void* values,
                                        cusparseIndexType_t offsetType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType valueType, cusparseOrder_t order) {
  return createBlocks(matrix, brows, bcols, bnnz, rowBlockSize, colBlockSize, offsets, indices,
                      values, offsetType, indexType, base, valueType, order);
}

cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols, void* ellColInd,
                                          void* ellValue, cusparseIndexType_t ellIdxType,
                                          cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return createPaddedBlocks(matrix, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue,
                            ellIdxType, idxBase, valueType);
}
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* matrix, int64_t rows,
                                               int64_t cols, int64_t ellBlockSize, int64_t ellCols,
                                               const void* ellColInd, const void* ellValue,
                                               cusparseIndexType_t ellIdxType,
                                               cusparseIndexBase_t idxBase,
                                               cudaDataType valueType) {
  return createPaddedBlocks(matrix, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue,
                            ellIdxType, idxBase, valueType);
}
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t matrix, int64_t* rows,
                                            int64_t* cols, int64_t* ellBlockSize, int64_t* ellCols,
                                            const void** ellColInd, const void** ellValue,
                                            cusparseIndexType_t* ellIdxType,
                                            cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  if (!exist(matrix) || matrix->format != CUSPARSE_FORMAT_BLOCKED_ELL)
    return CUSPARSE_STATUS_INVALID_VALUE;
  const auto body = [&] {
    *rows = matrix->rows;
    *cols = matrix->cols;
    *ellBlockSize = matrix->blockRows;
    *ellCols = matrix->ellCols;
    *ellColInd = matrix->indices;
    *ellValue = matrix->values;
    *ellIdxType = matrix->indexType;
    *idxBase = matrix->base;
    *valueType = matrix->valueType;
  };
  return ask(matrix, body, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue, ellIdxType,
             idxBase, valueType);
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                       int64_t* ellBlockSize, int64_t* ellCols, void** ellColInd,
                                       void** ellValue, cusparseIndexType_t* ellIdxType,
                                       cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return cusparseConstBlockedEllGet(
      matrix, rows, cols, ellBlockSize, ellCols, const_cast<const void**>(ellColInd),
      const_cast<const void**>(ellValue), ellIdxType, idxBase, valueType);
}

cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                         int64_t nnz, int64_t sellValuesSize, int64_t sliceSize,
                                         void* offsets, void* indices, void* values,
                                         cusparseIndexType_t offsetType,
                                         cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                         cudaDataType valueType) {
  return createSlices(matrix, rows, cols, nnz, sellValuesSize, sliceSize, offsets, indices, values,
                      offsetType, indexType, base, valueType);
}
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t* matrix, int64_t rows,
                                              int64_t cols, int64_t nnz, int64_t sellValuesSize,
                                              int64_t sliceSize, const void* offsets,
                                              const void* indices, const void* values,
                                              cusparseIndexType_t offsetType,
                                              cusparseIndexType_t indexType,
                                              cusparseIndexBase_t base, cudaDataType valueType) {
  return createSlices(matrix, rows, cols, nnz, sellValuesSize, sliceSize, offsets, indices, values,
                      offsetType, indexType, base, valueType);
}

cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int* batchCount) {
  return ask(matrix, [&] { *batchCount = matrix->batchCount; }, batchCount);
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batchCount,
                                            int64_t batchStride) {
  if (!hasFormat(matrix, CUSPARSE_FORMAT_COO))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return setBatch(matrix, batchCount, batchStride, batchStride, batchStride);
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride) {
  if (!hasFormat(matrix, CUSPARSE_FORMAT_CSR) && !hasFormat(matrix, CUSPARSE_FORMAT_CSC))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return setBatch(matrix, batchCount, offsetsBatchStride, columnsValuesBatchStride,
                  columnsValuesBatchStride);
}
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batchCount,
                                            int64_t offsetsBatchStride, int64_t columnsBatchStride,
                                            int64_t valuesBatchStride) {
  if (!hasFormat(matrix, CUSPARSE_FORMAT_BSR))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return setBatch(matrix, batchCount, offsetsBatchStride, columnsBatchStride, valuesBatchStride);
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batchCount,
                                              int64_t batchStride) {
  if (!exist(matrix) || batchCount <= 0)
    return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->batchCount = batchCount;
  matrix->batchStride = batchStride;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int* batchCount,
                                              int64_t* batchStride) {
  const auto body = [&] {
    *batchCount = matrix->batchCount;
    *batchStride = matrix->batchStride;
  };
  return ask(matrix, body, batchCount, batchStride);
}
}
