// Sparse matrices of the elements of a dense or sparse matrix whose size is above a threshold, or
// belongs to the largest.
#include "cusparse/descriptor_functions.h"
#include "cusparse/legacy.h"
#include "cusparse/product_types.h"

#include <algorithm>
#include <cmath>

// Nothing has to be kept between the calls: the threshold is found again.
struct pruneInfo {};

namespace {

using namespace heddle::cusparse;

template <class T> double sizeOf(const T& value) {
  return std::abs(convert<double>(value));
}

// A dense matrix by columns, as the functions below read it.
template <class T> struct DenseSource {
  int m, n;
  const T* values;
  int lda;

  bool isRight() const { return m >= 0 && n >= 0 && lda >= std::max(m, 1) && values; }
  int rows() const { return m; }
  bool isThere() const {
    return m == 0 || n == 0 || isReadable(values, std::int64_t{lda} * (n - 1) + m);
  }
  template <class Visit> void visitRow(int row, Visit visit) const {
    for (int column = 0; column < n; ++column)
      visit(column, values[row + std::int64_t{lda} * column]);
  }
};

template <class T> struct SparseSource {
  int m, n, nnz;
  const T* values;
  const int* offsets;
  const int* columns;
  const cusparseMatDescr* descr;
  int base = 0;

  bool isRight() const {
    return m >= 0 && n >= 0 && nnz >= 0 && offsets && exist(descr) &&
           (nnz == 0 || (values && columns));
  }
  int rows() const { return m; }
  bool isThere() const {
    const RowOffsets all(offsets, m, static_cast<cusparseIndexBase_t>(base));
    return all.isThere() && all.count() == nnz && isReadable(values, nnz) &&
           isReadable(columns, nnz);
  }
  template <class Visit> void visitRow(int row, Visit visit) const {
    for (int entry = offsets[row] - base; entry < offsets[row + 1] - base; ++entry)
      visit(columns[entry] - base, values[entry]);
  }
};

// A number that is given, or that follows from the elements of the matrix.
template <class T> struct Threshold {
  std::optional<Scalar<T>> given;
  float percentage = 0;

  // The smallest size that goes with the percentage of the elements that are to go.
  template <class Source> std::optional<double> find(const Source& source) const {
    if (given) {
      const auto value = given->read();
      return value ? std::optional<double>(convert<double>(*value)) : std::nullopt;
    }
    std::vector<double> sizes;
    for (int row = 0; row < source.rows(); ++row)
      source.visitRow(row, [&](int, const T& value) { sizes.push_back(sizeOf(value)); });
    if (sizes.empty())
      return 0;
    std::sort(sizes.begin(), sizes.end());
    const double place =
        std::ceil(static_cast<double>(sizes.size()) * (static_cast<double>(percentage) / 100)) - 1;
    return sizes[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(sizes.size() - 1)))];
  }
};

template <class T, class Source>
cusparseStatus_t count(Call handle, bool isRight, const Source& source,
                       const Threshold<T>& threshold, const cusparseMatDescr* descrC, int* offsetsC,
                       int* total) {
  const auto body = [&] {
    const int base = descrC->base;
    return launchCount(*handle, total, [=](int& found) {
      if (!source.isThere() || !isWritable(offsetsC, source.rows() + 1))
        return false;
      const auto limit = threshold.find(source);
      if (!limit)
        return false;
      offsetsC[0] = base;
      for (int row = 0; row < source.rows(); ++row) {
        source.visitRow(row, [&](int, const T& value) { found += sizeOf(value) > *limit ? 1 : 0; });
        offsetsC[row + 1] = found + base;
      }
      return true;
    });
  };
  return callWith(handle, isRight && source.isRight() && offsetsC && total, body, descrC);
}

