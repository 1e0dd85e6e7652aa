// Colours for the rows of a matrix, so that rows of the same colour are not in each other's
// pattern, and permutations that sort the entries of a matrix and put them back.
#include "cusparse/descriptor_functions.h"
#include "cusparse/legacy.h"

#include <algorithm>
#include <numeric>

struct cusparseColorInfo {};
// The permutation of the last cusparseXcsru2csr.
struct csru2csrInfo {
  std::shared_ptr<std::vector<std::int64_t>> order = std::make_shared<std::vector<std::int64_t>>();
};

namespace {

using namespace heddle::cusparse;

// Gives each row, one after the other, the first colour that none of its neighbours has. As
// cuSPARSE does, it takes the pattern for symmetric, so that a row's neighbours are the columns of
// its entries. Returns the number of colours, or -1 if a column is outside of the matrix.
int color(const RowOffsets& rows, const int* columns, int base, int* coloring) {
  int colors = 0;
  std::vector<int> lastUser; // by colour: the last row that has a neighbour of it
  std::fill(coloring, coloring + rows.rows(), -1);
  for (int row = 0; row < rows.rows(); ++row) {
    for (std::int64_t entry = rows.begin(row); entry < rows.end(row); ++entry) {
      const int column = columns[entry] - base;
      if (column < 0 || column >= rows.rows())
        return -1;
      if (column != row && coloring[column] >= 0)
        lastUser[static_cast<std::size_t>(coloring[column])] = row;
    }
    int choice = 0;
    while (choice < colors && lastUser[static_cast<std::size_t>(choice)] == row)
      ++choice;
    if (choice == colors) {
      ++colors;
      lastUser.push_back(-1);
    }
    coloring[row] = choice;
  }
  return colors;
}

// The place of each row when rows are ordered by their colours.
void orderByColor(std::int64_t count, int colors, const int* coloring, int* reordering) {
  int next = 0;
  for (int each = 0; each < colors; ++each)
    for (std::int64_t row = 0; row < count; ++row)
      if (coloring[row] == each)
        reordering[row] = next++;
}

template <class R>
cusparseStatus_t colorRows(Call handle, int m, int nnz, const cusparseMatDescr* descr,
                           const int* offsets, const int* columns, const R* fraction, int* colors,
                           int* coloring, int* reordering, const cusparseColorInfo* info) {
  const bool isRight = m >= 0 && nnz >= 0 && offsets && (nnz == 0 || columns) && fraction &&
                       colors && coloring && exist(info);
  const auto body = [&] {
    const RowOffsets rows(offsets, m, descr->base);
    const int base = descr->base;
    return launchCount(*handle, colors, [=](int& found) {
      if (!rows.isThere() || rows.count() != nnz || !isReadable(columns, nnz) ||
          !isWritable(coloring, m) || (reordering && !isWritable(reordering, m)))
        return false;
      found = color(rows, columns, base, coloring);
      if (reordering && found > 0)
        orderByColor(m, found, coloring, reordering);
      return found >= 0;
    });
  };
  return callWith(handle, isRight, body, descr);
}

// Sorts the columns of each row with their values, or puts them back into their former order.
template <class T>
cusparseStatus_t permute(Call handle, int m, int n, int nnz, const cusparseMatDescr* descr,
                         T* values, const int* offsets, int* columns, csru2csrInfo* info,
                         const void* buffer, bool isSort) {
  const bool isRight = m >= 0 && n >= 0 && nnz >= 0 && offsets && exist(info) &&
                       (nnz == 0 || (values && columns && buffer));
  const auto body = [&] {
    const RowOffsets rows(offsets, m, descr->base);
    const auto order = info->order;
    return launchWhole(
        *handle,
        [=] {
          return rows.isThere() && rows.count() == nnz && isWritable(values, nnz) &&
                 isWritable(columns, nnz);
        },
        [=] {
          if (isSort) {
            order->resize(static_cast<std::size_t>(nnz));
            std::iota(order->begin(), order->end(), 0);
            for (std::int64_t row = 0; row < m; ++row)
              std::sort(order->begin() + rows.begin(row), order->begin() + rows.end(row),
                        [=](std::int64_t x, std::int64_t y) {
                          return columns[x] != columns[y] ? columns[x] < columns[y] : x < y;
                        });
          }
          if (order->size() != static_cast<std::size_t>(nnz))
            return false;
          const std::vector<T> oldValues(values, values + nnz);
          const std::vector<int> oldColumns(columns, columns + nnz);
          for (std::size_t i = 0; i < order->size(); ++i) {
            const auto place = static_cast<std::size_t>((*order)[i]);
            values[isSort ? i : place] = oldValues[isSort ? place : i];
            columns[isSort ? i : place] = oldColumns[isSort ? place : i];
          }
          return true;
        });
  };
  return callWith(handle, isRight, body, descr);
}

} // namespace

#define HEDDLE_COLORING(S, T)                                                                      \
  cusparseStatus_t cusparse##S##csrcolor(                                                          \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T*,          \
      const int* offsets, const int* columns, const Real<Native<T>>* fractionToColor,              \
      int* ncolors, int* coloring, int* reordering, const cusparseColorInfo_t info) {              \
    return colorRows(handle, m, nnz, descrA, offsets, columns, fractionToColor, ncolors, coloring, \
                     reordering, info);                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##S##csru2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n,      \
                                                       int nnz, T*, const int*, int*,              \
                                                       csru2csrInfo_t info, size_t* size) {        \
    return answerBufferSize(handle, m >= 0 && n >= 0 && nnz >= 0 && exist(info), size);            \
  }                                                                                                \
  cusparseStatus_t cusparse##S##csru2csr(                                                          \
      cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, T* values,  \
      const int* offsets, int* columns, csru2csrInfo_t info, void* buffer) {                       \
    return permute(handle, m, n, nnz, descrA, native(values), offsets, columns, info, buffer,      \
                   true);                                                                          \
  }                                                                                                \
  cusparseStatus_t cusparse##S##csr2csru(                                                          \
      cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, T* values,  \
      const int* offsets, int* columns, csru2csrInfo_t info, void* buffer) {                       \
    return permute(handle, m, n, nnz, descrA, native(values), offsets, columns, info, buffer,      \
                   false);                                                                         \
  }

extern "C" {
HEDDLE_CUSPARSE_EACH(HEDDLE_COLORING)

cusparseStatus_t cusparseCreateColorInfo(cusparseColorInfo_t* info) {
  return create(info, cusparseColorInfo{}, true);
}
cusparseStatus_t cusparseDestroyColorInfo(cusparseColorInfo_t info) {
  return destroy(info);
}
cusparseStatus_t cusparseCreateCsru2csrInfo(csru2csrInfo_t* info) {
  return create(info, csru2csrInfo{}, true);
}
cusparseStatus_t cusparseDestroyCsru2csrInfo(csru2csrInfo_t info) {
  return destroy(info);
}
}
