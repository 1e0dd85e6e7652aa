// What the older functions share, which take the arrays of matrices in CSR or BSR.
#pragma once

#include "cusparse/handles.h"
#include "cusparse/launch.h"
#include "cusparse/sparse_matrix.h"

#include <vector>

namespace heddle::cusparse {

constexpr bool isDirection(cusparseDirection_t direction) {
  return direction == CUSPARSE_DIRECTION_ROW || direction == CUSPARSE_DIRECTION_COLUMN;
}
constexpr bool isPolicy(cusparseSolvePolicy_t policy) {
  return policy == CUSPARSE_SOLVE_POLICY_NO_LEVEL || policy == CUSPARSE_SOLVE_POLICY_USE_LEVEL;
}

// Runs the body of a function whose other arguments were checked. The older functions take only
// matrices of the general type.
template <class Body, class... Descriptors>
cusparseStatus_t callWith(Call handle, bool areArgumentsRight, Body body,
                          const Descriptors*... matrices) {
  const auto checked = [&]() -> cusparseStatus_t {
    if (!areArgumentsRight)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (((matrices->type != CUSPARSE_MATRIX_TYPE_GENERAL) || ...))
      return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    return body();
  };
  // For a missing handle these functions report that the library is not initialised, while the
  // generic functions report an invalid value.
  if (!exist<cusparseContext>(handle))
    return guarded([] { return CUSPARSE_STATUS_NOT_INITIALIZED; }, handle.name());
  return withObjects(handle, checked, matrices...);
}

// For the functions that ask for the size of a buffer. None is used, but programs may check that
// what they have allocated is not null.
template <class Size, class... Descriptors>
cusparseStatus_t answerBufferSize(Call handle, bool areArgumentsRight, Size* size,
                                  const Descriptors*... matrices) {
  const auto answer = [=] {
    *size = 16;
    return CUSPARSE_STATUS_SUCCESS;
  };
  return callWith(handle, areArgumentsRight && size, answer, matrices...);
}

inline cusparseSpMatDescr describeCsr(std::int64_t rows, std::int64_t cols, std::int64_t nnz,
                                      const void* values, const int* offsets, const int* columns,
                                      cusparseIndexBase_t base) {
  return {.format = CUSPARSE_FORMAT_CSR,
          .rows = rows,
          .cols = cols,
          .nnz = nnz,
          .offsets = const_cast<int*>(offsets),
          .indices = const_cast<int*>(columns),
          .values = const_cast<void*>(values),
          .offsetType = CUSPARSE_INDEX_32I,
          .indexType = CUSPARSE_INDEX_32I,
          .base = base,
          .valueType = CUDA_R_32F};
}

// A matrix of blocks, given by the numbers of blocks.
inline cusparseSpMatDescr describeBsr(cusparseDirection_t direction, std::int64_t mb,
                                      std::int64_t nb, std::int64_t nnzb, const void* values,
                                      const int* offsets, const int* columns,
                                      std::int64_t blockRows, std::int64_t blockCols,
                                      cusparseIndexBase_t base) {
  cusparseSpMatDescr matrix =
      describeCsr(mb * blockRows, nb * blockCols, nnzb, values, offsets, columns, base);
  matrix.format = CUSPARSE_FORMAT_BSR;
  matrix.blockRows = blockRows;
  matrix.blockCols = blockCols;
  matrix.blockOrder = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  return matrix;
}

// The offsets of rows, which a function may have to read before it knows how many entries there
// are. Only work on a stream may use it.
class RowOffsets {
public:
  RowOffsets(const int* data, std::int64_t rows, cusparseIndexBase_t base)
      : data_(data), rows_(rows), base_(base) {}
  std::int64_t rows() const { return rows_; }
  std::int64_t begin(std::int64_t row) const { return data_[row] - base_; }
  std::int64_t end(std::int64_t row) const { return data_[row + 1] - base_; }
  std::int64_t count() const { return data_[rows_] - base_; }
  // Whether they can be read, and never descend.
  bool isThere() const {
    if (!isAccessible(data_, rows_ + 1, sizeof(int), false) || data_[0] != base_)
      return false;
    for (std::int64_t row = 0; row < rows_; ++row)
      if (data_[row + 1] < data_[row])
        return false;
    return true;
  }

private:
  const int* data_;
  std::int64_t rows_;
  int base_;
};

template <class T> bool isReadable(const T* data, std::int64_t count) {
  return isAccessible(data, count, sizeof(T), false);
}
template <class T> bool isWritable(T* data, std::int64_t count) {
  return isAccessible(data, count, sizeof(T), true);
}

// Waits for work whose result the program gets on the host.
inline cusparseStatus_t waitIfHost(const cusparseContext& context, cusparseStatus_t launched) {
  if (launched != CUSPARSE_STATUS_SUCCESS || context.pointerMode != CUSPARSE_POINTER_MODE_HOST)
    return launched;
  return statusOf(cudaStreamSynchronize(context.stream));
}

// A total that a function gives, on the host or on the device. run(total) returns false where
// memory is not there.
template <class Run>
cusparseStatus_t launchCount(const cusparseContext& context, int* total, Run run) {
  const auto counted = std::make_shared<int>(0);
  const bool isOnHost = context.pointerMode == CUSPARSE_POINTER_MODE_HOST;
  const cusparseStatus_t status =
      waitIfHost(context, launchWhole(
                              context, [=] { return isOnHost || isWritable(total, 1); },
                              [=] {
                                if (!run(*counted))
                                  return false;
                                if (!isOnHost)
                                  *total = *counted;
                                return true;
                              }));
  if (status == CUSPARSE_STATUS_SUCCESS && isOnHost)
    *total = *counted;
  return status;
}

} // namespace heddle::cusparse
