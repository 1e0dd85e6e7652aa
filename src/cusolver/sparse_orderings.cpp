// cusolverSp: permutations of sparse matrices, and whether their structure is symmetric.
#include "cusolver/orderings.h"
#include "cusolver/sparse_handle.h"

#include <algorithm>
#include <numeric>

namespace {

using namespace heddle;
using namespace heddle::cusolver;

cusolverStatus_t order(cusolverSpHandle_t handle, const CsrPattern& a, cusparseMatDescr_t descr,
                       int* p, std::vector<int> (*ordering)(const Graph&)) {
  return callWithMatrix(handle, descr, a.isRight() && p, [&] {
    if (!a.areIndicesRight())
      return CUSOLVER_STATUS_INVALID_VALUE;
    const std::vector<int> found = ordering(symmetricGraph(a));
    std::copy(found.begin(), found.end(), p);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <class T>
cusolverStatus_t moveToDiagonal(cusolverSpHandle_t handle, const CsrMatrix<T>& a,
                                cusparseMatDescr_t descr, int* p, int* matched) {
  return callWithMatrix(handle, descr, a.isRight() && p && matched, [&] {
    if (!a.pattern.areIndicesRight())
      return CUSOLVER_STATUS_INVALID_VALUE;
    Graph rowColumns(index(a.pattern.rows));
    a.pattern.forEach([&](int row, int column, int entry) {
      if (a.values[entry] != T(0))
        rowColumns[index(row)].push_back(column);
    });
    const std::vector<int> rows = zeroFreeDiagonal(rowColumns, *matched);
    std::copy(rows.begin(), rows.end(), p);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Whether the rows, which need not be stored one after the other, have the structure of columns.
bool isSymmetric(const CsrPattern& a, const int* ends) {
  std::vector<std::pair<int, int>> elements, transposed;
  for (int row = 0; row < a.rows; ++row)
    for (int entry = a.offsets[row]; entry < ends[row]; ++entry) {
      const int column = a.indices[entry - a.base] - a.base;
      elements.emplace_back(row, column);
      transposed.emplace_back(column, row);
    }
  std::sort(elements.begin(), elements.end());
  std::sort(transposed.begin(), transposed.end());
  return elements == transposed;
}

// Replaces A by A(p, q). The map goes along, so that a program can permute the values with it.
void permute(const CsrPattern& a, int* offsets, int* indices, const std::vector<int>& p,
             const std::vector<int>& q, int* map) {
  std::vector<int> placeOf(index(a.columns));
  for (int column = 0; column < a.columns; ++column)
    placeOf[index(q[index(column)])] = column;
  struct Element {
    int column, mapped;
  };
  std::vector<std::vector<Element>> rows(index(a.rows));
  a.forEach([&](int row, int column, int entry) {
    rows[index(row)].push_back({placeOf[index(column)], map[entry]});
  });
  int entry = 0;
  for (int row = 0; row < a.rows; ++row) {
    std::vector<Element>& elements = rows[index(p[index(row)])];
    std::sort(elements.begin(), elements.end(),
              [](const Element& left, const Element& right) { return left.column < right.column; });
    offsets[row] = entry + a.base;
    for (const Element& element : elements) {
      indices[entry] = element.column + a.base;
      map[entry++] = element.mapped;
    }
  }
}

} // namespace

#define HEDDLE_ORDERING(name, ordering)                                                            \
  cusolverStatus_t cusolverSp##name(cusolverSpHandle_t handle, int n, int nnz,                     \
                                    const cusparseMatDescr_t descr, const int* offsets,            \
                                    const int* columns, int* p) {                                  \
    return order(handle, {n, n, nnz, baseOf(descr), offsets, columns}, descr, p, ordering);        \
  }
#define HEDDLE_ZERO_FREE_DIAGONAL(S, T)                                                            \
  cusolverStatus_t cusolverSp##S##csrzfdHost(                                                      \
      cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descr, const T* values,  \
      const int* offsets, const int* columns, int* P, int* numnz) {                                \
    return moveToDiagonal<Native<T>>(                                                              \
        handle, {{n, n, nnz, baseOf(descr), offsets, columns}, native(values)}, descr, P, numnz);  \
  }

extern "C" {

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz,
                                         const cusparseMatDescr_t descr, const int* offsets,
                                         const int* ends, const int* columns, int* issym) {
  const CsrPattern a{m, m, nnz, baseOf(descr), offsets, columns};
  const bool isGeneral = descr && cusparseGetMatType(descr) == CUSPARSE_MATRIX_TYPE_GENERAL;
  return call(handle, isGeneral && a.isRight() && ends && issym, [&] {
    *issym = isSymmetric(a, ends) ? 1 : 0;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_ORDERING(XcsrsymrcmHost, reverseCuthillMcKee)
HEDDLE_ORDERING(XcsrsymmdqHost, [](const Graph& graph) { return minimumDegree(graph); })
HEDDLE_ORDERING(XcsrsymamdHost, [](const Graph& graph) { return minimumDegree(graph); })
// The options are those of METIS, which is not used here.
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnz,
                                           const cusparseMatDescr_t descr, const int* offsets,
                                           const int* columns, const int64_t*, int* p) {
  return order(handle, {n, n, nnz, baseOf(descr), offsets, columns}, descr, p, nestedDissection);
}
HEDDLE_CUSPARSE_EACH(HEDDLE_ZERO_FREE_DIAGONAL)

cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                                   const cusparseMatDescr_t descr,
                                                   const int* offsets, const int* columns,
                                                   const int*, const int*, size_t* size) {
  const CsrPattern a{m, n, nnz, baseOf(descr), offsets, columns};
  return callWithMatrix(handle, descr, descr && a.isRight() && size, [&] {
    *size = 1;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                        const cusparseMatDescr_t descr, int* offsets, int* columns,
                                        const int* p, const int* q, int* map, void*) {
  const CsrPattern a{m, n, nnz, baseOf(descr), offsets, columns};
  return callWithMatrix(handle, descr, descr && a.isRight() && map, [&] {
    // Rows or columns without a permutation stay where they are.
    const std::vector<int> rows = p ? std::vector<int>(p, p + m) : naturalOrder(m);
    const std::vector<int> places = q ? std::vector<int>(q, q + n) : naturalOrder(n);
    if (!a.areIndicesRight() || !isPermutation(rows.data(), m) || !isPermutation(places.data(), n))
      return CUSOLVER_STATUS_INVALID_VALUE;
    permute(a, offsets, columns, rows, places, map);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
}
