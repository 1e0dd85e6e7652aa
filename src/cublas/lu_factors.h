// What LAPACK has no function for: LU factors without an exchange of rows.
#pragma once

#include "cublas/elements.h"
#include "cublas/operands.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace heddle::cublas {

// LU factors without an exchange of rows. Returns info.
template <class T> int factorWithoutPivots(const Matrix<T>& matrixA) {
  int info = 0;
  for (std::int64_t k = 0; k < std::min(matrixA.rows, matrixA.columns); ++k) {
    const T pivot = *matrixA.at(k, k);
    if (pivot == T(0)) {
      info = info == 0 ? static_cast<int>(k) + 1 : info;
      continue;
    }
    for (std::int64_t row = k + 1; row < matrixA.rows; ++row)
      *matrixA.at(row, k) /= pivot;
    for (std::int64_t column = k + 1; column < matrixA.columns; ++column)
      for (std::int64_t row = k + 1; row < matrixA.rows; ++row)
        *matrixA.at(row, column) -= multiply(*matrixA.at(row, k), *matrixA.at(k, column));
  }
  return info;
}

// The pivots of a matrix, or those that stand for no exchange.
inline std::vector<int> pivotsOf(const int* pivots, std::int64_t n) {
  std::vector<int> result(static_cast<std::size_t>(n));
  if (pivots)
    std::copy_n(pivots, n, result.begin());
  else
    std::iota(result.begin(), result.end(), 1);
  return result;
}

} // namespace heddle::cublas
