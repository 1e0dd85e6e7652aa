// A * P = Q * R of a sparse matrix with at least as many rows as columns, by Householder
// reflections, a column at a time.
//
// The rows that a reflection mixes have the same structure afterwards, so all of them but the pivot
// row belong to the next reflection that contains one of them: reflections form a forest, and those
// that a column needs are the paths from the first reflection of each of its rows to the root.
#pragma once

#include "cusolver/sparse_matrix.h"

#include <algorithm>

namespace heddle::cusolver {

template <class T> class SparseQr {
public:
  using R = cublas::Real<T>;
  using Entry = typename SparseColumns<T>::Entry;

  // Factors the columns of `a` in the order that `order` gives. A column of which no more than
  // `tolerance` is left when the earlier ones have been subtracted counts as dependent on them: it
  // gets no row of R, and its unknown is zero in solutions. With a negative tolerance no column
  // counts as dependent.
  SparseQr(const SparseColumns<T>& a, const std::vector<int>& order, R tolerance)
      : rows_(a.rows), column_(index(a.rows)), isUsed_(index(a.rows), false),
        first_(index(a.rows), -1), last_(index(a.rows), -1) {
    for (const int column : order) {
      reduce(a, column);
      addColumn(column, tolerance);
    }
    for (const auto* steps : {&steps_, &dependent_})
      for (const Step& step : *steps)
        columns_.push_back(step.column);
  }

  int rowCount() const { return rows_; }
  int columnCount() const { return static_cast<int>(columns_.size()); }
  int rank() const { return static_cast<int>(steps_.size()); }
  // P: columns with a row of R, then the dependent ones.
  const std::vector<int>& columnOrder() const { return columns_; }
  // The first step whose element of R's diagonal is not larger than the tolerance, or -1.
  int findZeroPivot(R tolerance) const {
    for (std::size_t step = 0; step < steps_.size(); ++step)
      if (!(std::abs(steps_[step].diagonal) > tolerance))
        return static_cast<int>(step);
    return -1;
  }
  // The x with the least |right - A * x|, and that number.
  std::vector<T> solve(const T* right, R* residual = nullptr) const {
    std::vector<T> y(right, right + rows_);
    for (const Step& step : steps_)
      apply(step, y);
    std::vector<bool> isPivotRow(index(rows_), false);
    std::vector<Entry> upper;
    for (std::size_t step = 0; step < steps_.size(); ++step)
      if (const int row = steps_[step].pivotRow; row >= 0) {
        isPivotRow[index(row)] = true;
        upper.push_back({static_cast<int>(step), y[index(row)]});
      }
    std::vector<T> x(columns_.size());
    substitute(upper, x);
    if (residual)
      *residual = normOfOthers(y, isPivotRow);
    return x;
  }

  // Vectors that span what A makes zero: each dependent column as a sum of those before it.
  SparseColumns<T> nullSpace() const {
    SparseColumns<T> result{static_cast<int>(columns_.size()), {}};
    for (const Step& dependent : dependent_) {
      std::vector<T> x(columns_.size());
      substitute(dependent.upper, x);
      x[index(dependent.column)] = T(-1);
      std::vector<Entry>& vector = result.columns.emplace_back();
      for (std::size_t column = 0; column < x.size(); ++column)
        if (x[column] != T(0))
          vector.push_back({static_cast<int>(column), x[column]});
    }
    return result;
  }

private:
  // A column of R and the reflection 1 - beta * v * v^H that made it.
  struct Step {
    int column, pivotRow;
    T diagonal;
    R beta;
    std::vector<Entry> v;
    std::vector<Entry> upper; // R above the diagonal, with steps as rows
    int parent = -1;
  };

  // Solves R * x = y, where y has values for steps.
  void substitute(const std::vector<Entry>& y, std::vector<T>& x) const {
    std::vector<T> rest(steps_.size());
    for (const Entry& entry : y)
      rest[index(entry.row)] = entry.value;
    for (std::size_t at = steps_.size(); at-- > 0;) {
      const Step& step = steps_[at];
      if (step.pivotRow < 0)
        continue;
      const T value = rest[at] / step.diagonal;
      x[index(step.column)] = value;
      for (const Entry& entry : step.upper)
        rest[index(entry.row)] -= cublas::multiply(entry.value, value);
    }
  }
  static void apply(const Step& step, std::vector<T>& y) {
    T sum(0);
    for (const Entry& entry : step.v)
      sum += cublas::multiply(cublas::conjugate(entry.value), y[index(entry.row)]);
    sum *= step.beta;
    for (const Entry& entry : step.v)
      y[index(entry.row)] -= cublas::multiply(sum, entry.value);
  }
  R normOfOthers(const std::vector<T>& y, const std::vector<bool>& isPivotRow) const {
    R sum = 0;
    for (std::size_t row = 0; row < y.size(); ++row)
      if (!isPivotRow[row])
        sum += std::norm(y[row]);
    return std::sqrt(sum);
  }
  void use(int row) {
    if (isUsed_[index(row)])
      return;
    isUsed_[index(row)] = true;
    column_[index(row)] = T(0);
    used_.push_back(row);
  }
  // Loads a column and applies the earlier reflections that reach it.
  void reduce(const SparseColumns<T>& a, int column) {
    used_.clear();
    for (const Entry& entry : a.columns[index(column)]) {
      use(entry.row);
      column_[index(entry.row)] += entry.value;
    }
    path_.clear();
    isOnPath_.resize(steps_.size(), false);
    for (const int row : used_)
      for (int step = first_[index(row)]; step >= 0 && !isOnPath_[index(step)];
           step = steps_[index(step)].parent) {
        isOnPath_[index(step)] = true;
        path_.push_back(step);
      }
    std::sort(path_.begin(), path_.end());
    for (const int step : path_) {
      isOnPath_[index(step)] = false;
      for (const Entry& entry : steps_[index(step)].v)
        use(entry.row);
      apply(steps_[index(step)], column_);
    }
  }
  bool isRetired(int row) const {
    const int last = last_[index(row)];
    return last >= 0 && steps_[index(last)].pivotRow == row;
  }
  void addColumn(int column, R tolerance) {
    Step step{column, -1, T(0), R(0), {}, {}};
    for (const int earlier : path_)
      if (const int row = steps_[index(earlier)].pivotRow; row >= 0)
        step.upper.push_back({earlier, column_[index(row)]});
    R sum = 0;
    for (const int row : used_) {
      isUsed_[index(row)] = false;
      if (isRetired(row))
        continue;
      step.v.push_back({row, column_[index(row)]});
      sum += std::norm(column_[index(row)]);
    }
    const R norm = std::sqrt(sum);
    if (norm <= tolerance) {
      dependent_.push_back(std::move(step));
      return;
    }
    if (!step.v.empty())
      makeReflection(step, norm);
    steps_.push_back(std::move(step));
  }
  void makeReflection(Step& step, R norm) {
    const int number = static_cast<int>(steps_.size());
    Entry& pivot = *std::min_element(step.v.begin(), step.v.end(),
                                     [](auto& left, auto& right) { return left.row < right.row; });
    const R size = std::abs(pivot.value);
    const T direction = size == 0 ? T(1) : pivot.value / size;
    step.pivotRow = pivot.row;
    step.diagonal = -direction * norm;
    step.beta = norm == 0 ? R(0) : 1 / (norm * (norm + size));
    pivot.value += direction * norm;
    for (const Entry& entry : step.v) {
      int& first = first_[index(entry.row)];
      int& last = last_[index(entry.row)];
      if (first < 0)
        first = number;
      else
        steps_[index(last)].parent = number;
      last = number;
    }
  }

  int rows_;
  std::vector<int> columns_;
  std::vector<Step> steps_, dependent_;
  std::vector<T> column_; // the column at work, of which only the rows in used_ count
  std::vector<bool> isUsed_, isOnPath_;
  std::vector<int> used_, path_;
  std::vector<int> first_, last_; // by row, the reflections that contain it
};

} // namespace heddle::cusolver
