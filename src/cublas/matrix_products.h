// Level 3 apart from gemm, as templates over the engine. The columns or rows of the result that do
// not depend on each other are shared among the workers.
#pragma once

#include "cublas/matrix_vector.h"

#include <algorithm>

namespace heddle::cublas {

// How many parts to cut `size` columns or rows into, for work of so many multiplications.
inline std::uint64_t partCount(std::int64_t size, double products) {
  constexpr double kSmallestPart = 128.0 * 128 * 128;
  constexpr std::int64_t kFewestColumns = 16;
  const auto most = static_cast<std::uint64_t>((size + kFewestColumns - 1) / kFewestColumns);
  const auto worthwhile = static_cast<std::uint64_t>(std::min(products / kSmallestPart, 1e6));
  return itemCount(std::min(most, worthwhile), 1);
}

// Orders work on the parts of [0, size).
template <class Body>
cublasStatus_t launchRanges(cublasHandle_t handle, const char* name, std::int64_t size,
                            double products, Body body) {
  const std::uint64_t items = partCount(size, products);
  return launch(handle, name, items, [=](void*, std::uint64_t begin, std::uint64_t end) {
    for (; begin < end; ++begin)
      if (const Range range = rangeOf(size, items, begin); range.size() > 0 && !body(range))
        return false;
    return true;
  });
}

inline double product(std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}

// The columns of a matrix, or its rows, in a range.
template <class T> Matrix<T> slice(const Matrix<T>& matrix, bool isByColumns, Range range) {
  return isByColumns
             ? Matrix<T>{matrix.at(0, range.begin), matrix.rows, range.size(), matrix.ld}
             : Matrix<T>{matrix.at(range.begin, 0), range.size(), matrix.columns, matrix.ld};
}

template <class T>
cublasStatus_t symm(cublasHandle_t handle, bool isHermitian, cublasSideMode_t side,
                    cublasFillMode_t uplo, std::int64_t m, std::int64_t n, const T* alpha,
                    const T* matrixA, std::int64_t lda, const T* matrixB, std::int64_t ldb,
                    const T* beta, T* matrixC, std::int64_t ldc) {
  const bool isLeft = side == CUBLAS_SIDE_LEFT;
  const std::int64_t order = isLeft ? m : n;
  const auto valid =
      check({isSide(side), isTriangle(uplo), m >= 0, n >= 0, lda >= atLeastOne(order),
             ldb >= atLeastOne(m), ldc >= atLeastOne(m), alpha != nullptr, beta != nullptr}) &
      areInRange({m, n, lda, ldb, ldc});
  return call(handle, "cublasSymm", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha), b(handle, beta);
    const Matrix<const T> matrix{matrixA, order, order, lda}, from{matrixB, m, n, ldb};
    const Matrix<T> to{matrixC, m, n, ldc};
    return launchRanges(
        handle, "cublasSymm", isLeft ? n : m, product(m, n, order), [=](Range range) {
          const auto source = slice(from, isLeft, range);
          const auto target = slice(to, isLeft, range);
          T factorA, factorB;
          if (!a.load(factorA) || !b.load(factorB) || !canRead(matrix, source) || !canWrite(target))
            return false;
          const auto multiply = kIsComplex<T> && isHermitian ? engine<T>().hemm : engine<T>().symm;
          multiply(kColumnMajor, engineSide(side), engineTriangle(uplo), narrow(target.rows),
                   narrow(target.columns), factor(factorA), matrixA, narrow(lda), source.address,
                   narrow(ldb), factor(factorB), target.address, narrow(ldc));
          return true;
        });
  });
}

// B becomes the solution of op(A) X = alpha B, or of X op(A) = alpha B.
template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, Triangle t, std::int64_t m,
                    std::int64_t n, const T* alpha, const T* matrixA, std::int64_t lda, T* matrixB,
                    std::int64_t ldb) {
  const bool isLeft = side == CUBLAS_SIDE_LEFT;
  const std::int64_t order = isLeft ? m : n;
  const auto valid = check({isSide(side), t.isValid(), m >= 0, n >= 0, lda >= atLeastOne(order),
                            ldb >= atLeastOne(m), alpha != nullptr}) &
                     areInRange({m, n, lda, ldb});
  return call(handle, "cublasTrsm", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha);
    const Matrix<const T> matrix{matrixA, order, order, lda};
    const Matrix<T> all{matrixB, m, n, ldb};
    return launchRanges(handle, "cublasTrsm", isLeft ? n : m, product(m, n, order),
                        [=](Range range) {
                          const auto part = slice(all, isLeft, range);
                          T factorA;
                          if (!a.load(factorA) || !canRead(matrix) || !canWrite(part))
                            return false;
                          engine<T>().trsm(kColumnMajor, engineSide(side), engineTriangle(t.uplo),
                                           engineOperation(t.trans), engineDiagonal(t.diag),
                                           narrow(part.rows), narrow(part.columns), factor(factorA),
                                           matrixA, narrow(lda), part.address, narrow(ldb));
                          return true;
                        });
  });
}

// C = alpha op(A) B or alpha B op(A). C may be B; BLAS has only this form, so B is copied
// otherwise.
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, Triangle t, std::int64_t m,
                    std::int64_t n, const T* alpha, const T* matrixA, std::int64_t lda,
                    const T* matrixB, std::int64_t ldb, T* matrixC, std::int64_t ldc) {
  const bool isLeft = side == CUBLAS_SIDE_LEFT;
  const std::int64_t order = isLeft ? m : n;
  const auto valid = check({isSide(side), t.isValid(), m >= 0, n >= 0, lda >= atLeastOne(order),
                            ldb >= atLeastOne(m), ldc >= atLeastOne(m), alpha != nullptr}) &
                     areInRange({m, n, lda, ldb, ldc});
  return call(handle, "cublasTrmm", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha);
    const Matrix<const T> matrix{matrixA, order, order, lda}, from{matrixB, m, n, ldb};
    const Matrix<T> to{matrixC, m, n, ldc};
    return launchRanges(
        handle, "cublasTrmm", isLeft ? n : m, product(m, n, order), [=](Range range) {
          const auto source = slice(from, isLeft, range);
          const auto target = slice(to, isLeft, range);
          T factorA;
          if (!a.load(factorA) || !canRead(matrix, source) || !canWrite(target))
            return false;
          if (source.address != target.address)
            for (std::int64_t column = 0; column < target.columns; ++column)
              std::copy_n(source.at(0, column), target.rows, target.at(0, column));
          engine<T>().trmm(kColumnMajor, engineSide(side), engineTriangle(t.uplo),
                           engineOperation(t.trans), engineDiagonal(t.diag), narrow(target.rows),
                           narrow(target.columns), factor(factorA), matrixA, narrow(lda),
                           target.address, narrow(ldc));
          return true;
        });
  });
}

} // namespace heddle::cublas
