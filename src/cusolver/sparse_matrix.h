// Sparse matrices as the functions of cusolverSp get them, and as its factorizations read them.
#pragma once

#include "cublas/elements.h"
#include "library/stream_work.h"

#include <cstddef>
#include <vector>

namespace heddle::cusolver {

inline std::size_t index(int at) {
  return static_cast<std::size_t>(at);
}

// A matrix by columns, with indices that begin at 0.
template <class T> struct SparseColumns {
  struct Entry {
    int row;
    T value;
  };
  int rows = 0;
  std::vector<std::vector<Entry>> columns;

  int columnCount() const { return static_cast<int>(columns.size()); }
  // Subtracts mu from every element of the diagonal, which may not be stored.
  void shift(const T& mu) {
    if (mu == T(0))
      return;
    for (int column = 0; column < columnCount(); ++column)
      if (column < rows)
        columns[index(column)].push_back({column, -mu});
  }
};

// Neighbours of the nodes of an undirected graph, or the columns of the rows of a matrix.
using Graph = std::vector<std::vector<int>>;

// The structure of a matrix in CSR that a program has passed.
struct CsrPattern {
  int rows, columns, nnz, base;
  const int* offsets;
  const int* indices;

  bool isRight() const {
    return rows > 0 && columns > 0 && nnz >= 0 && offsets && (nnz == 0 || indices);
  }
  // The others may be called only after isRight(), because they read the arrays.
  bool isAccessible() const {
    return isReadable(offsets, index(rows) + 1) && isReadable(indices, index(nnz));
  }
  bool areIndicesRight() const {
    if (offsets[0] != base || offsets[rows] - base != nnz)
      return false;
    for (int row = 0; row < rows; ++row)
      if (offsets[row + 1] < offsets[row])
        return false;
    for (int entry = 0; entry < nnz; ++entry)
      if (indices[entry] < base || indices[entry] >= base + columns)
        return false;
    return true;
  }
  // Calls visit(row, column, entry) for all elements. Only after areIndicesRight().
  template <class Visit> void forEach(Visit visit) const {
    for (int row = 0; row < rows; ++row)
      for (int entry = offsets[row] - base; entry < offsets[row + 1] - base; ++entry)
        visit(row, indices[entry] - base, entry);
  }

  template <class T> static bool isReadable(const T* data, std::size_t count) {
    return count == 0 ||
           library::isAccessible({data, count * sizeof(T), count * sizeof(T), 1}, false);
  }
  template <class T> static bool isWritable(T* data, std::size_t count) {
    return count == 0 ||
           library::isAccessible({data, count * sizeof(T), count * sizeof(T), 1}, true);
  }
};

template <class T> struct CsrMatrix {
  CsrPattern pattern;
  const T* values;

  bool isRight() const { return pattern.isRight() && (pattern.nnz == 0 || values); }
  bool isAccessible() const {
    return pattern.isAccessible() && CsrPattern::isReadable(values, index(pattern.nnz));
  }
  SparseColumns<T> byColumns() const {
    SparseColumns<T> result{pattern.rows, {}};
    result.columns.resize(index(pattern.columns));
    pattern.forEach([&](int row, int column, int entry) {
      result.columns[index(column)].push_back({row, values[entry]});
    });
    return result;
  }
  // The Hermitian matrix whose lower triangle this has.
  SparseColumns<T> hermitianByColumns() const {
    SparseColumns<T> result{pattern.rows, {}};
    result.columns.resize(index(pattern.columns));
    pattern.forEach([&](int row, int column, int entry) {
      if (column > row)
        return;
      result.columns[index(column)].push_back({row, values[entry]});
      if (column < row)
        result.columns[index(row)].push_back({column, cublas::conjugate(values[entry])});
    });
    return result;
  }
};

} // namespace heddle::cusolver
