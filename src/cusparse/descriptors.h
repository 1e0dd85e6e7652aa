// The objects behind cuSPARSE's handles.
#pragma once

#include "cuda_runtime_api.h"
#include "cusparse.h"

#include <cstdint>
#include <memory>

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointerMode = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseSpVecDescr {
  std::int64_t size, nnz;
  void* indices;
  void* values;
  cusparseIndexType_t indexType;
  cusparseIndexBase_t base;
  cudaDataType valueType;
};

struct cusparseDnVecDescr {
  std::int64_t size;
  void* values;
  cudaDataType valueType;
};

struct cusparseSpMatDescr {
  cusparseFormat_t format;
  std::int64_t rows, cols; // in elements, also where the matrix has blocks
  std::int64_t nnz;        // of BSR, blocks
  // The offsets of rows, columns, rows of blocks or slices, or the row of each entry in COO.
  void* offsets;
  void* indices; // the column of each entry or block, or the row in CSC
  void* values;
  cusparseIndexType_t offsetType, indexType;
  cusparseIndexBase_t base;
  cudaDataType valueType;
  cusparseFillMode_t fillMode = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagType = CUSPARSE_DIAG_TYPE_NON_UNIT;
  bool isTriangle = false; // the program has set one of the two above

  std::int64_t blockRows = 1, blockCols = 1;       // the size of a block of BSR or blocked ELL
  cusparseOrder_t blockOrder = CUSPARSE_ORDER_ROW; // of the elements of a block of BSR
  // The columns that each row of blocked ELL has room for, or the rows in a slice of sliced ELL.
  std::int64_t ellCols = 0, sliceSize = 0;
  std::int64_t storedValues = 0; // of sliced ELL, with the padding

  // How far the arrays of one matrix of a batch are from those of the next.
  int batchCount = 1;
  std::int64_t offsetsStride = 0, indicesStride = 0, valuesStride = 0;
};

struct cusparseDnMatDescr {
  std::int64_t rows, cols, ld;
  void* values;
  cudaDataType valueType;
  cusparseOrder_t order;
  int batchCount = 1;
  std::int64_t batchStride = 0;
};

// What the older functions know of a matrix.
struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fillMode = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagType = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};
