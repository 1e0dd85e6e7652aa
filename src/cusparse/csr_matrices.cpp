// Matrices in CSR: their transposes and sums, and what is left when small entries go.
#include "cusparse/legacy.h"
#include "library/value_type.h"

#include <cmath>
#include <cstring>

namespace {

using namespace heddle::cusparse;

struct Transpose {
  int m, n, nnz;
  const void* values;
  const int* rowOffsets;
  const int* columns;
  void* outValues;
  int* colOffsets;
  int* rows;
  cudaDataType type;
  cusparseAction_t action;
  cusparseIndexBase_t base;
  cusparseCsr2CscAlg_t algorithm;

  bool hasValues() const { return action == CUSPARSE_ACTION_NUMERIC; }
  cusparseStatus_t check() const {
    if (m < 0 || n < 0 || nnz < 0 || (m > 0 && !rowOffsets) || (n > 0 && !colOffsets) ||
        (nnz > 0 && (!columns || !rows || (hasValues() && (!values || !outValues)))) ||
        !isIndexBase(base) || (action != CUSPARSE_ACTION_SYMBOLIC && !hasValues()) ||
        algorithm != CUSPARSE_CSR2CSC_ALG1 || !heddle::library::isDataType(type))
      return CUSPARSE_STATUS_INVALID_VALUE;
    return bytesOf(type) != 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
  }
  bool run() const {
    const RowOffsets offsets(rowOffsets, m, base);
    const std::size_t bytes = hasValues() ? bytesOf(type) : 0;
    if (!offsets.isThere() || offsets.count() != nnz || !isReadable(columns, nnz) ||
        !isWritable(rows, nnz) || !isWritable(colOffsets, n + 1) ||
        !isAccessible(values, hasValues() ? nnz : 0, bytes, false) ||
        !isAccessible(outValues, hasValues() ? nnz : 0, bytes, true))
      return false;
    // How many entries each column has, and from that where it begins.
    std::vector<int> next(static_cast<std::size_t>(n) + 1);
    for (int entry = 0; entry < nnz; ++entry) {
      const int column = columns[entry] - base;
      if (column < 0 || column >= n)
        return false;
      ++next[static_cast<std::size_t>(column) + 1];
    }
    for (std::size_t column = 0; column < static_cast<std::size_t>(n); ++column)
      next[column + 1] += next[column];
    for (int column = 0; column <= n; ++column)
      colOffsets[column] = next[static_cast<std::size_t>(column)] + base;
    for (int row = 0; row < m; ++row)
      for (std::int64_t entry = offsets.begin(row); entry < offsets.end(row); ++entry) {
        const int to = next[static_cast<std::size_t>(columns[entry] - base)]++;
        rows[to] = row + base;
        std::memcpy(static_cast<char*>(outValues) + static_cast<std::size_t>(to) * bytes,
                    static_cast<const char*>(values) + static_cast<std::size_t>(entry) * bytes,
                    bytes);
      }
    return true;
  }
};

// One of the two matrices of a sum.
struct Summand {
  const int* offsets;
  const int* columns;
  int nnz;
  int base;
};

// Calls visit(column, entry of a or -1, entry of b or -1) for the union of two rows whose columns
// ascend.
template <class Visit>
void visitUnion(const Summand& a, const Summand& b, std::int64_t row, Visit visit) {
  int i = a.offsets[row] - a.base, j = b.offsets[row] - b.base;
  const int endI = a.offsets[row + 1] - a.base, endJ = b.offsets[row + 1] - b.base;
  while (i < endI || j < endJ) {
    const int left = i < endI ? a.columns[i] - a.base : INT32_MAX;
    const int right = j < endJ ? b.columns[j] - b.base : INT32_MAX;
    visit(std::min(left, right), left <= right ? i++ : -1, right <= left ? j++ : -1);
  }
}
bool isSummandThere(const Summand& a, int m) {
  const RowOffsets offsets(a.offsets, m, static_cast<cusparseIndexBase_t>(a.base));
  return offsets.isThere() && offsets.count() == a.nnz && isReadable(a.columns, a.nnz);
}

cusparseStatus_t countSum(Call handle, int m, int n, const cusparseMatDescr* descrA, Summand a,
                          const cusparseMatDescr* descrB, Summand b, const cusparseMatDescr* descrC,
                          int* offsetsC, int* total) {
  const bool isRight = m >= 0 && n >= 0 && a.nnz >= 0 && b.nnz >= 0 && a.offsets && b.offsets &&
                       offsetsC && total && (a.nnz == 0 || a.columns) && (b.nnz == 0 || b.columns);
  const auto body = [&] {
    a.base = descrA->base;
    b.base = descrB->base;
    const int base = descrC->base;
    return launchCount(*handle, total, [=](int& count) {
      if (!isSummandThere(a, m) || !isSummandThere(b, m) || !isWritable(offsetsC, m + 1))
        return false;
      offsetsC[0] = base;
      for (int row = 0; row < m; ++row) {
        visitUnion(a, b, row, [&](int, int, int) { ++count; });
        offsetsC[row + 1] = count + base;
      }
      return true;
    });
  };
  return callWith(handle, isRight, body, descrA, descrB, descrC);
}

template <class T>
cusparseStatus_t add(Call handle, int m, int n, const T* alpha, const cusparseMatDescr* descrA,
                     Summand a, const T* valuesA, const T* beta, const cusparseMatDescr* descrB,
                     Summand b, const T* valuesB, const cusparseMatDescr* descrC, T* valuesC,
                     int* offsetsC, int* columnsC) {
  const bool isRight = m >= 0 && n >= 0 && a.nnz >= 0 && b.nnz >= 0 && alpha && beta && a.offsets &&
                       b.offsets && offsetsC;
  const auto body = [&] {
    a.base = descrA->base;
    b.base = descrB->base;
    const int base = descrC->base;
    const Scalar<T> factorA(alpha, handle->pointerMode), factorB(beta, handle->pointerMode);
    return launchWhole(
        *handle,
        [=] {
          return isSummandThere(a, m) && isSummandThere(b, m) && isReadable(valuesA, a.nnz) &&
                 isReadable(valuesB, b.nnz) && isWritable(offsetsC, m + 1);
        },
        [=] {
          const auto x = factorA.read(), y = factorB.read();
          std::int64_t count = 0;
          for (int row = 0; row < m; ++row)
            visitUnion(a, b, row, [&](int, int, int) { ++count; });
          if (!x || !y || !isWritable(valuesC, count) || !isWritable(columnsC, count))
            return false;
          int entry = 0;
          offsetsC[0] = base;
          for (int row = 0; row < m; ++row) {
            visitUnion(a, b, row, [&](int column, int i, int j) {
              columnsC[entry] = column + base;
              valuesC[entry++] = (i < 0 ? T(0) : multiply(*x, valuesA[i])) +
                                 (j < 0 ? T(0) : multiply(*y, valuesB[j]));
            });
            offsetsC[row + 1] = entry + base;
          }
          return true;
        });
  };
  return callWith(handle, isRight, body, descrA, descrB, descrC);
}

template <class T>
cusparseStatus_t countDense(Call handle, cusparseDirection_t direction, int m, int n,
                            const cusparseMatDescr* descr, const T* a, int lda, int* perLine,
                            int* total) {
  const bool isRight =
      isDirection(direction) && m >= 0 && n >= 0 && lda >= std::max(m, 1) && a && perLine && total;
  const auto body = [=] {
    const bool isByRow = direction == CUSPARSE_DIRECTION_ROW;
    return launchCount(*handle, total, [=](int& count) {
      const int lines = isByRow ? m : n;
      if (!isWritable(perLine, lines) ||
          (n > 0 && m > 0 && !isReadable(a, std::int64_t{lda} * (n - 1) + m)))
        return false;
      std::fill(perLine, perLine + lines, 0);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
          if (a[i + std::int64_t{lda} * j] != T(0)) {
            ++perLine[isByRow ? i : j];
            ++count;
          }
      return true;
    });
  };
  return callWith(handle, isRight, body, descr);
}

// An entry stays when it is larger than the tolerance, of which a complex one has the real part.
template <class T> bool isLarge(const T& value, const T& tolerance) {
  return std::abs(value) > std::real(tolerance);
}

template <class T>
cusparseStatus_t countLarge(Call handle, int m, const cusparseMatDescr* descr, const T* values,
                            const int* offsets, int* perRow, int* total, T tolerance) {
  const bool isRight = m >= 0 && offsets && perRow && total && std::real(tolerance) >= 0;
  const auto body = [=] {
    const RowOffsets rows(offsets, m, descr->base);
    return launchCount(*handle, total, [=](int& count) {
      if (!rows.isThere() || !isReadable(values, rows.count()) || !isWritable(perRow, m))
        return false;
      for (int row = 0; row < m; ++row) {
        perRow[row] = 0;
        for (std::int64_t entry = rows.begin(row); entry < rows.end(row); ++entry)
          perRow[row] += isLarge(values[entry], tolerance) ? 1 : 0;
        count += perRow[row];
      }
      return true;
    });
  };
  return callWith(handle, isRight, body, descr);
}

template <class T>
cusparseStatus_t compress(Call handle, int m, int n, const cusparseMatDescr* descr, const T* values,
                          const int* columns, const int* offsets, int nnz, const int* perRow,
                          T* valuesC, int* columnsC, int* offsetsC, T tolerance) {
  const bool isRight =
      m >= 0 && n >= 0 && nnz >= 0 && offsets && perRow && offsetsC && std::real(tolerance) >= 0;
  const auto body = [=] {
    const RowOffsets rows(offsets, m, descr->base);
    const int base = descr->base;
    return launchWhole(
        *handle,
        [=] {
          return rows.isThere() && rows.count() == nnz && isReadable(values, nnz) &&
                 isReadable(columns, nnz) && isReadable(perRow, m) && isWritable(offsetsC, m + 1);
        },
        [=] {
          std::int64_t room = 0;
          for (int row = 0; row < m; ++row)
            room += perRow[row];
          if (!isWritable(valuesC, room) || !isWritable(columnsC, room))
            return false;
          int to = 0;
          offsetsC[0] = base;
          for (int row = 0; row < m; ++row) {
            for (std::int64_t entry = rows.begin(row); entry < rows.end(row); ++entry) {
              if (!isLarge(values[entry], tolerance))
                continue;
              if (to >= room)
                return false;
              valuesC[to] = values[entry];
              columnsC[to++] = columns[entry];
            }
            offsetsC[row + 1] = to + base;
          }
          return true;
        });
  };
  return callWith(handle, isRight, body, descr);
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz,
                                               const void* csrVal, const int* csrRowPtr,
                                               const int* csrColInd, void* cscVal, int* cscColPtr,
                                               int* cscRowInd, cudaDataType valType,
                                               cusparseAction_t copyValues,
                                               cusparseIndexBase_t idxBase,
                                               cusparseCsr2CscAlg_t alg, size_t* bufferSize) {
  const Transpose transpose{m,         n,         nnz,     csrVal,     csrRowPtr, csrColInd, cscVal,
                            cscColPtr, cscRowInd, valType, copyValues, idxBase,   alg};
  const cusparseStatus_t status = withObjects(
      handle, [&] { return bufferSize ? transpose.check() : CUSPARSE_STATUS_INVALID_VALUE; });
  if (status == CUSPARSE_STATUS_SUCCESS)
    *bufferSize = 16;
  return status;
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                                    const void* csrVal, const int* csrRowPtr, const int* csrColInd,
                                    void* cscVal, int* cscColPtr, int* cscRowInd,
                                    cudaDataType valType, cusparseAction_t copyValues,
                                    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, void*) {
  const Transpose transpose{m,         n,         nnz,     csrVal,     csrRowPtr, csrColInd, cscVal,
                            cscColPtr, cscRowInd, valType, copyValues, idxBase,   alg};
  return withObjects(handle, [&] {
    if (const cusparseStatus_t status = transpose.check(); status != CUSPARSE_STATUS_SUCCESS)
      return status;
    return launchWhole(*handle, [] { return true; }, [=] { return transpose.run(); });
  });
}

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                      const cusparseMatDescr_t descrA, int nnzA,
                                      const int* offsetsA, const int* columnsA,
                                      const cusparseMatDescr_t descrB, int nnzB,
                                      const int* offsetsB, const int* columnsB,
                                      const cusparseMatDescr_t descrC, int* offsetsC, int* total,
                                      void*) {
  return countSum(handle, m, n, descrA, {offsetsA, columnsA, nnzA, 0}, descrB,
                  {offsetsB, columnsB, nnzB, 0}, descrC, offsetsC, total);
}