template <class T, class Source>
cusparseStatus_t prune(Call handle, bool isRight, const Source& source,
                       const Threshold<T>& threshold, const cusparseMatDescr* descrC, T* valuesC,
                       const int* offsetsC, int* columnsC) {
  const auto body = [&] {
    const RowOffsets rows(offsetsC, source.rows(), descrC->base);
    const int base = descrC->base;
    return launchWhole(
        *handle, [=] { return source.isThere() && rows.isThere(); },
        [=] {
          const auto limit = threshold.find(source);
          if (!limit || !isWritable(valuesC, rows.count()) || !isWritable(columnsC, rows.count()))
            return false;
          bool fits = true;
          for (int row = 0; row < source.rows() && fits; ++row) {
            std::int64_t entry = rows.begin(row);
            source.visitRow(row, [&](int column, const T& value) {
              if (!(sizeOf(value) > *limit))
                return;
              fits &= entry < rows.end(row);
              if (!fits)
                return;
              valuesC[entry] = value;
              columnsC[entry++] = column + base;
            });
          }
          return fits;
        });
  };
  return callWith(handle, isRight && source.isRight() && offsetsC, body, descrC);
}

template <class T> Threshold<T> given(Call handle, const T* value) {
  if (!value || !exist<cusparseContext>(handle))
    return {};
  return {Scalar<T>(value, handle->pointerMode), 0};
}
bool isPercentage(float percentage) {
  return percentage >= 0 && percentage <= 100;
}
template <class T>
SparseSource<T> sparseSource(int m, int n, int nnz, const cusparseMatDescr* descr, const T* values,
                             const int* offsets, const int* columns) {
  return {m, n, nnz, values, offsets, columns, descr, exist(descr) ? descr->base : 0};
}

// The native type of the elements; those of half precision are bits.
const Half* elements(const __half* values) {
  return reinterpret_cast<const Half*>(values);
}
Half* elements(__half* values) {
  return reinterpret_cast<Half*>(values);
}
template <class T> T* elements(T* values) {
  return values;
}

} // namespace

