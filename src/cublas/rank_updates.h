// Updates of rank k and 2k of one triangle of a matrix: syrk, herk, syr2k, her2k, syrkx and herkx.
// The result is cut into groups of columns. Of each, the block on the diagonal is an update of the
// engine, and the rest of the triangle is a general product.
#pragma once

#include "cublas/matrix_products.h"

namespace heddle::cublas {

// What is added to C, apart from alpha: A A' , A B' + B A', or A B' of which only a triangle
// counts.
enum class Update : std::uint8_t { RankK, Rank2K, Product };

// F is the type of alpha, and G that of beta; they are real where a Hermitian update demands it.
template <class T, class F, class G> struct RankUpdate {
  Update update;
  bool isHermitian;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  std::int64_t n, k;
  F alpha;
  G beta;
  const T* matrixA;
  std::int64_t lda;
  const T* matrixB;
  std::int64_t ldb;
  Matrix<T> matrixC;

  bool isPlain() const { return trans == CUBLAS_OP_N; }
  // The rows `range` of op(A).
  const T* rowsOf(const T* matrix, std::int64_t ld, std::int64_t row) const {
    return isPlain() ? matrix + row : matrix + row * ld;
  }

  // C(rows, columns) = factor left right' + scale C(rows, columns), by a general product.
  void multiplyBlock(Range rows, Range columns, T factorA, const T* left, std::int64_t ldLeft,
                     const T* right, std::int64_t ldRight, T scale) const {
    const cublasOperation_t adjoint = isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    engine<T>().gemm(kColumnMajor, engineOperation(isPlain() ? CUBLAS_OP_N : adjoint),
                     engineOperation(isPlain() ? adjoint : CUBLAS_OP_N), narrow(rows.size()),
                     narrow(columns.size()), narrow(k), factor(factorA),
                     rowsOf(left, ldLeft, rows.begin), narrow(ldLeft),
                     rowsOf(right, ldRight, columns.begin), narrow(ldRight), factor(scale),
                     matrixC.at(rows.begin, columns.begin), narrow(matrixC.ld));
  }
  void updateBlock(Range rows, Range columns) const {
    if (rows.size() <= 0)
      return;
    const T a = convert<T>(alpha), b = convert<T>(beta);
    multiplyBlock(rows, columns, a, matrixA, lda, update == Update::RankK ? matrixA : matrixB,
                  update == Update::RankK ? lda : ldb, b);
    if (update == Update::Rank2K)
      multiplyBlock(rows, columns, isHermitian ? conjugate(a) : a, matrixB, ldb, matrixA, lda,
                    T(1));
  }

  void updateDiagonal(Range range) const {
    const int triangle = engineTriangle(uplo), size = narrow(range.size());
    const int operation = engineOperation(isPlain()     ? CUBLAS_OP_N
                                          : isHermitian ? CUBLAS_OP_C
                                                        : CUBLAS_OP_T);
    T* const to = matrixC.at(range.begin, range.begin);
    const T* const a = rowsOf(matrixA, lda, range.begin);
    const T* const b = matrixB ? rowsOf(matrixB, ldb, range.begin) : nullptr;
    const Engine<T>& e = engine<T>();
    if (update == Update::Product)
      return multiplyDiagonal(range);
    if constexpr (kIsComplex<T> && !kIsComplex<G>) {
      if constexpr (!kIsComplex<F>)
        e.herk(kColumnMajor, triangle, operation, size, narrow(k), alpha, a, narrow(lda), beta, to,
               narrow(matrixC.ld));
      else
        e.her2k(kColumnMajor, triangle, operation, size, narrow(k), factor(alpha), a, narrow(lda),
                b, narrow(ldb), beta, to, narrow(matrixC.ld));
    } else if (update == Update::RankK) {
      e.syrk(kColumnMajor, triangle, operation, size, narrow(k), factor(alpha), a, narrow(lda),
             factor(beta), to, narrow(matrixC.ld));
    } else {
      e.syr2k(kColumnMajor, triangle, operation, size, narrow(k), factor(alpha), a, narrow(lda), b,
              narrow(ldb), factor(beta), to, narrow(matrixC.ld));
    }
  }
  // A triangle of a product is made column by column, since the other triangle must not change.
  void multiplyDiagonal(Range range) const {
    const bool isUpper = uplo == CUBLAS_FILL_MODE_UPPER;
    for (std::int64_t column = range.begin; column < range.end; ++column) {
      const Range rows = isUpper ? Range{range.begin, column + 1} : Range{column, range.end};
      updateBlock(rows, {column, column + 1});
      if constexpr (kIsComplex<T>)
        if (isHermitian)
          matrixC.at(column, column)->imag(0);
    }
  }

  void run(Range columns) const {
    if (uplo == CUBLAS_FILL_MODE_UPPER)
      updateBlock({0, columns.begin}, columns);
    else
      updateBlock({columns.end, n}, columns);
    updateDiagonal(columns);
  }
};

template <class T, class F, class G>
cublasStatus_t rankUpdate(cublasHandle_t handle, const char* name, Update update, bool isHermitian,
                          cublasFillMode_t uplo, cublasOperation_t trans, std::int64_t n,
                          std::int64_t k, const F* alpha, const T* matrixA, std::int64_t lda,
                          const T* matrixB, std::int64_t ldb, const G* beta, T* matrixC,
                          std::int64_t ldc) {
  const std::int64_t rows = atLeastOne(trans == CUBLAS_OP_N ? n : k);
  // A Hermitian update has no transposed form, and a symmetric one of complex numbers no adjoint
  // one.
  const bool hasOperation = trans == CUBLAS_OP_N ||
                            trans == (isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T) ||
                            (!kIsComplex<T> && trans == CUBLAS_OP_C);
  const auto valid = check({isTriangle(uplo), hasOperation, n >= 0, k >= 0, lda >= rows,
                            update == Update::RankK || ldb >= rows, ldc >= atLeastOne(n),
                            alpha != nullptr, beta != nullptr}) &
                     areInRange({n, k, lda, ldb, ldc});
  return call(handle, name, valid, [=] {
    if (n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<F> a(handle, alpha);
    const Scalar<G> b(handle, beta);
    const bool isPlain = trans == CUBLAS_OP_N;
    const Matrix<const T> first{matrixA, isPlain ? n : k, isPlain ? k : n, lda};
    const Matrix<const T> second{matrixB, matrixB ? first.rows : 0, first.columns, ldb};
    const Matrix<T> result{matrixC, n, n, ldc};
    return launchRanges(handle, name, n, product(n, n, k) / 2, [=](Range columns) {
      F factorA;
      G factorB;
      if (!a.load(factorA) || !b.load(factorB) || !canRead(first, second) ||
          !canWrite(slice(result, true, columns)))
        return false;
      RankUpdate<T, F, G>{update,  isHermitian, uplo, trans,   n,   k,     factorA,
                          factorB, matrixA,     lda,  matrixB, ldb, result}
          .run(columns);
      return true;
    });
  });
}

} // namespace heddle::cublas
