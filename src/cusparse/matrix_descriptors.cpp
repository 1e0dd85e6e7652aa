// What the older functions know of a matrix, and the settings of the log.
#include "cusparse/descriptor_functions.h"
#include "cusparse/value_types.h"

namespace {

using namespace heddle::cusparse;

// Sets a property to a value that the enumeration has.
template <class Value>
cusparseStatus_t set(cusparseMatDescr_t matrix, Value cusparseMatDescr::* member, Value value,
                     Value last) {
  if (!exist(matrix))
    return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (value < static_cast<Value>(0) || value > last)
    return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->*member = value;
  return CUSPARSE_STATUS_SUCCESS;
}
// There is no status to return, so a descriptor that is not there has the default.
template <class Value> Value get(const cusparseMatDescr* matrix, Value cusparseMatDescr::* member) {
  return exist(matrix) ? matrix->*member : cusparseMatDescr{}.*member;
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* descrA) {
  return create(descrA, cusparseMatDescr{}, true);
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA) {
  return destroy(descrA);
}
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t type) {
  return set(descrA, &cusparseMatDescr::type, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR);
}
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descrA) {
  return get(descrA, &cusparseMatDescr::type);
}
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode) {
  return set(descrA, &cusparseMatDescr::fillMode, fillMode, CUSPARSE_FILL_MODE_UPPER);
}
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descrA) {
  return get(descrA, &cusparseMatDescr::fillMode);
}
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t diagType) {
  return set(descrA, &cusparseMatDescr::diagType, diagType, CUSPARSE_DIAG_TYPE_UNIT);
}
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descrA) {
  return get(descrA, &cusparseMatDescr::diagType);
}
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t base) {
  return set(descrA, &cusparseMatDescr::base, base, CUSPARSE_INDEX_BASE_ONE);
}
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descrA) {
  return get(descrA, &cusparseMatDescr::base);
}
}
