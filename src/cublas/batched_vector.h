// Products of matrices and vectors, and triangular systems, for many small matrices in one call.
#pragma once

#include "cublas/matrix_products.h"

#include <vector>

namespace heddle::cublas {

// The matrices or vectors of a batch, as GemmOperand describes them, with their type.
template <class T> struct Batch {
  T* address;
  std::int64_t stride;
  T* const* addresses;

  static Batch strided(T* address, std::int64_t stride) { return {address, stride, nullptr}; }
  static Batch array(T* const* addresses) { return {nullptr, 0, addresses}; }
  // Reads the address of one vector from device memory, so only work on a stream may call it.
  // Returns false when the array of addresses cannot be read.
  bool find(std::int64_t index, T*& found) const {
    if (addresses &&
        !library::isAccessible({addresses + index, sizeof *addresses, sizeof *addresses, 1}, false))
      return false;
    found = addresses ? addresses[index] : address + index * stride;
    return true;
  }
};

// Orders body(index) for all of a batch. A worker takes as many as are worth its start.
template <class Body>
cublasStatus_t launchBatch(cublasHandle_t handle, const char* name, std::int64_t count, Body body) {
  if (count == 0)
    return CUBLAS_STATUS_SUCCESS;
  return launch(handle, name, static_cast<std::uint64_t>(count),
                [=](void*, std::uint64_t begin, std::uint64_t end) {
                  for (; begin < end; ++begin)
                    if (!body(static_cast<std::int64_t>(begin)))
                      return false;
                  return true;
                });
}

// y = alpha op(A) x + beta y with the elements converted to F.
template <class F, class T, class Y>
void multiplyByColumns(cublasOperation_t trans, F alpha, const Matrix<const T>& matrixA,
                       const Vector<const T>& x, F beta, const Vector<Y>& y) {
  std::vector<F> sums(static_cast<std::size_t>(y.size));
  for (std::int64_t column = 0; column < matrixA.columns; ++column) {
    const T* const elements = matrixA.at(0, column);
    if (trans == CUBLAS_OP_N) {
      const F factor = convert<F>(x[column]);
      for (std::int64_t row = 0; row < matrixA.rows; ++row)
        sums[static_cast<std::size_t>(row)] += convert<F>(elements[row]) * factor;
    } else {
      for (std::int64_t row = 0; row < matrixA.rows; ++row)
        sums[static_cast<std::size_t>(column)] += convert<F>(elements[row]) * convert<F>(x[row]);
    }
  }
  for (std::int64_t i = 0; i < y.size; ++i) {
    const F old = beta == F(0) ? F(0) : beta * convert<F>(y[i]);
    y[i] = convert<Y>(alpha * sums[static_cast<std::size_t>(i)] + old);
  }
}

template <class F, class T, class Y>
cublasStatus_t gemvBatched(cublasHandle_t handle, const char* name, cublasOperation_t trans,
                           std::int64_t m, std::int64_t n, const F* alpha, Batch<const T> matrixA,
                           std::int64_t lda, Batch<const T> x, std::int64_t incx, const F* beta,
                           Batch<Y> y, std::int64_t incy, std::int64_t count) {
  const auto valid = check({isOperation(trans), m >= 0, n >= 0, lda >= atLeastOne(m), incx != 0,
                            incy != 0, alpha != nullptr, beta != nullptr, count >= 0}) &
                     areInRange({m, n, lda, incx, incy});
  return call(handle, name, valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<F> a(handle, alpha), b(handle, beta);
    const bool isPlain = trans == CUBLAS_OP_N;
    return launchBatch(handle, name, count, [=](std::int64_t index) {
      Matrix<const T> matrix{nullptr, m, n, lda};
      Vector<const T> from{nullptr, isPlain ? n : m, incx};
      Vector<Y> to{nullptr, isPlain ? m : n, incy};
      F factorA, factorB;
      if (!a.load(factorA) || !b.load(factorB) || !matrixA.find(index, matrix.address) ||
          !x.find(index, from.address) || !y.find(index, to.address) || !canRead(matrix, from) ||
          !canWrite(to))
        return false;
      if constexpr (std::is_same_v<F, T>)
        engine<T>().gemv(kColumnMajor, engineOperation(trans), narrow(m), narrow(n),
                         factor(factorA), matrix.address, narrow(lda), from.address, narrow(incx),
                         factor(factorB), to.address, narrow(incy));
      else
        multiplyByColumns(trans, factorA, matrix, from, factorB, to);
      return true;
    });
  });
}

template <class T>
cublasStatus_t trsmBatched(cublasHandle_t handle, cublasSideMode_t side, Triangle t, std::int64_t m,
                           std::int64_t n, const T* alpha, const T* const* matrixA,
                           std::int64_t lda, T* const* matrixB, std::int64_t ldb,
                           std::int64_t count) {
  const std::int64_t order = side == CUBLAS_SIDE_LEFT ? m : n;
  const auto valid = check({isSide(side), t.isValid(), m >= 0, n >= 0, lda >= atLeastOne(order),
                            ldb >= atLeastOne(m), alpha != nullptr, count >= 0}) &
                     areInRange({m, n, lda, ldb});
  return call(handle, "cublasTrsmBatched", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha);
    const auto triangles = Batch<const T>::array(matrixA);
    const auto sides = Batch<T>::array(matrixB);
    return launchBatch(handle, "cublasTrsmBatched", count, [=](std::int64_t index) {
      Matrix<const T> matrix{nullptr, order, order, lda};
      Matrix<T> right{nullptr, m, n, ldb};
      T factorA;
      if (!a.load(factorA) || !triangles.find(index, matrix.address) ||
          !sides.find(index, right.address) || !canRead(matrix) || !canWrite(right))
        return false;
      engine<T>().trsm(kColumnMajor, engineSide(side), engineTriangle(t.uplo),
                       engineOperation(t.trans), engineDiagonal(t.diag), narrow(m), narrow(n),
                       factor(factorA), matrix.address, narrow(lda), right.address, narrow(ldb));
      return true;
    });
  });
}

} // namespace heddle::cublas
