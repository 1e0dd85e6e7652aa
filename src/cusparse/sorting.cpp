// Sorts the entries of matrices. A permutation, which the program has set to the identity, is
// permuted with them, so that the values can follow.
#include "cusparse/legacy.h"

#include <algorithm>
#include <numeric>

namespace {

using namespace heddle::cusparse;

// Orders [begin, end) by isBefore, where equal entries stay in their order, and takes the arrays
// along. Null arrays are left out.
template <class Compare>
void sortTogether(std::int64_t begin, std::int64_t end, Compare isBefore,
                  std::initializer_list<int*> arrays) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(end - begin));
  std::iota(order.begin(), order.end(), begin);
  std::sort(order.begin(), order.end(), [&](std::int64_t x, std::int64_t y) {
    return isBefore(x, y) || (!isBefore(y, x) && x < y);
  });
  std::vector<int> sorted(order.size());
  for (int* array : arrays) {
    if (!array)
      continue;
    std::transform(order.begin(), order.end(), sorted.begin(),
                   [array](std::int64_t from) { return array[from]; });
    std::copy(sorted.begin(), sorted.end(), array + begin);
  }
}

bool isWritableIfThere(int* data, std::int64_t count) {
  return !data || isWritable(data, count);
}

// By the first array, and within equal ones by the second.
cusparseStatus_t sortCoordinates(Call handle, int m, int n, int nnz, int* first, int* second,
                                 int* permutation, const void* buffer) {
  const bool isRight = m >= 0 && n >= 0 && nnz >= 0 && (nnz == 0 || (first && second && buffer));
  return callWith(handle, isRight, [=] {
    return launchWhole(
        *handle,
        [=] {
          return isWritable(first, nnz) && isWritable(second, nnz) &&
                 isWritableIfThere(permutation, nnz);
        },
        [=] {
          sortTogether(0, nnz,
                       [=](std::int64_t x, std::int64_t y) {
                         return first[x] != first[y] ? first[x] < first[y] : second[x] < second[y];
                       },
                       {first, second, permutation});
          return true;
        });
  });
}

// The indices of each of `lines` rows or columns.
cusparseStatus_t sortLines(Call handle, int m, int n, int nnz, const cusparseMatDescr* descr,
                           int lines, const int* offsets, int* indices, int* permutation,
                           const void* buffer) {
  const bool isRight = m >= 0 && n >= 0 && nnz >= 0 && offsets && (nnz == 0 || (indices && buffer));
  const auto body = [=] {
    const RowOffsets rows(offsets, lines, descr->base);
    return launchParts(
        *handle, lines, 64,
        [=] {
          return rows.isThere() && rows.count() == nnz && isWritable(indices, nnz) &&
                 isWritableIfThere(permutation, nnz);
        },
        [=](std::int64_t begin, std::int64_t end) {
          for (std::int64_t line = begin; line < end; ++line)
            sortTogether(rows.begin(line), rows.end(line),
                         [=](std::int64_t x, std::int64_t y) { return indices[x] < indices[y]; },
                         {indices, permutation});
          return true;
        });
  };
  // Sorting is the same for matrices of all types, so that, unlike other functions, this one does
  // not ask whether the descriptor is that of a general matrix.
  return callWith(handle, isRight && exist(descr), body);
}

cusparseStatus_t answerSortBuffer(Call handle, int m, int n, int nnz, size_t* size) {
  return answerBufferSize(handle, m >= 0 && n >= 0 && nnz >= 0, size);
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int* p) {
  return callWith(handle, n >= 0 && (n == 0 || p), [=] {
    return launchWhole(
        *handle, [=] { return isWritable(p, n); },
        [=] {
          std::iota(p, p + n, 0);
          return true;
        });
  });
}

cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int*, const int*, size_t* size) {
  return answerSortBuffer(handle, m, n, nnz, size);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz,
                                       int* cooRowsA, int* cooColsA, int* permutation,
                                       void* pBuffer) {
  return sortCoordinates(handle, m, n, nnz, cooRowsA, cooColsA, permutation, pBuffer);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz,
                                          int* cooRowsA, int* cooColsA, int* permutation,
                                          void* pBuffer) {
  return sortCoordinates(handle, m, n, nnz, cooColsA, cooRowsA, permutation, pBuffer);
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int*, const int*, size_t* size) {
  return answerSortBuffer(handle, m, n, nnz, size);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
                                  const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                  int* csrColIndA, int* permutation, void* pBuffer) {
  return sortLines(handle, m, n, nnz, descrA, m, csrRowPtrA, csrColIndA, permutation, pBuffer);
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int*, const int*, size_t* size) {
  return answerSortBuffer(handle, m, n, nnz, size);
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz,
                                  const cusparseMatDescr_t descrA, const int* cscColPtrA,
                                  int* cscRowIndA, int* permutation, void* pBuffer) {
  return sortLines(handle, m, n, nnz, descrA, n, cscColPtrA, cscRowIndA, permutation, pBuffer);
}
}
