// Elimination on the rows of a sparse matrix, for systems with one right side. Only the rows of the
// upper factor are kept; the right side goes along.
#pragma once

#include "cublas/elements.h"

#include <algorithm>
#include <cstdint>
#include <queue>
#include <vector>

namespace heddle::cusolver {

// A matrix in CSR with indices that begin at 0. The caller has checked that its arrays can be read.
template <class T> struct SparseRows {
  int n;
  std::vector<int> offsets, columns;
  std::vector<T> values;
};

// Solves A * x = b. With isSymmetric, pivots stay on the diagonal and have to be positive. Returns
// the first row whose pivot is not larger than the tolerance, or -1.
template <class T> class SparseElimination {
public:
  using R = cublas::Real<T>;

  SparseElimination(const SparseRows<T>& a, std::vector<T> right, bool isSymmetric)
      : a_(a), right_(std::move(right)), isSymmetric_(isSymmetric), row_(sizeOf()),
        isInRow_(sizeOf(), false), stepOf_(sizeOf(), -1), pivots_(sizeOf()), upper_(sizeOf()) {}

  int run(R tolerance) {
    for (int step = 0; step < a_.n; ++step) {
      eliminate(step);
      const int pivot = choosePivot(step);
      if (pivot < 0 || isSmall(pivot, tolerance))
        return step;
      keep(step, pivot);
    }
    return -1;
  }
  // Only after run() has found all pivots.
  std::vector<T> solution() const {
    std::vector<T> x(right_.size());
    for (std::size_t step = right_.size(); step-- > 0;) {
      T sum = right_[step];
      for (const Entry& entry : upper_[step])
        if (entry.column != pivots_[step].column)
          sum -= cublas::multiply(entry.value, x[index(entry.column)]);
      x[index(pivots_[step].column)] = sum / pivots_[step].value;
    }
    return x;
  }

private:
  struct Entry {
    int column;
    T value;
  };
  static std::size_t index(int at) { return static_cast<std::size_t>(at); }
  std::size_t sizeOf() const { return static_cast<std::size_t>(a_.n); }

  void add(int column, T value) {
    if (!isInRow_[index(column)]) {
      isInRow_[index(column)] = true;
      row_[index(column)] = T(0);
      used_.push_back(column);
      if (stepOf_[index(column)] >= 0)
        steps_.push(stepOf_[index(column)]);
    }
    row_[index(column)] += value;
  }
  // Takes a row of the matrix and removes the columns of earlier pivots from it, in their order.
  void eliminate(int step) {
    used_.clear();
    for (int entry = a_.offsets[index(step)]; entry < a_.offsets[index(step) + 1]; ++entry)
      add(a_.columns[index(entry)], a_.values[index(entry)]);
    while (!steps_.empty()) {
      const std::size_t earlier = index(steps_.top());
      steps_.pop();
      const Entry& pivot = pivots_[earlier];
      const T factor = row_[index(pivot.column)] / pivot.value;
      for (const Entry& entry : upper_[earlier])
        add(entry.column, -cublas::multiply(factor, entry.value));
      right_[index(step)] -= cublas::multiply(factor, right_[earlier]);
    }
  }
  // A column without a pivot, or -1.
  int choosePivot(int step) const {
    if (isSymmetric_)
      return isInRow_[index(step)] ? step : -1;
    int best = -1;
    for (const int column : used_)
      if (stepOf_[index(column)] < 0 &&
          (best < 0 || std::abs(row_[index(column)]) > std::abs(row_[index(best)])))
        best = column;
    return best;
  }
  bool isSmall(int pivot, R tolerance) const {
    const T value = row_[index(pivot)];
    // The element of a Cholesky factor is the root of the pivot.
    return isSymmetric_ ? !(std::real(value) > 0 && std::sqrt(std::real(value)) > tolerance)
                        : !(std::abs(value) > tolerance);
  }
  void keep(int step, int pivot) {
    for (const int column : used_) {
      isInRow_[index(column)] = false;
      if (stepOf_[index(column)] < 0)
        upper_[index(step)].push_back({column, row_[index(column)]});
    }
    pivots_[index(step)] = {pivot, row_[index(pivot)]};
    stepOf_[index(pivot)] = step;
  }

  const SparseRows<T>& a_;
  std::vector<T> right_;
  bool isSymmetric_;
  std::vector<T> row_; // the row at work, of which only used_ counts
  std::vector<bool> isInRow_;
  std::vector<int> used_, stepOf_; // stepOf_: by column, the step that it was the pivot of
  std::priority_queue<int, std::vector<int>, std::greater<>> steps_;
  std::vector<Entry> pivots_;
  std::vector<std::vector<Entry>> upper_;
};

} // namespace heddle::cusolver
