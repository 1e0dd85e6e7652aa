// The objects behind cuSPARSE's handles.
#pragma once

#include "cuda_runtime_api.h"
#include "cusparse.h"

#include <cstdint>

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

// A matrix in one of the formats CSR, CSC and COO.
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  std::int64_t rows, cols, nnz;
  // The offsets of rows or columns of a compressed matrix, or the row of each entry in COO.
  void* offsets;
  void* indices; // the column of each entry, or its row in CSC
  void* values;
  cusparseIndexType_t offsetType, indexType;
  cusparseIndexBase_t base;
  cudaDataType valueType;
  cusparseFillMode_t fillMode;
  cusparseDiagType_t diagType;
};

struct cusparseDnMatDescr {
  std::int64_t rows, cols, ld;
  void* values;
  cudaDataType valueType;
  cusparseOrder_t order;
};
