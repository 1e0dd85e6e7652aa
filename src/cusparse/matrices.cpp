// Descriptors of sparse and dense matrices.
#include "cusparse/descriptor_functions.h"
#include "cusparse/value_types.h"

namespace {

using namespace heddle::cusparse;

// Where the entries of a matrix are.
struct Arrays {
  const void* offsets;
  const void* indices;
  const void* values;
};

bool isRight(const cusparseSpMatDescr& matrix) {
  // The program may set the pointers later, once it knows how much memory it needs.
  return matrix.rows >= 0 && matrix.cols >= 0 && matrix.nnz >= 0 &&
         static_cast<double>(matrix.nnz) <=
             static_cast<double>(matrix.rows) * static_cast<double>(matrix.cols) &&
         isIndexType(matrix.offsetType) && isIndexType(matrix.indexType) &&
         isIndexBase(matrix.base) && isValueType(matrix.valueType);
}

template <class Handle>
cusparseStatus_t createSparse(Handle* handle, cusparseFormat_t format, int64_t rows, int64_t cols,
                              int64_t nnz, const Arrays& arrays, cusparseIndexType_t offsetType,
                              cusparseIndexType_t indexType, cusparseIndexBase_t base,
                              cudaDataType valueType) {
  const cusparseSpMatDescr matrix{.format = format,
                                  .rows = rows,
                                  .cols = cols,
                                  .nnz = nnz,
                                  .offsets = const_cast<void*>(arrays.offsets),
                                  .indices = const_cast<void*>(arrays.indices),
                                  .values = const_cast<void*>(arrays.values),
                                  .offsetType = offsetType,
                                  .indexType = indexType,
                                  .base = base,
                                  .valueType = valueType};
  return createWithIndices(handle, matrix, isRight(matrix));
}

// The pointers that a function gives results through, some of which its format does not have.
struct SparseResults {
  int64_t* rows;
  int64_t* cols;
  int64_t* nnz;
  const void** offsets;
  const void** indices;
  const void** values;
  cusparseIndexType_t* offsetType; // null for COO, which has one type for both
  cusparseIndexType_t* indexType;
  cusparseIndexBase_t* base;
  cudaDataType* valueType;
};

cusparseStatus_t getSparse(cusparseConstSpMatDescr_t matrix, cusparseFormat_t format,
                           const SparseResults& to) {
  if (!exist(matrix) || matrix->format != format ||
      (format != CUSPARSE_FORMAT_COO && !to.offsetType))
    return CUSPARSE_STATUS_INVALID_VALUE;
  const auto body = [&] {
    *to.rows = matrix->rows;
    *to.cols = matrix->cols;
    *to.nnz = matrix->nnz;
    *to.offsets = matrix->offsets;
    *to.indices = matrix->indices;
    *to.values = matrix->values;
    if (to.offsetType)
      *to.offsetType = matrix->offsetType;
    *to.indexType = matrix->indexType;
    *to.base = matrix->base;
    *to.valueType = matrix->valueType;
  };
  return ask(matrix, body, to.rows, to.cols, to.nnz, to.offsets, to.indices, to.values,
             to.indexType, to.base, to.valueType);
}

cusparseStatus_t setPointers(cusparseSpMatDescr_t matrix, cusparseFormat_t format,
                             const Arrays& arrays) {
  if (!exist(matrix) || matrix->format != format)
    return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->offsets = const_cast<void*>(arrays.offsets);
  matrix->indices = const_cast<void*>(arrays.indices);
  matrix->values = const_cast<void*>(arrays.values);
  return CUSPARSE_STATUS_SUCCESS;
}

const void** asConst(void** pointer) {
  return const_cast<const void**>(pointer);
}

bool isRight(const cusparseDnMatDescr& matrix) {
  const bool isRowMajor = matrix.order == CUSPARSE_ORDER_ROW;
  return matrix.rows >= 0 && matrix.cols >= 0 &&
         (isRowMajor || matrix.order == CUSPARSE_ORDER_COL) &&
         matrix.ld >= (isRowMajor ? matrix.cols : matrix.rows) && isValueType(matrix.valueType);
}

} // namespace

