// A sparse matrix as the work on a stream sees it, or its transpose.
#pragma once

#include "cusparse/operands.h"

#include <utility>

namespace heddle::cusparse {

template <class T> class SparseMatrix {
public:
  explicit SparseMatrix(const cusparseSpMatDescr& descriptor,
                        cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE)
      : isCompressed_(descriptor.format != CUSPARSE_FORMAT_COO),
        isByRow_((descriptor.format == CUSPARSE_FORMAT_CSC) ==
                 (operation != CUSPARSE_OPERATION_NON_TRANSPOSE)),
        isConjugate_(operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE), rows_(descriptor.rows),
        cols_(descriptor.cols), nnz_(descriptor.nnz), offsetData_(descriptor.offsets),
        indexData_(descriptor.indices), offsetBytes_(indexBytes(descriptor.offsetType)),
        indexBytes_(indexBytes(descriptor.indexType)),
        offsets_(descriptor.offsets, descriptor.offsetType, descriptor.base),
        indices_(descriptor.indices, descriptor.indexType, descriptor.base),
        values_(static_cast<T*>(descriptor.values)) {
    if (operation != CUSPARSE_OPERATION_NON_TRANSPOSE)
      std::swap(rows_, cols_);
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  // Whether the entries of one row lie next to each other, and it is known where.
  bool hasRows() const { return isCompressed_ && isByRow_; }
  // How many lines there are that can be visited apart from each other: rows or columns of a
  // compressed matrix, and single entries else.
  std::int64_t lines() const { return isCompressed_ ? (isByRow_ ? rows_ : cols_) : nnz_; }

  bool isThere(bool isWritten) const {
    const std::int64_t offsets = isCompressed_ ? lines() + 1 : nnz_;
    return isAccessible(offsetData_, offsets, offsetBytes_, false) &&
           isAccessible(indexData_, nnz_, indexBytes_, false) &&
           isAccessible(values_, nnz_, sizeof(T), isWritten);
  }

  // Calls visit(row, column, value) for the entries of one line. False where an index is outside of
  // the matrix.
  template <class Visit> bool visitLine(std::int64_t line, Visit visit) const {
    const std::int64_t begin = isCompressed_ ? offsets_[line] : line;
    const std::int64_t end = isCompressed_ ? offsets_[line + 1] : line + 1;
    if (begin < 0 || end > nnz_)
      return false;
    for (std::int64_t entry = begin; entry < end; ++entry) {
      std::int64_t row = isCompressed_ ? line : offsets_[entry], col = indices_[entry];
      if (!isByRow_)
        std::swap(row, col);
      if (row < 0 || row >= rows_ || col < 0 || col >= cols_)
        return false;
      visit(row, col, values_[entry]);
    }
    return true;
  }
  template <class Visit> bool visitAll(Visit visit) const {
    const std::int64_t count = lines();
    for (std::int64_t line = 0; line < count; ++line)
      if (!visitLine(line, visit))
        return false;
    return true;
  }
  T read(const T& value) const { return isConjugate_ ? conjugate(value) : value; }

private:
  bool isCompressed_, isByRow_, isConjugate_;
  std::int64_t rows_, cols_, nnz_;
  const void* offsetData_;
  const void* indexData_;
  std::size_t offsetBytes_, indexBytes_;
  Indices offsets_, indices_;
  T* values_;
};

} // namespace heddle::cusparse
