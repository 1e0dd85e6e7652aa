// LU factors on a structure that is given, without exchanges of rows: the arithmetic of cusolverRf.
//
// M has the elements of L and U but the ones on L's diagonal, by rows.
#pragma once

#include "cusolver/orderings.h"

#include <algorithm>
#include <cmath>

namespace heddle::cusolver {

// The structure of M. Indices begin at 0 and ascend in each row.
struct Structure {
  int n = 0;
  std::vector<int> offsets, columns;
  std::vector<int> diagonal; // where the diagonal element of each row is

  std::size_t nnz() const { return columns.size(); }
  int begin(int row) const { return offsets[index(row)]; }
  int end(int row) const { return offsets[index(row) + 1]; }
  int diagonalOf(int row) const { return diagonal[index(row)]; }
  int column(int entry) const { return columns[index(entry)]; }
};

// A pivot that is not larger than `zero` becomes `boost`, which is zero where the program wants to
// learn of such pivots.
struct PivotLimits {
  double zero = 0, boost = 0;
};

// What the factorization of a matrix has met.
struct Finding {
  int zeroPivot = -1; // the row, where there is one
  bool isBoosted = false;
};

// Computes both factors in place from the elements of A, until there is a pivot of zero.
inline Finding refactor(const Structure& m, double* values, const PivotLimits& pivots) {
  Finding finding;
  std::vector<int> placeOf(index(m.n), -1); // by column, its entry in the row at work
  for (int row = 0; row < m.n && finding.zeroPivot < 0; ++row) {
    for (int entry = m.begin(row); entry < m.end(row); ++entry)
      placeOf[index(m.column(entry))] = entry;
    for (int entry = m.begin(row); entry < m.diagonalOf(row); ++entry) {
      const int earlier = m.column(entry);
      values[entry] /= values[m.diagonalOf(earlier)];
      for (int upper = m.diagonalOf(earlier) + 1; upper < m.end(earlier); ++upper)
        if (const int place = placeOf[index(m.column(upper))]; place >= 0)
          values[place] -= values[entry] * values[upper];
    }
    for (int entry = m.begin(row); entry < m.end(row); ++entry)
      placeOf[index(m.column(entry))] = -1;
    double& pivot = values[m.diagonalOf(row)];
    if (std::abs(pivot) <= pivots.zero) {
      pivot = pivots.boost;
      finding.isBoosted = true;
    }
    if (pivot == 0)
      finding.zeroPivot = row;
  }
  return finding;
}

// x = b becomes x = A^-1 * b. False when a permutation is none.
inline bool solve(const Structure& m, const double* values, const int* p, const int* q, double* x) {
  if (!isPermutation(p, m.n) || !isPermutation(q, m.n))
    return false;
  std::vector<double> z(index(m.n));
  for (int row = 0; row < m.n; ++row) {
    double& sum = z[index(row)] = x[p[row]];
    for (int entry = m.begin(row); entry < m.diagonalOf(row); ++entry)
      sum -= values[entry] * z[index(m.column(entry))];
  }
  for (int row = m.n; row-- > 0;) {
    double& sum = z[index(row)];
    for (int entry = m.diagonalOf(row) + 1; entry < m.end(row); ++entry)
      sum -= values[entry] * z[index(m.column(entry))];
    sum /= values[m.diagonalOf(row)];
  }
  for (int row = 0; row < m.n; ++row)
    x[q[row]] = z[index(row)];
  return true;
}

// A matrix that a program has passed by rows or by columns.
struct PassedMatrix {
  CsrPattern pattern;
  bool isByColumns;

  // Calls visit(row, column, entry) for all elements.
  template <class Visit> void forEach(Visit visit) const {
    pattern.forEach([&](int major, int minor, int entry) {
      visit(isByColumns ? minor : major, isByColumns ? major : minor, entry);
    });
  }
};

inline std::vector<int> inverse(const int* p, int n) {
  std::vector<int> result(index(n));
  for (int i = 0; i < n; ++i)
    result[index(p[i])] = i;
  return result;
}

// Writes the elements of A to their places in M, and zeros to all others. False for indices
// outside, or an element that M has no place for.
inline bool load(const Structure& m, const PassedMatrix& a, const double* from, const int* p,
                 const int* q, double* values) {
  if (!a.pattern.areIndicesRight() || !isPermutation(p, m.n) || !isPermutation(q, m.n))
    return false;
  const std::vector<int> newRow = inverse(p, m.n), newColumn = inverse(q, m.n);
  std::fill(values, values + m.nnz(), 0.0);
  bool isLoaded = true;
  a.forEach([&](int oldRow, int oldColumn, int entry) {
    const int row = newRow[index(oldRow)], column = newColumn[index(oldColumn)];
    const auto begin = m.columns.begin() + m.begin(row), end = m.columns.begin() + m.end(row);
    const auto found = std::lower_bound(begin, end, column);
    if (found != end && *found == column)
      values[found - m.columns.begin()] = from[entry];
    else
      isLoaded = false;
  });
  return isLoaded;
}

// The structure of both factors together. Every row has a diagonal element, which the factor with
// the ones need not store. False for indices outside.
inline bool makeStructure(const PassedMatrix& lower, const PassedMatrix& upper, Structure& m) {
  std::vector<std::vector<int>> rows(index(m.n));
  for (int row = 0; row < m.n; ++row)
    rows[index(row)].push_back(row);
  for (const PassedMatrix* factor : {&lower, &upper}) {
    if (!factor->pattern.areIndicesRight())
      return false;
    factor->forEach([&](int row, int column, int) { rows[index(row)].push_back(column); });
  }
  m.offsets = {0};
  for (int row = 0; row < m.n; ++row) {
    std::vector<int>& columns = rows[index(row)];
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const auto found = std::lower_bound(columns.begin(), columns.end(), row);
    m.diagonal.push_back(m.offsets.back() + static_cast<int>(found - columns.begin()));
    m.columns.insert(m.columns.end(), columns.begin(), columns.end());
    m.offsets.push_back(static_cast<int>(m.columns.size()));
  }
  return true;
}

} // namespace heddle::cusolver