// The functions of one compressed format.
#define HEDDLE_COMPRESSED_FORMAT(name, format)                                                     \
  cusparseStatus_t cusparseCreate##name(                                                           \
      cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz, void* offsets,        \
      void* indices, void* values, cusparseIndexType_t offsetType, cusparseIndexType_t indexType,  \
      cusparseIndexBase_t base, cudaDataType valueType) {                                          \
    return createSparse(matrix, format, rows, cols, nnz, {offsets, indices, values}, offsetType,   \
                        indexType, base, valueType);                                               \
  }                                                                                                \
  cusparseStatus_t cusparseCreateConst##name(                                                      \
      cusparseConstSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz,                  \
      const void* offsets, const void* indices, const void* values,                                \
      cusparseIndexType_t offsetType, cusparseIndexType_t indexType, cusparseIndexBase_t base,     \
      cudaDataType valueType) {                                                                    \
    return createSparse(matrix, format, rows, cols, nnz, {offsets, indices, values}, offsetType,   \
                        indexType, base, valueType);                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##name##Get(                                                            \
      cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz, void** offsets,     \
      void** indices, void** values, cusparseIndexType_t* offsetType,                              \
      cusparseIndexType_t* indexType, cusparseIndexBase_t* base, cudaDataType* valueType) {        \
    return getSparse(matrix, format,                                                               \
                     {rows, cols, nnz, asConst(offsets), asConst(indices), asConst(values),        \
                      offsetType, indexType, base, valueType});                                    \
  }                                                                                                \
  cusparseStatus_t cusparseConst##name##Get(                                                       \
      cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz,                \
      const void** offsets, const void** indices, const void** values,                             \
      cusparseIndexType_t* offsetType, cusparseIndexType_t* indexType, cusparseIndexBase_t* base,  \
      cudaDataType* valueType) {                                                                   \
    return getSparse(                                                                              \
        matrix, format,                                                                            \
        {rows, cols, nnz, offsets, indices, values, offsetType, indexType, base, valueType});      \
  }                                                                                                \
  cusparseStatus_t cusparse##name##SetPointers(cusparseSpMatDescr_t matrix, void* offsets,         \
                                               void* indices, void* values) {                      \
    return setPointers(matrix, format, {offsets, indices, values});                                \
  }

