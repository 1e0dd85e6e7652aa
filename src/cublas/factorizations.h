// Factorisations and solutions for many small matrices, by LAPACK. Each matrix of a batch is an
// item of its own. `info` of a matrix is LAPACK's: 0, or one more than the place of a zero on the
// diagonal.
#pragma once

#include "cublas/batched_vector.h"
#include "cublas/lapack.h"
#include "cublas/lu_factors.h"

#include <algorithm>

namespace heddle::cublas {

// Whether `count` numbers at the address can be read, or written.
template <class T> bool canAccess(const T* address, std::int64_t count, bool isWritten) {
  return Vector<const T>{address, count, 1}.isAccessible(isWritten);
}

template <class T> int factor(const Matrix<T>& matrixA, int* pivots) {
  if (!pivots)
    return factorWithoutPivots(matrixA);
  const int n = narrow(matrixA.rows), ld = narrow(matrixA.ld);
  int info = 0;
  lapack<T>().getrf(&n, &n, matrixA.address, &ld, pivots, &info);
  return info;
}

// Makes the inverse from the factors in A. Where there is none, info says so and the matrix stays
// as it is.
template <class T> int invert(const Matrix<T>& matrixA, const std::vector<int>& pivots) {
  const int n = narrow(matrixA.rows), ld = narrow(matrixA.ld), size = std::max(1, n * 16);
  std::vector<T> work(static_cast<std::size_t>(size));
  int info = 0;
  lapack<T>().getri(&n, matrixA.address, &ld, pivots.data(), work.data(), &size, &info);
  return info;
}

template <class T> void copyMatrix(const Matrix<const T>& from, const Matrix<T>& to) {
  for (std::int64_t column = 0; column < to.columns; ++column)
    std::copy_n(from.at(0, column), to.rows, to.at(0, column));
}

template <class T>
cublasStatus_t getrfBatched(cublasHandle_t handle, int n, T* const* matrixA, int lda, int* pivots,
                            int* info, int count) {
  const auto valid = check({n >= 0, lda >= atLeastOne(n), count >= 0, count == 0 || info});
  return call(handle, "cublasGetrfBatched", valid, [=] {
    const auto matrices = Batch<T>::array(matrixA);
    return launchBatch(handle, "cublasGetrfBatched", n == 0 ? 0 : count, [=](std::int64_t index) {
      Matrix<T> matrix{nullptr, n, n, lda};
      int* const own = pivots ? pivots + index * n : nullptr;
      if (!matrices.find(index, matrix.address) || !canWrite(matrix) ||
          (own && !canAccess(own, n, true)) || !canAccess(info + index, 1, true))
        return false;
      info[index] = factor(matrix, own);
      return true;
    });
  });
}

template <class T>
cublasStatus_t getriBatched(cublasHandle_t handle, int n, const T* const* matrixA, int lda,
                            const int* pivots, T* const* matrixC, int ldc, int* info, int count) {
  const auto valid =
      check({n >= 0, lda >= atLeastOne(n), ldc >= atLeastOne(n), count >= 0, count == 0 || info});
  return call(handle, "cublasGetriBatched", valid, [=] {
    const auto factors = Batch<const T>::array(matrixA);
    const auto inverses = Batch<T>::array(matrixC);
    return launchBatch(handle, "cublasGetriBatched", n == 0 ? 0 : count, [=](std::int64_t index) {
      Matrix<const T> from{nullptr, n, n, lda};
      Matrix<T> to{nullptr, n, n, ldc};
      const int* const own = pivots ? pivots + index * n : nullptr;
      if (!factors.find(index, from.address) || !inverses.find(index, to.address) ||
          !canRead(from) || !canWrite(to) || (own && !canAccess(own, n, false)) ||
          !canAccess(info + index, 1, true))
        return false;
      copyMatrix(from, to);
      info[index] = invert(to, pivotsOf(own, n));
      if (info[index] > 0)
        divideByZeroPivots(from, pivotsOf(own, n), to);
      return true;
    });
  });
}

template <class T>
cublasStatus_t matinvBatched(cublasHandle_t handle, int n, const T* const* matrixA, int lda,
                             T* const* matrixC, int ldc, int* info, int count) {
  constexpr int kLargest = 32; // cuBLAS inverts no larger matrices by this function
  const auto valid = check({n >= 0, n <= kLargest, lda >= atLeastOne(n), ldc >= atLeastOne(n),
                            count >= 0, count == 0 || info});
  return call(handle, "cublasMatinvBatched", valid, [=] {
    const auto matrices = Batch<const T>::array(matrixA);
    const auto inverses = Batch<T>::array(matrixC);
    return launchBatch(handle, "cublasMatinvBatched", n == 0 ? 0 : count, [=](std::int64_t index) {
      Matrix<const T> from{nullptr, n, n, lda};
      Matrix<T> to{nullptr, n, n, ldc};
      if (!matrices.find(index, from.address) || !inverses.find(index, to.address) ||
          !canRead(from) || !canWrite(to) || !canAccess(info + index, 1, true))
        return false;
      copyMatrix(from, to);
      std::vector<int> pivots(static_cast<std::size_t>(n));
      const int failed = factor(to, pivots.data());
      info[index] = failed != 0 ? failed : invert(to, pivots);
      return true;
    });
  });
}

// The functions below have an `info` on the host, which says which of the arguments is wrong: its
// number with a minus, or 0.
struct NumberedCheck {
  bool isRight;
  int number;
};
inline Arguments checkNumbered(int* info, std::initializer_list<NumberedCheck> checks) {
  if (!info)
    return Arguments::Invalid;
  *info = 0;
  for (const NumberedCheck& each : checks)
    if (!each.isRight) {
      *info = -each.number;
      return Arguments::Invalid;
    }
  return Arguments::Valid;
}

template <class T>
cublasStatus_t getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int sides,
                            const T* const* matrixA, int lda, const int* pivots, T* const* matrixB,
                            int ldb, int* info, int count) {
  const auto valid = checkNumbered(info, {{isOperation(trans), 1},
                                          {n >= 0, 2},
                                          {sides >= 0, 3},
                                          {lda >= atLeastOne(n), 5},
                                          {ldb >= atLeastOne(n), 8},
                                          {count >= 0, 10}});
  return call(handle, "cublasGetrsBatched", valid, [=] {
    const auto factors = Batch<const T>::array(matrixA);
    const auto rights = Batch<T>::array(matrixB);
    const bool isEmpty = n == 0 || sides == 0;
    return launchBatch(handle, "cublasGetrsBatched", isEmpty ? 0 : count, [=](std::int64_t index) {
      Matrix<const T> matrix{nullptr, n, n, lda};
      Matrix<T> right{nullptr, n, sides, ldb};
      const int* const own = pivots ? pivots + index * n : nullptr;
      if (!factors.find(index, matrix.address) || !rights.find(index, right.address) ||
          !canRead(matrix) || !canWrite(right) || (own && !canAccess(own, n, false)))
        return false;
      const char operation = trans == CUBLAS_OP_N ? 'N' : trans == CUBLAS_OP_T ? 'T' : 'C';
      int ignored = 0;
      lapack<T>().getrs(&operation, &n, &sides, matrix.address, &lda, pivotsOf(own, n).data(),
                        right.address, &ldb, &ignored);
      return true;
    });
  });
}

