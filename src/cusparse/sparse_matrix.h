// A sparse matrix as the work on a stream sees it, or its transpose.
#pragma once

#include "cusparse/gathered_rows.h"
#include "cusparse/operands.h"

#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace heddle::cusparse {

// The arrays of one matrix of a batch. The batch of a single matrix repeats it.
inline cusparseSpMatDescr batchMember(cusparseSpMatDescr matrix, int index) {
  const auto shift = [index](void* data, std::int64_t stride, std::size_t bytes) -> void* {
    return data ? static_cast<char*>(data) + index * stride * static_cast<std::int64_t>(bytes)
                : nullptr;
  };
  if (matrix.batchCount > 1) {
    matrix.offsets = shift(matrix.offsets, matrix.offsetsStride, indexBytes(matrix.offsetType));
    matrix.indices = shift(matrix.indices, matrix.indicesStride, indexBytes(matrix.indexType));
    matrix.values = shift(matrix.values, matrix.valuesStride, bytesOf(matrix.valueType));
  }
  return matrix;
}

// The indices that are inside of a matrix with so many columns. Several are compared at once, by
// one vector instruction, right before they are used: a pass over the indices ahead of the products
// reads the matrix in pieces that the processor does not prefetch well.
template <class Index> class IndexRange {
  // A negative index becomes one that is larger than all others.
  using Unsigned = std::conditional_t<sizeof(Index) == 8, std::uint64_t, std::uint32_t>;

public:
  IndexRange(const Index*, std::int64_t base, std::int64_t columns)
      : base_(static_cast<Unsigned>(base)),
        end_(static_cast<Unsigned>(
            std::min(static_cast<std::uint64_t>(columns),
                     static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) + 1))) {}
  template <int Count> bool hasAll(const Index* indices) const {
    if constexpr (Count == 1) {
      return static_cast<Unsigned>(*indices) - base_ < end_;
    } else {
      using Stored [[gnu::vector_size(Count * sizeof(Index))]] = Index;
      using Compared [[gnu::vector_size(Count * sizeof(Unsigned))]] = Unsigned;
      Stored stored;
      std::memcpy(&stored, indices, sizeof stored);
      return __builtin_reduce_or(__builtin_convertvector(stored, Compared) - base_ >= end_) == 0;
    }
  }

private:
  Unsigned base_, end_;
};