#define HEDDLE_CSR_MATRICES(S, T)                                                                  \
  cusparseStatus_t cusparse##S##csrgeam2_bufferSizeExt(                                            \
      cusparseHandle_t handle, int m, int n, const T*, const cusparseMatDescr_t descrA, int nnzA,  \
      const T*, const int*, const int*, const T*, const cusparseMatDescr_t descrB, int nnzB,       \
      const T*, const int*, const int*, const cusparseMatDescr_t descrC, const T*, const int*,     \
      const int*, size_t* size) {                                                                  \
    return answerBufferSize(handle, m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0, size, descrA,      \
                            descrB, descrC);                                                       \
  }                                                                                                \
  cusparseStatus_t cusparse##S##csrgeam2(                                                          \
      cusparseHandle_t handle, int m, int n, const T* alpha, const cusparseMatDescr_t descrA,      \
      int nnzA, const T* valuesA, const int* offsetsA, const int* columnsA, const T* beta,         \
      const cusparseMatDescr_t descrB, int nnzB, const T* valuesB, const int* offsetsB,            \
      const int* columnsB, const cusparseMatDescr_t descrC, T* valuesC, int* offsetsC,             \
      int* columnsC, void*) {                                                                      \
    return add(handle, m, n, native(alpha), descrA, {offsetsA, columnsA, nnzA, 0},                 \
               native(valuesA), native(beta), descrB, {offsetsB, columnsB, nnzB, 0},               \
               native(valuesB), descrC, native(valuesC), offsetsC, columnsC);                      \
  }                                                                                                \
  cusparseStatus_t cusparse##S##nnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,      \
                                    int n, const cusparseMatDescr_t descrA, const T* a, int lda,   \
                                    int* perLine, int* total) {                                    \
    return countDense(handle, dirA, m, n, descrA, native(a), lda, perLine, total);                 \
  }                                                                                                \
  cusparseStatus_t cusparse##S##nnz_compress(cusparseHandle_t handle, int m,                       \
                                             const cusparseMatDescr_t descr, const T* values,      \
                                             const int* offsets, int* perRow, int* total, T tol) { \
    return countLarge(handle, m, descr, native(values), offsets, perRow, total, *native(&tol));    \
  }                                                                                                \
  cusparseStatus_t cusparse##S##csr2csr_compress(                                                  \
      cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const T* values,      \
      const int* columns, const int* offsets, int nnz, const int* perRow, T* valuesC,              \
      int* columnsC, int* offsetsC, T tol) {                                                       \
    return compress(handle, m, n, descr, native(values), columns, offsets, nnz, perRow,            \
                    native(valuesC), columnsC, offsetsC, *native(&tol));                           \
  }
HEDDLE_CUSPARSE_EACH(HEDDLE_CSR_MATRICES)
}
