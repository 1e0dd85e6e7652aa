// Conversions between sparse and dense matrices, and between the formats of sparse ones.
#include "cusparse/launch.h"
#include "cusparse/legacy.h"
#include "cusparse/sparse_matrix.h"

#include <atomic>
#include <memory>

namespace {

using namespace heddle::cusparse;

template <class T>
cusparseStatus_t sparseToDense(const cusparseContext& context, const SparseMatrix<T>& a,
                               const DenseMatrix<T>& b) {
  return launchWhole(
      context, [=] { return a.isThere(false) && b.isThere(true); },
      [=] {
        for (std::int64_t row = 0; row < b.rows; ++row)
          for (std::int64_t col = 0; col < b.cols; ++col)
            b.at(row, col) = T{};
        return a.visitAll(
            [&](std::int64_t row, std::int64_t col, const T& value) { b.at(row, col) = value; });
      });
}

template <class T> bool isZero(const T& value) {
  if constexpr (heddle::cublas::kIsPair<T>)
    return isZero(value.real) && isZero(value.imaginary);
  else if constexpr (heddle::cublas::kIsSmallFloat<T>)
    return toFloat(value) == 0;
  else
    return value == T(0);
}

// The arrays of a sparse matrix that is made of a dense one, line by line: by columns for CSC, else
// by rows.
template <class T> class SparseResult {
public:
  explicit SparseResult(const cusparseSpMatDescr& matrix)
      : matrix_(matrix), offsets_(matrix.offsets, matrix.offsetType, matrix.base),
        indices_(matrix.indices, matrix.indexType, matrix.base) {}

  bool isByColumn() const { return matrix_.format == CUSPARSE_FORMAT_CSC; }
  bool isCompressed() const { return matrix_.format != CUSPARSE_FORMAT_COO; }
  std::int64_t lines() const { return isByColumn() ? matrix_.cols : matrix_.rows; }
  std::int64_t lineLength() const { return isByColumn() ? matrix_.rows : matrix_.cols; }

  bool hasOffsets() const {
    const std::int64_t count = isCompressed() ? lines() + 1 : matrix_.nnz;
    return isAccessible(matrix_.offsets, count, indexBytes(matrix_.offsetType), true);
  }
  bool hasEntries() const {
    return isAccessible(matrix_.indices, matrix_.nnz, indexBytes(matrix_.indexType), true) &&
           isAccessible(matrix_.values, matrix_.nnz, sizeof(T), true);
  }
  void setOffset(std::int64_t line, std::int64_t offset) const {
    if (isCompressed())
      offsets_.set(line, offset);
  }
  // False when the matrix has no room for so many entries.
  bool setEntry(std::int64_t entry, std::int64_t line, std::int64_t index, const T& value) const {
    if (entry >= matrix_.nnz)
      return false;
    if (!isCompressed())
      offsets_.set(entry, line);
    indices_.set(entry, index);
    static_cast<T*>(matrix_.values)[entry] = value;
    return true;
  }
  static const T& element(const DenseMatrix<T>& a, bool isByColumn, std::int64_t line,
                          std::int64_t index) {
    return isByColumn ? a.at(index, line) : a.at(line, index);
  }

private:
  cusparseSpMatDescr matrix_;
  WritableIndices offsets_, indices_;
};

// Counts the entries, which the caller has to know to allocate memory for them, so this waits.
template <class T>
cusparseStatus_t countEntries(const cusparseContext& context, const DenseMatrix<T>& a,
                              const SparseResult<T>& b, std::int64_t& nnz) {
  const auto count = std::make_shared<std::atomic<std::int64_t>>(0);
  const cusparseStatus_t status = launchWhole(
      context, [=] { return a.isThere(false) && (!b.isCompressed() || b.hasOffsets()); },
      [=] {
        std::int64_t entries = 0;
        for (std::int64_t line = 0; line < b.lines(); ++line) {
          b.setOffset(line, entries);
          for (std::int64_t index = 0; index < b.lineLength(); ++index)
            entries += isZero(b.element(a, b.isByColumn(), line, index)) ? 0 : 1;
        }
        b.setOffset(b.lines(), entries);
        *count = entries;
        return true;
      });
  if (status != CUSPARSE_STATUS_SUCCESS)
    return status;
  const cudaError_t error = cudaStreamSynchronize(context.stream);
  nnz = *count;
  return statusOf(error);
}

template <class T>
cusparseStatus_t denseToSparse(const cusparseContext& context, const DenseMatrix<T>& a,
                               const SparseResult<T>& b) {
  return launchWhole(
      context, [=] { return a.isThere(false) && b.hasOffsets() && b.hasEntries(); },
      [=] {
        std::int64_t entry = 0;
        for (std::int64_t line = 0; line < b.lines(); ++line) {
          b.setOffset(line, entry);
          for (std::int64_t index = 0; index < b.lineLength(); ++index) {
            const T& value = b.element(a, b.isByColumn(), line, index);
            if (!isZero(value) && !b.setEntry(entry++, line, index, value))
              return false;
          }
        }
        b.setOffset(b.lines(), entry);
        return true;
      });
}

bool isCompressedOrCoo(const cusparseSpMatDescr& matrix) {
  return matrix.format == CUSPARSE_FORMAT_CSR || matrix.format == CUSPARSE_FORMAT_CSC ||
         matrix.format == CUSPARSE_FORMAT_COO;
}

// The elements of the blocks that the columns of a matrix in blocked ELL name. A block with a
// negative column is not there.
template <class T>
cusparseStatus_t denseToPaddedBlocks(const cusparseContext& context, const DenseMatrix<T>& a,
                                     const cusparseSpMatDescr& matrix) {
  const SparseMatrix<T> b(matrix);
  return launchWhole(
      context, [=] { return a.isThere(false) && b.isThere(true); },
      [=] {
        return b.visitAll(
            [&](std::int64_t row, std::int64_t col, T& value) { value = a.at(row, col); });
      });
}

// Checks the matrices and whether the algorithm is a known one, and calls action.operator()<T>()
// with the type of the values.
template <class Action>
cusparseStatus_t withMatrices(Call handle, cusparseConstSpMatDescr_t sparse,
                              cusparseConstDnMatDescr_t dense, bool isToSparse, bool isKnown,
                              Action action) {
  const auto body = [&] {
    if (!isKnown || sparse->rows != dense->rows || sparse->cols != dense->cols)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (sparse->valueType != dense->valueType ||
        !(isCompressedOrCoo(*sparse) ||
          (isToSparse && sparse->format == CUSPARSE_FORMAT_BLOCKED_ELL)))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return withElementType(sparse->valueType, action);
  };
  return withObjects(handle, body, sparse, dense);
}

// No conversion needs a buffer.
cusparseStatus_t answerBufferSize(Call handle, cusparseConstSpMatDescr_t sparse,
                                  cusparseConstDnMatDescr_t dense, bool isToSparse, bool isKnown,
                                  size_t* bufferSize) {
  return withMatrices(handle, sparse, dense, isToSparse, isKnown, [=]<class>() {
    if (!bufferSize)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *bufferSize = 0;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t matA,
                                                  cusparseDnMatDescr_t matB,
                                                  cusparseSparseToDenseAlg_t alg,
                                                  size_t* bufferSize) {
  return answerBufferSize(handle, matA, matB, false, alg == CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                          bufferSize);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
                                       void*) {
  return withMatrices(
      handle, matA, matB, false, alg == CUSPARSE_SPARSETODENSE_ALG_DEFAULT, [&]<class T>() {
        return sparseToDense(*handle, SparseMatrix<T>(*matA), DenseMatrix<T>(*matB));
      });
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t matA,
                                                  cusparseSpMatDescr_t matB,
                                                  cusparseDenseToSparseAlg_t alg,
                                                  size_t* bufferSize) {
  return answerBufferSize(handle, matB, matA, true, alg == CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                          bufferSize);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t matA,
                                                cusparseSpMatDescr_t matB,
                                                cusparseDenseToSparseAlg_t alg, void*) {
  return withMatrices(
      handle, matB, matA, true, alg == CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, [&]<class T>() {
        // The program has said which blocks there are.
        if (matB->format == CUSPARSE_FORMAT_BLOCKED_ELL)
          return CUSPARSE_STATUS_SUCCESS;
        return countEntries(*handle, DenseMatrix<T>(*matA), SparseResult<T>(*matB), matB->nnz);
      });
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t matA,
                                               cusparseSpMatDescr_t matB,
                                               cusparseDenseToSparseAlg_t alg, void*) {
  return withMatrices(
      handle, matB, matA, true, alg == CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, [&]<class T>() {
        if (matB->format == CUSPARSE_FORMAT_BLOCKED_ELL)
          return denseToPaddedBlocks(*handle, DenseMatrix<T>(*matA), *matB);
        return denseToSparse(*handle, DenseMatrix<T>(*matA), SparseResult<T>(*matB));
      });
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* cooRowInd, int nnz, int m,
                                  int* csrSortedRowPtr, cusparseIndexBase_t idxBase) {
  const bool isRight =
      nnz >= 0 && m >= 0 && csrSortedRowPtr && (nnz == 0 || cooRowInd) && isIndexBase(idxBase);
  return callWith(handle, isRight, [&] {
    const auto check = [=] {
      return isAccessible(cooRowInd, nnz, sizeof(int), false) &&
             isAccessible(csrSortedRowPtr, m + 1, sizeof(int), true);
    };
    return launchWhole(*handle, check, [=] {
      int entry = 0;
      for (int row = 0; row <= m; ++row) {
        while (entry < nnz && cooRowInd[entry] - idxBase < row)
          ++entry;
        csrSortedRowPtr[row] = entry + idxBase;
      }
      return true;
    });
  });
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* csrSortedRowPtr, int nnz,
                                  int m, int* cooRowInd, cusparseIndexBase_t idxBase) {
  const bool isRight =
      nnz >= 0 && m >= 0 && csrSortedRowPtr && (nnz == 0 || cooRowInd) && isIndexBase(idxBase);
  return callWith(handle, isRight, [&] {
    const auto check = [=] {
      return isAccessible(csrSortedRowPtr, m + 1, sizeof(int), false) &&
             isAccessible(cooRowInd, nnz, sizeof(int), true);
    };
    return launchWhole(*handle, check, [=] {
      for (int row = 0; row < m; ++row) {
        const int begin = csrSortedRowPtr[row] - idxBase, end = csrSortedRowPtr[row + 1] - idxBase;
        if (begin < 0 || end > nnz)
          return false;
        for (int entry = begin; entry < end; ++entry)
          cooRowInd[entry] = row + idxBase;
      }
      return true;
    });
  });
}
}