// A matrix is divided into lines, whose entries lie next to each other: rows, columns, rows of
// blocks, slices, or single entries of COO.
template <class T> class SparseMatrix {
public:
  explicit SparseMatrix(const cusparseSpMatDescr& matrix,
                        cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE)
      : matrix_(matrix), isTransposed_(operation != CUSPARSE_OPERATION_NON_TRANSPOSE),
        isConjugate_(operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE),
        offsets_(matrix.offsets, matrix.offsetType, matrix.base),
        indices_(matrix.indices, matrix.indexType, matrix.base),
        values_(static_cast<T*>(matrix.values)) {}

  std::int64_t rows() const { return isTransposed_ ? matrix_.cols : matrix_.rows; }
  std::int64_t cols() const { return isTransposed_ ? matrix_.rows : matrix_.cols; }
  // Whether each line has all entries of its rows, which are [firstRow(line), endRow(line)).
  bool hasRows() const {
    return matrix_.format != CUSPARSE_FORMAT_COO &&
           isTransposed_ == (matrix_.format == CUSPARSE_FORMAT_CSC);
  }
  std::int64_t firstRow(std::int64_t line) const { return line * linesOfRows(); }
  std::int64_t endRow(std::int64_t line) const {
    return std::min((line + 1) * linesOfRows(), rows());
  }
  std::int64_t lines() const {
    switch (matrix_.format) {
    case CUSPARSE_FORMAT_CSC:
      return matrix_.cols;
    case CUSPARSE_FORMAT_COO:
      return matrix_.nnz;
    default:
      return (matrix_.rows + linesOfRows() - 1) / linesOfRows();
    }
  }

  bool isThere(bool isWritten) const {
    return isAccessible(offsets_.data(), offsetCount(), offsets_.bytes(), false) &&
           isAccessible(indices_.data(), indexCount(), indices_.bytes(), false) &&
           isAccessible(values_, valueCount(), sizeof(T), isWritten);
  }

  // Calls visit(row, column, value) for the entries of one line. False where an index is outside of
  // the matrix.
  template <class Visit> bool visitLine(std::int64_t line, Visit visit) const {
    switch (matrix_.format) {
    case CUSPARSE_FORMAT_COO:
      return visitEntries(line, line + 1, visit);
    case CUSPARSE_FORMAT_BSR:
      return visitBlocks(line, visit);
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      return visitPaddedBlocks(line, visit);
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      return visitSlice(line, visit);
    default:
      return visitCompressed(line, visit);
    }
  }
  template <class Visit> bool visitAll(Visit visit) const {
    if (matrix_.format == CUSPARSE_FORMAT_COO)
      return visitEntries(0, matrix_.nnz, visit);
    const std::int64_t count = lines();
    for (std::int64_t line = 0; line < count; ++line)
      if (!visitLine(line, visit))
        return false;
    return true;
  }
  // Whether a line is one row in compressed form, for which multiplyRows() is faster than
  // visitLine().
  bool hasCompressedRows() const {
    return hasRows() &&
           (matrix_.format == CUSPARSE_FORMAT_CSR || matrix_.format == CUSPARSE_FORMAT_CSC);
  }
  // Calls store(line, sum) for some lines, with the sum of a row's entries times the elements of a
  // vector. False where an index is outside of the matrix.
  template <class C, class X, class Store>
  bool multiplyRows(std::int64_t firstLine, std::int64_t endLine, const X* x, Store store) const {
    return offsets_.typed([&](const auto* offsets, std::int64_t offsetBase) {
      return indices_.typed([&](const auto* indices, std::int64_t indexBase) {
        if constexpr (canGather<C, X, decltype(offsets), decltype(indices)>)
          if (gathersFast())
            return sumLines(CompressedRows{offsets, offsetBase, indices, indexBase,
                                           static_cast<const T*>(values_), matrix_.nnz, cols()},
                            firstLine, endLine, x, store);
        const IndexRange range(indices, indexBase, cols());
        for (std::int64_t line = firstLine; line < endLine; ++line) {
          const std::int64_t first = offsets[line] - offsetBase;
          // A row whose offsets do not ascend is empty.
          const std::int64_t end = std::max<std::int64_t>(first, offsets[line + 1] - offsetBase);
          C sum;
          if (first < 0 || end > matrix_.nnz ||
              !multiplyRow(sum, values_ + first, indices + first, end - first, x - indexBase,
                           range))
            return false;
          store(line, sum);
        }
        return true;
      });
    });
  }
  // The value of an entry in the type to compute with.
  template <class C> C read(const T& value) const {
    return isConjugate_ ? conjugate(convert<C>(value)) : convert<C>(value);
  }
  // The number of an entry among the values.
  std::int64_t placeOf(const T& value) const { return &value - values_; }

private:
  // Whether sumRows() is there for these types.
  template <class C, class X, class Offsets, class Indices>
  static constexpr bool canGather =
      (std::is_same_v<C, float> || std::is_same_v<C, double>) && std::is_same_v<C, T> &&
      std::is_same_v<C, X> && std::is_same_v<Indices, const std::int32_t*> &&
      std::is_same_v<Offsets, const std::int32_t*>;

  // multiplyRows() by sumRows(), some rows at a time.
  template <class Rows, class X, class Store>
  static bool sumLines(const Rows& rows, std::int64_t firstLine, std::int64_t endLine, const X* x,
                       Store store) {
    constexpr std::int64_t kRowsAtOnce = 64;
    X sums[kRowsAtOnce];
    for (std::int64_t line = firstLine; line < endLine; line += kRowsAtOnce) {
      const std::int64_t end = std::min(line + kRowsAtOnce, endLine);
      if (!sumRows(rows, line, end, x, sums))
        return false;
      for (std::int64_t row = line; row < end; ++row)
        store(row, sums[row - line]);
    }
    return true;
  }

  // The sum over the entries of a row; false where an index is outside of the matrix. An addition
  // to a sum has to wait for the one before it, so several sums are made side by side. Half as many
  // entries follow, so that short rows are not left to the last loop, which has only one sum.
  template <class C, class Index, class X>
  [[gnu::always_inline]] bool multiplyRow(C& sum, const T* values, const Index* indices,
                                          std::int64_t count, const X* x,
                                          const IndexRange<Index>& range) const {
    constexpr std::int64_t kSums = 8;
    C sums[kSums] = {};
    std::int64_t entry = 0;
    for (; entry + kSums <= count; entry += kSums)
      if (!addProducts<kSums>(sums, values + entry, indices + entry, x, range))
        return false;
    if (entry + kSums / 2 <= count) {
      if (!addProducts<kSums / 2>(sums, values + entry, indices + entry, x, range))
        return false;
      entry += kSums / 2;
    }
    C rest{};
    for (; entry < count; ++entry)
      if (!addProducts<1>(&rest, values + entry, indices + entry, x, range))
        return false;
    sum = (((sums[0] + sums[4]) + (sums[2] + sums[6])) +
           ((sums[1] + sums[5]) + (sums[3] + sums[7]))) +
          rest;
    return true;
  }
  // Adds as many products. Left to itself, the compiler multiplies half a register at a time.
  template <int Count, class C, class Index, class X>
  bool addProducts(C* sums, const T* values, const Index* indices, const X* x,
                   const IndexRange<Index>& range) const {
    if (!range.template hasAll<Count>(indices)) [[unlikely]]
      return false;
    // No index is negative, and one without a sign needs no instruction to be made longer.
    const auto element = [=](int k) {
      return convert<C>(x[static_cast<std::make_unsigned_t<Index>>(indices[k])]);
    };
    if constexpr (std::is_floating_point_v<C> && Count > 1) {
      using Vector [[gnu::vector_size(Count * sizeof(C))]] = C;
      Vector factors, numbers, sum;
      for (int k = 0; k < Count; ++k) {
        factors[k] = element(k);
        numbers[k] = read<C>(values[k]);
      }
      std::memcpy(&sum, sums, sizeof sum);
      sum += numbers * factors;
      std::memcpy(sums, &sum, sizeof sum);
    } else {
      for (int k = 0; k < Count; ++k)
        sums[k] = sums[k] + multiply(read<C>(values[k]), element(k));
    }
    return true;
  }
  // How many rows of the matrix, as it is stored, a line has.
  std::int64_t linesOfRows() const {
    return matrix_.format == CUSPARSE_FORMAT_SLICED_ELLPACK ? matrix_.sliceSize : matrix_.blockRows;
  }
  std::int64_t offsetCount() const {
    if (matrix_.format == CUSPARSE_FORMAT_BLOCKED_ELL)
      return 0;
    return matrix_.format == CUSPARSE_FORMAT_COO ? matrix_.nnz : lines() + 1;
  }
  std::int64_t indexCount() const {
    if (matrix_.format == CUSPARSE_FORMAT_BLOCKED_ELL)
      return lines() * (matrix_.ellCols / matrix_.blockCols);
    return matrix_.format == CUSPARSE_FORMAT_SLICED_ELLPACK ? matrix_.storedValues : matrix_.nnz;
  }
  std::int64_t valueCount() const {
    if (matrix_.format == CUSPARSE_FORMAT_BLOCKED_ELL)
      return lines() * matrix_.blockRows * matrix_.ellCols;
    return matrix_.format == CUSPARSE_FORMAT_SLICED_ELLPACK
               ? matrix_.storedValues
               : matrix_.nnz * matrix_.blockRows * matrix_.blockCols;
  }
  // With the row and the column as they are stored.
  template <class Visit>
  bool visitOne(std::int64_t row, std::int64_t col, std::int64_t entry, Visit& visit) const {
    if (static_cast<std::uint64_t>(row) >= static_cast<std::uint64_t>(matrix_.rows) ||
        static_cast<std::uint64_t>(col) >= static_cast<std::uint64_t>(matrix_.cols))
      return false;
    if (isTransposed_)
      visit(col, row, values_[entry]);
    else
      visit(row, col, values_[entry]);
    return true;
  }
  template <class Visit>
  bool visitEntries(std::int64_t begin, std::int64_t end, Visit& visit) const {
    for (std::int64_t entry = begin; entry < end; ++entry)
      if (!visitOne(offsets_[entry], indices_[entry], entry, visit))
        return false;
    return true;
  }
  template <class Visit> bool visitCompressed(std::int64_t line, Visit& visit) const {
    const std::int64_t begin = offsets_[line], end = offsets_[line + 1];
    if (begin < 0 || end > matrix_.nnz)
      return false;
    // Whether the numbers of lines are the first argument of visit().
    const bool isLineFirst = (matrix_.format == CUSPARSE_FORMAT_CSC) == isTransposed_;
    const auto size = static_cast<std::uint64_t>(
        matrix_.format == CUSPARSE_FORMAT_CSC ? matrix_.rows : matrix_.cols);
    return indices_.typed([&](const auto* data, std::int64_t base) {
      for (std::int64_t entry = begin; entry < end; ++entry) {
        const std::int64_t index = data[entry] - base;
        if (static_cast<std::uint64_t>(index) >= size)
          return false;
        if (isLineFirst)
          visit(line, index, values_[entry]);
        else
          visit(index, line, values_[entry]);
      }
      return true;
    });
  }
  template <class Visit> bool visitBlocks(std::int64_t line, Visit& visit) const {
    const std::int64_t begin = offsets_[line], end = offsets_[line + 1];
    if (begin < 0 || end > matrix_.nnz)
      return false;
    const bool isByRow = matrix_.blockOrder == CUSPARSE_ORDER_ROW;
    for (std::int64_t block = begin; block < end; ++block)
      for (std::int64_t i = 0; i < matrix_.blockRows; ++i)
        for (std::int64_t j = 0; j < matrix_.blockCols; ++j) {
          const std::int64_t place =
              isByRow ? i * matrix_.blockCols + j : j * matrix_.blockRows + i;
          if (!visitOne(line * matrix_.blockRows + i, indices_[block] * matrix_.blockCols + j,
                        block * matrix_.blockRows * matrix_.blockCols + place, visit))
            return false;
        }
    return true;
  }
  // A block with a negative column is not there.
  template <class Visit> bool visitPaddedBlocks(std::int64_t line, Visit& visit) const {
    const std::int64_t blocks = matrix_.ellCols / matrix_.blockCols;
    const std::int64_t end = std::min((line + 1) * matrix_.blockRows, matrix_.rows);
    for (std::int64_t block = 0; block < blocks; ++block) {
      const std::int64_t first = indices_[line * blocks + block] * matrix_.blockCols;
      if (first < 0)
        continue;
      const std::int64_t count = std::min(matrix_.blockCols, matrix_.cols - first);
      if (count <= 0)
        return false;
      for (std::int64_t row = line * matrix_.blockRows; row < end; ++row)
        for (std::int64_t j = 0; j < count; ++j)
          if (!visitOne(row, first + j, row * matrix_.ellCols + block * matrix_.blockCols + j,
                        visit))
            return false;
    }
    return true;
  }
  // The entries of a slice lie column by column; one with a negative column is not there.
  template <class Visit> bool visitSlice(std::int64_t line, Visit& visit) const {
    const std::int64_t begin = offsets_[line], end = offsets_[line + 1];
    if (begin < 0 || end > matrix_.storedValues)
      return false;
    for (std::int64_t entry = begin; entry < end; ++entry) {
      const std::int64_t col = indices_[entry];
      if (col >= 0 && !visitOne(line * matrix_.sliceSize + (entry - begin) % matrix_.sliceSize, col,
                                entry, visit))
        return false;
    }
    return true;
  }

  cusparseSpMatDescr matrix_;
  bool isTransposed_, isConjugate_;
  Indices offsets_, indices_;
  T* values_;
};

} // namespace heddle::cusparse
