// Descriptors of sparse and dense vectors.
#include "cusparse/descriptor_functions.h"
#include "cusparse/value_types.h"

namespace {

using namespace heddle::cusparse;

bool isRight(const cusparseSpVecDescr& vector) {
  return vector.nnz >= 0 && vector.nnz <= vector.size && isIndexType(vector.indexType) &&
         isIndexBase(vector.base) && isValueType(vector.valueType);
}

bool isRight(const cusparseDnVecDescr& vector) {
  return vector.size >= 0 && isValueType(vector.valueType);
}

void* writable(const void* data) {
  return const_cast<void*>(data);
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t* spVecDescr, int64_t size,
                                          int64_t nnz, const void* indices, const void* values,
                                          cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,
                                          cudaDataType valueType) {
  const cusparseSpVecDescr vector{size,    nnz,     writable(indices), writable(values),
                                  idxType, idxBase, valueType};
  return create(spVecDescr, vector, isRight(vector));
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* spVecDescr, int64_t size, int64_t nnz,
                                     void* indices, void* values, cusparseIndexType_t idxType,
                                     cusparseIndexBase_t idxBase, cudaDataType valueType) {
  const cusparseSpVecDescr vector{size, nnz, indices, values, idxType, idxBase, valueType};
  return create(spVecDescr, vector, isRight(vector));
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr) {
  return destroy(spVecDescr);
}
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t vector, int64_t* size,
                                       int64_t* nnz, const void** indices, const void** values,
                                       cusparseIndexType_t* idxType, cusparseIndexBase_t* idxBase,
                                       cudaDataType* valueType) {
  const auto body = [&] {
    *size = vector->size;
    *nnz = vector->nnz;
    *indices = vector->indices;
    *values = vector->values;
    *idxType = vector->indexType;
    *idxBase = vector->base;
    *valueType = vector->valueType;
  };
  return ask(vector, body, size, nnz, indices, values, idxType, idxBase, valueType);
}
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t vector, int64_t* size, int64_t* nnz,
                                  void** indices, void** values, cusparseIndexType_t* idxType,
                                  cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return cusparseConstSpVecGet(vector, size, nnz, const_cast<const void**>(indices),
                               const_cast<const void**>(values), idxType, idxBase, valueType);
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector,
                                           cusparseIndexBase_t* idxBase) {
  return ask(vector, [&] { *idxBase = vector->base; }, idxBase);
}
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t vector,
                                             const void** values) {
  return ask(vector, [&] { *values = vector->values; }, values);
}
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void** values) {
  return ask(vector, [&] { *values = vector->values; }, values);
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void* values) {
  return ask(vector, [&] { vector->values = values; });
}

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* dnVecDescr, int64_t size,
                                          const void* values, cudaDataType valueType) {
  const cusparseDnVecDescr vector{size, writable(values), valueType};
  return create(dnVecDescr, vector, isRight(vector));
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* dnVecDescr, int64_t size, void* values,
                                     cudaDataType valueType) {
  const cusparseDnVecDescr vector{size, values, valueType};
  return create(dnVecDescr, vector, isRight(vector));
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr) {
  return destroy(dnVecDescr);
}
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t vector, int64_t* size,
                                       const void** values, cudaDataType* valueType) {
  const auto body = [&] {
    *size = vector->size;
    *values = vector->values;
    *valueType = vector->valueType;
  };
  return ask(vector, body, size, values, valueType);
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t* size, void** values,
                                  cudaDataType* valueType) {
  return cusparseConstDnVecGet(vector, size, const_cast<const void**>(values), valueType);
}
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t vector,
                                             const void** values) {
  return ask(vector, [&] { *values = vector->values; }, values);
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void** values) {
  return ask(vector, [&] { *values = vector->values; }, values);
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  return ask(vector, [&] { vector->values = values; });
}
}
