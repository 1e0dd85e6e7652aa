// The operands of work on a stream. They are copies of the descriptors, because the program may
// destroy a descriptor before the work begins. Each can check the memory that it names.
#pragma once

#include "cusparse/descriptors.h"
#include "cusparse/value_types.h"
#include "library/stream_work.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace heddle::cusparse {

// Whether elements can be read, or read and written.
inline bool isAccessible(const void* data, std::int64_t count, std::size_t bytes, bool isWritten) {
  const std::size_t size = static_cast<std::size_t>(count) * bytes;
  return library::isAccessible({data, size, size, 1}, isWritten);
}

// A factor such as alpha: a number of the host, which is read at once, or one of the device, which
// is read when the work runs.
template <class T> class Scalar {
public:
  Scalar(const void* pointer, cusparsePointerMode_t mode)
      : pointer_(static_cast<const T*>(pointer)) {
    if (mode == CUSPARSE_POINTER_MODE_HOST)
      value_ = *pointer_;
  }
  // Only while the work runs; nothing where the memory is not there.
  std::optional<T> read() const {
    if (value_)
      return value_;
    return isAccessible(pointer_, 1, sizeof(T), false) ? std::optional<T>(*pointer_) : std::nullopt;
  }

private:
  const T* pointer_;
  std::optional<T> value_;
};

template <class T> struct DenseVector {
  T* data;
  std::int64_t size;

  explicit DenseVector(const cusparseDnVecDescr& descriptor)
      : data(static_cast<T*>(descriptor.values)), size(descriptor.size) {}
  bool isThere(bool isWritten) const { return isAccessible(data, size, sizeof(T), isWritten); }
};

template <class T> struct SparseVector {
  std::int64_t size, nnz;
  Indices indices;
  const void* indexData;
  std::size_t bytesOfIndex;
  T* values;

  explicit SparseVector(const cusparseSpVecDescr& descriptor)
      : size(descriptor.size), nnz(descriptor.nnz),
        indices(descriptor.indices, descriptor.indexType, descriptor.base),
        indexData(descriptor.indices), bytesOfIndex(indexBytes(descriptor.indexType)),
        values(static_cast<T*>(descriptor.values)) {}
  bool isThere(bool isWritten) const {
    return isAccessible(indexData, nnz, bytesOfIndex, false) &&
           isAccessible(values, nnz, sizeof(T), isWritten);
  }
  // Calls visit(index, value); false for an index outside of the vector.
  template <class Visit> bool visit(Visit visit) const {
    for (std::int64_t entry = 0; entry < nnz; ++entry) {
      const std::int64_t index = indices[entry];
      if (index < 0 || index >= size)
        return false;
      visit(index, values[entry]);
    }
    return true;
  }
};

// One matrix of a batch. The batch of a single matrix repeats it.
inline cusparseDnMatDescr batchMember(cusparseDnMatDescr matrix, int index) {
  if (matrix.batchCount > 1 && matrix.values)
    matrix.values =
        static_cast<char*>(matrix.values) +
        index * matrix.batchStride * static_cast<std::int64_t>(bytesOf(matrix.valueType));
  return matrix;
}

// A dense matrix, or its transpose.
template <class T> struct DenseMatrix {
  T* data;
  std::int64_t rows, cols, rowStride, colStride;
  bool isConjugate = false;

  explicit DenseMatrix(const cusparseDnMatDescr& descriptor,
                       cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE)
      : data(static_cast<T*>(descriptor.values)), rows(descriptor.rows), cols(descriptor.cols),
        rowStride(descriptor.order == CUSPARSE_ORDER_ROW ? descriptor.ld : 1),
        colStride(descriptor.order == CUSPARSE_ORDER_ROW ? 1 : descriptor.ld),
        isConjugate(operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) {
    if (operation != CUSPARSE_OPERATION_NON_TRANSPOSE) {
      std::swap(rows, cols);
      std::swap(rowStride, colStride);
    }
  }
  T& at(std::int64_t row, std::int64_t col) const {
    return data[row * rowStride + col * colStride];
  }
  // The element in the type to compute with.
  template <class C> C read(std::int64_t row, std::int64_t col) const {
    return isConjugate ? conjugate(convert<C>(at(row, col))) : convert<C>(at(row, col));
  }
  bool isThere(bool isWritten) const {
    if (rows == 0 || cols == 0)
      return true;
    const std::int64_t span = (rows - 1) * rowStride + (cols - 1) * colStride + 1;
    return isAccessible(data, span, sizeof(T), isWritten);
  }
};

} // namespace heddle::cusparse
