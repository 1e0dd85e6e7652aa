// P * A * Q^T = L * U of a sparse matrix, a column at a time: each is reduced by the columns of L
// that its elements reach, in their order. L has a unit diagonal. With pivots on the diagonal alone
// this also factors Hermitian matrices, whose Cholesky factor has the roots of U's diagonal.
#pragma once

#include "cusolver/sparse_matrix.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace heddle::cusolver {

// How a pivot is chosen from the elements of a column.
template <class T> struct PivotRule {
  // The diagonal element is taken where its size is at least this part of the largest one.
  cublas::Real<T> threshold = 1;
  // Only the diagonal element is taken, whatever its size.
  bool isOnDiagonal = false;
};

template <class T> class SparseLu {
public:
  using R = cublas::Real<T>;
  using Entry = typename SparseColumns<T>::Entry;

  // `order` is Q: the column of the matrix for each step.
  SparseLu(const SparseColumns<T>& a, std::vector<int> order, PivotRule<T> rule = {})
      : order_(std::move(order)), rule_(rule), column_(size()), isUsed_(size(), false),
        stepOf_(size(), -1), pivotRows_(size(), -1), diagonal_(size()), lower_(size()),
        upper_(size()) {
    for (int step = 0; step < steps(); ++step) {
      reduce(a, step);
      keep(step, choosePivot(step));
    }
  }

  int steps() const { return static_cast<int>(order_.size()); }
  int rowCount() const { return steps(); }
  int columnCount() const { return steps(); }
  const std::vector<T>& diagonal() const { return diagonal_; }
  // A zero would make everything behind it infinite.
  void replaceZeroPivots(R by) {
    for (T& pivot : diagonal_)
      if (std::abs(pivot) < by)
        pivot = by;
  }
  // The first step whose pivot is not larger than the tolerance, or -1.
  int findZeroPivot(R tolerance) const {
    return find([&](const T& pivot) { return !(std::abs(pivot) > tolerance); });
  }
  // The same for the elements of the Cholesky factor.
  int findIndefinitePivot(R tolerance) const {
    return find([&](const T& pivot) {
      return !(std::real(pivot) > 0 && std::sqrt(std::real(pivot)) > tolerance);
    });
  }
  std::vector<T> solve(const T* right) const {
    std::vector<T> y(size()), x(size());
    for (std::size_t step = 0; step < size(); ++step)
      y[step] = right[pivotRows_[step]];
    for (std::size_t step = 0; step < size(); ++step)
      for (const Entry& entry : lower_[step])
        y[index(stepOf_[index(entry.row)])] -= cublas::multiply(entry.value, y[step]);
    for (std::size_t step = size(); step-- > 0;) {
      y[step] /= diagonal_[step];
      for (const Entry& entry : upper_[step])
        y[index(entry.row)] -= cublas::multiply(entry.value, y[step]);
      x[index(order_[step])] = y[step];
    }
    return x;
  }

  // P and Q: the row and the column of the matrix at each step.
  const std::vector<int>& rowOrder() const { return pivotRows_; }
  const std::vector<int>& columnOrder() const { return order_; }
  // Calls visit(row, column, value) for all elements of L but its ones, and of U, in steps.
  template <class Visit> void forEachOfLower(Visit visit) const {
    for (int step = 0; step < steps(); ++step)
      for (const Entry& entry : lower_[index(step)])
        visit(stepOf_[index(entry.row)], step, entry.value);
  }
  template <class Visit> void forEachOfUpper(Visit visit) const {
    for (int step = 0; step < steps(); ++step) {
      for (const Entry& entry : upper_[index(step)])
        visit(entry.row, step, entry.value);
      visit(step, step, diagonal_[index(step)]);
    }
  }

private:
  std::size_t size() const { return order_.size(); }

  template <class Test> int find(Test isSmall) const {
    const auto found = std::find_if(diagonal_.begin(), diagonal_.end(), isSmall);
    return found == diagonal_.end() ? -1 : static_cast<int>(found - diagonal_.begin());
  }
  void add(int row, T value) {
    if (!isUsed_[index(row)]) {
      isUsed_[index(row)] = true;
      column_[index(row)] = T(0);
      used_.push_back(row);
      if (stepOf_[index(row)] >= 0)
        pending_.push(stepOf_[index(row)]);
    }
    column_[index(row)] += value;
  }
  // Subtracts the earlier columns of L, whose factors are the elements of U.
  void reduce(const SparseColumns<T>& a, int step) {
    used_.clear();
    for (const Entry& entry : a.columns[index(order_[index(step)])])
      add(entry.row, entry.value);
    while (!pending_.empty()) {
      const int earlier = pending_.top();
      pending_.pop();
      const T factor = column_[index(pivotRows_[index(earlier)])];
      upper_[index(step)].push_back({earlier, factor});
      for (const Entry& entry : lower_[index(earlier)])
        add(entry.row, -cublas::multiply(entry.value, factor));
    }
  }
  // A row that is no pivot yet. Where all elements are zero, it is the first such row.
  int choosePivot(int step) {
    const int diagonal = order_[index(step)];
    if (rule_.isOnDiagonal)
      return diagonal;
    int best = -1;
    for (const int row : used_)
      if (stepOf_[index(row)] < 0 &&
          (best < 0 || std::abs(column_[index(row)]) > std::abs(column_[index(best)])))
        best = row;
    if (best < 0)
      return stepOf_[index(diagonal)] < 0 ? diagonal : firstFreeRow();
    const bool hasDiagonal = isUsed_[index(diagonal)] && stepOf_[index(diagonal)] < 0;
    return hasDiagonal && std::abs(column_[index(diagonal)]) >=
                              rule_.threshold * std::abs(column_[index(best)])
               ? diagonal
               : best;
  }
  int firstFreeRow() {
    while (stepOf_[index(nextFreeRow_)] >= 0)
      ++nextFreeRow_;
    return nextFreeRow_;
  }
  void keep(int step, int pivot) {
    const T value = isUsed_[index(pivot)] ? column_[index(pivot)] : T(0);
    diagonal_[index(step)] = value;
    pivotRows_[index(step)] = pivot;
    stepOf_[index(pivot)] = step;
    for (const int row : used_) {
      isUsed_[index(row)] = false;
      if (stepOf_[index(row)] < 0 && value != T(0))
        lower_[index(step)].push_back({row, column_[index(row)] / value});
    }
  }

  std::vector<int> order_;
  PivotRule<T> rule_;
  std::vector<T> column_; // the column at work, of which only the rows in used_ count
  std::vector<bool> isUsed_;
  std::vector<int> used_;
  std::vector<int> stepOf_; // by row, the step that it was the pivot of, or -1
  int nextFreeRow_ = 0;
  // Steps whose columns of L the column at work has yet to be reduced by.
  std::priority_queue<int, std::vector<int>, std::greater<>> pending_;
  std::vector<int> pivotRows_;
  std::vector<T> diagonal_;
  std::vector<std::vector<Entry>> lower_; // by step, with rows of the matrix
  std::vector<std::vector<Entry>> upper_; // by step, with earlier steps as rows
};

} // namespace heddle::cusolver
