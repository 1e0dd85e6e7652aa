// Functions on matrices beyond BLAS: sums of matrices (geam), products with a diagonal (dgmm), and
// triangles in packed form (trttp, tpttr).
#include "cublas/elements.h"

using namespace heddle::cublas;

namespace {

// Fewer elements than this are not worth the start of another worker.
constexpr std::uint64_t kSmallestPart = 1u << 15;

// Orders body(columns) for the columns of an m x n matrix, in parts.
template <class Body>
cublasStatus_t launchColumns(cublasHandle_t handle, const char* name, std::int64_t m,
                             std::int64_t n, Body body) {
  const std::uint64_t items =
      itemCount(static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(n), kSmallestPart);
  return launch(handle, name, items, [=](void*, std::uint64_t begin, std::uint64_t end) {
    for (; begin < end; ++begin)
      if (const Range columns = rangeOf(n, items, begin); columns.size() > 0 && !body(columns))
        return false;
    return true;
  });
}

// A term alpha op(A) of a sum. It is not read where alpha is zero.
template <class T> struct Term {
  cublasOperation_t operation;
  Matrix<const T> matrix;
  T factor;

  bool isPresent() const { return factor != T(0); }
  // The part of the matrix that the given columns of the result are made of: the same columns, or
  // the rows of a matrix that is transposed.
  Matrix<const T> part(Range columns) const {
    if (operation == CUBLAS_OP_N)
      return {matrix.at(0, columns.begin), matrix.rows, columns.size(), matrix.ld};
    return {matrix.at(columns.begin, 0), columns.size(), matrix.columns, matrix.ld};
  }
  T at(std::int64_t row, std::int64_t column) const {
    if (!isPresent())
      return T(0);
    const T element = operation == CUBLAS_OP_N ? *matrix.at(row, column) : *matrix.at(column, row);
    return multiply(factor, operation == CUBLAS_OP_C ? conjugate(element) : element);
  }
};

template <class T>
Matrix<const T> operandOf(const T* address, cublasOperation_t operation, std::int64_t m,
                          std::int64_t n, std::int64_t ld) {
  const bool isPlain = operation == CUBLAS_OP_N;
  return {address, isPlain ? m : n, isPlain ? n : m, ld};
}

template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t operationA,
                    cublasOperation_t operationB, std::int64_t m, std::int64_t n, const T* alpha,
                    const T* matrixA, std::int64_t lda, const T* beta, const T* matrixB,
                    std::int64_t ldb, T* matrixC, std::int64_t ldc) {
  // The result may replace an operand only where each element depends on its own place alone.
  const auto mayBe = [&](const T* operand, cublasOperation_t operation, std::int64_t ld) {
    return operand != matrixC || (operation == CUBLAS_OP_N && ld == ldc);
  };
  const auto first = operandOf(matrixA, operationA, m, n, lda),
             second = operandOf(matrixB, operationB, m, n, ldb);
  const auto valid =
      check({isOperation(operationA), isOperation(operationB), m >= 0, n >= 0,
             lda >= atLeastOne(first.rows), ldb >= atLeastOne(second.rows), ldc >= atLeastOne(m),
             alpha != nullptr, beta != nullptr, m == 0 || n == 0 || mayBe(matrixA, operationA, lda),
             m == 0 || n == 0 || mayBe(matrixB, operationB, ldb)});
  return call(handle, "cublasGeam", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha), b(handle, beta);
    return launchColumns(handle, "cublasGeam", m, n, [=](Range columns) {
      Term<T> left{operationA, first, {}}, right{operationB, second, {}};
      const Matrix<T> target{matrixC + columns.begin * ldc, m, columns.size(), ldc};
      if (!a.load(left.factor) || !b.load(right.factor) ||
          (left.isPresent() && !canRead(left.part(columns))) ||
          (right.isPresent() && !canRead(right.part(columns))) || !canWrite(target))
        return false;
      for (std::int64_t column = 0; column < target.columns; ++column)
        for (std::int64_t row = 0; row < m; ++row)
          *target.at(row, column) =
              left.at(row, columns.begin + column) + right.at(row, columns.begin + column);
      return true;
    });
  });
}

template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, std::int64_t m, std::int64_t n,
                    const T* matrixA, std::int64_t lda, const T* x, std::int64_t incx, T* matrixC,
                    std::int64_t ldc) {
  const auto valid =
      check({isSide(side), m >= 0, n >= 0, lda >= atLeastOne(m), ldc >= atLeastOne(m)});
  return call(handle, "cublasDgmm", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const bool isLeft = side == CUBLAS_SIDE_LEFT;
    const Vector<const T> diagonal{x, isLeft ? m : n, incx};
    return launchColumns(handle, "cublasDgmm", m, n, [=](Range columns) {
      const Matrix<const T> source{matrixA + columns.begin * lda, m, columns.size(), lda};
      const Matrix<T> target{matrixC + columns.begin * ldc, m, columns.size(), ldc};
      if (!canRead(diagonal, source) || !canWrite(target))
        return false;
      for (std::int64_t column = 0; column < target.columns; ++column)
        for (std::int64_t row = 0; row < m; ++row)
          *target.at(row, column) =
              multiply(*source.at(row, column), diagonal[isLeft ? row : columns.begin + column]);
      return true;
    });
  });
}

// Copies between a triangle of a matrix and its columns one behind the other. `copy` gets the
// element of the matrix and the packed one.
template <class M, class P, class Copy>
cublasStatus_t copyTriangle(cublasHandle_t handle, const char* name, cublasFillMode_t uplo,
                            std::int64_t n, M* matrixA, std::int64_t lda, P* packed, Copy copy) {
  const auto valid = check({isTriangle(uplo), n >= 0, lda >= atLeastOne(n)});
  return call(handle, name, valid, [=] {
    if (n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Matrix<M> whole{matrixA, n, n, lda};
    const Matrix<P> columns = packedTriangle(packed, n);
    return launchOne(handle, name, [=] {
      if (!whole.isAccessible(!std::is_const_v<M>) || !columns.isAccessible(!std::is_const_v<P>))
        return false;
      P* next = packed;
      for (std::int64_t column = 0; column < n; ++column) {
        const bool isUpper = uplo == CUBLAS_FILL_MODE_UPPER;
        const std::int64_t end = isUpper ? column + 1 : n;
        for (std::int64_t row = isUpper ? 0 : column; row < end; ++row)
          copy(*whole.at(row, column), *next++);
      }
      return true;
    });
  });
}

} // namespace

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/extensions_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/extensions_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_TRIANGLES(S, T)                                                                     \
  cublasStatus_t cublas##S##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const T* AP, T* matrixA, int lda) {                              \
    return copyTriangle(handle, "cublasTpttr", uplo, n, matrixA, lda, AP,                          \
                        [](T& whole, const T& packed) { whole = packed; });                        \
  }                                                                                                \
  cublasStatus_t cublas##S##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const T* matrixA, int lda, T* AP) {                              \
    return copyTriangle(handle, "cublasTrttp", uplo, n, matrixA, lda, AP,                          \
                        [](const T& whole, T& packed) { packed = whole; });                        \
  }
HEDDLE_TRIANGLES(S, float)
HEDDLE_TRIANGLES(D, double)
HEDDLE_TRIANGLES(C, cuComplex)
HEDDLE_TRIANGLES(Z, cuDoubleComplex)
#undef HEDDLE_TRIANGLES