template <class T>
cublasStatus_t geqrfBatched(cublasHandle_t handle, int m, int n, T* const* matrixA, int lda,
                            T* const* taus, int* info, int count) {
  const auto valid =
      checkNumbered(info, {{m >= 0, 1}, {n >= 0, 2}, {lda >= atLeastOne(m), 4}, {count >= 0, 7}});
  return call(handle, "cublasGeqrfBatched", valid, [=] {
    const auto matrices = Batch<T>::array(matrixA), factors = Batch<T>::array(taus);
    const bool isEmpty = m == 0 || n == 0;
    return launchBatch(handle, "cublasGeqrfBatched", isEmpty ? 0 : count, [=](std::int64_t index) {
      Matrix<T> matrix{nullptr, m, n, lda};
      T* tau = nullptr;
      if (!matrices.find(index, matrix.address) || !factors.find(index, tau) || !canWrite(matrix) ||
          !canAccess(tau, std::min(m, n), true))
        return false;
      const int size = std::max(1, n * 16);
      std::vector<T> work(static_cast<std::size_t>(size));
      int ignored = 0;
      lapack<T>().geqrf(&m, &n, matrix.address, &lda, tau, work.data(), &size, &ignored);
      return true;
    });
  });
}

// Least squares. As in cuBLAS, the matrix is not transposed and has at least as many rows as
// columns.
template <class T>
cublasStatus_t gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int sides,
                           T* const* matrixA, int lda, T* const* matrixC, int ldc, int* info,
                           int* infos, int count) {
  const auto valid = checkNumbered(info, {{m >= 0, 2},
                                          {n >= 0, 3},
                                          {sides >= 0, 4},
                                          {lda >= atLeastOne(m), 6},
                                          {ldc >= atLeastOne(m), 8},
                                          {count >= 0, 11}});
  return call(handle, "cublasGelsBatched", valid, [=] {
    const bool isEmpty = m == 0 || n == 0 || sides == 0;
    if (trans != CUBLAS_OP_N || (m < n && !isEmpty))
      return CUBLAS_STATUS_NOT_SUPPORTED;
    const auto matrices = Batch<T>::array(matrixA), rights = Batch<T>::array(matrixC);
    return launchBatch(handle, "cublasGelsBatched", isEmpty ? 0 : count, [=](std::int64_t index) {
      Matrix<T> matrix{nullptr, m, n, lda}, right{nullptr, m, sides, ldc};
      if (!matrices.find(index, matrix.address) || !rights.find(index, right.address) ||
          !canWrite(matrix, right) || (infos && !canAccess(infos + index, 1, true)))
        return false;
      const int size = std::max(1, (m + n + sides) * 16);
      std::vector<T> work(static_cast<std::size_t>(size));
      const char operation = 'N';
      int failed = 0;
      lapack<T>().gels(&operation, &m, &n, &sides, matrix.address, &lda, right.address, &ldc,
                       work.data(), &size, &failed);
      if (infos)
        infos[index] = failed;
      return true;
    });
  });
}

} // namespace heddle::cublas
