// What the programs about cuSOLVER share: matrices of the kinds that its functions need, and checks
// that put results back into the equations that they solve.
#pragma once

#include "cublas_check.h"
#include <cusolverDn.h>
#include <math.h>

// The call must return this status.
#define CUSOLVER_GIVES(status, call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(status))
#define CUSOLVER_CHECK(call) CUSOLVER_GIVES(CUSOLVER_STATUS_SUCCESS, call)

namespace conformance {

// What the sum of `length` products may be off by, relative to numbers of size 1.
template <class T> double tolerance(int length) {
  const bool isSingle = sizeof(T) == sizeof(float) || (kIsComplex<T> && sizeof(T) == 8);
  return (isSingle ? 1e-5 : 1e-13) * (10 + length);
}

// Matrices of complex doubles in column-major order, for reference arithmetic.
struct Dense {
  int rows, columns;
  std::vector<Number> values;

  Dense(int rows, int columns)
      : rows(rows), columns(columns), values(static_cast<size_t>(rows) * columns) {}
  Number& at(int row, int column) { return values[row + static_cast<size_t>(column) * rows]; }
  Number at(int row, int column) const { return values[row + static_cast<size_t>(column) * rows]; }
};
template <class T> Dense dense(const std::vector<T>& from, int rows, int columns, int ld) {
  Dense result(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      result.at(i, j) = number(from[i + static_cast<size_t>(j) * ld]);
  return result;
}
inline Dense product(const Dense& a, const Dense& b) {
  Dense result(a.rows, b.columns);
  for (int j = 0; j < b.columns; ++j)
    for (int k = 0; k < a.columns; ++k)
      for (int i = 0; i < a.rows; ++i)
        result.at(i, j) += a.at(i, k) * b.at(k, j);
  return result;
}
inline Dense adjoint(const Dense& a) {
  Dense result(a.columns, a.rows);
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      result.at(j, i) = std::conj(a.at(i, j));
  return result;
}
inline Dense transposed(const Dense& a) {
  Dense result = adjoint(a);
  for (Number& value : result.values)
    value = std::conj(value);
  return result;
}
inline Dense one(int n) {
  Dense result(n, n);
  for (int i = 0; i < n; ++i)
    result.at(i, i) = 1;
  return result;
}
// The columns times the numbers.
template <class R> Dense scaled(Dense a, const std::vector<R>& factors) {
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      a.at(i, j) *= static_cast<double>(factors[j]);
  return a;
}
inline double distance(const Dense& a, const Dense& b) {
  CHECK(a.rows == b.rows && a.columns == b.columns);
  double largest = 0;
  for (size_t i = 0; i < a.values.size(); ++i)
    largest = fmax(largest, std::abs(a.values[i] - b.values[i]));
  return largest;
}
inline Dense firstColumns(const Dense& a, int columns) {
  Dense result(a.rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      result.at(i, j) = a.at(i, j);
  return result;
}
// The lower or upper triangle with its diagonal, or with ones there.
inline Dense triangle(Dense a, cublasFillMode_t uplo, bool isUnit = false) {
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      if (i == j ? isUnit : uplo == CUBLAS_FILL_MODE_UPPER ? i > j : i < j)
        a.at(i, j) = i == j ? 1 : 0;
  return a;
}

// A Hermitian matrix with a heavy diagonal, which makes it positive definite.
template <class T> std::vector<T> hermitian(int n, int ld, double diagonal, unsigned seed) {
  std::vector<T> values = smallNumbers<T>(static_cast<size_t>(n) * ld, seed);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) {
      const size_t upper = i + static_cast<size_t>(j) * ld, lower = j + static_cast<size_t>(i) * ld;
      values[lower] = fromNumber<T>(i == j ? number(values[upper]).real() + diagonal + i
                                           : std::conj(number(values[upper])));
    }
  return values;
}
// A regular matrix whose LU factors need exchanges of rows.
template <class T> std::vector<T> regular(int rows, int columns, int ld, unsigned seed) {
  std::vector<T> values = smallNumbers<T>(static_cast<size_t>(columns) * ld, seed);
  for (int j = 0; j < columns; ++j)
    values[(j + 1) % rows + static_cast<size_t>(j) * ld] = fromNumber<T>(16 + j % 3);
  return values;
}

inline int infoOf(const Both<int>& info) {
  return info.download()[0];
}

} // namespace conformance
