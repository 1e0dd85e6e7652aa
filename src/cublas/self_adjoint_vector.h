// Level 2 for symmetric and Hermitian matrices. The engine has the symmetric functions of real
// types and the Hermitian ones of complex types; the symmetric ones of complex types are plain
// loops here, since BLAS does not have them.
#pragma once

#include "cublas/matrix_vector.h"

namespace heddle::cublas {

// Functions y = alpha A x + beta y. `compute` gets the factors.
template <class T, class Compute>
cublasStatus_t selfAdjointProduct(cublasHandle_t handle, const char* name, Arguments arguments,
                                  const T* alpha, const Matrix<const T>& matrixA,
                                  const Vector<const T>& x, const T* beta, const Vector<T>& y,
                                  Compute compute) {
  return call(handle, name, check({alpha != nullptr, beta != nullptr}) & arguments, [=] {
    if (x.size == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha), b(handle, beta);
    return launchOne(handle, name, [=] {
      T factorA, factorB;
      if (!a.load(factorA) || !b.load(factorB) || !canRead(matrixA, x) || !canWrite(y))
        return false;
      compute(factorA, factorB);
      return true;
    });
  });
}

// Updates A of rank 1 and 2; y is empty for the first. `compute` gets the factor.
template <class T, class R, class Compute>
cublasStatus_t selfAdjointUpdate(cublasHandle_t handle, const char* name, Arguments arguments,
                                 const R* alpha, const Vector<const T>& x, const Vector<const T>& y,
                                 const Matrix<T>& matrixA, Compute compute) {
  return call(handle, name, check({alpha != nullptr}) & arguments, [=] {
    if (x.size == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<R> a(handle, alpha);
    return launchOne(handle, name, [=] {
      R factorA;
      if (!a.load(factorA) || !canRead(x, y) || !canWrite(matrixA))
        return false;
      compute(factorA);
      return true;
    });
  });
}

// Visits the elements of the stored triangle: action(row, column).
template <class Action> void forTriangle(cublasFillMode_t uplo, std::int64_t n, Action action) {
  const bool isUpper = uplo == CUBLAS_FILL_MODE_UPPER;
  for (std::int64_t column = 0; column < n; ++column)
    for (std::int64_t row = isUpper ? 0 : column; row < (isUpper ? column + 1 : n); ++row)
      action(row, column);
}

template <class T>
void symmetricProduct(cublasFillMode_t uplo, T alpha, const Matrix<const T>& matrixA,
                      const Vector<const T>& x, T beta, const Vector<T>& y) {
  for (std::int64_t i = 0; i < y.size; ++i)
    y[i] = beta == T(0) ? T(0) : multiply(beta, y[i]);
  forTriangle(uplo, matrixA.rows, [&](std::int64_t row, std::int64_t column) {
    const T element = multiply(alpha, *matrixA.at(row, column));
    y[row] += multiply(element, x[column]);
    if (row != column)
      y[column] += multiply(element, x[row]);
  });
}

template <class T>
cublasStatus_t symv(cublasHandle_t handle, bool isHermitian, cublasFillMode_t uplo, std::int64_t n,
                    const T* alpha, const T* matrixA, std::int64_t lda, const T* x,
                    std::int64_t incx, const T* beta, T* y, std::int64_t incy) {
  const auto valid = check({isTriangle(uplo), n >= 0, lda >= atLeastOne(n), incx != 0, incy != 0}) &
                     areInRange({n, lda, incx, incy});
  const Matrix<const T> matrix{matrixA, n, n, lda};
  const Vector<const T> from{x, n, incx};
  const Vector<T> to{y, n, incy};
  return selfAdjointProduct(
      handle, "cublasSymv", valid, alpha, matrix, from, beta, to, [=](T a, T b) {
        if (kIsComplex<T> && !isHermitian)
          return symmetricProduct(uplo, a, matrix, from, b, to);
        engine<T>().hemv(kColumnMajor, engineTriangle(uplo), narrow(n), factor(a), matrixA,
                         narrow(lda), x, narrow(incx), factor(b), y, narrow(incy));
      });
}

template <class T>
cublasStatus_t sbmv(cublasHandle_t handle, cublasFillMode_t uplo, std::int64_t n, std::int64_t k,
                    const T* alpha, const T* matrixA, std::int64_t lda, const T* x,
                    std::int64_t incx, const T* beta, T* y, std::int64_t incy) {
  const auto valid = check({isTriangle(uplo), n >= 0, k >= 0, lda >= k + 1, incx != 0, incy != 0}) &
                     areInRange({n, k, lda, incx, incy});
  return selfAdjointProduct<T>(handle, "cublasSbmv", valid, alpha, {matrixA, k + 1, n, lda},
                               {x, n, incx}, beta, {y, n, incy}, [=](T a, T b) {
                                 engine<T>().hbmv(kColumnMajor, engineTriangle(uplo), narrow(n),
                                                  narrow(k), factor(a), matrixA, narrow(lda), x,
                                                  narrow(incx), factor(b), y, narrow(incy));
                               });
}

template <class T>
cublasStatus_t spmv(cublasHandle_t handle, cublasFillMode_t uplo, std::int64_t n, const T* alpha,
                    const T* matrixA, const T* x, std::int64_t incx, const T* beta, T* y,
                    std::int64_t incy) {
  const auto valid =
      check({isTriangle(uplo), n >= 0, incx != 0, incy != 0}) & areInRange({n, incx, incy});
  return selfAdjointProduct<T>(handle, "cublasSpmv", valid, alpha, packedTriangle(matrixA, n),
                               {x, n, incx}, beta, {y, n, incy}, [=](T a, T b) {
                                 engine<T>().hpmv(kColumnMajor, engineTriangle(uplo), narrow(n),
                                                  factor(a), matrixA, x, narrow(incx), factor(b), y,
                                                  narrow(incy));
                               });
}

// The factor's type says whether the update of a complex matrix is symmetric (T) or Hermitian (R).
template <class T, class R>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t uplo, std::int64_t n, const R* alpha,
                   const T* x, std::int64_t incx, T* matrixA, std::int64_t lda) {
  const auto valid = check({isTriangle(uplo), n >= 0, lda >= atLeastOne(n), incx != 0}) &
                     areInRange({n, lda, incx});
  const Vector<const T> from{x, n, incx};
  const Matrix<T> matrix{matrixA, n, n, lda};
  return selfAdjointUpdate<T>(
      handle, "cublasSyr", valid, alpha, from, {nullptr, 0, 1}, matrix, [=](R a) {
        if constexpr (kIsComplex<R>)
          forTriangle(uplo, n, [&](std::int64_t row, std::int64_t column) {
            *matrix.at(row, column) += multiply(multiply(a, from[row]), from[column]);
          });
        else
          engine<T>().her(kColumnMajor, engineTriangle(uplo), narrow(n), a, x, narrow(incx),
                          matrixA, narrow(lda));
      });
}

template <class T>
cublasStatus_t spr(cublasHandle_t handle, cublasFillMode_t uplo, std::int64_t n,
                   const Real<T>* alpha, const T* x, std::int64_t incx, T* matrixA) {
  const auto valid = check({isTriangle(uplo), n >= 0, incx != 0}) & areInRange({n, incx});
  return selfAdjointUpdate<T>(handle, "cublasSpr", valid, alpha, {x, n, incx}, {nullptr, 0, 1},
                              packedTriangle(matrixA, n), [=](Real<T> a) {
                                engine<T>().hpr(kColumnMajor, engineTriangle(uplo), narrow(n), a, x,
                                                narrow(incx), matrixA);
                              });
}

template <class T>
cublasStatus_t syr2(cublasHandle_t handle, bool isHermitian, cublasFillMode_t uplo, std::int64_t n,
                    const T* alpha, const T* x, std::int64_t incx, const T* y, std::int64_t incy,
                    T* matrixA, std::int64_t lda) {
  const auto valid = check({isTriangle(uplo), n >= 0, lda >= atLeastOne(n), incx != 0, incy != 0}) &
                     areInRange({n, lda, incx, incy});
  const Vector<const T> left{x, n, incx}, right{y, n, incy};
  const Matrix<T> matrix{matrixA, n, n, lda};
  return selfAdjointUpdate<T>(handle, "cublasSyr2", valid, alpha, left, right, matrix, [=](T a) {
    if (kIsComplex<T> && !isHermitian)
      return forTriangle(uplo, n, [&](std::int64_t row, std::int64_t column) {
        *matrix.at(row, column) +=
            multiply(a, multiply(left[row], right[column]) + multiply(right[row], left[column]));
      });
    engine<T>().her2(kColumnMajor, engineTriangle(uplo), narrow(n), factor(a), x, narrow(incx), y,
                     narrow(incy), matrixA, narrow(lda));
  });
}

template <class T>
cublasStatus_t spr2(cublasHandle_t handle, cublasFillMode_t uplo, std::int64_t n, const T* alpha,
                    const T* x, std::int64_t incx, const T* y, std::int64_t incy, T* matrixA) {
  const auto valid =
      check({isTriangle(uplo), n >= 0, incx != 0, incy != 0}) & areInRange({n, incx, incy});
  return selfAdjointUpdate<T>(handle, "cublasSpr2", valid, alpha, {x, n, incx}, {y, n, incy},
                              packedTriangle(matrixA, n), [=](T a) {
                                engine<T>().hpr2(kColumnMajor, engineTriangle(uplo), narrow(n),
                                                 factor(a), x, narrow(incx), y, narrow(incy),
                                                 matrixA);
                              });
}

} // namespace heddle::cublas