extern "C" {

HEDDLE_COMPRESSED_FORMAT(Csr, CUSPARSE_FORMAT_CSR)
HEDDLE_COMPRESSED_FORMAT(Csc, CUSPARSE_FORMAT_CSC)

cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* cooRowInd, void* cooColInd, void* cooValues,
                                   cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase,
                                   cudaDataType valueType) {
  return createSparse(matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz,
                      {cooRowInd, cooColInd, cooValues}, cooIdxType, cooIdxType, idxBase,
                      valueType);
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* cooRowInd,
                                        const void* cooColInd, const void* cooValues,
                                        cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase,
                                        cudaDataType valueType) {
  return createSparse(matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz,
                      {cooRowInd, cooColInd, cooValues}, cooIdxType, cooIdxType, idxBase,
                      valueType);
}
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** cooRowInd, const void** cooColInd,
                                     const void** cooValues, cusparseIndexType_t* idxType,
                                     cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return getSparse(
      matrix, CUSPARSE_FORMAT_COO,
      {rows, cols, nnz, cooRowInd, cooColInd, cooValues, nullptr, idxType, idxBase, valueType});
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** cooRowInd, void** cooColInd, void** cooValues,
                                cusparseIndexType_t* idxType, cusparseIndexBase_t* idxBase,
                                cudaDataType* valueType) {
  return cusparseConstCooGet(matrix, rows, cols, nnz, asConst(cooRowInd), asConst(cooColInd),
                             asConst(cooValues), idxType, idxBase, valueType);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void* cooRows,
                                        void* cooColumns, void* cooValues) {
  return setPointers(matrix, CUSPARSE_FORMAT_COO, {cooRows, cooColumns, cooValues});
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
  return destroy(matrix);
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix,
                                        cusparseFormat_t* format) {
  return ask(matrix, [&] { *format = matrix->format; }, format);
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix,
                                           cusparseIndexBase_t* idxBase) {
  return ask(matrix, [&] { *idxBase = matrix->base; }, idxBase);
}
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t matrix,
                                             const void** values) {
  return ask(matrix, [&] { *values = matrix->values; }, values);
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void** values) {
  return ask(matrix, [&] { *values = matrix->values; }, values);
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void* values) {
  return ask(matrix, [&] { matrix->values = values; });
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows,
                                      int64_t* cols, int64_t* nnz) {
  const auto body = [&] {
    *rows = matrix->rows;
    *cols = matrix->cols;
    // Of matrices of blocks, cuSPARSE counts elements; in blocked ELL, those of a block for each
    // place in a row.
    *nnz = matrix->nnz * matrix->blockRows * matrix->blockCols;
  };
  return ask(matrix, body, rows, cols, nnz);
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t dataSize) {
  if (!exist(matrix) || !data || dataSize != sizeof(int))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE)
    *static_cast<cusparseFillMode_t*>(data) = matrix->fillMode;
  else if (attribute == CUSPARSE_SPMAT_DIAG_TYPE)
    *static_cast<cusparseDiagType_t*>(data) = matrix->diagType;
  else
    return CUSPARSE_STATUS_INVALID_VALUE;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t dataSize) {
  if (!exist(matrix) || !data || dataSize != sizeof(int))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute != CUSPARSE_SPMAT_FILL_MODE && attribute != CUSPARSE_SPMAT_DIAG_TYPE)
    return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->isTriangle = true;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE)
    matrix->fillMode = *static_cast<const cusparseFillMode_t*>(data);
  else
    matrix->diagType = *static_cast<const cusparseDiagType_t*>(data);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* handle, int64_t rows, int64_t cols,
                                     int64_t ld, void* values, cudaDataType valueType,
                                     cusparseOrder_t order) {
  const cusparseDnMatDescr matrix{.rows = rows,
                                  .cols = cols,
                                  .ld = ld,
                                  .values = values,
                                  .valueType = valueType,
                                  .order = order};
  return create(handle, matrix, isRight(matrix));
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* handle, int64_t rows,
                                          int64_t cols, int64_t ld, const void* values,
                                          cudaDataType valueType, cusparseOrder_t order) {
  const cusparseDnMatDescr matrix{.rows = rows,
                                  .cols = cols,
                                  .ld = ld,
                                  .values = const_cast<void*>(values),
                                  .valueType = valueType,
                                  .order = order};
  return create(handle, matrix, isRight(matrix));
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
  return destroy(matrix);
}
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t matrix, int64_t* rows,
                                       int64_t* cols, int64_t* ld, const void** values,
                                       cudaDataType* type, cusparseOrder_t* order) {
  const auto body = [&] {
    *rows = matrix->rows;
    *cols = matrix->cols;
    *ld = matrix->ld;
    *values = matrix->values;
    *type = matrix->valueType;
    *order = matrix->order;
  };
  return ask(matrix, body, rows, cols, ld, values, type, order);
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                  int64_t* ld, void** values, cudaDataType* type,
                                  cusparseOrder_t* order) {
  return cusparseConstDnMatGet(matrix, rows, cols, ld, asConst(values), type, order);
}
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t matrix,
                                             const void** values) {
  return ask(matrix, [&] { *values = matrix->values; }, values);
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void** values) {
  return ask(matrix, [&] { *values = matrix->values; }, values);
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void* values) {
  return ask(matrix, [&] { matrix->values = values; });
}
}
