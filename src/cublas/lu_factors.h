// What LAPACK has no function for: LU factors without an exchange of rows, and what cuBLAS gives
// for the inverse of a matrix that has none.
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

// Solves for the columns of the inverse although a pivot is zero, so that they hold infinities and
// NaNs, by which programs such as CuPy know a singular matrix. `factors` are LU factors, and
// `pivots` count from one.
template <class T>
void divideByZeroPivots(const Matrix<const T>& factors, const std::vector<int>& pivots,
                        const Matrix<T>& inverse) {
  const std::int64_t n = factors.rows;
  std::vector<T> x(static_cast<std::size_t>(n));
  for (std::int64_t column = 0; column < n; ++column) {
    std::fill(x.begin(), x.end(), T(0));
    x[static_cast<std::size_t>(column)] = T(1);
    for (std::size_t row = 0; row < x.size(); ++row)
      std::swap(x[row], x[static_cast<std::size_t>(pivots[row] - 1)]);
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t row = k + 1; row < n; ++row)
        x[static_cast<std::size_t>(row)] -=
            multiply(*factors.at(row, k), x[static_cast<std::size_t>(k)]);
    for (std::int64_t k = n - 1; k >= 0; --k) {
      x[static_cast<std::size_t>(k)] /= *factors.at(k, k);
      for (std::int64_t row = 0; row < k; ++row)
        x[static_cast<std::size_t>(row)] -=
            multiply(*factors.at(row, k), x[static_cast<std::size_t>(k)]);
    }
    std::copy(x.begin(), x.end(), inverse.at(0, column));
  }
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