#define HEDDLE_PRUNING(S, T)                                                                       \
  cusparseStatus_t cusparse##S##pruneDense2csr_bufferSizeExt(                                      \
      cusparseHandle_t handle, int m, int n, const T*, int lda, const T*,                          \
      const cusparseMatDescr_t descrC, const T*, const int*, const int*, size_t* size) {           \
    return answerBufferSize(handle, m >= 0 && n >= 0 && lda >= m, size, descrC);                   \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneDense2csrNnz(                                                 \
      cusparseHandle_t handle, int m, int n, const T* a, int lda, const T* threshold,              \
      const cusparseMatDescr_t descrC, int* offsetsC, int* total, void*) {                         \
    return count(handle, threshold, DenseSource{m, n, elements(a), lda},                           \
                 given(handle, elements(threshold)), descrC, offsetsC, total);                     \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneDense2csr(                                                    \
      cusparseHandle_t handle, int m, int n, const T* a, int lda, const T* threshold,              \
      const cusparseMatDescr_t descrC, T* valuesC, const int* offsetsC, int* columnsC, void*) {    \
    return prune(handle, threshold, DenseSource{m, n, elements(a), lda},                           \
                 given(handle, elements(threshold)), descrC, elements(valuesC), offsetsC,          \
                 columnsC);                                                                        \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneCsr2csr_bufferSizeExt(                                        \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T*,  \
      const int*, const int*, const T*, const cusparseMatDescr_t descrC, const T*, const int*,     \
      const int*, size_t* size) {                                                                  \
    return answerBufferSize(handle, m >= 0 && n >= 0 && nnzA >= 0, size, descrA, descrC);          \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneCsr2csrNnz(                                                   \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* valuesA, const int* offsetsA, const int* columnsA, const T* threshold,              \
      const cusparseMatDescr_t descrC, int* offsetsC, int* total, void*) {                         \
    return count(handle, threshold,                                                                \
                 sparseSource(m, n, nnzA, descrA, elements(valuesA), offsetsA, columnsA),          \
                 given(handle, elements(threshold)), descrC, offsetsC, total);                     \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneCsr2csr(                                                      \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* valuesA, const int* offsetsA, const int* columnsA, const T* threshold,              \
      const cusparseMatDescr_t descrC, T* valuesC, const int* offsetsC, int* columnsC, void*) {    \
    return prune(handle, threshold,                                                                \
                 sparseSource(m, n, nnzA, descrA, elements(valuesA), offsetsA, columnsA),          \
                 given(handle, elements(threshold)), descrC, elements(valuesC), offsetsC,          \
                 columnsC);                                                                        \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneDense2csrByPercentage_bufferSizeExt(                          \
      cusparseHandle_t handle, int m, int n, const T*, int lda, float percentage,                  \
      const cusparseMatDescr_t descrC, const T*, const int*, const int*, pruneInfo_t info,         \
      size_t* size) {                                                                              \
    return answerBufferSize(                                                                       \
        handle, m >= 0 && n >= 0 && lda >= m && isPercentage(percentage) && exist(info), size,     \
        descrC);                                                                                   \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneDense2csrNnzByPercentage(                                     \
      cusparseHandle_t handle, int m, int n, const T* a, int lda, float percentage,                \
      const cusparseMatDescr_t descrC, int* offsetsC, int* total, pruneInfo_t info, void*) {       \
    const DenseSource source{m, n, elements(a), lda};                                              \
    return count(handle, isPercentage(percentage) && exist(info), source,                          \
                 Threshold<std::remove_cvref_t<decltype(*source.values)>>{{}, percentage}, descrC, \
                 offsetsC, total);                                                                 \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneDense2csrByPercentage(                                        \
      cusparseHandle_t handle, int m, int n, const T* a, int lda, float percentage,                \
      const cusparseMatDescr_t descrC, T* valuesC, const int* offsetsC, int* columnsC,             \
      pruneInfo_t info, void*) {                                                                   \
    const DenseSource source{m, n, elements(a), lda};                                              \
    return prune(handle, isPercentage(percentage) && exist(info), source,                          \
                 Threshold<std::remove_cvref_t<decltype(*source.values)>>{{}, percentage}, descrC, \
                 elements(valuesC), offsetsC, columnsC);                                           \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneCsr2csrByPercentage_bufferSizeExt(                            \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T*,  \
      const int*, const int*, float percentage, const cusparseMatDescr_t descrC, const T*,         \
      const int*, const int*, pruneInfo_t info, size_t* size) {                                    \
    return answerBufferSize(                                                                       \
        handle, m >= 0 && n >= 0 && nnzA >= 0 && isPercentage(percentage) && exist(info), size,    \
        descrA, descrC);                                                                           \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneCsr2csrNnzByPercentage(                                       \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* valuesA, const int* offsetsA, const int* columnsA, float percentage,                \
      const cusparseMatDescr_t descrC, int* offsetsC, int* total, pruneInfo_t info, void*) {       \
    const auto source = sparseSource(m, n, nnzA, descrA, elements(valuesA), offsetsA, columnsA);   \
    return count(handle, isPercentage(percentage) && exist(info), source,                          \
                 Threshold<std::remove_cvref_t<decltype(*source.values)>>{{}, percentage}, descrC, \
                 offsetsC, total);                                                                 \
  }                                                                                                \
  cusparseStatus_t cusparse##S##pruneCsr2csrByPercentage(                                          \
      cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,            \
      const T* valuesA, const int* offsetsA, const int* columnsA, float percentage,                \
      const cusparseMatDescr_t descrC, T* valuesC, const int* offsetsC, int* columnsC,             \
      pruneInfo_t info, void*) {                                                                   \
    const auto source = sparseSource(m, n, nnzA, descrA, elements(valuesA), offsetsA, columnsA);   \
    return prune(handle, isPercentage(percentage) && exist(info), source,                          \
                 Threshold<std::remove_cvref_t<decltype(*source.values)>>{{}, percentage}, descrC, \
                 elements(valuesC), offsetsC, columnsC);                                           \
  }

extern "C" {
HEDDLE_PRUNING(H, __half)
HEDDLE_PRUNING(S, float)
HEDDLE_PRUNING(D, double)

cusparseStatus_t cusparseCreatePruneInfo(pruneInfo_t* info) {
  return create(info, pruneInfo{}, true);
}
cusparseStatus_t cusparseDestroyPruneInfo(pruneInfo_t info) {
  return destroy(info);
}
}
