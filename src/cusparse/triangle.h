// A triangle of a sparse matrix, sorted by rows, to solve systems with.
#pragma once

#include "cusparse/sparse_matrix.h"

#include <vector>

namespace heddle::cusparse {

template <class T> class Triangle {
public:
  std::int64_t size() const { return static_cast<std::int64_t>(diagonal_.size()); }
  // How many values the matrix has that the triangle was taken from.
  std::int64_t valueCount() const { return valueCount_; }

  // Takes the upper or lower triangle of the matrix, which may be a transpose. The diagonal of a
  // unit triangle is 1, whatever the matrix has there. False for an index outside of the matrix.
  bool build(const SparseMatrix<T>& a, bool isUpper, bool isUnit, bool isConjugate) {
    isUpper_ = isUpper;
    isUnit_ = isUnit;
    isConjugate_ = isConjugate;
    const auto rows = static_cast<std::size_t>(a.rows());
    diagonal_.assign(rows, isUnit ? T(1) : T(0));
    diagonalPlaces_.assign(rows, -1);
    offsets_.assign(rows + 1, 0);
    valueCount_ = 0;
    const bool isRight = a.visitAll([&](std::int64_t row, std::int64_t col, const T& value) {
      valueCount_ = std::max(valueCount_, a.placeOf(value) + 1);
      if (isInside(row, col))
        ++offsets_[static_cast<std::size_t>(row) + 1];
    });
    if (!isRight)
      return false;
    for (std::size_t row = 0; row < rows; ++row)
      offsets_[row + 1] += offsets_[row];
    columns_.resize(offsets_[rows]);
    places_.resize(offsets_[rows]);
    values_.resize(offsets_[rows]);
    std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
    return a.visitAll([&](std::int64_t row, std::int64_t col, const T& value) {
      const auto r = static_cast<std::size_t>(row);
      if (row == col && !isUnit) {
        diagonalPlaces_[r] = a.placeOf(value);
        diagonal_[r] = a.template read<T>(value);
      } else if (isInside(row, col)) {
        columns_[next[r]] = col;
        places_[next[r]] = a.placeOf(value);
        values_[next[r]++] = a.template read<T>(value);
      }
    });
  }

  // New values: all of the matrix, in the order that it had them, or only the diagonal.
  void setValues(const T* from, bool isDiagonal) {
    const auto read = [this](const T& value) { return isConjugate_ ? conjugate(value) : value; };
    for (std::size_t row = 0; row < diagonal_.size() && !isUnit_; ++row)
      if (isDiagonal || diagonalPlaces_[row] >= 0)
        diagonal_[row] = read(isDiagonal ? from[row] : from[diagonalPlaces_[row]]);
    for (std::size_t entry = 0; entry < values_.size() && !isDiagonal; ++entry)
      values_[entry] = read(from[places_[entry]]);
  }

  // The first row whose element on the diagonal is zero or missing, or -1.
  std::int64_t firstZero() const {
    const auto found = std::find(diagonal_.begin(), diagonal_.end(), T(0));
    return found == diagonal_.end() ? -1 : found - diagonal_.begin();
  }

  // Replaces the right side by the solution.
  void solve(T* x) const {
    const auto count = static_cast<std::int64_t>(diagonal_.size());
    for (std::int64_t step = 0; step < count; ++step) {
      const std::int64_t row = isUpper_ ? count - 1 - step : step;
      const auto r = static_cast<std::size_t>(row);
      T sum = x[row];
      for (std::size_t entry = offsets_[r]; entry < offsets_[r + 1]; ++entry)
        sum -= multiply(values_[entry], x[columns_[entry]]);
      x[row] = isUnit_ ? sum : sum / diagonal_[r];
    }
  }

private:
  bool isInside(std::int64_t row, std::int64_t col) const {
    return isUpper_ ? col > row : col < row;
  }

  bool isUpper_ = false, isUnit_ = false, isConjugate_ = false;
  std::int64_t valueCount_ = 0;
  std::vector<std::size_t> offsets_;
  std::vector<std::int64_t> columns_, places_, diagonalPlaces_;
  std::vector<T> values_, diagonal_;
};

} // namespace heddle::cusparse
